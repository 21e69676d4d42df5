// Moves to cold storage what of a coin is above the share that may be online, in one transaction out of the hot address (ADR 0082).
import { TooFewCoins } from '@maru/chains/bitcoin/preparer.ts';
import type { ChainName, Payment, Source } from '@maru/chains/chain.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Pool } from 'pg';
import { HOLDINGS } from '../cold-holdings.ts';
import { inTheWay } from './find-sweeps.ts';
import { keepSweep } from './keep-sweep.ts';
import { hasOutputs, unspentOf } from './own-outputs.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';
import { reservedOn, refuseUnfunded } from './promised.ts';

interface Wanted {
  site: number;
  coin: string;
  address: string;
  amount: bigint;
}

/**
 * By the last read of the chain, if nothing has moved to or from there since: what is online above its share, of the hot address as large
 * a part at most, and nothing that a withdrawal waits for. What two persons took out is not sent back for a day.
 */
const WANTED = `WITH held AS (
   SELECT c.site_id, c.wallet_type, c.asset, c.cold_percent, o.address, ${HOLDINGS}, c.sweep_keeps, greatest(c.sweep_from, c.deposit_least) AS least,
     (SELECT coalesce(sum(w.amount * power(10::numeric, c.chain_decimals - CASE WHEN c.asset = 0 THEN 6 ELSE 8 END)), 0) FROM custody_withdrawal w
      WHERE w.site_id = c.site_id AND w.wallet_type = c.wallet_type AND w.payee IS NULL AND w.ledger IN ('NONE', 'HELD', 'SENT')) AS needed
   FROM custody_coin c
   JOIN custody_cold o ON o.site_id = c.site_id AND o.chain = c.chain AND o.is_open
   JOIN custody_read r ON r.chain = c.chain AND r.height IS NOT NULL
   WHERE c.chain = $1 AND (c.contract IS NOT NULL OR c.wallet_type = c.chain)
     AND NOT EXISTS (SELECT 1 FROM custody_sweep s WHERE s.site_id = c.site_id AND s.chain = c.chain AND s.kind IN ('TO_COLD', 'FROM_COLD')
       AND (s.state = 'OPEN' OR coalesce(s.done_ms, s.made_ms) >= r.read_ms OR (s.kind = 'TO_COLD' AND ${inTheWay('$2::bigint')})
         OR (s.kind = 'FROM_COLD' AND s.coin = c.wallet_type AND s.state = 'DONE' AND s.done_ms > $2::bigint - ${DAY_MS})))
     AND NOT EXISTS (SELECT 1 FROM custody_stop p WHERE p.site_id = c.site_id AND p.asset = c.asset AND p.lifted_ms IS NULL)
 ), above AS (
   SELECT *, trunc(least(hot + warm - (hot + warm + cold) * (100 - cold_percent) / 100, hot * cold_percent / 100 - sweep_keeps - needed)) AS amount FROM held
 )
 SELECT site_id AS site, wallet_type AS coin, address, amount::text AS amount FROM above WHERE amount >= least AND amount > 0 ORDER BY wallet_type`;

async function wanted(pool: Pool, chain: ChainName, now: number): Promise<Wanted[]> {
  const { rows } = await pool.query<Omit<Wanted, 'amount'> & { amount: string }>(WANTED, [chain, now]);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}

/** One of a site and chain at a time: the next read says what is left to move. Answers how many were prepared. */
export async function moveToCold(parts: PayoutParts): Promise<number> {
  const rows = await wanted(parts.pool, parts.chain, parts.now());
  if (rows.length === 0) return 0;
  const sources = await hotSources(parts.pool, parts.chain, parts.deriver);
  let made = 0;
  for (const { site, coin, address, amount } of rows) {
    const hot = sources.get(site);
    if (hot === undefined) continue;
    const payment: Payment = { to: address, memo: null, coin, amount };
    if (await payCold(parts, { site, hot, payment })) made++;
  }
  return made;
}

/** False where the hot address has promised it to others by now. */
export async function payCold(
  parts: PayoutParts,
  { site, hot, payment }: { site: number; hot: Source; payment: Payment },
): Promise<boolean> {
  const { pool, chain, preparer } = parts;
  const reserved = await reservedOn(parts);
  const unspent = hasOutputs(chain) ? { unspent: await unspentOf(pool, chain, [hot.address]) } : {};
  try {
    const made = await preparer.prepare({ sources: [hot], payments: [payment], reserved, change: hot.address, ...unspent });
    if (made.reservation.inputs === undefined) await refuseUnfunded(parts, hot, payment, made);
    const { address } = hot;
    return await keepSweep(parts, {
      kind: 'TO_COLD',
      site,
      coin: payment.coin,
      place: null,
      address,
      payment,
      source: address,
      made,
      reserved,
    });
  } catch (error) {
    if (error instanceof Unfunded || error instanceof TooFewCoins) return false;
    throw error;
  }
}
