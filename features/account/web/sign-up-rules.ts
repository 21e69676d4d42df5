// What the sign-up form still misses, as pure functions over its values: the server's own rules, plus what only the page knows.
import { isFullPhone } from '@maru/kit/web/inputs/phone-mask.ts';
import type { z } from 'zod/mini';
import {
  bankAccountRule,
  emailRule,
  nameRule,
  nickRule,
  type optionalTerms,
  passwordRule,
  requiredTerms,
  usernameRule,
} from '../account-rules.ts';
import type { AccountText } from './account-texts.ts';

export type Term = (typeof requiredTerms)[number] | (typeof optionalTerms)[number];

export const signUpFields = ['username', 'password', 'nick', 'name', 'email', 'phone', 'bank', 'account', 'referral'] as const;
export type SignUpField = (typeof signUpFields)[number];
export type SignUpValues = Record<SignUpField, string>;

export interface SignUpFacts {
  values: SignUpValues;
  agreed: ReadonlySet<Term>;
  /** By the server; undefined while not known. */
  /** null: nobody may have it. */
  isUsernameFree: boolean | null | undefined;
  isNickFree: boolean | null | undefined;
  isPhoneFree: boolean | undefined;
  isReferralKnown: boolean | undefined;
  /** What the site asks to be proven by a code. */
  toProve: readonly ProvenField[];
  /** What was proven, as it was written then: another address needs another proof. */
  proven: Readonly<Partial<Record<ProvenField, string>>>;
  asksBank: boolean;
  asksIdentity?: boolean;
  /** The name that the bureau has confirmed. */
  identity?: string | undefined;
}
export const provenFields = ['email', 'phone'] as const;
export type ProvenField = (typeof provenFields)[number];

export const isProven = (field: ProvenField, { values, proven }: Pick<SignUpFacts, 'values' | 'proven'>): boolean =>
  values[field] !== '' && proven[field] === values[field];

export const steps = ['terms', 'account', 'person', 'payout'] as const;
export type Step = (typeof steps)[number];
export const fieldsOf: Record<Exclude<Step, 'terms'>, readonly SignUpField[]> = {
  account: ['username', 'password', 'nick'],
  person: ['name', 'email', 'phone'],
  payout: ['bank', 'account', 'referral'],
};
/** May stay empty. */
const optionalFields: ReadonlySet<SignUpField> = new Set(['bank', 'account', 'referral']);

const passes = (rule: z.ZodMiniType, value: string) => rule.safeParse(value).success;

/** The first thing wrong with a filled field; undefined for a good or an empty one. */
export function wrongWith(
  field: SignUpField,
  { values, isUsernameFree, isNickFree, isPhoneFree, isReferralKnown }: SignUpFacts,
): AccountText | 'PARTNER_UNKNOWN' | undefined {
  const value = values[field];
  if (value === '') return undefined;
  switch (field) {
    case 'username':
      if (!passes(usernameRule, value)) return 'signup.error.username';
      return isUsernameFree === null ? 'signup.error.reserved' : isUsernameFree === false ? 'signup.error.username.taken' : undefined;
    case 'password':
      return passes(passwordRule, value) ? undefined : 'signup.error.password';
    case 'nick':
      if (value.toLowerCase() === values.username.toLowerCase()) return 'signup.error.nick.same';
      if (!passes(nickRule, value)) return 'signup.error.nick';
      return isNickFree === null ? 'signup.error.reserved' : isNickFree === false ? 'signup.error.nick.taken' : undefined;
    case 'name':
      return passes(nameRule, value) ? undefined : 'signup.error.name';
    case 'email':
      return passes(emailRule, value) ? undefined : 'signup.error.email';
    case 'phone':
      return !isFullPhone(value) ? 'signup.error.phone' : isPhoneFree === false ? 'signup.error.phone.taken' : undefined;
    case 'bank':
      return values.account === '' ? 'signup.error.account' : undefined;
    case 'account':
      return !passes(bankAccountRule, value) ? 'signup.error.account' : values.bank === '' ? 'signup.error.bank' : undefined;
    case 'referral':
      return isReferralKnown === false ? 'PARTNER_UNKNOWN' : undefined;
  }
}

/** Fields and terms that keep the button off, in the order of the page. */
export function stillMissing(facts: SignUpFacts): (SignUpField | 'terms')[] {
  const isMissing = (field: SignUpField) => {
    if (facts.values[field] === '') return !optionalFields.has(field);
    if (wrongWith(field, facts) !== undefined) return true;
    if (field === 'name' && facts.asksIdentity === true && facts.identity !== facts.values.name) return true;
    return facts.toProve.some((each) => each === field && !isProven(each, facts));
  };
  const fields = signUpFields.filter(isMissing);
  return requiredTerms.every((term) => facts.agreed.has(term)) ? fields : ['terms', ...fields];
}

export type StepState = 'done' | 'now' | 'ahead' | 'fix';

/** The rail: done, to be fixed (with the field), under way (the first that is not done), ahead. */
export function railOf(facts: SignUpFacts, shownErrors: ReadonlySet<SignUpField>): Record<Step, { state: StepState; fix?: SignUpField }> {
  const missing = new Set(stillMissing(facts));
  const isDone = (step: Step) => {
    if (step === 'terms') return !missing.has('terms');
    // A step of which nothing is required is done by being used.
    if (step === 'payout' && fieldsOf.payout.every((field) => facts.values[field] === '')) return false;
    return fieldsOf[step].every((field) => !missing.has(field));
  };
  const firstOpen = steps.find((step) => !isDone(step));
  const stateOf = (step: Step): { state: StepState; fix?: SignUpField } => {
    const fix = step === 'terms' ? undefined : fieldsOf[step].find((field) => shownErrors.has(field));
    if (fix) return { state: 'fix', fix };
    return { state: isDone(step) ? 'done' : step === firstOpen ? 'now' : 'ahead' };
  };
  return { terms: stateOf('terms'), account: stateOf('account'), person: stateOf('person'), payout: stateOf('payout') };
}

/** Something of it is written, as a number whose code is on its way, though a step before it is open. */
export const isBegun = (step: Step, { values }: SignUpFacts): boolean =>
  step !== 'terms' && fieldsOf[step].some((field) => values[field] !== '');

/** 0 (empty) to 4. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  const isMixed = /[a-z]/i.test(password) && /\d/.test(password);
  const isRepeated = /^(.{1,3})\1+$/.test(password);
  if (password.length < 8 || isRepeated) return 1;
  if (!isMixed || password.length < 10) return 2;
  return password.length < 14 ? 3 : 4;
}

/** A nickname that can be taken in one tap: the given name of a Korean name, else something of the username. */
export function nickFor({ username, name }: Pick<SignUpValues, 'username' | 'name'>): string {
  const given = /^[가-힣]{3,4}$/.test(name) ? name.slice(1) : undefined;
  return given ?? `${username.replace(/[_-]?\d+$/, '').slice(0, 10) || 'maru'}-${username.length}`;
}
