// Ends logins that have lasted as long as their member allows itself; the open page is told why.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EndWords } from '@maru/kit/server/session.ts';

/** The words of the forced-logout event. */
export const SESSION_OVER = {
  ko: '스스로 정한 이용 시간이 지나 로그아웃했습니다. 잠시 쉬었다가 다시 로그인해 주세요.',
  en: 'You were logged out: the time that you allow yourself is over. Take a break, then log in again.',
} satisfies EndWords;

export async function endLongLogins({ pool, clock, sessions }: Pick<AppContext, 'pool' | 'clock' | 'sessions'>): Promise<number> {
  const now = new Date(clock.now());
  const { rows } = await pool.query<{ site_id: number; member_id: number; family: string }>(
    `UPDATE account_login l SET ended_at = $1, ended_by = 'own limit' FROM account_limit o
     WHERE o.member_id = l.member_id AND o.kind = 'SESSION' AND l.ended_at IS NULL
       AND l.created_at + (CASE WHEN o.next_at <= $1 THEN o.next_amount ELSE o.amount END) * interval '1 minute' <= $1
     RETURNING l.site_id, l.member_id, l.family`,
    [now],
  );
  for (const { site_id: site, member_id: member, family } of rows) sessions.endFamily(site, member, family, SESSION_OVER);
  return rows.length;
}
