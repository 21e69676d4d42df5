// How well a member is known and protected, and from which devices it logs in: asked by whoever lets money leave.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import type { LoginDevice, MemberLogin, MemberProtection } from '../standing-contract.ts';
import { loginDeviceOf, memberLoginsOf, memberProtectionOf } from '../standing-contract.ts';
import { deviceNameOf } from './device-name.ts';
import { deviceKindOf } from './new-login.ts';

type Sql = Pick<AppContext, 'pool'>;

async function protectionOf({ pool }: Sql, site: number, member: number): Promise<MemberProtection | undefined> {
  const { rows } = await pool.query<{ joined: Date; verified: boolean; second: boolean; password: boolean }>(
    `SELECT m.created_at AS joined, EXISTS (SELECT 1 FROM account_person i WHERE i.member_id = m.id) AS verified,
       EXISTS (SELECT 1 FROM account_withdraw_password w WHERE w.member_id = m.id) AS password,
       EXISTS (SELECT 1 FROM account_passkey p WHERE p.member_id = m.id)
         OR EXISTS (SELECT 1 FROM account_totp t WHERE t.member_id = m.id AND t.confirmed_at IS NOT NULL) AS second
     FROM account_member m WHERE m.site_id = $1 AND m.id = $2`,
    [site, member],
  );
  const row = rows.at(0);
  if (row === undefined) return undefined;
  return { joinedMs: row.joined.getTime(), isVerified: row.verified, hasSecondFactor: row.second, hasWithdrawPassword: row.password };
}

async function loginsOf(sql: SqlWriter, site: number, member: number, most: number): Promise<MemberLogin[]> {
  const { rows } = await sql.query<{ at: Date; ip: string; agent: string; result: string; isNew: boolean }>(
    `SELECT t.at, t.ip, t.user_agent AS agent, t.result,
       NOT EXISTS (SELECT 1 FROM account_login_try o
         WHERE o.site_id = $1 AND o.member_id = $2 AND o.id < t.id AND o.ip = t.ip AND o.result LIKE 'OK%') AS "isNew"
     FROM account_login_try t WHERE t.site_id = $1 AND t.member_id = $2 ORDER BY t.id DESC LIMIT $3`,
    [site, member, most],
  );
  return rows.map(({ at, agent, ...row }) => ({ ...row, atMs: at.getTime(), device: deviceNameOf(agent) }));
}

/** A login that goes on is remembered with its row, an ended one with its try. */
async function deviceOf({ pool }: Sql, site: number, member: number, family: string): Promise<LoginDevice | undefined> {
  const { rows } = await pool.query<{ agent: string; at: Date }>(
    'SELECT user_agent AS agent, created_at AS at FROM account_login WHERE site_id = $1 AND member_id = $2 AND family = $3',
    [site, member, family],
  );
  const own = rows.at(0);
  if (own === undefined) return undefined;
  const { rows: seen } = await pool.query<{ agent: string; since: Date }>(
    `SELECT user_agent AS agent, min(at) AS since FROM account_login_try
     WHERE site_id = $1 AND member_id = $2 AND result LIKE 'OK%' GROUP BY user_agent LIMIT 1000`,
    [site, member],
  );
  const kind = deviceKindOf(own.agent);
  const same = seen.filter(({ agent }) => deviceKindOf(agent) === kind).map(({ since }) => since.getTime());
  const sinceMs = Math.min(own.at.getTime(), ...same);
  return { sinceMs, hasOther: seen.some(({ agent, since }) => deviceKindOf(agent) !== kind && since.getTime() < sinceMs) };
}

export function offerProtection(context: AppContext): void {
  const { services } = context;
  services.provide(memberProtectionOf, (site, member) => protectionOf(context, site, member));
  services.provide(memberLoginsOf, (site, member, most, sql = context.pool) => loginsOf(sql, site, member, most));
  services.provide(loginDeviceOf, (site, member, family) => deviceOf(context, site, member, family));
}
