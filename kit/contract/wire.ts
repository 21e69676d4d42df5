// Shapes that many contracts share: decimal strings, pages, times. Numbers that are money, price or quantity are never JSON numbers.
import { z } from 'zod/mini';

export const decimalRule = /^\d{1,20}(\.\d{1,10})?$/;
/** A plain decimal, at most 30 digits: no exponent, sign, separators or blanks. */
export const decimal = z.string().check(z.regex(decimalRule));
/** A decimal that may be negative; replies only. */
export const signedDecimal = z.string().check(z.regex(/^-?\d{1,20}(\.\d{1,12})?$/));
export const id = z.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));
/** An id that arrives in a query string. */
export const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number));
export const isoTime = z.string();
/** `true`, `false` or both, comma separated: flags to choose rows by (`isReadStrs`, `isAnswerStrs`). */
export const flagsText = z.pipe(
  z.string().check(z.regex(/^(true|false)(,(true|false))?$/)),
  z.transform((text) => text.split(',').map((word) => word === 'true')),
);
/** A page of this very site: a path, never another origin (`//…`, `/\\…`). */
export const ownPath = z.string().check(z.maxLength(200), z.regex(/^\/(?![/\\])[^\s<>"'\\]*$/));
/** Symbols are EXCHANGE:PAIR. */
export const symbolName = z.string().check(z.regex(/^[A-Z0-9]{2,12}:[A-Z0-9]{3,15}$/));

export const pageQuery = {
  page: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))),
  size: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number))),
  /** Wait briefly until the projection has reached this engine sequence. */
  after: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))),
  startDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/))),
  endDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/))),
};

export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ content: z.array(item), page: z.number(), size: z.number(), totalElements: z.number() });
}
