// /myinfo/profile: who one is, what protects the account, where it is logged in and what was tried.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { Bot, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getMe } from '../contract.ts';
import { getSecurity } from '../profile-contract.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Devices } from './devices.tsx';
import { LoginTries } from './login-tries.tsx';
import { ProfileHead } from './profile-head.tsx';
import { profileTexts } from './profile-texts.ts';

function SecurityRow({ icon, title, words, action }: { icon: ReactNode; title: string; words: string; action: ReactNode }) {
  return (
    <li className="flex min-h-[68px] items-center gap-3.5 py-3">
      <span aria-hidden="true" className="flex size-10 shrink-0 items-center justify-center rounded-8 bg-sunken text-sub">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold">{title}</p>
        <p className="text-13 text-mute">{words}</p>
      </div>
      {action}
    </li>
  );
}

function Security() {
  const t = useText(profileTexts);
  const { data } = useCall(getSecurity);
  const [isChanging, setChanging] = useState(false);
  const at = data?.passwordChangedAt;
  const words = data === undefined ? '' : at ? t('profile.password.at', { time: moment(at, 'said') }) : t('profile.password.never');
  return (
    <section aria-labelledby="security" className="px-4 py-6 floor:px-8">
      <h2 id="security" className="text-16 font-bold">
        {t('profile.security')}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        <SecurityRow
          icon={<KeyRound size={18} />}
          title={t('profile.password')}
          words={words}
          action={<Button onClick={() => setChanging(true)}>{t('profile.change')}</Button>}
        />
        <SecurityRow
          icon={<Bot size={18} />}
          title={t('profile.keys')}
          words={t('profile.keys.words')}
          action={
            <Link to="/myinfo/api" className={buttonClass('line', 40)}>
              {t('profile.manage')}
            </Link>
          }
        />
      </ul>
      {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </section>
  );
}

export function ProfilePage() {
  const t = useText(profileTexts);
  const { data: me, error, isFetching, refetch } = useCall(getMe);
  return (
    <>
      {me !== undefined && <ProfileHead me={me} />}
      {me === undefined && (
        <div className="px-4 py-8 floor:px-8">
          <h1 className="sr-only">{t('profile.title')}</h1>
          {error === null ? (
            <Plank className="h-16 w-72 max-w-full" />
          ) : (
            <FailingState title={t('profile.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          )}
        </div>
      )}
      <div className="border-t border-line floor:grid floor:min-h-[calc(100dvh-190px)] floor:grid-cols-[1fr_376px]">
        <Security />
        <div className="border-t border-line floor:border-t-0 floor:border-l">
          <Devices />
          <LoginTries />
        </div>
      </div>
    </>
  );
}
