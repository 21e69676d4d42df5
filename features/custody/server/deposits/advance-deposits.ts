// Takes each open deposit as far as the depth of its block allows: the engine first, under the deposit's number, then the row.
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import type { DepositState } from '../../contract.ts';
import { giveNumber } from '../give-number.ts';
import { type Depth, nextState } from './next-step.ts';
import { postDeposit } from './post-deposit.ts';

export interface OpenDeposit {
  id: number;
  site: number;
  account: number;
  walletType: string;
  asset: number;
  amount: number;
  number: number | null;
  state: DepositState;
  confirmations: number;
  creditAfter: number;
  unlockAfter: number;
  height: number | null;
  goneHeight: number | null;
  scanned: number;
  final: number | null;
}

/** Numbers that were given go to the engine before new ones are: it takes them without gaps. */
const NO_NUMBER = 2 ** 53;
/** By pages, so that many of one site keep nobody of another waiting. What a claim made a deposit waits until it is out of suspense. */
const OPEN = `SELECT d.deposit_id AS id, d.site_id AS site, d.account, d.wallet_type AS "walletType", d.asset, d.amount::float8 AS amount,
 d.number::float8 AS number, d.state, d.confirmations, c.credit_after AS "creditAfter", c.unlock_after AS "unlockAfter",
 a.height::float8 AS height, a.gone_height::float8 AS "goneHeight", h.scanned_height::float8 AS scanned, h.final_height::float8 AS final
 FROM custody_deposit d
 JOIN custody_arrival a ON a.arrival_id = d.deposit_id
 JOIN custody_coin c ON c.site_id = d.site_id AND c.wallet_type = d.wallet_type
 JOIN custody_head h ON h.chain = a.chain
 WHERE (d.state IN ('SEEN', 'CONFIRMING', 'CREDITED') OR (d.state = 'ORPHANED' AND a.height IS NOT NULL))
   AND NOT EXISTS (SELECT 1 FROM custody_entry e WHERE e.site_id = d.site_id AND e.arrival_id = d.deposit_id AND NOT e.is_booked)
   AND (d.site_id, coalesce(d.number, ${NO_NUMBER}), d.deposit_id) > ($1, $2, $3)
 ORDER BY d.site_id, coalesce(d.number, ${NO_NUMBER}), d.deposit_id LIMIT 2000`;

/** What the chain itself cannot undo is as deep as anybody asks for. */
export function depthOf({ height, goneHeight, scanned, final, unlockAfter }: OpenDeposit): Depth {
  if (height === null) return { confirmations: 0, goneFor: Math.max(0, scanned - (goneHeight ?? scanned)) };
  const blocks = Math.max(1, scanned - height + 1);
  return { confirmations: final !== null && height <= final ? Math.max(blocks, unlockAfter) : blocks, goneFor: 0 };
}

/** As it stands now. */
export type Told = (deposit: OpenDeposit) => void;

/** One site that cannot go on (its engine is away, or refuses) holds up no other. */
export async function advanceDeposits(context: AppContext, goesOn: () => boolean, tell: Told): Promise<void> {
  const failed = new Map<number, unknown>();
  let after: readonly number[] = [-1, 0, 0];
  for (;;) {
    const { rows } = await context.pool.query<OpenDeposit>(OPEN, [...after]);
    for (const deposit of rows) {
      if (!goesOn()) return;
      if (failed.has(deposit.site)) continue;
      await advanceOne(context, deposit, tell).catch((error: unknown) => failed.set(deposit.site, error));
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [last.site, last.number ?? NO_NUMBER, last.id];
  }
  for (const error of failed.values()) throw error;
}

async function advanceOne(context: AppContext, deposit: OpenDeposit, tell: Told): Promise<void> {
  const depth = depthOf(deposit);
  let at = deposit;
  for (;;) {
    const next = nextState(at.state, depth, at);
    if (next === undefined) break;
    at = await takeStep(context, at, next, depth.confirmations);
  }
  if (at === deposit && depth.confirmations === deposit.confirmations) return;
  if (at.confirmations !== depth.confirmations || at === deposit) await sayDepth(context.pool, at.id, depth.confirmations);
  tell({ ...at, confirmations: depth.confirmations });
}

async function takeStep(context: AppContext, from: OpenDeposit, state: DepositState, confirmations: number): Promise<OpenDeposit> {
  // Found again after it had been given up: a deposit of its own to the engine, for which the first is over.
  const number = state === 'SEEN' ? null : (from.number ?? ((await giveNumber(context.pool, 'DEPOSIT', from)) as number));
  const seq = number === null ? null : await postDeposit(context, { ...from, number }, state);
  const now = context.clock.now();
  await inTransaction(context.pool, async (client) => {
    await client.query('UPDATE custody_deposit SET state = $2, confirmations = $3, number = $4, changed_ms = $5 WHERE deposit_id = $1', [
      from.id,
      state,
      confirmations,
      number,
      now,
    ]);
    await client.query(
      'INSERT INTO custody_deposit_step (deposit_id, state, at_ms, height, seq) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [from.id, state, now, from.height, seq],
    );
  });
  return { ...from, state, confirmations, number };
}

async function sayDepth(pool: Pool, id: number, confirmations: number): Promise<void> {
  await fencedQuery(pool, 'UPDATE custody_deposit SET confirmations = $2 WHERE deposit_id = $1', [id, confirmations]);
}
