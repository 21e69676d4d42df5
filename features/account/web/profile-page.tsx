// /myinfo/profile: who one is, what protects the account, where it is logged in and what was tried.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { Bot, Check, KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getMe } from '../contract.ts';
import { getSecurity } from '../profile-contract.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Devices } from './devices.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { LoginTries } from './login-tries.tsx';
import { ProfileHead } from './profile-head.tsx';
import { profileTexts } from './profile-texts.ts';

const TurnOnTotp = lazyArea(() => import('./totp-dialogs.tsx').then((m) => m.TurnOnTotp));
const ManageTotp = lazyArea(() => import('./totp-dialogs.tsx').then((m) => m.ManageTotp));

interface SecurityRowProps {
  icon: ReactNode;
  title: string;
  words: string;
  action: ReactNode;
  /** Undefined where there is nothing to be on or off. */
  isOn?: boolean | undefined;
}

function State({ isOn }: { isOn: boolean }) {
  const t = useText(profileTexts);
  if (!isOn) return <Badge tone="warn">{t('profile.off')}</Badge>;
  return (
    <span className="flex items-center gap-1 text-13 font-semibold max-tablet:hidden">
      <Check aria-hidden="true" size={16} className="text-brand" />
      {t('profile.on')}
    </span>
  );
}

function SecurityRow({ icon, title, words, action, isOn }: SecurityRowProps) {
  return (
    <li className="flex min-h-[68px] items-center gap-3.5 py-3">
      <span aria-hidden="true" className="flex size-10 shrink-0 items-center justify-center rounded-8 bg-sunken text-sub">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold">{title}</p>
        <p className="text-13 text-mute">{words}</p>
      </div>
      {isOn !== undefined && <State isOn={isOn} />}
      {action}
    </li>
  );
}

function Security() {
  const t = useText(profileTexts);
  const { data } = useCall(getSecurity);
  const [open, setOpen] = useState<'password' | 'totp'>();
  const close = () => setOpen(undefined);
  const at = data?.passwordChangedAt;
  const words = data === undefined ? '' : at ? t('profile.password.at', { time: moment(at, 'said') }) : t('profile.password.never');
  return (
    <section aria-labelledby="security" className="px-4 py-6 floor:px-8">
      <h2 id="security" className="text-16 font-bold">
        {t('profile.security')}
      </h2>
      {data?.withdrawalHold && <HoldNotice {...data.withdrawalHold} />}
      <ul className="mt-2 divide-y divide-line">
        <SecurityRow
          icon={<KeyRound size={18} />}
          title={t('profile.password')}
          words={words}
          action={<Button onClick={() => setOpen('password')}>{t('profile.change')}</Button>}
        />
        <SecurityRow
          icon={<Smartphone size={18} />}
          title={t('profile.totp')}
          words={data?.totp ? t('profile.totp.on', { count: data.totp.recoveryLeft }) : t('profile.totp.off')}
          isOn={data === undefined ? undefined : data.totp !== null}
          action={
            <Button look={data?.totp === null ? 'brand' : 'line'} disabled={data === undefined} onClick={() => setOpen('totp')}>
              {t(data?.totp ? 'profile.manage' : 'profile.turnon')}
            </Button>
          }
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
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'totp' && data?.totp === null && <TurnOnTotp onClose={close} />}
      {open === 'totp' && data?.totp && <ManageTotp {...data.totp} onClose={close} />}
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
