// Takes each open deposit as far as the depth of its block allows, all of a site together.
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import type { DepositState } from '../../contract.ts';
import { type Depth, nextState } from './next-step.ts';
import { lockDeposits, type Step, takeSteps } from './take-steps.ts';

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
    for (const [site, deposits] of Map.groupBy(rows, (row) => row.site)) {
      if (!goesOn()) return;
      if (!failed.has(site)) await advanceTogether(context, deposits, tell).catch((error: unknown) => failed.set(site, error));
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [last.site, last.number ?? NO_NUMBER, last.id];
  }
  for (const error of failed.values()) throw error;
}

/** Of one site, in waves: each takes its next step with all others, until none has one. What stands is told, also where others failed. */
async function advanceTogether(context: AppContext, deposits: readonly OpenDeposit[], tell: Told): Promise<void> {
  const ofDeposit = new Map(deposits.map((deposit) => [deposit.id, { from: deposit, depth: depthOf(deposit), at: deposit }]));
  const each = () => [...ofDeposit.values()];
  try {
    for (;;) {
      const steps = each().flatMap(({ at, depth }): Step[] => {
        const state = nextState(at.state, depth, at);
        return state === undefined ? [] : [{ from: at, state, confirmations: depth.confirmations }];
      });
      if (steps.length === 0) break;
      await takeSteps(context, steps, (after) => {
        const one = ofDeposit.get(after.id);
        if (one !== undefined) one.at = after;
      });
    }
  } finally {
    await sayDepths(
      context.pool,
      each().filter(({ at, depth }) => at.confirmations !== depth.confirmations),
    );
    for (const { from, at, depth } of each())
      if (at !== from || depth.confirmations !== from.confirmations) tell({ ...at, confirmations: depth.confirmations });
  }
}

async function sayDepths(pool: Pool, deposits: readonly { at: OpenDeposit; depth: Depth }[]): Promise<void> {
  if (deposits.length === 0) return;
  await inTransaction(pool, async (client) => {
    const ids = deposits.map(({ at }) => at.id);
    await lockDeposits(client, ids);
    await client.query(
      `UPDATE custody_deposit d SET confirmations = s.confirmations FROM unnest($1::bigint[], $2::int[]) AS s (id, confirmations)
       WHERE d.deposit_id = s.id`,
      [ids, deposits.map(({ depth }) => depth.confirmations)],
    );
  });
}
