// Log in: says where it leads back to, keeps quiet about which of the two was wrong, counts down a lock-out, offers the demo accounts.
import { useBrowserFact } from '@maru/kit/web/browser-fact.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { withParticle } from '@maru/kit/web/i18n/particles.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { forgetWantedPage, wantedPage } from '@maru/kit/web/wanted-page.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleX, Clock, Fingerprint } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import type { SecondStep } from '../second-factor-contract.ts';
import { accountTexts } from './account-texts.ts';
import { askedStep } from './asked-step.ts';
import { logIn, logInByPasskey } from './auth.ts';
import { LoginAside } from './login-aside.tsx';
import { PasswordField } from './password-field.tsx';
import { minuteClock } from './use-seconds-left.ts';

const LoginSecondStep = lazyArea(() => import('./second-step.tsx').then((m) => m.LoginSecondStep));

/** Leads on to the wanted page, once somebody is here. */
function useLeaveWhenLoggedIn(): void {
  const isMember = useSession(isLoggedIn);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isMember) return;
    const wanted = wantedPage();
    forgetWantedPage();
    void navigate({ to: wanted?.href ?? '/', replace: true });
  }, [isMember, navigate]);
}

/** Seconds until a lock-out ends; 0 when there is none. */
function useLockOut(): [secondsLeft: number, lockFor: (ms: number) => void] {
  const [untilMs, setUntil] = useState(0);
  const [nowMs, setNow] = useState(0);
  useEffect(() => {
    if (untilMs === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [untilMs]);
  return [
    Math.max(0, Math.ceil((untilMs - nowMs) / 1000)),
    (ms) => {
      setNow(Date.now());
      setUntil(Date.now() + ms);
    },
  ];
}

type PendingStep = SecondStep & { challenge: string };

const isExcluded = (thrown: unknown) => thrown instanceof Failure && thrown.code === 'ACCOUNT_EXCLUDED';

/** What is asked after a right password. */
function stepOf(thrown: unknown): PendingStep | undefined {
  if (!(thrown instanceof Failure) || thrown.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const step = askedStep(thrown);
  return step?.challenge === undefined ? undefined : { ...step, challenge: step.challenge };
}

function useLoginForm() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isShut, setShut] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [lockedSeconds, lockFor] = useLockOut();
  const [step, setStep] = useState<PendingStep>();
  const enter = async (name: string, word: string) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    setShut(false);
    try {
      await logIn(name, word);
    } catch (thrown) {
      const next = stepOf(thrown);
      setStep(next);
      setShut(isExcluded(thrown));
      if (thrown instanceof Failure && thrown.retryAfterMs) lockFor(thrown.retryAfterMs);
      if (next === undefined) setError(messageOf(thrown));
    }
    setBusy(false);
  };
  const enterByPasskey = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await logInByPasskey();
    } catch (thrown) {
      // Empty when the member closed the browser's own question.
      setError(messageOf(thrown) || undefined);
    }
    setBusy(false);
  };
  const closeStep = (message?: string) => {
    setStep(undefined);
    setError(message);
  };
  return { username, setUsername, password, setPassword, error, isShut, isBusy, lockedSeconds, enter, enterByPasskey, step, closeStep };
}

function Trouble({ error, lockedSeconds }: { error: string | undefined; lockedSeconds: number }) {
  const t = useText(accountTexts);
  if (lockedSeconds > 0) {
    return (
      <div role="alert" className="mb-4 flex gap-2.5 rounded-8 bg-warn-tint px-4 py-3">
        <Clock aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-warn" />
        <div>
          <p className="text-14 font-semibold">{t('login.locked')}</p>
          <p className="text-13 text-sub">{t('login.locked.in', { time: minuteClock(lockedSeconds) })}</p>
        </div>
      </div>
    );
  }
  return error ? (
    <p role="alert" className="mb-4 flex gap-2.5 rounded-8 bg-danger-tint px-4 py-3 text-14 text-danger">
      <CircleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
      {error}
    </p>
  ) : null;
}

