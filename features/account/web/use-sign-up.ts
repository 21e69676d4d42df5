// State of the sign-up form: values kept in this tab (never the password), live checks by the server, sending, and what came back.
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { verifyPartner } from '@maru/partner/contract.ts';
import { partnerErrors } from '@maru/partner/errors.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { isFullPhone } from '@maru/kit/web/inputs/phone-mask.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { useCallback, useEffect, useState } from 'react';
import { nickRule, usernameRule } from '../account-rules.ts';
import { certificateEmail, certificatePhone, verifyEmail, verifyPhone } from '../certificate-contract.ts';
import { checkNick, checkPhone, checkUsername, signUp } from '../contract.ts';
import { logIn } from './auth.ts';
import {
  isProven,
  provenFields,
  type ProvenField,
  type SignUpFacts,
  type SignUpField,
  signUpFields,
  type SignUpValues,
  type Term,
  wrongWith,
} from './sign-up-rules.ts';
import { useProofs } from './use-proofs.ts';
import { useToldCode } from './use-told-code.ts';

const draftKey = 'maru.signup';
const emptyValues = Object.fromEntries(signUpFields.map((field) => [field, ''])) as SignUpValues;

function readDraft(): SignUpValues {
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') as Partial<SignUpValues>;
    return Object.fromEntries(
      signUpFields.map((field) => [field, field !== 'password' && typeof draft[field] === 'string' ? draft[field] : '']),
    ) as SignUpValues;
  } catch {
    return emptyValues;
  }
}

function keepDraft(values: SignUpValues): void {
  sessionStorage.setItem(draftKey, JSON.stringify({ ...values, password: undefined }));
}

/** Asks once typing has paused; undefined until it is known and while the answer is about another text. */
function useAnswer<T extends boolean | null>(
  text: string,
  isWorthAsking: boolean,
  ask: (text: string, signal: AbortSignal) => Promise<T>,
): T | undefined {
  const [answer, setAnswer] = useState<{ text: string; isYes: T }>();
  useEffect(() => {
    if (!isWorthAsking) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask(text, abort.signal).then(
        (isYes) => setAnswer({ text, isYes }),
        () => undefined,
      );
    }, 350);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, isWorthAsking, ask]);
  return answer?.text === text ? answer.isYes : undefined;
}

const askUsername = (username: string, signal: AbortSignal) => orReserved(call(checkUsername, { query: { username }, signal }));
const askNick = (nick: string, signal: AbortSignal) => orReserved(call(checkNick, { query: { nick }, signal }));
async function orReserved(asked: Promise<{ available: boolean }>): Promise<boolean | null> {
  try {
    return (await asked).available;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'NAME_RESERVED') return null;
    throw thrown;
  }
}
const askReferral = async (partnerPk: string, signal: AbortSignal) => {
  try {
    await call(verifyPartner, { query: { partnerPk }, signal });
    return true;
  } catch (thrown) {
    if (thrown instanceof Failure && !thrown.isUnanswered) return false;
    throw thrown;
  }
};

/** `demoMoney`: what the new member was given. */
export type SignUpEnd =
  | { kind: 'form' }
  | { kind: 'waiting' | 'made'; demoMoney: string | undefined }
  | { kind: 'failed'; message: string };

type Keys = Partial<Record<ProvenField, string>>;

function bodyOf({ values, agreed }: SignUpFacts, keys: Keys): NonNullable<CallOptions<typeof signUp>['body']> {
  const { referral, bank, account, ...fields } = values;
  return {
    ...fields,
    ...(referral ? { partnerId: referral } : {}),
    ...(bank ? { bankInfo: JSON.stringify({ code: bank, account, holder: values.name }) } : {}),
    ...(keys.email ? { emailKey: keys.email } : {}),
    ...(keys.phone ? { phoneKey: keys.phone } : {}),
    etcJson: JSON.stringify({ terms: [...agreed] }),
  };
}

function useCodes({ email, phone }: SignUpValues, keep: (field: ProvenField, key: string, value: string) => void) {
  return {
    email: useToldCode({
      ask: () => call(certificateEmail, { body: { certificateValue: email, purpose: 'SIGN_UP' }, isAnonymous: true }),
      prove: async (key, secretCode) => {
        await call(verifyEmail, { body: { key, secretCode, certificateValue: email }, isAnonymous: true });
        keep('email', key, email);
      },
    }),
    phone: useToldCode({
      ask: () => call(certificatePhone, { body: { certificateValue: phone, purpose: 'SIGN_UP' }, isAnonymous: true }),
      prove: async (key, secretCode) => {
        await call(verifyPhone, { body: { key, secretCode, certificateValue: phone }, isAnonymous: true });
        keep('phone', key, phone);
      },
    }),
  };
}

/** What the server says while one types. */
function useAnswers({ username, nick, phone, referral }: SignUpValues, asksPhoneProof: boolean, phoneKey: string | undefined) {
  const askPhone = useCallback(
    async (number: string, signal: AbortSignal) =>
      (await call(checkPhone, { query: { phone: number, ...(phoneKey ? { key: phoneKey } : {}) }, signal })).available,
    [phoneKey],
  );
  const isOther = nick.toLowerCase() !== username.toLowerCase();
  return {
    isUsernameFree: useAnswer(username, usernameRule.safeParse(username).success, askUsername),
    isNickFree: useAnswer(nick, isOther && nickRule.safeParse(nick).success, askNick),
    isPhoneFree: useAnswer(phone, isFullPhone(phone) && (!asksPhoneProof || phoneKey !== undefined), askPhone),
    isReferralKnown: useAnswer(referral, referral !== '', askReferral),
  };
}

