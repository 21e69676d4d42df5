// Operators for tests: rows as the back office would write them, and a session's token without the log-in.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { writeConfirmation } from '@maru/operator/server/confirm-person.ts';
import { insertOperator } from '@maru/operator/server/operator-rows.ts';
import { openSession } from '@maru/operator/server/sessions.ts';

export interface TestOperator {
  /** Absent: all sites. */
  site?: number;
  /** `['*']` when absent. */
  rights?: readonly string[];
  username?: string;
  /** False: as an account that nobody has vouched for; else those of a test are persons of their own, though all call from here. */
  isConfirmed?: boolean;
}

/** A new operator with just these rights; answers its token and id. */
export async function newOperator(
  context: AppContext,
  { site, rights = ['*'], username = `op-${randomBytes(4).toString('hex')}`, isConfirmed = true }: TestOperator = {},
): Promise<{ id: number; username: string; token: string }> {
  const { pool } = context;
  const id = await insertOperator(context, pool, { username, name: username });
  if (id === undefined) throw new Error(`operator ${username} exists`);
  const role = await pool.query<{ id: number }>('INSERT INTO operator_role (name_ko, name_en, rights) VALUES ($1, $1, $2) RETURNING id', [
    username,
    rights,
  ]);
  await pool.query('INSERT INTO operator_grant (operator_id, role_id, site_id) VALUES ($1, $2, $3)', [id, role.rows[0].id, site ?? null]);
  if (isConfirmed) {
    const at = new Date(context.clock.now());
    const trace = "INSERT INTO operator_trace (operator_id, kind, value, first_at, last_at) VALUES ($1, 'ADDRESS', '127.0.0.1', $2, $2)";
    await pool.query(trace, [id, at]);
    await writeConfirmation(pool, { operator: id, by: null, at, reason: 'test' });
  }
  const { accessToken } = await openSession(context, pool, { operator: id, ip: '127.0.0.1', userAgent: 'test' });
  return { id, username, token: accessToken };
}

export async function operatorToken(context: AppContext, who: TestOperator = {}): Promise<string> {
  return (await newOperator(context, who)).token;
}

/** The token of one more session of an operator there is. */
export async function tokenOf(context: AppContext, operator: number): Promise<string> {
  return (await openSession(context, context.pool, { operator, ip: '127.0.0.1', userAgent: 'test' })).accessToken;
}
