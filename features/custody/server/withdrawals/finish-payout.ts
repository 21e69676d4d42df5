// What became of what was sent: on its way, confirmed for good, or carried out as a failure and given back. Facts are the watcher's.
import { WithdrawalState as Ledger } from '@maru/engine/wire/custody-terms.ts';
import { Purse } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import { feeInLedgerUnits } from '../units.ts';
import { writeEntry } from '../write-entry.ts';
import { dropPrepared } from './drop-prepared.ts';
import { follow, insist, type OpenWithdrawal } from './follow-ledger.ts';
import { moveState } from './move-state.ts';
import { postWithdrawal } from './post-withdrawal.ts';

type Context = Pick<AppContext, 'pool' | 'engine' | 'clock' | 'sites'>;

interface Mined {
  payout: number;
  isSuccess: boolean;
  fee: string;
  confirmations: number;
  settledAfter: number;
  feeAsset: number;
  feeDecimals: number;
  feeWallet: string;
}

/** In a block of the line that was followed, and in no other. The chain's own coin is the row without a contract. */
const MINED = `SELECT p.payout_id::float8 AS payout, p.is_success AS "isSuccess", p.network_fee AS fee,
   (h.scanned_height - p.mined_height + 1)::int AS confirmations, c.out_settled_after AS "settledAfter",
   o.asset AS "feeAsset", o.chain_decimals AS "feeDecimals", o.wallet_type AS "feeWallet"
 FROM custody_payout p
 JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 JOIN custody_coin o ON o.site_id = w.site_id AND o.wallet_type = w.chain
 JOIN custody_head h ON h.chain = p.chain
 JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
 WHERE p.withdrawal_id = $1 AND p.hash IS NOT NULL`;

export async function finishPayout(context: Context, w: OpenWithdrawal): Promise<boolean> {
  const { rows } = await context.pool.query<Mined>(MINED, [w.id]);
  const mined = rows.find(({ confirmations, settledAfter }) => confirmations >= settledAfter);
  if (mined !== undefined) return mined.isSuccess ? settle(context, w, mined) : fail(context, w, mined);
  if (rows.length === 0 && (await isVoid(context.pool, w.id)))
    return inTransaction(context.pool, (client) =>
      moveState(client, w.id, { from: onItsWay, to: 'FAILED', now: context.clock.now(), reason: 'EXPIRED' }),
    );
  if (w.state === 'SENT') return false;
  const { rowCount } = await context.pool.query('SELECT 1 FROM custody_payout WHERE withdrawal_id = $1 AND sent_ms IS NOT NULL', [w.id]);
  if (rowCount === 0) return false;
  return inTransaction(context.pool, (client) => moveState(client, w.id, { from: ['SIGNED'], to: 'SENT', now: context.clock.now() }));
}

/**
 * No transaction of it can ever be carried out: each ended with the chain's own time, and none is in a block. A node that says so wrongly is
 * found by the comparison of ledger and chain: one was made since, and the coin is not stopped (ADR 0084).
 */
async function isVoid(pool: AppContext['pool'], id: number): Promise<boolean> {
  const { rows } = await pool.query<{ isVoid: boolean | null }>(
    `SELECT bool_and(p.void_ms IS NOT NULL AND p.mined_height IS NULL
       AND NOT EXISTS (SELECT 1 FROM custody_stop s WHERE s.site_id = w.site_id AND s.asset = w.asset AND s.lifted_ms IS NULL)
       AND EXISTS (SELECT 1 FROM custody_run r, jsonb_to_recordset(r.figures->'networks') AS n (chain text, "readMs" bigint)
         WHERE r.site_id = w.site_id AND r.asset = w.asset AND n.chain = p.chain AND n."readMs" >= p.void_ms)) AS "isVoid"
     FROM custody_payout p JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
     WHERE p.withdrawal_id = $1 AND p.state IN ('PREPARED', 'SIGNED')`,
    [id],
  );
  return rows[0]?.isVoid === true;
}

const onItsWay: readonly WithdrawalState[] = ['SIGNED', 'SENT'];

async function settle(context: Context, w: OpenWithdrawal, { payout, fee, feeAsset, feeDecimals }: Mined): Promise<boolean> {
  const { units } = inLedger(context, w.site, { fee, feeAsset, feeDecimals });
  const step = { step: 'SETTLE', networkAsset: feeAsset, networkFee: Number(units) } as const;
  insist(w, await postWithdrawal(context, { ...w, number: w.number as number }, step), Ledger.Settled);
  await inTransaction(context.pool, async (client) => {
    await follow(client, w.id, 'SETTLED');
    await client.query('UPDATE custody_withdrawal SET network_fee = $2 WHERE withdrawal_id = $1', [w.id, fee]);
    await client.query(`UPDATE custody_payout SET state = 'REPLACED' WHERE withdrawal_id = $1 AND state = 'SIGNED' AND payout_id <> $2`, [
      w.id,
      payout,
    ]);
    await dropPrepared(client, w.id);
    await moveState(client, w.id, { from: onItsWay, to: 'CONFIRMED', now: context.clock.now() });
  });
  return true;
}

/** The money never left; what the network took for the try is the house's, booked by an entry of its own. */
async function fail(context: Context, w: OpenWithdrawal, { fee, feeAsset, feeDecimals, feeWallet }: Mined): Promise<boolean> {
  const { units, dust } = inLedger(context, w.site, { fee, feeAsset, feeDecimals });
  const now = context.clock.now();
  await inTransaction(context.pool, async (client) => {
    const isMoved = await moveState(client, w.id, { from: onItsWay, to: 'FAILED', now, reason: 'CHAIN' });
    await dropPrepared(client, w.id);
    if (!isMoved || units === 0n) return;
    await client.query('UPDATE custody_withdrawal SET network_fee = $2 WHERE withdrawal_id = $1', [w.id, fee]);
    const entry = { site: w.site, name: `FEE|${w.id}`, walletType: feeWallet, asset: feeAsset, purse: Purse.NetworkFee };
    await writeEntry(client, { ...entry, units: -units, dust, now });
  });
  return true;
}

function inLedger({ sites }: Context, id: number, { fee, feeAsset, feeDecimals }: Pick<Mined, 'fee' | 'feeAsset' | 'feeDecimals'>) {
  const site = sites.byId(id);
  const asset = site && assetAt(site, feeAsset);
  if (asset === undefined) throw new Error(`site ${id} has no asset ${feeAsset}`);
  return feeInLedgerUnits(BigInt(fee), feeDecimals, asset.decimals);
}
