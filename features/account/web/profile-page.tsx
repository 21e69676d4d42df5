// /myinfo/profile: who one is, what protects the account, where it is logged in and what was tried.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonBlock, SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { getMe } from '../contract.ts';
import { getSecurity } from '../profile-contract.ts';
import { Appearance } from './appearance.tsx';
import { Devices } from './devices.tsx';
import { LeaveAccount } from './leave-account.tsx';
import { LockAccount } from './lock-account.tsx';
import { LoginTries } from './login-tries.tsx';
import { NoticeMatrix } from './notice-matrix.tsx';
import { OwnData } from './own-data.tsx';
import { OwnLimits } from './own-limits.tsx';
import { ProfileHead } from './profile-head.tsx';
import { profileTexts } from './profile-texts.ts';
import { SecurityMeter } from './security-meter.tsx';
import { nextProtection, protectionOf, SecuritySection } from './security-section.tsx';

function Meter() {
  const { data } = useCall(getSecurity);
  if (data === undefined) return null;
  const protection = protectionOf(data);
  const all = Object.values(protection);
  return <SecurityMeter on={all.filter(Boolean).length} of={all.length} next={nextProtection(protection)} />;
}

function Protection() {
  const t = useText(profileTexts);
  const { data, error, isFetching, refetch } = useCall(getSecurity);
  return (
    <SecuritySection security={data}>
      {error === null ? (
        <SkeletonRows rows={7} label={t('profile.security')} />
      ) : (
        <FailingState isLow title={t('profile.security.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </SecuritySection>
  );
}

export function ProfilePage() {
  const t = useText(profileTexts);
  const { data: me, error, isFetching, refetch } = useCall(getMe);
  const { data: security } = useCall(getSecurity);
  return (
    <>
      <div className="laptop:grid laptop:grid-cols-[1fr_376px]">
        {me !== undefined && <ProfileHead me={me} isIdentified={security?.isIdentified === true} />}
        {me === undefined && (
          <div className="px-4 py-8 laptop:px-8">
            <h1 className="sr-only">{t('profile.title')}</h1>
            {error === null ? (
              <SkeletonBlock className="h-16 w-72 max-w-full" />
            ) : (
              <FailingState title={t('profile.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
            )}
          </div>
        )}
        <Meter />
      </div>
      <div className="border-t border-line laptop:grid laptop:min-h-[calc(100dvh-190px)] laptop:grid-cols-[1fr_376px]">
        <div>
          <Protection />
          <NoticeMatrix />
          <Appearance me={me} />
        </div>
        <div className="border-t border-line laptop:border-t-0 laptop:border-l">
          <Devices />
          <LoginTries />
          <OwnLimits />
          <OwnData />
          <LockAccount />
          <LeaveAccount />
        </div>
      </div>
    </>
  );
}
