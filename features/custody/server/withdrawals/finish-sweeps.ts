// What became of sweeps: deep enough in a block they are done, and what the network took is the house's, each once by an entry of its own.
import { Purse } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { feeInLedgerUnits, ledgerDecimals } from '../units.ts';
import { writeEntry } from '../write-entry.ts';

interface Ended {
  id: number;
  site: number;
  /** Null: no block will ever bring it. */
  isSuccess: boolean | null;
  fee: string;
  feeAsset: number;
  feeDecimals: number;
  feeWallet: string;
}

/** In a block of the line that was followed, as deep as a withdrawal of the chain's own coin is when it is settled. */
const ENDED = `SELECT s.sweep_id::float8 AS id, s.site_id AS site, p.is_success AS "isSuccess", coalesce(p.network_fee, 0)::text AS fee,
   o.asset AS "feeAsset", o.chain_decimals AS "feeDecimals", o.wallet_type AS "feeWallet"
 FROM custody_sweep s
 JOIN custody_payout p ON p.sweep_id = s.sweep_id AND p.state = 'SIGNED'
 JOIN custody_coin o ON o.site_id = s.site_id AND o.wallet_type = s.chain
 JOIN custody_head h ON h.chain = s.chain
 LEFT JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
 WHERE s.state = 'OPEN' AND ((b.height IS NOT NULL AND h.scanned_height - b.height + 1 >= o.out_settled_after)
   OR (p.void_ms IS NOT NULL AND p.mined_height IS NULL))
 ORDER BY s.sweep_id LIMIT 200`;

export async function finishSweeps({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<number> {
  const { rows } = await pool.query<Ended>(ENDED);
  for (const row of rows) await finishOne(pool, row, clock.now());
  return rows.length;
}

async function finishOne(pool: AppContext['pool'], ended: Ended, now: number): Promise<void> {
  const { id, site, isSuccess, fee, feeAsset, feeDecimals, feeWallet } = ended;
  const { units, dust } = feeInLedgerUnits(BigInt(fee), feeDecimals, ledgerDecimals(feeAsset));
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE custody_sweep SET state = $2, reason = $3, network_fee = $4, done_ms = $5 WHERE sweep_id = $1 AND state = 'OPEN'`,
      [id, isSuccess === true ? 'DONE' : 'FAILED', isSuccess === null ? 'EXPIRED' : isSuccess ? null : 'CHAIN', fee, now],
    );
    if (rowCount === 0) return;
    // A replacement that came too late: the signer would look at it for ever.
    await client.query(`UPDATE custody_payout SET state = 'DROPPED' WHERE sweep_id = $1 AND state = 'PREPARED'`, [id]);
    if (units === 0n) return;
    const entry = { site, name: `SWEEP|${id}`, walletType: feeWallet, asset: feeAsset, purse: Purse.NetworkFee };
    await writeEntry(client, { ...entry, units: -units, dust, now });
  });
}
