// What somebody should look into about a member, noticed by itself: failures from elsewhere, shared devices, fresh changes, locks.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { MemberSignal } from '../../admin-contract.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import type { MemberRecord } from './find-members.ts';
const FAILURES_MS = 30 * DAY_MS;
const CHANGES_MS = 7 * DAY_MS;
const SHARED_MS = 90 * DAY_MS;
/** A whole office behind one address is no list of suspects. */
const LOOKED_AT = 200;
const NAMED = 5;

export async function signalsOf(context: AppContext, guard: LoginGuard, site: number, member: MemberRecord): Promise<MemberSignal[]> {
  const [failures, shared, changes] = await Promise.all([
    failuresOf(context, site, member.id),
    sharedOf(context, site, member.id),
    changesOf(context, site, member.id),
  ]);
  const lockedUntil = guard.lockedUntil(site, member.username);
  const lock: MemberSignal[] =
    lockedUntil === undefined ? [] : [{ kind: 'LOGIN_LOCKED', at: new Date(lockedUntil).toISOString(), count: 1, detail: '', members: [] }];
  return [...lock, ...failures, ...shared, ...changes];
}

/** From addresses where the member never got in. */
async function failuresOf({ pool, clock }: AppContext, site: number, member: number): Promise<MemberSignal[]> {
  const { rows } = await pool.query<{ ip: string; n: number; at: Date }>(
    `SELECT t.ip, count(*)::int AS n, max(t.at) AS at FROM account_login_try t
     WHERE t.site_id = $1 AND t.member_id = $2 AND t.at > $3 AND t.result NOT LIKE 'OK%'
       AND NOT EXISTS (SELECT 1 FROM account_login_try o
         WHERE o.site_id = $1 AND o.member_id = $2 AND o.ip = t.ip AND o.result LIKE 'OK%')
     GROUP BY t.ip ORDER BY max(t.at) DESC LIMIT 3`,
    [site, member, new Date(clock.now() - FAILURES_MS)],
  );
  return rows.map(({ ip, n, at }) => ({ kind: 'FAILED_ELSEWHERE', at: at.toISOString(), count: n, detail: ip, members: [] }));
}

/** The same browser at the same address is nearly always one person; the same address alone may be a household. */
async function sharedOf({ pool, clock }: AppContext, site: number, member: number): Promise<MemberSignal[]> {
  const { rows } = await pool.query<{ id: number; username: string; is_device: boolean; at: Date }>(
    `SELECT m.id, m.username, bool_or(x.is_device) AS is_device, max(x.at) AS at FROM (
       SELECT b.member_id, b.user_agent = a.user_agent AS is_device, b.renewed_at AS at
       FROM (SELECT DISTINCT ip, user_agent FROM account_login WHERE member_id = $2 AND renewed_at > $3) a
       JOIN account_login b ON b.site_id = $1 AND b.ip = a.ip AND b.member_id <> $2 AND b.renewed_at > $3
       LIMIT ${LOOKED_AT}) x
     JOIN account_member m ON m.id = x.member_id GROUP BY m.id, m.username ORDER BY max(x.at) DESC`,
    [site, member, new Date(clock.now() - SHARED_MS)],
  );
  const signal = (kind: 'SAME_DEVICE' | 'SAME_ADDRESS', found: typeof rows): MemberSignal[] =>
    found.length === 0
      ? []
      : [
          {
            kind,
            at: found[0].at.toISOString(),
            count: found.length,
            detail: '',
            members: found.slice(0, NAMED).map(({ id, username }) => ({ id, username })),
          },
        ];
  return [
    ...signal(
      'SAME_DEVICE',
      rows.filter((row) => row.is_device),
    ),
    ...signal(
      'SAME_ADDRESS',
      rows.filter((row) => !row.is_device),
    ),
  ];
}

async function changesOf({ pool, clock }: AppContext, site: number, member: number): Promise<MemberSignal[]> {
  const { rows } = await pool.query<{ reason: string; at: Date }>(
    `SELECT reason, max(started_at) AS at FROM account_withdrawal_hold
     WHERE site_id = $1 AND member_id = $2 AND started_at > $3 AND reason <> 'OPERATOR' GROUP BY reason ORDER BY 2 DESC LIMIT 3`,
    [site, member, new Date(clock.now() - CHANGES_MS)],
  );
  return rows.map(({ reason, at }) => ({ kind: 'SECURITY_CHANGED', at: at.toISOString(), count: 1, detail: reason, members: [] }));
}
