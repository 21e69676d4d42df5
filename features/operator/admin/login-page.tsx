// The log-in page; leads back to the page that was wanted.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { forgetWantedPage, wantedPage } from '@maru/kit/web/wanted-page.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LogInForm } from './log-in-form.tsx';
import { SignFrame } from './sign-frame.tsx';
import { texts } from './texts.ts';

export function LoginPage({ isDemo }: { isDemo: boolean }) {
  const t = useText(texts);
  const router = useRouter();
  const [wanted] = useState(wantedPage);
  // Whoever has just set a password does not type who they are.
  const [username] = useState(() => new URLSearchParams(location.search).get('name'));
  const goOn = () => {
    forgetWantedPage();
    router.history.replace(wanted?.href ?? '/admin');
  };
  return (
    <SignFrame foot={isDemo && <p className="mt-4 text-12 text-mute">{t('op.login.demo')}</p>}>
      {wanted && <p className="-mt-3 mb-4 text-12 text-mute">{t('op.login.back', { page: wanted.title })}</p>}
      <LogInForm {...(username === null ? {} : { username })} onDone={goOn} />
    </SignFrame>
  );
}
