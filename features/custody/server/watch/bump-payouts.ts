// What no block takes for long is prepared anew with a higher fee, over the same claims: at most one of both is ever mined.
import type { Unsigned } from '@maru/chains/chain.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import { claimTextsOf } from '../claim-texts.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { noteStep } from '../withdrawals/move-state.ts';
import type { PayoutParts } from './payout-chain.ts';

interface Stuck {
  payout: number;
  withdrawal: number;
  site: number;
  walletType: string;
  asset: number;
  address: string;
  memo: string | null;
  amount: number;
  decimals: number;
  unsigned: string;
  source: string;
  claims: string[];
}

const STUCK = `SELECT DISTINCT ON (w.withdrawal_id) p.payout_id::float8 AS payout, w.withdrawal_id::float8 AS withdrawal, w.site_id AS site,
   w.wallet_type AS "walletType", w.asset, w.address, w.memo, w.amount::float8 AS amount, c.chain_decimals AS decimals, p.unsigned, p.source, p.claims
 FROM custody_payout p JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE p.chain = $1 AND w.state IN ('SIGNED', 'SENT') AND w.ledger = 'SENT' AND p.state = 'SIGNED' AND p.until_ms IS NULL
   AND NOT EXISTS (SELECT 1 FROM custody_payout o WHERE o.withdrawal_id = w.withdrawal_id
     AND (o.state = 'PREPARED' OR o.mined_height IS NOT NULL OR coalesce(o.sent_ms, o.signed_ms) > $2 OR o.prepared_ms > $2))
 ORDER BY w.withdrawal_id, p.payout_id DESC`;

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

async function bumpOne({ pool, chain, preparer, now }: PayoutParts, row: Stuck): Promise<void> {
  const previous = JSON.parse(row.unsigned) as Unsigned;
  const amount = inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset));
  if (amount === undefined) return;
  const payments = [{ to: row.address, memo: row.memo, coin: row.walletType, amount }];
  // Where outputs are spent whole no other one is taken to it: the fee comes out of the change, and the claims stay the same.
  const bump = { previous };
  const made = await preparer.prepare({ sources: previous.sources, payments, claimed: [], unspent: [], bump, change: row.source });
  const claims = claimTextsOf(made.claims);
  if (claims.join() !== row.claims.join()) throw new Error(`a replacement of payout ${row.payout} has other claims`);
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM custody_withdrawal WHERE withdrawal_id = $1 AND state IN ('SIGNED', 'SENT') FOR UPDATE`,
      [row.withdrawal],
    );
    if (rowCount === 0) return;
    await client.query(
      `INSERT INTO custody_payout (withdrawal_id, site_id, chain, state, unsigned, source, claims, fee_limit, replaces, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [row.withdrawal, row.site, chain, JSON.stringify(made.unsigned), row.source, claims, String(made.feeLimit), row.payout, now()],
    );
    await noteStep(client, row.withdrawal, 'REPLACED', now());
  });
}
