// Rules of the fields that make an account, shared by pages and server.
import { z } from 'zod/mini';

export const usernameRule = z.string().check(z.regex(/^[a-z0-9_-]{4,20}$/));
/** The client's field allows letters and digits; the server takes any characters. */
export const passwordRule = z.string().check(z.minLength(8), z.maxLength(128));
export const nameRule = z.string().check(z.regex(/^[\p{L}\p{M} .'-]{1,40}$/u));
/** Some letters are not shown (the Hangul filler): a name of them would be blank, or another's. */
export const nickRule = z.string().check(z.regex(/^(?!.*\p{DI})[\p{L}\p{N}_-]{2,16}$/u));
export const phoneRule = z.string().check(z.regex(/^0\d{1,2}-\d{3,4}-\d{4}$/));
/** Named by the sign-up of whoever proved the address by a code. */
export const certificateKeyRule = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
export const bankAccountRule = z.string().check(z.regex(/^\d[\d-]{4,18}\d$/));
/** One line that reads the same in every letter. */
export const antiPhishingRule = z.string().check(z.trim(), z.regex(/^[\p{L}\p{M}\p{N} ._-]{2,20}$/u));
/** `bankInfo` on sites that ask for it, as JSON text. */
export const bankInfoRule = z.strictObject({ code: z.string().check(z.regex(/^\d{3}$/)), account: bankAccountRule, holder: nameRule });
export const emailRule = z.string().check(z.maxLength(120), z.regex(/^[^\s@<>"']{1,64}@[^\s@<>"']{1,60}\.[a-z]{2,20}$/i));

/** Must be agreed to; the others may be. */
export const requiredTerms = ['service', 'privacy', 'risk', 'age'] as const;
export const optionalTerms = ['news'] as const;
