// Logins of a member: which are open, ending them from afar, and what was tried.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Pool, PoolClient } from 'pg';
import type { endOneLogin, endOtherLogins, getSecurity, listLogins, loginHistory, loginResults } from '../profile-contract.ts';
import { deviceNameOf } from './device-name.ts';
import { holdOf } from './security-change.ts';
import { type Device, IDLE_MS } from './refresh-tokens.ts';

const PAGE = 20;
export type LoginResult = (typeof loginResults)[number];

export async function noteLogin(
  sql: Pool | PoolClient,
  now: number,
  site: number,
  member: number,
  { ip, userAgent }: Device,
  result: LoginResult,
): Promise<void> {
  await sql.query('INSERT INTO account_login_try (site_id, member_id, at, ip, user_agent, result) VALUES ($1, $2, $3, $4, $5, $6)', [
    site,
    member,
    new Date(now),
    ip,
    userAgent,
    result,
  ]);
}

export async function openLogins(context: AppContext, call: Call): Promise<Answer<Out<typeof listLogins.reply>>> {
  const session = call.session as Session;
  const now = context.clock.now();
  const { rows } = await context.pool.query<{ family: string; user_agent: string; ip: string; created_at: Date; renewed_at: Date }>(
    `SELECT family, user_agent, ip, created_at, renewed_at FROM account_login
     WHERE site_id = $1 AND member_id = $2 AND ended_at IS NULL AND expires_at > $3 AND renewed_at > $4
     ORDER BY (family = $5) DESC, renewed_at DESC LIMIT 100`,
    [session.site, session.member, new Date(now), new Date(now - IDLE_MS), session.family],
  );
  const content = rows.map((row) => ({
    id: row.family,
    device: deviceNameOf(row.user_agent),
    ip: row.ip,
    startedAt: row.created_at.toISOString(),
    seenAt: row.renewed_at.toISOString(),
    isThis: row.family === session.family,
  }));
  return { data: { content } };
}

/** Rows first: a crash in between must not leave a login alive. */
async function end(context: AppContext, session: Session, which: 'family = $4' | 'family <> $4', value: string): Promise<number> {
  const { rows } = await context.pool.query<{ family: string }>(
    `UPDATE account_login SET ended_at = $3, ended_by = 'member'
     WHERE site_id = $1 AND member_id = $2 AND ended_at IS NULL AND ${which} RETURNING family`,
    [session.site, session.member, new Date(context.clock.now()), value],
  );
  for (const { family } of rows) context.sessions.endFamily(session.site, session.member, family, '');
  return rows.length;
}

export async function endLoginOf(
  context: AppContext,
  call: Call<undefined, Out<typeof endOneLogin.body>>,
): Promise<Answer<Out<typeof endOneLogin.reply>>> {
  const ended = await end(context, call.session as Session, 'family = $4', call.body.id);
  if (ended === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
  return { data: { ended } };
}

export async function endOthers(context: AppContext, call: Call): Promise<Answer<Out<typeof endOtherLogins.reply>>> {
  const session = call.session as Session;
  return { data: { ended: await end(context, session, 'family <> $4', session.family) } };
}

export async function triesOf(
  context: AppContext,
  call: Call<Out<typeof loginHistory.query>>,
): Promise<Answer<Out<typeof loginHistory.reply>>> {
  const session = call.session as Session;
  const { before = Number.MAX_SAFE_INTEGER, size = PAGE } = call.query;
  const { rows } = await context.pool.query<{
    id: number;
    at: Date;
    ip: string;
    user_agent: string;
    result: LoginResult;
  }>(
    'SELECT id, at, ip, user_agent, result FROM account_login_try WHERE site_id = $1 AND member_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4',
    [session.site, session.member, before, size + 1],
  );
  const content = rows.slice(0, size).map(({ id, at, ip, user_agent, result }) => ({
    id,
    at: at.toISOString(),
    ip,
    device: deviceNameOf(user_agent),
    result,
  }));
  return { data: { content, next: rows.length > size ? (content.at(-1)?.id ?? null) : null } };
}

export async function securityOf(context: AppContext, call: Call): Promise<Answer<Out<typeof getSecurity.reply>>> {
  const session = call.session as Session;
  const { rows } = await context.pool.query<{
    changed: Date | null;
    totp: Date | null;
    codes: number;
    phrase: string | null;
    locked: Date | null;
    passkeys: number;
    purse: Date | null;
    identified: boolean;
  }>(
    `SELECT m.password_changed_at AS changed, t.confirmed_at AS totp, m.anti_phishing AS phrase, m.settings_locked_until AS locked,
       (SELECT count(*)::int FROM account_passkey p WHERE p.member_id = m.id) AS passkeys,
       (SELECT changed_at FROM account_withdraw_password w WHERE w.member_id = m.id) AS purse,
       EXISTS (SELECT 1 FROM account_person i WHERE i.member_id = m.id) AS identified,
       (SELECT count(*)::int FROM account_recovery_code c WHERE c.member_id = m.id AND c.used_at IS NULL) AS codes
     FROM account_member m LEFT JOIN account_totp t ON t.member_id = m.id WHERE m.site_id = $1 AND m.id = $2`,
    [session.site, session.member],
  );
  if (rows.length === 0) throw new Refusal('TOKEN_INVALID');
  const [{ changed, totp, codes, phrase, locked, passkeys, purse, identified }] = rows;
  const hold = await holdOf(context, session.site, session.member);
  return {
    data: {
      passwordChangedAt: changed?.toISOString() ?? null,
      totp: totp === null ? null : { since: totp.toISOString() },
      passkeys,
      withdrawPassword: purse === null ? null : { since: purse.toISOString() },
      isIdentified: identified,
      recoveryLeft: codes,
      withdrawalHold: hold === undefined ? null : { until: hold.until?.toISOString() ?? null, reason: hold.reason },
      antiPhishing: phrase === null ? null : `${[...phrase][0]}${'•'.repeat([...phrase].length - 1)}`,
      settingsLockedUntil: locked !== null && locked.getTime() > context.clock.now() ? locked.toISOString() : null,
    },
  };
}