/** Not on plain http addresses. */
const hasPasskeys = () => typeof PublicKeyCredential !== 'undefined';

function LoginForm() {
  const t = useText(accountTexts);
  const form = useLoginForm();
  const asksPasskey = useBrowserFact(hasPasskeys, true);
  const [wasRefused, setRefused] = useState(false);
  const { username, password, lockedSeconds } = form;
  const missing =
    !username && !password ? 'login.missing.both' : !username ? 'login.missing.username' : !password ? 'login.missing.password' : undefined;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On phones the keyboard would cover what the page says.
    if (matchMedia('(pointer: fine)').matches) first.current?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && lockedSeconds === 0) void form.enter(username, password);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-8">
      <RestrictedField
        set="username"
        label={t('login.username')}
        help={wasRefused ? t('login.refused.username') : undefined}
        value={username}
        onChange={(value) => {
          setRefused(false);
          form.setUsername(value);
        }}
        onRefused={() => setRefused(true)}
        autoComplete="username"
        ref={first}
        maxLength={64}
        end={
          username && (
            <IconButton label={t('login.clear')} onClick={() => form.setUsername('')} className="-mr-1.5">
              <CircleX size={16} />
            </IconButton>
          )
        }
      />
      <PasswordField label={t('login.password')} value={password} onChange={form.setPassword} autoComplete="current-password" />
      <Trouble error={form.error} lockedSeconds={lockedSeconds} />
      {form.isShut && (
        <p className="mb-4 text-center text-13">
          <Link to="/leave" className="touch font-semibold underline">
            {t('login.leave')}
          </Link>
        </p>
      )}
      <Button
        type="submit"
        look="brand"
        size={48}
        className="w-full"
        isBusy={form.isBusy}
        disabled={missing !== undefined || lockedSeconds > 0}
      >
        {missing ? t(missing) : lockedSeconds > 0 ? t('login.locked.in', { time: minuteClock(lockedSeconds) }) : t('login.submit')}
      </Button>
      {asksPasskey && (
        <Button
          size={48}
          className="mt-2 w-full"
          icon={<Fingerprint size={18} />}
          isBusy={form.isBusy}
          onClick={() => void form.enterByPasskey()}
        >
          {t('login.passkey')}
        </Button>
      )}
      <p className="mt-4 flex justify-center gap-3 text-13 text-sub">
        <Link to="/find/id" className="touch hover:text-text hover:underline">
          {t('login.find.id')}
        </Link>
        <span aria-hidden="true" className="text-line">
          |
        </span>
        <Link to="/find/password" className="touch hover:text-text hover:underline">
          {t('login.find.password')}
        </Link>
      </p>
      <p className="mt-5 text-center text-13 text-sub">
        {t('login.new')}{' '}
        <Link to="/signup" className="font-semibold text-brand hover:underline">
          {t('login.signup')}
        </Link>
      </p>
      {form.step !== undefined && (
        <LoginSecondStep step={form.step} onClose={() => form.closeStep()} onGone={(message) => form.closeStep(message)} />
      )}
    </form>
  );
}

export function LoginPage() {
  const t = useText(accountTexts);
  const language = useLanguage();
  const { isDemo } = useSite();
  const [wanted] = useState(wantedPage);
  const title = wanted && i18n._(wanted.title);
  useLeaveWhenLoggedIn();
  return (
    <PageSheet className="grid laptop:grid-cols-[1fr_400px]">
      <div className="flex justify-center px-4 py-8 tablet:py-16">
        <div className="w-full max-w-[400px]">
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('login.title')}</h1>
          <p className="mt-1.5 text-14 text-sub">
            {title === undefined ? t('login.words') : t('login.back', { page: language === 'ko' ? withParticle(title, '로') : title })}
          </p>
          <LoginForm />
        </div>
      </div>
      <LoginAside isDemo={isDemo} />
    </PageSheet>
  );
}
