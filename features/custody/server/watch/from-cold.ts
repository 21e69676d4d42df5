// Prepares what two persons agreed to take out of cold storage as a file: the bytes, what they do, until when they are taken back signed (ADR 0083).
import type { ChainName, Preparation } from '@maru/chains/chain.ts';
import { type ColdOrder, hashOfOrder, insistPays, writeOrder } from '@maru/chains/cold-order.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { reservedTextsOf } from '../reserved-texts.ts';
import { dropMove } from '../cold/drop-move.ts';
import { lockSource } from '../lock-source.ts';
import { payCold } from './move-to-cold.ts';
import { hasOutputs, unspentOf } from './own-outputs.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';
import { reservedOn, refuseGap } from './promised.ts';
import type { ColdChain } from './watched-chain.ts';

interface Agreed {
  id: number;
  site: number;
  siteCode: string;
  coin: string;
  contract: string | null;
  symbol: string | null;
  decimals: number;
  from: string;
  to: string;
  amount: string;
  agreedBy: string[];
}

const AGREED = `SELECT s.sweep_id::float8 AS id, s.site_id AS site, m.site_code AS "siteCode", s.coin, c.contract, c.symbol, c.chain_decimals AS decimals,
   s.address AS "from", s.target AS "to", s.amount::text AS amount, m.agreed_by AS "agreedBy"
 FROM custody_sweep s JOIN custody_cold_move m ON m.sweep_id = s.sweep_id
 JOIN custody_coin c ON c.site_id = s.site_id AND c.wallet_type = s.coin
 WHERE s.chain = $1 AND s.kind = 'FROM_COLD' AND s.state = 'OPEN'
   AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.sweep_id = s.sweep_id AND p.state <> 'DROPPED')
   AND NOT EXISTS (SELECT 1 FROM custody_stop o WHERE o.site_id = s.site_id AND o.asset = c.asset AND o.lifted_ms IS NULL)
 ORDER BY s.sweep_id`;

/** What was carried nowhere within a day is asked for anew; chains that end sooner say so themselves. */
const LIFE_MS = DAY_MS;
/** A chain takes nothing in its last minute. */
const SPARE_MS = 60_000;

export async function prepareFromCold(parts: PayoutParts, cold: ColdChain): Promise<number> {
  const { pool, chain, now } = parts;
  await dropOver(pool, chain, now());
  const { rows } = await pool.query<Agreed>(AGREED, [chain]);
  let made = 0;
  for (const row of rows)
    try {
      await prepareOne(parts, cold, row);
      made++;
    } catch (error) {
      await bringFee(parts, row, error);
      const why = String(error instanceof Error ? error.message : error);
      await fencedQuery(pool, 'UPDATE custody_cold_move SET waits = $2 WHERE sweep_id = $1', [row.id, why.slice(0, 300)]);
    }
  return made;
}

async function prepareOne(parts: PayoutParts, cold: ColdChain, row: Agreed): Promise<void> {
  const { pool, chain, preparer, now } = parts;
  const { coin, from, to, amount } = row;
  const reserved = await reservedOn(parts);
  const unspent = hasOutputs(chain) ? { unspent: await unspentOf(pool, chain, [from]) } : {};
  const payments = [{ to, memo: null, coin, amount: BigInt(amount) }];
  const made = await preparer.prepare({
    sources: [{ address: from, path: 'cold' }],
    payments,
    reserved,
    change: from,
    lifeMs: LIFE_MS,
    ...unspent,
  });
  const end = made.reservation.once === undefined ? Infinity : made.reservation.once.untilMs - SPARE_MS;
  const order = orderOf(row, made, { chain, network: cold.network, until: Math.min(now() + LIFE_MS, end) });
  insistPays(order, cold.signing.decode(made.unsigned));
  await keep(parts, row, made, { order, behind: reserved.flatMap(reservedTextsOf) });
}

function orderOf(
  { id, siteCode, coin, contract, symbol, decimals, from, to, amount, agreedBy }: Agreed,
  { unsigned, feeLimit }: Preparation,
  { chain, network, until }: Pick<ColdOrder, 'chain' | 'network' | 'until'>,
): ColdOrder {
  return {
    format: 'maru-cold-1',
    site: siteCode,
    move: id,
    chain,
    network,
    coin: { code: coin, decimals, contract, symbol },
    from,
    to,
    amount,
    feeLimit: String(feeLimit),
    until,
    agreedBy,
    body: unsigned.body,
  };
}

async function keep(
  { pool, chain, now }: PayoutParts,
  { id, site, from }: Agreed,
  { unsigned, reservation, feeLimit }: Preparation,
  { order, behind }: { order: ColdOrder; behind: readonly string[] },
): Promise<void> {
  const own = reservedTextsOf(reservation);
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(`SELECT 1 FROM custody_sweep WHERE sweep_id = $1 AND state = 'OPEN' FOR UPDATE`, [id]);
    // Given up while it was prepared.
    if (rowCount === 0) return;
    await lockSource(client, from);
    await refuseGap(client, chain, behind);
    for (const text of own)
      await client.query('INSERT INTO custody_reservation (chain, reserved, sweep_id) VALUES ($1, $2, $3)', [chain, text, id]);
    await client.query(
      `INSERT INTO custody_payout (sweep_id, site_id, chain, state, unsigned, source, reserved, fee_limit, until_ms, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9)`,
      [id, site, chain, JSON.stringify(unsigned), from, own, String(feeLimit), reservation.once?.untilMs ?? null, now()],
    );
    await client.query(
      'UPDATE custody_cold_move SET waits = NULL, order_text = $2, order_hash = $3, until_ms = $4, refused = NULL WHERE sweep_id = $1',
      [id, writeOrder(order), hashOfOrder(order), order.until],
    );
  });
}

/** Fees move between two questions; what is not needed stays there. */
const SPARE_PERCENT = 150n;

/** A token's fee is paid in the chain's own coin: the hot address gives it, as it gives fuel for sweeps. */
async function bringFee(parts: PayoutParts, { site, coin, from }: Agreed, error: unknown): Promise<void> {
  const { chain, pool, deriver } = parts;
  if (!(error instanceof Unfunded) || error.coin !== chain || coin === chain) return;
  const hot = (await hotSources(pool, chain, deriver)).get(site);
  const { rowCount } = await pool.query(
    `SELECT 1 FROM custody_sweep WHERE site_id = $1 AND chain = $2 AND kind = 'TO_COLD' AND (state = 'OPEN' OR (state <> 'DONE' AND done_ms > $3)) LIMIT 1`,
    [site, chain, parts.now() - SPARE_MS],
  );
  if (hot === undefined || rowCount !== 0) return;
  const amount = ((error.need - error.has) * SPARE_PERCENT) / 100n;
  await payCold(parts, { site, hot, payment: { to: from, memo: null, coin: chain, amount } });
}

/** Nobody brought it back in its time. */
async function dropOver(pool: Pool, chain: ChainName, now: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT m.sweep_id::float8 AS id FROM custody_cold_move m JOIN custody_sweep s ON s.sweep_id = m.sweep_id
     WHERE s.chain = $1 AND s.state = 'OPEN' AND m.until_ms < $2 AND m.signed IS NULL
       AND EXISTS (SELECT 1 FROM custody_payout p WHERE p.sweep_id = s.sweep_id AND p.state = 'PREPARED')`,
    [chain, now],
  );
  for (const { id } of rows) await inTransaction(pool, (client) => dropMove(client, id, { reason: 'EXPIRED', now }));
}
