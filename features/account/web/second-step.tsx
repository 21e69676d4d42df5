// The second step of a log-in and the same question before sensitive acts: a passkey, the app's six digits, or a recovery code.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog, Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { ChevronRight, CircleHelp, Fingerprint, LifeBuoy, Smartphone } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type PasskeyProof, type SecondStep, type SecondWay, stepUp } from '../second-factor-contract.ts';
import { logInSecond } from './auth.ts';
import { CodeCells } from './code-cells.tsx';
import { secondTexts } from './second-texts.ts';

export type SecondProof = { code: string } | { passkey: PasskeyProof };
type Proof = SecondProof;

interface StepProps {
  /** Throws what `messageOf` can tell. */
  prove(proof: Proof): Promise<void>;
  /** Of the log-in under way. */
  challenge?: string;
  /** 1 at the start, 0 when time is up. */
  timeLeft?: number;
  onGone(message: string): void;
}

function useProving({ prove, onGone }: Pick<StepProps, 'prove' | 'onGone'>) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return {
    error,
    isBusy,
    forget: () => setError(undefined),
    async run(find: () => Proof | Promise<Proof>) {
      if (isBusy) return;
      setBusy(true);
      setError(undefined);
      try {
        await prove(await find());
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.code === 'CHALLENGE_EXPIRED') onGone(thrown.message);
        // Empty when the member closed the browser's own question.
        setError(messageOf(thrown) || undefined);
      }
      setBusy(false);
    },
  };
}
type Proving = ReturnType<typeof useProving>;

function AppCode({ proving }: { proving: Proving }) {
  const t = useText(secondTexts);
  const [digits, setDigits] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { error, isBusy } = proving;
  useEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);
  return (
    <CodeCells
      ref={input}
      label={t('second.code')}
      value={digits}
      isOff={isBusy}
      onChange={(code) => {
        setDigits(code);
        proving.forget();
      }}
      onWhole={(code) => void proving.run(() => ({ code })).then(() => setDigits(''))}
      error={error}
      help={t('second.code.help')}
    />
  );
}

function RecoveryCode({ proving }: { proving: Proving }) {
  const t = useText(secondTexts);
  const [code, setCode] = useState('');
  const plain = code.replace(/[^A-Za-z2-7]/g, '').toUpperCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plain.length === 10) void proving.run(() => ({ code: plain }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={t('second.recovery')}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to write this
        autoFocus
        onChange={(event) => {
          setCode(event.currentTarget.value);
          proving.forget();
        }}
        error={proving.error}
        help={t('second.recovery.help')}
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={proving.isBusy} disabled={plain.length !== 10}>
        {t('second.check')}
      </Button>
    </form>
  );
}

const RADIUS = 58.5;
const AROUND = 2 * Math.PI * RADIUS;

function PasskeyWay({
  proving,
  challenge,
  timeLeft = 1,
}: {
  proving: Proving;
  challenge: string | undefined;
  timeLeft: number | undefined;
}) {
  const t = useText(secondTexts);
  const sign = () =>
    void proving.run(async () => {
      const { signWithPasskey } = await import('./passkey-browser.ts');
      return { passkey: await signWithPasskey(challenge === undefined ? {} : { challenge, isAnonymous: true }) };
    });
  return (
    <div className="flex flex-col items-center pt-2 pb-4 text-center">
      <span className="relative flex size-[120px] items-center justify-center text-text">
        <svg aria-hidden="true" viewBox="0 0 120 120" className="absolute inset-0 -rotate-90">
          <circle cx="60" cy="60" r={RADIUS} fill="none" strokeWidth="3" className="stroke-line" />
          <circle
            cx="60"
            cy="60"
            r={RADIUS}
            fill="none"
            strokeWidth="3"
            strokeDasharray={AROUND}
            strokeDashoffset={AROUND * (1 - timeLeft)}
            className="stroke-brand"
          />
        </svg>
        <Fingerprint aria-hidden="true" size={44} strokeWidth={1.5} />
      </span>
      <p aria-live="polite" className="mt-4 text-14 font-semibold">
        {proving.isBusy && t('second.passkey.ask')}
      </p>
      <p className="mt-1 text-13 text-sub">{t('second.passkey.words')}</p>
      <p aria-live="polite" className="min-h-5 text-13 text-danger">
        {proving.error}
      </p>
      <Button look="brand" size={48} className="mt-2 w-full" isBusy={proving.isBusy} onClick={sign}>
        {t('second.passkey.go')}
      </Button>
    </div>
  );
}

