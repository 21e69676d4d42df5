// The second step of a log-in and the same question before sensitive acts: a passkey, the app's six digits, or a recovery code.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog, Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { ChevronRight, CircleHelp, Fingerprint, LifeBuoy, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PasskeyProof, type SecondStep, type SecondWay, stepUp } from '../second-factor-contract.ts';
import { logInSecond } from './auth.ts';
import { CodeCells } from './code-cells.tsx';
import { secondTexts } from './second-texts.ts';
import { minuteClock, useSecondsLeft } from './use-seconds-left.ts';

export type SecondProof = { code: string } | { passkey: PasskeyProof };
type Proof = SecondProof;

interface StepProps {
  /** Throws what `messageOf` can tell. */
  prove(proof: Proof): Promise<void>;
  /** Of the log-in under way. */
  challenge?: string;
  onGone(message: string): void;
}

/** Of a recovery code, however it is written down. */
const plainOf = (code: string) => code.replace(/[^A-Za-z2-7]/g, '').toUpperCase();

async function signed(challenge: string | undefined): Promise<Proof> {
  const { signWithPasskey } = await import('./passkey-browser.ts');
  return { passkey: await signWithPasskey(challenge === undefined ? {} : { challenge, isAnonymous: true }) };
}

/** One form of all ways: while one is being proven, none begins another. */
function useProving(way: SecondWay, { challenge, prove, onGone }: StepProps) {
  const t = useText(secondTexts);
  return useCallForm<OpenForm, { code: string }, void>({
    start: { code: '' },
    labels: { code: t(way === 'RECOVERY' ? 'second.recovery' : 'second.code') },
    optional: ['code'],
    otherwise: 'code',
    spent: way === 'TOTP' ? ['code'] : [],
    losesNothing: true,
    async send({ code }) {
      try {
        if (way === 'PASSKEY') await prove(await signed(challenge));
        else await prove({ code: way === 'RECOVERY' ? plainOf(code) : code });
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.code === 'CHALLENGE_EXPIRED') onGone(thrown.message);
        throw thrown;
      }
    },
  });
}
type Proving = ReturnType<typeof useProving>;

function AppCode({ proving }: { proving: Proving }) {
  const t = useText(secondTexts);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy } = proving;
  useEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);
  return (
    <CodeCells ref={input} {...proving.at('code')} isOff={isBusy} onWhole={() => void proving.submit()} help={t('second.code.help')} />
  );
}

function RecoveryCode({ proving }: { proving: Proving }) {
  const t = useText(secondTexts);
  return (
    <form {...proving.form}>
      <TextField
        {...proving.text('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to write this
        autoFocus
        help={t('second.recovery.help')}
      />
      <Button
        type="submit"
        look="brand"
        size={48}
        className="w-full"
        isBusy={proving.isBusy}
        disabled={plainOf(proving.values.code).length !== 10}
      >
        {t('second.check')}
      </Button>
    </form>
  );
}

const RADIUS = 58.5;
const AROUND = 2 * Math.PI * RADIUS;

function PasskeyWay({ proving, timeLeft = 1 }: { proving: Proving; timeLeft: number | undefined }) {
  const t = useText(secondTexts);
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
        {proving.at('code').error}
      </p>
      <Button look="brand" size={48} className="mt-2 w-full" isBusy={proving.isBusy} onClick={() => void proving.submit()}>
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

function Steps({ ways, timeLeft, ...step }: StepProps & { ways: readonly SecondWay[]; timeLeft?: number }) {
  const [way, setWay] = useState<SecondWay>(ways[0] ?? 'TOTP');
  const proving = useProving(way, step);
  return (
    <>
      {way === 'PASSKEY' && <PasskeyWay proving={proving} timeLeft={timeLeft} />}
      {way === 'TOTP' && <AppCode proving={proving} />}
      {way === 'RECOVERY' && <RecoveryCode proving={proving} />}
      <OtherWays
        ways={ways.filter((each) => each !== way)}
        onChoose={(next) => {
          proving.set({ code: '' });
          setWay(next);
        }}
      />
    </>
  );
}

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
          <span className="tabular-nums">{t('second.left', { time: minuteClock(left) })}</span>
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
