// A withdrawal password that was right a moment ago, as a ticket for one request of the same login.
import { hash, randomBytes } from 'node:crypto';
import { checkWithdrawPassword, provenSecondFactor } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { PoolClient } from 'pg';
import { authWithdrawal } from '../../withdraw-contract.ts';

const GOOD_MS = 5 * 60_000;
const TICKET_BYTES = 24;
const hashOf = (ticket: string) => hash('sha256', ticket, 'hex');

export const authWithdrawalHandler = handle(authWithdrawal, async ({ services, pool, clock }, { session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { site, account, member, family } = session;
  await services.use(checkWithdrawPassword)(site, member, body.password);
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const until = clock.now() + GOOD_MS;
  await pool.query('DELETE FROM custody_withdraw_ticket WHERE until_ms <= $1', [clock.now()]);
  await pool.query('INSERT INTO custody_withdraw_ticket (ticket_hash, site_id, account, family, until_ms) VALUES ($1, $2, $3, $4, $5)', [
    hashOf(ticket),
    site,
    account,
    family,
    until,
  ]);
  return { data: { ticket, until: new Date(until).toISOString() } };
});

export interface Typed {
  password?: string | undefined;
  ticket?: string | undefined;
}

/** The second factor of a member that has one, and the password where no ticket stands for it. A ticket is taken with the request itself. */
export async function checkGuards({ services }: AppContext, session: Session, { password, ticket }: Typed): Promise<void> {
  await services.use(provenSecondFactor)(session);
  if (ticket !== undefined) return;
  if (password === undefined) throw new Refusal('WITHDRAW_AUTH_REQUIRED');
  await services.use(checkWithdrawPassword)(session.site, session.member, password);
}

/** In the transaction of the request: once. */
export async function takeTicket(client: PoolClient, session: Session, ticket: string | undefined, now: number): Promise<void> {
  if (ticket === undefined) return;
  const { rowCount } = await client.query(
    `DELETE FROM custody_withdraw_ticket WHERE ticket_hash = $1 AND site_id = $2 AND account = $3 AND family = $4 AND until_ms > $5`,
    [hashOf(ticket), session.site, session.account, session.family, now],
  );
  if (rowCount !== 1) throw new Refusal('WITHDRAW_TICKET');
}
