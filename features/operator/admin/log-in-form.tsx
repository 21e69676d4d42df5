// The operator's log-in: name and password, then the second step, or the forced registration of an app; used on its page and over a page whose session ended.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { deskLogin, type LoginStep } from '../contract.ts';
import type { EnrolStepProps } from './enrol-step.tsx';
import type { SecondStepProps } from './second-step.tsx';
import { enter } from './self.ts';
import { texts } from './texts.ts';

// The first screen does without the library of forms.
const EnrolStep = lazyArea<EnrolStepProps>(() => import('./enrol-step.tsx').then((m) => m.EnrolStep));
const SecondStep = lazyArea<SecondStepProps>(() => import('./second-step.tsx').then((m) => m.SecondStep));

export function LogInForm({ username, onDone }: { username?: string; onDone(): void }) {
  const [step, setStep] = useState<Exclude<LoginStep, { step: 'DONE' }>>();
  const restart = () => setStep(undefined);
  if (step?.step === 'CODE')
    return <SecondStep challenge={step.challenge} expiresIn={step.expiresIn} onDone={onDone} onRestart={restart} />;
  if (step?.step === 'ENROL') return <EnrolStep {...step} onDone={onDone} onRestart={restart} />;
  return (
    <PasswordStep
      {...(username === undefined ? {} : { username })}
      onStep={async (next) => {
        if (next.step !== 'DONE') setStep(next);
        else {
          await enter(next.session);
          onDone();
        }
      }}
    />
  );
}

function PasswordStep({ username: known = '', onStep }: { username?: string; onStep(step: LoginStep): Promise<void> }) {
  const t = useText(texts);
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (username === '' || password === '') {
      setError(t('op.login.missing'));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onStep(await call(deskLogin, { body: { username, password }, isAnonymous: true }));
    } catch (thrown) {
      const waitMs = thrown instanceof Failure ? thrown.retryAfterMs : undefined;
      setError([messageOf(thrown), waitMs && t('op.login.wait', { seconds: Math.ceil(waitMs / 1000) })].filter(Boolean).join(' '));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('op.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value.trim())}
      />
      <TextField
        label={t('op.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={password}
        error={error}
        help={hasCaps ? t('op.caps') : undefined}
        onChange={(event) => setPassword(event.target.value)}
        onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
        end={
          <IconButton label={t(isShown ? 'op.password.hide' : 'op.password.show')} size={28} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        }
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy}>
        {t('op.login.go')}
      </Button>
    </form>
  );
}
