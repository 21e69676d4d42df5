// The page of the one-time link: a new operator sets the password that only they know; the token stands behind the # and never leaves for a log.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { deskSetup } from '../contract.ts';
import { SignFrame } from './sign-frame.tsx';
import { texts } from './texts.ts';

export const leastPassword = 12;

export function SetupPage() {
  const t = useText(texts);
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isSpent, setSpent] = useState(false);
  const isSame = password === again;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const { username } = await call(deskSetup, { body: { token, password }, isAnonymous: true });
      toast({ title: t('op.setup.done'), stay: 'notice' });
      void navigate({ to: '/login', search: { name: username }, replace: true });
    } catch (thrown) {
      setError(messageOf(thrown));
      setSpent(thrown instanceof Failure && thrown.code === 'DESK_SETUP_USED');
      setBusy(false);
    }
  };
  if (token === '') {
    return (
      <SignFrame title={t('op.setup.title')} words={t('op.setup.none')}>
        <ToLogin />
      </SignFrame>
    );
  }
  return (
    <SignFrame title={t('op.setup.title')} words={t('op.setup.words')}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('op.password')}
          type="password"
          autoComplete="new-password"
          value={password}
          error={error}
          help={t('op.password.rule')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label={t('op.password.again')}
          type="password"
          autoComplete="new-password"
          value={again}
          error={again !== '' && !isSame && t('op.password.differ')}
          onChange={(event) => setAgain(event.target.value)}
        />
        <Button
          type="submit"
          look="brand"
          size={48}
          className="w-full"
          isBusy={isBusy}
          disabled={password.length < leastPassword || !isSame}
        >
          {t('op.setup.go')}
        </Button>
      </form>
      {isSpent && <ToLogin />}
    </SignFrame>
  );
}

/** Whoever has a password already needs no link. */
function ToLogin() {
  const t = useText(texts);
  return (
    <Link to="/login" className="mt-3 block text-13 text-brand hover:underline">
      {t('op.setup.login')}
    </Link>
  );
}