/** Whom the identity window has named: the name goes into the form and stays. */
function useWho(take: (name: string) => void) {
  const [proven, setProven] = useState<{ key: string; name: string }>();
  const [error, setError] = useState<string>();
  return {
    key: proven?.key,
    name: proven?.name,
    error,
    prove({ key, name }: { key: string; name: string | null }) {
      setError(undefined);
      setProven({ key, name: name ?? '' });
      take(name ?? '');
    },
    refuse(message: string) {
      setProven(undefined);
      setError(message);
    },
    drop: () => setProven(undefined),
  };
}

/** What the server or another field says is wrong while one still types. */
const saidAtOnce: ReadonlySet<string> = new Set([
  'signup.error.nick.same',
  'signup.error.nick.taken',
  'signup.error.username.taken',
  'signup.error.phone.taken',
  'PARTNER_UNKNOWN',
]);

/** What is written, kept in this tab, and what the server refused of it until it is changed. */
function useValues(referralOfLink: string | undefined) {
  const [values, setValues] = useState<SignUpValues>(() => ({ ...readDraft(), ...(referralOfLink ? { referral: referralOfLink } : {}) }));
  const [refused, setRefused] = useState<Partial<Record<SignUpField, string>>>({});
  return {
    values,
    refused,
    refuse: (field: SignUpField, words: string) => setRefused((old) => ({ ...old, [field]: words })),
    put(field: SignUpField, value: string) {
      const next = { ...values, [field]: value };
      setValues(next);
      setRefused(({ [field]: _, ...rest }) => rest);
      keepDraft(next);
    },
  };
}

function errorIn(field: SignUpField, facts: SignUpFacts, left: ReadonlySet<SignUpField>): string | undefined {
  const wrong = wrongWith(field, facts);
  // What is still being typed is not wrong yet; what the server or another field says is.
  const isEarly = !left.has(field) && wrong !== undefined && !saidAtOnce.has(wrong);
  if (wrong === undefined || isEarly) return undefined;
  return wrong === 'PARTNER_UNKNOWN' ? partnerErrors.PARTNER_UNKNOWN[currentLanguage()] : i18n._(wrong);
}

function withTerms(old: ReadonlySet<Term>, terms: readonly Term[], isOn: boolean): ReadonlySet<Term> {
  const next = new Set(old);
  for (const term of terms)
    if (isOn) next.add(term);
    else next.delete(term);
  return next;
}

export function useSignUp(referralOfLink: string | undefined) {
  const { values, put, refused, refuse } = useValues(referralOfLink);
  const [agreed, setAgreed] = useState<ReadonlySet<Term>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const [end, setEnd] = useState<SignUpEnd>({ kind: 'form' });
  const [isBusy, setBusy] = useState(false);
  const { signUp: asks } = useSite();
  const toProve = provenFields.filter((field) => asks?.proofs.includes(field === 'email' ? 'MAIL' : 'SMS'));
  const { proven, keys, keep, drop } = useProofs();
  const who = useWho((name) => put('name', name));
  const keyOf = (field: ProvenField) => (isProven(field, { values, proven }) ? keys[field] : undefined);
  const answers = useAnswers(values, toProve.includes('phone'), keyOf('phone'));
  const facts: SignUpFacts = {
    values,
    agreed,
    toProve,
    proven,
    asksBank: asks?.asksBank === true,
    asksIdentity: asks?.asksIdentity === true,
    identity: who.name,
    ...answers,
  };
  const codes = useCodes(values, keep);

  const errorOf = (field: SignUpField) => refused[field] ?? errorIn(field, facts, left);

  const takeRefusal = (thrown: unknown) => {
    const failure = thrown instanceof Failure ? thrown : undefined;
    if (failure?.field === 'niceKey') who.refuse(failure.message);
    const field = fieldNamed(failure?.field);
    const unproven = provenFields.find((each) => each === field);
    if (unproven !== undefined && failure?.code === 'PROOF_REQUIRED') {
      drop(unproven);
      codes[unproven].startOver();
    }
    if (field && failure) refuse(field, failure.message);
    else setEnd({ kind: 'failed', message: thrown instanceof Error ? thrown.message : '' });
  };

  const send = async () => {
    setBusy(true);
    setEnd({ kind: 'form' });
    try {
      const made = await call(signUp, {
        body: {
          ...bodyOf(facts, { email: keyOf('email'), phone: keyOf('phone') }),
          ...(who.key === undefined ? {} : { niceKey: who.key }),
        },
        isAnonymous: true,
      });
      sessionStorage.removeItem(draftKey);
      for (const each of provenFields) drop(each);
      setEnd({ kind: made.status === 'WAIT' ? 'waiting' : 'made', demoMoney: made.demoMoney });
      if (made.status !== 'WAIT') await logIn(values.username, values.password);
    } catch (thrown) {
      takeRefusal(thrown);
    }
    setBusy(false);
  };

  return {
    facts,
    isBusy,
    end,
    errorOf,
    send,
    codes,
    dropProof: drop,
    who,
    set: put,
    leave: (field: SignUpField) => setLeft((old) => new Set(old).add(field)),
    agree: (terms: readonly Term[], isOn: boolean) => setAgreed((old) => withTerms(old, terms, isOn)),
  };
}

export type SignUpForm = ReturnType<typeof useSignUp>;

function fieldNamed(name: string | undefined): SignUpField | undefined {
  const own: Record<string, SignUpField> = { partnerId: 'referral', emailKey: 'email', phoneKey: 'phone', bankInfo: 'account' };
  return own[name ?? ''] ?? signUpFields.find((field) => field === name);
}