const wayIcons: Record<SecondWay, ReactNode> = {
  PASSKEY: <Fingerprint size={18} />,
  TOTP: <Smartphone size={18} />,
  RECOVERY: <LifeBuoy size={18} />,
};

function OtherWays({ ways, onChoose }: { ways: readonly SecondWay[]; onChoose(way: SecondWay): void }) {
  const t = useText(secondTexts);
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {ways.map((way) => (
        <li key={way}>
          <button
            type="button"
            onClick={() => onChoose(way)}
            className="flex h-[52px] w-full items-center gap-3 text-left text-14 font-semibold"
          >
            <span aria-hidden="true" className="flex size-9 items-center justify-center rounded-8 bg-sunken text-sub">
              {wayIcons[way]}
            </span>
            <span className="flex-1">{t(`second.way.${way}`)}</span>
            <ChevronRight aria-hidden="true" size={16} className="text-mute" />
          </button>
        </li>
      ))}
      <li>
        <details className="group">
          <summary className="flex h-[52px] cursor-pointer list-none items-center gap-3 text-14 font-semibold [&::-webkit-details-marker]:hidden">
            <span aria-hidden="true" className="flex size-9 items-center justify-center rounded-8 bg-sunken text-sub">
              <CircleHelp size={18} />
            </span>
            <span className="flex-1">{t('second.lost')}</span>
            <ChevronRight aria-hidden="true" size={16} className="text-mute transition-transform group-open:rotate-90" />
          </summary>
          <p className="pb-4 pl-12 text-13 text-sub">{t('second.lost.words')}</p>
        </details>
      </li>
    </ul>
  );
}

function Steps({ ways, challenge, timeLeft, ...step }: StepProps & { ways: readonly SecondWay[] }) {
  const [way, setWay] = useState<SecondWay>(ways[0] ?? 'TOTP');
  const proving = useProving(step);
  return (
    <>
      {way === 'PASSKEY' && <PasskeyWay proving={proving} challenge={challenge} timeLeft={timeLeft} />}
      {way === 'TOTP' && <AppCode proving={proving} />}
      {way === 'RECOVERY' && <RecoveryCode proving={proving} />}
      <OtherWays
        ways={ways.filter((each) => each !== way)}
        onChoose={(next) => {
          proving.forget();
          setWay(next);
        }}
      />
    </>
  );
}

function useSecondsLeft(seconds: number): number {
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil(seconds - (now - startedAt) / 1000));
}

const clock = (seconds: number) => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

interface SecondStepProps {
  step: SecondStep & { challenge: string };
  onClose(): void;
  /** Time is up: back to the password, with this to say. */
  onGone(message: string): void;
  /** What the proof is for, where it is no log-in. */
  prove?: (proof: SecondProof) => Promise<void>;
}

/** After a right password. Whoever gets through is logged in, which leads the page on. */
export function LoginSecondStep({ step, onClose, onGone, prove }: SecondStepProps) {
  const t = useText(secondTexts);
  const left = useSecondsLeft(step.expiresIn ?? 180);
  const Frame = useIsPhone() ? Sheet : Dialog;
  return (
    <Frame
      isOpen
      onClose={onClose}
      title={t(step.ways[0] === 'PASSKEY' ? 'second.title.passkey' : 'second.title')}
      description={
        <span className="flex justify-between gap-4 text-13 text-mute">
          <span>{t('second.step')}</span>
          <span className="tabular-nums">{t('second.left', { time: clock(left) })}</span>
        </span>
      }
    >
      <Steps
        ways={step.ways}
        challenge={step.challenge}
        timeLeft={left / (step.expiresIn ?? 180)}
        prove={prove ?? ((proof) => logInSecond(step.challenge, proof))}
        onGone={onGone}
      />
      <Button size={48} look="soft" className="mt-4 w-full" onClick={onClose}>
        {t('second.cancel')}
      </Button>
    </Frame>
  );
}

export function StepUpDialog({ ways, onProven, onClose }: { ways: readonly SecondWay[]; onProven(): void; onClose(): void }) {
  const t = useText(secondTexts);
  const Frame = useIsPhone() ? Sheet : Dialog;
  return (
    <Frame isOpen onClose={onClose} title={t('second.again')} description={t('second.again.words')}>
      <Steps
        ways={ways}
        onGone={onClose}
        prove={async (proof) => {
          await call(stepUp, { body: proof });
          onProven();
        }}
      />
    </Frame>
  );
}
