// What changes a member's protection is told by mail and holds withdrawals for a day, with the transaction that changes it.
import { DAY_MS, timeIn } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call } from '@maru/kit/server/feature.ts';
import { memberBox } from '@maru/member/contract.ts';
import { outbox, outgoingKinds, type Writer } from '@maru/outbox/contract.ts';
import type { Pool, PoolClient } from 'pg';
import type { HeldFor, SecurityChange } from '../profile-contract.ts';
import type { MemberRow } from './member-rows.ts';

const HOLD_MS = DAY_MS;
/** What only makes the account safer holds nothing. */
const holding: Readonly<Record<SecurityChange, boolean>> = {
  PASSWORD: true,
  TOTP_ON: true,
  TOTP_OFF: true,
  RECOVERY_USED: true,
  RECOVERY_RENEWED: false,
  ANTI_PHISHING: false,
  SETTINGS_LOCKED: false,
  // The lock itself holds, and the new password that ends it holds for a day more.
  LOCKED: false,
  PASSKEY_ON: true,
  PASSKEY_OFF: true,
  WITHDRAW_PASSWORD_SET: true,
  WITHDRAW_PASSWORD_OFF: true,
  // Money is never kept from a member that leaves.
  EXCLUDED: false,
};
const titles: Readonly<Record<SecurityChange, Readonly<Record<'ko' | 'en', string>>>> = {
  PASSWORD: { ko: '비밀번호가 바뀌었습니다', en: 'Your password was changed' },
  TOTP_ON: { ko: 'OTP가 켜졌습니다', en: 'Authenticator app turned on' },
  TOTP_OFF: { ko: 'OTP가 꺼졌습니다', en: 'Authenticator app turned off' },
  PASSKEY_ON: { ko: '패스키가 만들어졌습니다', en: 'A passkey was made' },
  PASSKEY_OFF: { ko: '패스키가 지워졌습니다', en: 'A passkey was removed' },
  RECOVERY_USED: { ko: '복구 코드로 로그인했습니다', en: 'A recovery code was used' },
  RECOVERY_RENEWED: { ko: '복구 코드가 새로 만들어졌습니다', en: 'New recovery codes' },
  WITHDRAW_PASSWORD_SET: { ko: '출금 비밀번호가 바뀌었습니다', en: 'Withdrawal password changed' },
  WITHDRAW_PASSWORD_OFF: { ko: '출금 비밀번호가 지워졌습니다', en: 'Withdrawal password removed' },
  EXCLUDED: { ko: '스스로 이용을 멈췄습니다', en: 'You shut yourself out' },
  ANTI_PHISHING: { ko: '피싱 방지 문구가 바뀌었습니다', en: 'Anti-phishing words changed' },
  SETTINGS_LOCKED: { ko: '보안 설정이 잠겼습니다', en: 'Security settings locked' },
  LOCKED: { ko: '계정이 잠겼습니다', en: 'The account was locked' },
};
const words: Readonly<Record<SecurityChange, Readonly<Record<'ko' | 'en', string>>>> = {
  PASSWORD: {
    ko: '비밀번호가 바뀌었고 다른 기기는 모두 로그아웃되었습니다',
    en: 'the password was changed and every other device logged out',
  },
  TOTP_ON: { ko: 'OTP가 켜졌습니다', en: 'the authenticator app was turned on' },
  TOTP_OFF: { ko: 'OTP가 꺼졌습니다', en: 'the authenticator app was turned off' },
  PASSKEY_ON: { ko: '패스키가 새로 만들어졌습니다', en: 'a passkey was made' },
  PASSKEY_OFF: { ko: '패스키가 지워졌습니다', en: 'a passkey was removed' },
  RECOVERY_USED: { ko: '복구 코드로 로그인했습니다', en: 'a recovery code was used' },
  RECOVERY_RENEWED: { ko: '복구 코드가 새로 만들어졌습니다', en: 'new recovery codes were made' },
  WITHDRAW_PASSWORD_SET: { ko: '출금 비밀번호가 바뀌었습니다', en: 'the withdrawal password was changed' },
  WITHDRAW_PASSWORD_OFF: { ko: '출금 비밀번호가 지워졌습니다', en: 'the withdrawal password was removed' },
  EXCLUDED: {
    ko: '스스로 정한 날까지 이용을 멈췄습니다. 그때까지는 고객센터에서도 풀 수 없습니다',
    en: 'you shut yourself out until the day you named. Nobody, support included, can end it early',
  },
  ANTI_PHISHING: { ko: '피싱 방지 문구가 바뀌었습니다', en: 'your anti-phishing words were changed' },
  SETTINGS_LOCKED: { ko: '보안 설정이 잠겼습니다', en: 'the security settings were locked' },
  LOCKED: {
    ko: '계정이 잠겼습니다. 모든 로그인이 끝났고 출금이 막혔습니다. 비밀번호 찾기로 새 비밀번호를 정하면 열립니다',
    en: 'the account was locked. Every login ended and withdrawals are stopped. Set a new password with “Reset my password” to open it',
  },
};

