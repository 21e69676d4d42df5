// What protects the account, row by row; the one thing still off has the filled button. Dialogs are loaded when they are opened.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import { Bot, Check, Fingerprint, KeyRound, LockKeyhole, MailCheck, Smartphone, WalletMinimal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '@maru/kit/web/query.ts';
import { type getSecurity, listLogins } from '../profile-contract.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { wordsOf } from './devices.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { profileTexts } from './profile-texts.ts';

const TurnOnTotp = lazyArea(() => import('./totp-dialogs.tsx').then((m) => m.TurnOnTotp));
const ManageTotp = lazyArea(() => import('./totp-dialogs.tsx').then((m) => m.ManageTotp));
const PasskeyDialog = lazyArea(() => import('./passkey-dialog.tsx').then((m) => m.PasskeyDialog));
const AntiPhishingDialog = lazyArea(() => import('./guarding-dialogs.tsx').then((m) => m.AntiPhishingDialog));
const WithdrawPasswordDialog = lazyArea(() => import('./withdraw-dialog.tsx').then((m) => m.WithdrawPasswordDialog));
const SettingsLockDialog = lazyArea(() => import('./guarding-dialogs.tsx').then((m) => m.SettingsLockDialog));

export type Security = ReplyOf<typeof getSecurity>;
type Opened = 'password' | 'passkey' | 'totp' | 'purse' | 'phish' | 'lock';

/** What the meter counts, in the order in which it should be turned on. */
type Protection = 'password' | 'passkey' | 'totp' | 'purse' | 'phish';
export function protectionOf({ passkeys, totp, withdrawPassword, antiPhishing }: Security): Record<Protection, boolean> {
  return {
    password: true,
    passkey: passkeys > 0,
    totp: totp !== null,
    purse: withdrawPassword !== null,
    phish: antiPhishing !== null,
  };
}

export const nextProtection = (protection: Record<Protection, boolean>) =>
  (Object.keys(protection) as Protection[]).find((each) => !protection[each]);

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
    <span className="flex items-center gap-1 text-13 font-semibold">
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
        <p className="flex flex-wrap items-center gap-x-2 text-14 font-semibold">
          {title}
          {/* On a phone the words need the line. */}
          {isOn === false && (
            <span className="contents tablet:hidden">
              <State isOn={false} />
            </span>
          )}
        </p>
        <p className="text-13 text-mute">{words}</p>
      </div>
      {isOn !== undefined && (
        <span className="max-tablet:hidden">
          <State isOn={isOn} />
        </span>
      )}
      <div className="flex shrink-0 *:min-w-[72px] *:justify-center">{action}</div>
    </li>
  );
}

function Rows({ security, onOpen }: { security: Security; onOpen(what: Opened): void }) {
  const t = useText(profileTexts);
  const { passwordChangedAt: at, passkeys, totp, withdrawPassword, recoveryLeft, antiPhishing, settingsLockedUntil } = security;
  const isLocked = settingsLockedUntil !== null;
  const protection = protectionOf(security);
  const firstOff = nextProtection(protection);
  const opener = (what: Opened, isOn: boolean, words: string) => (
    <Button id={`protect-${what}`} look={!isOn && firstOff === what ? 'brand' : 'line'} disabled={isLocked} onClick={() => onOpen(what)}>
      {words}
    </Button>
  );
  return (
    <ul className="mt-2 divide-y divide-line">
      <SecurityRow
        icon={<KeyRound size={18} />}
        title={t('profile.password')}
        words={at === null ? t('profile.password.never') : t('profile.password.at', { time: moment(at, 'said') })}
        action={opener('password', true, t('profile.change'))}
      />
      <SecurityRow
        icon={<Fingerprint size={18} />}
        title={t('profile.passkey')}
        words={passkeys === 0 ? t('profile.passkey.off') : t('profile.passkey.on', { count: passkeys })}
        isOn={protection.passkey}
        action={opener('passkey', protection.passkey, t(passkeys === 0 ? 'profile.turnon' : 'profile.manage'))}
      />
      <SecurityRow
        icon={<Smartphone size={18} />}
        title={t('profile.totp')}
        words={totp === null ? t('profile.totp.off') : t('profile.totp.on', { count: recoveryLeft })}
        isOn={protection.totp}
        action={opener('totp', protection.totp, t(totp === null ? 'profile.turnon' : 'profile.manage'))}
      />
      <SecurityRow
        icon={<WalletMinimal size={18} />}
        title={t('profile.purse')}
        words={t(withdrawPassword === null ? 'profile.purse.off' : 'profile.purse.on')}
        isOn={protection.purse}
        action={opener('purse', protection.purse, t(withdrawPassword === null ? 'profile.turnon' : 'profile.change'))}
      />
      <SecurityRow
        icon={<MailCheck size={18} />}
        title={t('profile.phish')}
        words={antiPhishing === null ? t('profile.phish.off') : t('profile.phish.on', { words: antiPhishing })}
        isOn={protection.phish}
        action={opener('phish', protection.phish, t(antiPhishing === null ? 'profile.turnon' : 'profile.change'))}
      />
      <SecurityRow
        icon={<LockKeyhole size={18} />}
        title={t('profile.slock')}
        words={isLocked ? t('profile.slock.on', { time: moment(settingsLockedUntil, 'said') }) : t('profile.slock.off')}
        action={<Button onClick={() => onOpen('lock')}>{t(isLocked ? 'profile.slock.longer' : 'profile.slock.lock')}</Button>}
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
  );
}

/** `children` stand for what is not known yet, or could not be asked. */
export function SecuritySection({ security, children }: { security: Security | undefined; children: ReactNode }) {
  const t = useText(profileTexts);
  const [open, setOpen] = useState<Opened>();
  // As it stood when the dialog opened: what is asked again meanwhile must not turn it into another, recovery codes and all.
  const [was, setWas] = useState<Security>();
  const { data: logins } = useCall(listLogins);
  const here = logins?.content.find((login) => login.isThis);
  const thisDevice = here === undefined ? '' : wordsOf(here.device);
  const show = (what: Opened) => {
    setWas(security);
    setOpen(what);
  };
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="security" className="px-4 py-6 laptop:px-8">
      <h2 id="security" className="text-16 font-bold">
        {t('profile.security')}
      </h2>
      {security?.withdrawalHold && <HoldNotice {...security.withdrawalHold} />}
      {security === undefined ? children : <Rows security={security} onOpen={show} />}
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'totp' && was?.totp === null && <TurnOnTotp onClose={close} />}
      {open === 'totp' && was?.totp && <ManageTotp since={was.totp.since} recoveryLeft={was.recoveryLeft} onClose={close} />}
      {open === 'passkey' && <PasskeyDialog suggested={thisDevice} isFirst={was?.passkeys === 0} onClose={close} />}
      {open === 'purse' && <WithdrawPasswordDialog hasOne={was?.withdrawPassword != null} onClose={close} />}
      {open === 'phish' && <AntiPhishingDialog onClose={close} />}
      {open === 'lock' && <SettingsLockDialog onClose={close} />}
    </section>
  );
}
