// What no block takes for long is prepared anew with a higher fee, over the same reservation: at most one of both is ever mined.
import type { Preparation, Unsigned } from '@maru/chains/chain.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { noteStep } from '../withdrawals/move-state.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';

interface Stuck {
  payout: number;
  /** One of both. */
  withdrawal: number | null;
  sweep: number | null;
  site: number;
  coin: string;
  /** Null: a sweep, whose amount is the chain's. */
  asset: number | null;
  to: string;
  memo: string | null;
  amount: string;
  decimals: number;
  unsigned: string;
  source: string;
  reserved: string[];
}

/** What has an end by itself is not replaced: it is carried out until then, or never. */
const STUCK = `SELECT DISTINCT ON (p.withdrawal_id, p.sweep_id) p.payout_id::float8 AS payout, p.withdrawal_id::float8 AS withdrawal,
   p.sweep_id::float8 AS sweep, p.site_id AS site, coalesce(w.wallet_type, s.coin) AS coin, w.asset, coalesce(w.address, s.target) AS "to", w.memo,
   coalesce(w.amount, s.amount)::text AS amount, coalesce(c.chain_decimals, 0) AS decimals, p.unsigned, p.source, p.reserved
 FROM custody_payout p
 LEFT JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 LEFT JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
 WHERE p.chain = $1 AND ((w.state IN ('SIGNED', 'SENT') AND w.ledger = 'SENT') OR s.state = 'OPEN') AND p.state = 'SIGNED' AND p.until_ms IS NULL AND s.kind IS DISTINCT FROM 'FROM_COLD'
   AND NOT EXISTS (SELECT 1 FROM custody_payout o WHERE (o.withdrawal_id = p.withdrawal_id OR o.sweep_id = p.sweep_id)
     AND (o.state = 'PREPARED' OR o.mined_height IS NOT NULL OR coalesce(o.sent_ms, o.signed_ms) > $2 OR o.prepared_ms > $2))
 ORDER BY p.withdrawal_id, p.sweep_id, p.payout_id DESC`;

export async function bumpPayouts(parts: PayoutParts, stuckAfterMs: number): Promise<number> {
  const { pool, chain, now } = parts;
  const { rows } = await pool.query<Stuck>(STUCK, [chain, now() - stuckAfterMs]);
  let made = 0;
  for (const row of rows)
    try {
      await bumpOne(parts, row);
      made++;
    } catch (error) {
      // The network asks more than is allowed, or there is no change left to pay it from: told, and tried again.
      await sayStuck(parts, row, String(error instanceof Error ? error.message : error));
    }
  return made;
}

async function sayStuck({ pool }: PayoutParts, { withdrawal }: Stuck, why: string): Promise<void> {
  await fencedQuery(pool, 'UPDATE custody_withdrawal SET waits = $2 WHERE withdrawal_id = $1', [withdrawal, why.slice(0, 300)]);
}

async function bumpOne(parts: PayoutParts, row: Stuck): Promise<void> {
  const previous = JSON.parse(row.unsigned) as Unsigned;
  const amount = row.asset === null ? BigInt(row.amount) : inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset));
  if (amount === undefined) return;
  const payments = [{ to: row.to, memo: row.memo, coin: row.coin, amount }];
  const hot = (await hotSources(parts.pool, parts.chain, parts.deriver)).get(row.site);
  // Where outputs are spent whole no other one is taken to it: the fee comes out of the change, and the reservation stays the same.
  const given = { sources: previous.sources, payments, reserved: [], unspent: [], bump: { previous }, change: hot?.address ?? row.source };
  const made = await parts.preparer.prepare(given);
  const reserved = reservedTextsOf(made.reservation);
  if (reserved.join() !== row.reserved.join()) throw new Error(`a replacement of payout ${row.payout} has another reservation`);
  await keepReplacement(parts, row, made, reserved);
}

async function keepReplacement({ pool, chain, now }: PayoutParts, row: Stuck, made: Preparation, reserved: string[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      row.sweep === null
        ? `SELECT 1 FROM custody_withdrawal WHERE withdrawal_id = $1 AND state IN ('SIGNED', 'SENT') FOR UPDATE`
        : `SELECT 1 FROM custody_sweep WHERE sweep_id = $1 AND state = 'OPEN' FOR UPDATE`,
      [row.sweep ?? row.withdrawal],
    );
    if (rowCount === 0) return;
    await client.query(
      `INSERT INTO custody_payout (withdrawal_id, sweep_id, site_id, chain, state, unsigned, source, reserved, fee_limit, replaces, prepared_ms)
       VALUES ($1, $2, $3, $4, 'PREPARED', $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        row.withdrawal,
        row.sweep,
        row.site,
        chain,
        JSON.stringify(made.unsigned),
        row.source,
        reserved,
        String(made.feeLimit),
        row.payout,
        now(),
      ],
    );
    if (row.withdrawal !== null) await noteStep(client, row.withdrawal, 'REPLACED', now());
  });
}
