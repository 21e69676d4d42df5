// What no block takes for long is prepared anew with a higher fee, over the same reservation: at most one of both is ever mined.
import type { Payment, Preparation, Unsigned } from '@maru/chains/chain.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { noteStep } from '../withdrawals/move-state.ts';
import { writePayout } from './keep-payout.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';

interface Stuck {
  /** The first row of its transaction. */
  payout: number;
  /** One of both. */
  withdrawal: number | null;
  sweep: number | null;
  site: number;
  unsigned: string;
  source: string;
  reserved: string[];
}

interface Paid {
  /** Null: a sweep's. */
  withdrawal: number | null;
  coin: string;
  /** Null: a sweep, whose amount is the chain's. */
  asset: number | null;
  to: string;
  memo: string | null;
  amount: string;
  decimals: number;
}

/** What has an end by itself is not replaced: it is carried out until then, or never. */
const STUCK = `SELECT DISTINCT ON (p.withdrawal_id, p.sweep_id) p.payout_id::float8 AS payout, p.withdrawal_id::float8 AS withdrawal,
   p.sweep_id::float8 AS sweep, p.site_id AS site, p.unsigned, p.source, p.reserved
 FROM custody_payout p
 LEFT JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
 WHERE p.chain = $1 AND p.first_id = p.payout_id AND ((w.state IN ('SIGNED', 'SENT') AND w.ledger = 'SENT') OR s.state = 'OPEN')
   AND p.state = 'SIGNED' AND p.until_ms IS NULL AND s.kind IS DISTINCT FROM 'FROM_COLD'
   AND NOT EXISTS (SELECT 1 FROM custody_payout o WHERE (o.withdrawal_id = p.withdrawal_id OR o.sweep_id = p.sweep_id)
     AND (o.state = 'PREPARED' OR o.mined_height IS NOT NULL OR coalesce(o.sent_ms, o.signed_ms) > $2 OR o.prepared_ms > $2))
 ORDER BY p.withdrawal_id, p.sweep_id, p.payout_id DESC`;

/** All that its transaction pays, in their order. */
const PAID = `SELECT p.withdrawal_id::float8 AS withdrawal, coalesce(w.wallet_type, s.coin) AS coin, w.asset, coalesce(w.address, s.target) AS "to", w.memo,
   coalesce(w.amount, s.amount)::text AS amount, coalesce(c.chain_decimals, 0) AS decimals
 FROM custody_payout p
 LEFT JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 LEFT JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
 WHERE p.first_id = $1 ORDER BY p.payout_id`;

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

async function sayStuck({ pool }: PayoutParts, { payout }: Stuck, why: string): Promise<void> {
  await fencedQuery(
    pool,
    'UPDATE custody_withdrawal SET waits = $2 WHERE withdrawal_id IN (SELECT withdrawal_id FROM custody_payout WHERE first_id = $1)',
    [payout, why.slice(0, 300)],
  );
}

function paymentOf({ coin, asset, to, memo, amount: text, decimals }: Paid): Payment {
  const amount = asset === null ? BigInt(text) : inChainUnits(BigInt(text), decimals, ledgerDecimals(asset));
  if (amount === undefined) throw new Error(`${text} is no amount of ${coin}`);
  return { to, memo, coin, amount };
}

async function bumpOne(parts: PayoutParts, row: Stuck): Promise<void> {
  const previous = JSON.parse(row.unsigned) as Unsigned;
  const { rows: paid } = await parts.pool.query<Paid>(PAID, [row.payout]);
  const hot = (await hotSources(parts.pool, parts.chain, parts.deriver)).get(row.site);
  // Where outputs are spent whole no other one is taken to it: the fee comes out of the change, and what is reserved stays the same.
  const given = {
    sources: previous.sources,
    payments: paid.map(paymentOf),
    reserved: [],
    unspent: [],
    bump: { previous },
    change: hot?.address ?? row.source,
  };
  const made = await parts.preparer.prepare(given);
  const reserved = reservedTextsOf(made.reservation);
  if (reserved.join() !== row.reserved.join()) throw new Error(`a replacement of payout ${row.payout} has another reservation`);
  if (row.sweep !== null) return replaceSweep(parts, row, row.sweep, made, reserved);
  await replacePayouts(
    parts,
    row,
    paid.flatMap(({ withdrawal }) => withdrawal ?? []),
    made,
    reserved,
  );
}

/** For all of them or for none. */
async function replacePayouts(
  { pool, chain, now }: PayoutParts,
  row: Stuck,
  ids: readonly number[],
  { unsigned, feeLimit }: Preparation,
  reserved: readonly string[],
): Promise<void> {
  const { site, source, payout: replaces } = row;
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM custody_withdrawal w WHERE withdrawal_id = ANY($1) AND state IN ('SIGNED', 'SENT')
         AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.state = 'PREPARED')
       ORDER BY withdrawal_id FOR UPDATE`,
      [ids],
    );
    if (rowCount !== ids.length) return;
    await writePayout(client, ids, { site, chain, unsigned, source, reserved, feeLimit, replaces, untilMs: null, now: now() });
    for (const id of ids) await noteStep(client, id, 'REPLACED', now());
  });
}

async function replaceSweep(
  { pool, chain, now }: PayoutParts,
  row: Stuck,
  sweep: number,
  made: Preparation,
  reserved: readonly string[],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(`SELECT 1 FROM custody_sweep WHERE sweep_id = $1 AND state = 'OPEN' FOR UPDATE`, [sweep]);
    if (rowCount === 0) return;
    await client.query(
      `INSERT INTO custody_payout (sweep_id, site_id, chain, state, unsigned, source, reserved, fee_limit, replaces, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [sweep, row.site, chain, JSON.stringify(made.unsigned), row.source, reserved, String(made.feeLimit), row.payout, now()],
    );
  });
}
