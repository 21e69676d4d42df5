// State of the sign-up form: values kept in this tab (never the password), live checks by the server, sending, and what came back.
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { verifyPartner } from '@maru/partner/contract.ts';
import { partnerErrors } from '@maru/partner/errors.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { useEffect, useState } from 'react';
import { usernameRule } from '../account-rules.ts';
import { checkUsername, signUp } from '../contract.ts';
import { logIn } from './auth.ts';
import { type SignUpFacts, type SignUpField, signUpFields, type SignUpValues, type Term, wrongWith } from './sign-up-rules.ts';

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
function useAnswer(
  text: string,
  isWorthAsking: boolean,
  ask: (text: string, signal: AbortSignal) => Promise<boolean>,
): boolean | undefined {
  const [answer, setAnswer] = useState<{ text: string; isYes: boolean }>();
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

const askUsername = async (username: string, signal: AbortSignal) => (await call(checkUsername, { query: { username }, signal })).available;
const askReferral = async (partnerPk: string, signal: AbortSignal) => {
  try {
    await call(verifyPartner, { query: { partnerPk }, signal });
    return true;
  } catch (thrown) {
    if (thrown instanceof Failure && !thrown.isUnanswered) return false;
    throw thrown;
  }
};

export type SignUpEnd = { kind: 'form' } | { kind: 'waiting' } | { kind: 'failed'; message: string };

function bodyOf({ values, agreed }: Pick<SignUpFacts, 'values' | 'agreed'>): NonNullable<CallOptions<typeof signUp>['body']> {
  const { referral, ...fields } = values;
  return { ...fields, ...(referral ? { partnerId: referral } : {}), etcJson: JSON.stringify({ terms: [...agreed] }) };
}

export function useSignUp(referralOfLink: string | undefined) {
  const [values, setValues] = useState<SignUpValues>(() => ({ ...readDraft(), ...(referralOfLink ? { referral: referralOfLink } : {}) }));
  const [agreed, setAgreed] = useState<ReadonlySet<Term>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<SignUpField, string>>>({});
  const [end, setEnd] = useState<SignUpEnd>({ kind: 'form' });
  const [isBusy, setBusy] = useState(false);
  const isUsernameFree = useAnswer(values.username, usernameRule.safeParse(values.username).success, askUsername);
  const isReferralKnown = useAnswer(values.referral, values.referral !== '', askReferral);
  const facts: SignUpFacts = { values, agreed, isUsernameFree, isReferralKnown };

  const errorOf = (field: SignUpField): string | undefined => {
    if (refused[field]) return refused[field];
    const wrong = wrongWith(field, facts);
    // What is still being typed is not wrong yet; what the server or another field says is.
    const isEarly =
      !left.has(field) && wrong !== 'signup.error.nick.same' && wrong !== 'signup.error.username.taken' && wrong !== 'PARTNER_UNKNOWN';
    if (wrong === undefined || isEarly) return undefined;
    return wrong === 'PARTNER_UNKNOWN' ? partnerErrors.PARTNER_UNKNOWN[currentLanguage()] : i18n._(wrong);
  };

  const send = async () => {
    setBusy(true);
    setEnd({ kind: 'form' });
    try {
      const made = await call(signUp, { body: bodyOf(facts), isAnonymous: true });
      sessionStorage.removeItem(draftKey);
      if (made.status === 'WAIT') setEnd({ kind: 'waiting' });
      else await logIn(values.username, values.password);
    } catch (thrown) {
      const field = thrown instanceof Failure ? fieldNamed(thrown.field) : undefined;
      if (field) setRefused((old) => ({ ...old, [field]: (thrown as Failure).message }));
      else setEnd({ kind: 'failed', message: thrown instanceof Error ? thrown.message : '' });
    }
    setBusy(false);
  };

  return {
    facts,
    isBusy,
    end,
    errorOf,
    send,
    set(field: SignUpField, value: string) {
      const next = { ...values, [field]: value };
      setValues(next);
      setRefused((old) => ({ ...old, [field]: undefined }));
      keepDraft(next);
    },
    leave: (field: SignUpField) => setLeft((old) => new Set(old).add(field)),
    agree: (terms: readonly Term[], isOn: boolean) =>
      setAgreed((old) => {
        const next = new Set(old);
        for (const term of terms)
          if (isOn) next.add(term);
          else next.delete(term);
        return next;
      }),
  };
}

export type SignUpForm = ReturnType<typeof useSignUp>;

function fieldNamed(name: string | undefined): SignUpField | undefined {
  return name === 'partnerId' ? 'referral' : signUpFields.find((field) => field === name);
}
