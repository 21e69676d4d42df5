// Operators' sessions: opaque tokens whose rows are asked at every call, so that a lock, a sign-out or a changed right acts at once.
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { DESK_TOKEN, type SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { DeskSession } from '../contract.ts';
import { readDeskSettings } from './desk-settings.ts';

/** Whatever happens a session ends after a working day. */
export const LONGEST_MS = 8 * 3_600_000;

export interface DeskPerson {
  id: number;
  username: string;
  addresses: readonly string[];
  session: string;
  lastCallAt: number;
  endsAt: Date;
}

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

type Parts = Pick<AppContext, 'clock' | 'config'>;

export async function openSession(
  { clock }: Parts,
  sql: SqlWriter,
  who: { operator: number; ip: string; userAgent: string },
): Promise<DeskSession> {
  const now = clock.now();
  const accessToken = DESK_TOKEN + randomBytes(32).toString('base64url');
  const endsAt = new Date(now + LONGEST_MS);
  const { idleMs } = await readDeskSettings(sql);
  await sql.query(
    `INSERT INTO operator_session (token_hash, id, operator_id, ip, user_agent, created_at, last_call_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [tokenHash(accessToken), randomBytes(12).toString('base64url'), who.operator, who.ip, who.userAgent, new Date(now), endsAt],
  );
  await sql.query('UPDATE operator_operator SET last_login_at = $2 WHERE id = $1', [who.operator, new Date(now)]);
  return { accessToken, idleMs, endsAt: endsAt.toISOString() };
}

/** Whose token this is. GONE: there was such a session, and it has ended. */
export async function findSession({ clock, config }: Parts, sql: SqlWriter, token: string): Promise<DeskPerson | 'GONE' | undefined> {
  const { rows } = await sql.query(
    `SELECT o.id, o.username, o.addresses, s.id AS session, s.last_call_at, s.ends_at,
       s.ended_at IS NOT NULL OR o.status <> 'ACTIVE' AS is_ended, g.idle_ms
     FROM operator_session s JOIN operator_operator o ON o.id = s.operator_id CROSS JOIN operator_setting g
     WHERE s.token_hash = $1 AND ($2 OR NOT o.is_demo)`,
    [tokenHash(token), config.demo],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const now = clock.now();
  const lastCallAt = row.last_call_at.getTime();
  if (row.is_ended || row.ends_at.getTime() <= now || lastCallAt + row.idle_ms <= now) return 'GONE';
  return { id: Number(row.id), username: row.username, addresses: row.addresses, session: row.session, lastCallAt, endsAt: row.ends_at };
}

/** Which of them have neither ended nor run out, and whose operators may still work. */
export async function livingSessions({ clock }: Parts, sql: SqlWriter, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query(
    `SELECT s.id FROM operator_session s JOIN operator_operator o ON o.id = s.operator_id CROSS JOIN operator_setting g
     WHERE s.id = ANY($1) AND s.ended_at IS NULL AND o.status = 'ACTIVE' AND s.ends_at > $2
       AND s.last_call_at + g.idle_ms * interval '1 millisecond' > $2`,
    [ids, new Date(clock.now())],
  );
  return new Set(rows.map(({ id }) => id as string));
}

/** Written at most every few seconds: the row is for a limit of minutes. */
const TOUCH_MS = 5_000;

export async function touchSession({ clock }: Parts, sql: SqlWriter, person: DeskPerson): Promise<void> {
  const now = clock.now();
  if (now - person.lastCallAt < TOUCH_MS) return;
  await sql.query('UPDATE operator_session SET last_call_at = $2 WHERE id = $1 AND last_call_at < $2', [person.session, new Date(now)]);
}

/** Ends sessions of an operator: one, all, or all but one. Answers how many. */
export async function endSessions(
  { clock }: Parts,
  sql: SqlWriter,
  operator: number,
  which: { only?: string; but?: string } = {},
): Promise<number> {
  const { rowCount } = await sql.query(
    `UPDATE operator_session SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL
       AND ($3::text IS NULL OR id = $3) AND ($4::text IS NULL OR id <> $4)`,
    [operator, new Date(clock.now()), which.only ?? null, which.but ?? null],
  );
  return rowCount ?? 0;
}
