// What came to an address that members share, without the number of any of them: nobody's, kept in suspense until an operator knows whose it is.
import { Purse } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { inLedgerUnits, ledgerDecimals } from '../units.ts';
import { writeEntry } from '../write-entry.ts';

interface Unassigned {
  id: number;
  site: number;
  walletType: string;
  asset: number;
  decimals: number;
  amount: string;
}

/** A number that was given to somebody only afterwards was nobody's when it came. */
const UNASSIGNED = `SELECT a.arrival_id::float8 AS id, c.site_id AS site, c.wallet_type AS "walletType", c.asset, c.chain_decimals AS decimals, a.amount
 FROM custody_arrival a
 JOIN custody_head h ON h.chain = a.chain
 JOIN LATERAL (SELECT d.site_id FROM custody_address d WHERE d.chain = a.chain AND d.address = a.address AND d.memo IS NOT NULL LIMIT 1) s ON true
 JOIN custody_coin c ON c.site_id = s.site_id AND c.chain = a.chain AND c.wallet_type = a.coin
 WHERE NOT a.is_taken AND (a.height <= h.final_height OR h.scanned_height - a.height + 1 >= c.unlock_after)
   AND NOT EXISTS (SELECT 1 FROM custody_address d WHERE d.chain = a.chain AND d.address = a.address AND d.memo = coalesce(a.memo, '')
     AND d.asked_ms <= a.seen_ms)
 ORDER BY a.arrival_id LIMIT 200`;

export async function bookUnassigned({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<number> {
  const { rows } = await pool.query<Unassigned>(UNASSIGNED);
  for (const { id, site, walletType, asset, decimals, amount } of rows)
    await inTransaction(pool, async (client) => {
      const { units, dust } = inLedgerUnits(BigInt(amount), decimals, ledgerDecimals(asset));
      const { rowCount } = await client.query('UPDATE custody_arrival SET is_taken = true WHERE arrival_id = $1 AND NOT is_taken', [id]);
      if (rowCount === 0 || units === 0n) return;
      const entry = { site, name: `NOBODY|${id}`, walletType, asset, purse: Purse.Suspense, arrival: id };
      await writeEntry(client, { ...entry, units, dust, now: clock.now() });
    });
  return rows.length;
}
