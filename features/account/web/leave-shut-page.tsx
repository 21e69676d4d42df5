// Leaving while one has shut oneself out: name and password, the code, then what leaving asks of everybody. Nobody is logged in by it.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { endSession } from '@maru/kit/web/session.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { askLeaveExcluded, leaveExcluded, lookLeaveExcluded, proveLeaveExcluded } from '../leave-excluded-contract.ts';
import type { Leaving } from '../leaving-contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { CodeField } from './code-field.tsx';
import { Afterwards, InTheWay } from './leave-dialog.tsx';
import { leavingTexts } from './leaving-texts.ts';
import { PasswordField } from './password-field.tsx';
import { LoginSecondStep } from './second-step.tsx';
import { useCode } from './use-code.ts';

type Asked = Out<typeof askLeaveExcluded.reply>;
type Proven = Out<typeof proveLeaveExcluded.reply>;

/** Who it is, then the code of the second factor or of a mail. */
function Proof({ said, onProven }: { said: string | undefined; onProven(proven: Proven): void }) {
  const t = useText(leavingTexts);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const [gone, setGone] = useState(said);
  const form = useCode({
    ask: async () => {
      setGone(undefined);
      const answer = await call(askLeaveExcluded, { body: { username, password }, isAnonymous: true });
      setAsked(answer);
      return answer;
    },
    prove: async (key, code) => {
      const challenge = asked?.challenge ?? '';
      onProven(await call(proveLeaveExcluded, { body: { challenge, key, code }, isAnonymous: true }));
    },
  });
  const asksFactor = asked !== undefined && asked.ways.length > 0;
  if (form.isAsked && asked !== undefined && !asksFactor) return <CodeField form={form} sentTo={asked.sentTo} isEmail={asked.isEmail} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (username !== '' && password !== '') void form.ask();
  };
  return (
    <form onSubmit={submit} noValidate>
      <RestrictedField
        set="username"
        label={t('leave.shut.username')}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        maxLength={64}
      />
      <PasswordField
        label={t('leave.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={form.error?.message ?? gone}
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={username === '' || password === ''}>
        {t('leave.shut.next')}
      </Button>
      {asksFactor && form.isAsked && (
        <LoginSecondStep
          step={asked}
          onClose={() => setAsked(undefined)}
          onGone={(message) => {
            setAsked(undefined);
            setGone(message);
          }}
          prove={async (proof) =>
            onProven(await call(proveLeaveExcluded, { body: { challenge: asked.challenge, ...proof }, isAnonymous: true }))
          }
        />
      )}
    </form>
  );
}

/** What the ticket opens; `onOver` when its time is over. */
function useTicket({ ticket, leaving }: Proven, onOver: (message: string) => void) {
  const [data, setData] = useState<Leaving>(leaving);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'LEAVE_TICKET') onOver(thrown.message);
      else setError(messageOf(thrown));
    }
    setBusy(false);
  };
  const look = async () => setData(await call(lookLeaveExcluded, { body: { ticket }, isAnonymous: true }));
  const leave = async (givesUp: string | undefined) => {
    try {
      await call(leaveExcluded, { body: { ticket, ...(givesUp !== undefined && { givesUp }) }, isAnonymous: true });
    } catch (thrown) {
      // What came in between is shown beside what was said.
      await look().catch(() => undefined);
      throw thrown;
    }
    endSession('/alert?code=left');
  };
  return { data, error, isBusy, look: () => run(look), leave: (givesUp: string | undefined) => run(() => leave(givesUp)) };
}

function Leave({ proven, onOver }: { proven: Proven; onOver(message: string): void }) {
  const t = useText(leavingTexts);
  const { data, error, isBusy, look, leave } = useTicket(proven, onOver);
  /** The sum that was ticked: another sum asks for another tick. */
  const [givesUp, setGivesUp] = useState<string>();
  const { held, obstacles, kept } = data;
  const isEmpty = held.wallets.length === 0;
  const isFree = obstacles.length === 0 && (isEmpty || held.mayGiveUp);
  const asksTick = isFree && !isEmpty;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFree && !isBusy) void leave(asksTick ? givesUp : undefined);
  };
  return (
    <form onSubmit={submit} noValidate>
      <InTheWay data={data} isShut />
      {!isFree && <p className="mt-3 text-13 text-sub">{t('leave.shut.support')}</p>}
      <Afterwards kept={kept} />
      <p className="mt-4 text-13 font-semibold">{t('leave.shut.goesOn')}</p>
      {asksTick && (
        <Checkbox isOn={givesUp === held.total} onChange={(isOn) => setGivesUp(isOn ? held.total : undefined)} className="mt-4">
          <span className="text-13">{t('leave.giveUp', { total: figure(held.total) })}</span>
        </Checkbox>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-4 text-13 text-danger">
          {error}
        </p>
      )}
      {isFree ? (
        <Button type="submit" look="danger" size={48} className="mt-6 w-full" isBusy={isBusy} disabled={asksTick && givesUp !== held.total}>
          {t('leave.do')}
        </Button>
      ) : (
        <Button size={48} className="mt-6 w-full" isBusy={isBusy} onClick={() => void look()}>
          {t('leave.again')}
        </Button>
      )}
    </form>
  );
}

export function LeaveShutPage() {
  const t = useText(leavingTexts);
  const [proven, setProven] = useState<Proven>();
  const [said, setSaid] = useState<string>();
  const over = (message: string) => {
    setSaid(message);
    setProven(undefined);
  };
  return (
    <PageSheet className="flex justify-center px-4 py-8 tablet:py-16">
      <div className="w-full max-w-[440px]">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('leave.shut.title')}</h1>
        <p className="mt-1.5 mb-8 text-14 text-sub">{proven === undefined ? t('leave.shut.words') : t('leave.ask.words')}</p>
        {proven === undefined ? <Proof said={said} onProven={setProven} /> : <Leave proven={proven} onOver={over} />}
        <p className="mt-6 text-center text-13">
          <Link to="/login" className="touch text-sub hover:text-text hover:underline">
            {t('leave.shut.back')}
          </Link>
        </p>
      </div>
    </PageSheet>
  );
}
