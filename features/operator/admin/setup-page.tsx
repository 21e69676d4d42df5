// The page of the one-time link: a new operator sets the password that only they know; the token stands behind the # and never leaves for a log.
import { call } from '@maru/kit/web/api-client.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deskSetup } from '../contract.ts';
import { SignFrame } from './sign-frame.tsx';
import { texts } from './texts.ts';

export const leastPassword = 12;

export function SetupPage() {
  const t = useText(texts);
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const form = useCallForm({
    route: deskSetup,
    start: { password: '', again: '' },
    labels: { password: t('op.password'), again: t('op.password.again') },
    otherwise: 'password',
    losesNothing: true,
    body: ({ password }) => ({ token, password }),
    check: ({ password, again }) => ({ again: again !== '' && password !== again && t('op.password.differ') }),
    send: ({ password }) => call(deskSetup, { body: { token, password }, isAnonymous: true }),
    onDone: ({ username }) => {
      toast({ title: t('op.setup.done'), stay: 'notice' });
      void navigate({ to: '/login', search: { name: username }, replace: true });
    },
  });
  const { password, again } = form.values;
  if (token === '') {
    return (
      <SignFrame title={t('op.setup.title')} words={t('op.setup.none')}>
        <ToLogin />
      </SignFrame>
    );
  }
  return (
    <SignFrame title={t('op.setup.title')} words={t('op.setup.words')}>
      <form {...form.form}>
        <TextField {...form.text('password')} type="password" autoComplete="new-password" help={t('op.password.rule')} />
        <TextField {...form.text('again')} type="password" autoComplete="new-password" />
        <Button
          type="submit"
          look="brand"
          size={48}
          className="w-full"
          isBusy={form.isBusy}
          disabled={password.length < leastPassword || password !== again}
        >
          {t('op.setup.go')}
        </Button>
      </form>
      {form.refusal?.code === 'DESK_SETUP_USED' && <ToLogin />}
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