/** `hurry` the mails after the commit. */
export async function noteSecurityChange(
  context: AppContext,
  sql: Writer,
  call: Pick<Call, 'site' | 'language'>,
  member: Pick<MemberRow, 'id' | 'username' | 'email' | 'phone'>,
  change: SecurityChange,
): Promise<void> {
  const { site, language } = call;
  const now = context.clock.now();
  if (holding[change]) await hold(sql, site.id, member.id, change, now, now + HOLD_MS);
  const mails = context.services.find(outbox);
  const values = { username: member.username, time: timeIn(site.timeZone, new Date(now)), what: words[change][language] };
  for (const kind of outgoingKinds) {
    if (mails?.canCarry(site.id, kind) !== true) continue;
    const to = kind === 'MAIL' ? member.email : member.phone;
    await mails.post(sql, { site: site.id, kind, name: 'SECURITY_CHANGED', language, to, member: member.id, values });
  }
}

/** The same among the member's messages; after the transaction. Never fails its caller. */
export async function tellSecurityChange(context: AppContext, site: number, member: number, change: SecurityChange): Promise<void> {
  const { ko, en } = words[change];
  const held = { ko: ' 보안을 지키려고 출금이 하루 동안 멈춥니다.', en: ' Withdrawals are held for a day to keep you safe.' };
  await context.services
    .find(memberBox)
    ?.send({
      site,
      member,
      kind: 'SECURITY',
      title: titles[change],
      content: {
        ko: `${ko}.${holding[change] ? held.ko : ''} 직접 한 일이 아니라면 계정을 잠그고 고객센터에 알려 주십시오.`,
        en: `${en[0].toUpperCase()}${en.slice(1)}.${holding[change] ? held.en : ''} If it was not you, lock the account and tell support.`,
      },
      link: '/myinfo/profile',
    })
    .catch((error: unknown) => context.log.warn({ err: error, site, member }, 'notice not written'));
}

export async function hold(sql: Writer, site: number, member: number, reason: HeldFor, now: number, until: number): Promise<void> {
  await sql.query('INSERT INTO account_withdrawal_hold (site_id, member_id, reason, started_at, until) VALUES ($1, $2, $3, $4, $5)', [
    site,
    member,
    reason,
    new Date(now),
    new Date(until),
  ]);
}

/** The hold that lasts longest, if there is one. */
export async function holdOf(
  { pool, clock }: { pool: Pool | PoolClient; clock: AppContext['clock'] },
  site: number,
  member: number,
): Promise<{ until: Date | null; reason: HeldFor } | undefined> {
  const locked = await pool.query('SELECT 1 FROM account_member WHERE site_id = $1 AND id = $2 AND locked_at IS NOT NULL', [site, member]);
  if (locked.rowCount === 1) return { until: null, reason: 'LOCKED' };
  const { rows } = await pool.query<{ until: Date; reason: HeldFor }>(
    'SELECT until, reason FROM account_withdrawal_hold WHERE site_id = $1 AND member_id = $2 AND until > $3 AND lifted_at IS NULL ORDER BY until DESC, id DESC LIMIT 1',
    [site, member, new Date(clock.now())],
  );
  return rows[0];
}
