// The transactions of a withdrawal, as they were prepared, signed, sent and mined.
import type { Pool } from 'pg';
import type { DeskWithdrawalPage } from '../../withdraw-desk-contract.ts';
import { chainText } from '../units.ts';
import type { WithdrawalRow } from './present-withdrawal.ts';
import { isoOrNull } from '../times.ts';

interface PayoutRow {
  state: DeskWithdrawalPage['payouts'][number]['state'];
  hash: string | null;
  prepared: number;
  signed: number | null;
  sent: number | null;
  mined: number | null;
  scanned: number | null;
  isSuccess: boolean | null;
  fee: string | null;
  feeDecimals: number;
  refused: string | null;
  paidWith: number;
}

/** Fees are paid in the chain's own coin: its row is called as the chain is. */
export async function payoutsOf(pool: Pool, { withdrawalId }: Pick<WithdrawalRow, 'withdrawalId'>): Promise<DeskWithdrawalPage['payouts']> {
  const { rows } = await pool.query<PayoutRow>(
    `SELECT p.state, p.hash, p.prepared_ms::float8 AS prepared, p.signed_ms::float8 AS signed, p.sent_ms::float8 AS sent,
       p.mined_height::float8 AS mined, h.scanned_height::float8 AS scanned, p.is_success AS "isSuccess", p.network_fee::text AS fee,
       o.chain_decimals AS "feeDecimals", p.refused,
       (SELECT count(*)::int - 1 FROM custody_payout m WHERE m.first_id = p.first_id) AS "paidWith"
     FROM custody_payout p
     JOIN custody_coin o ON o.site_id = p.site_id AND o.wallet_type = p.chain
     LEFT JOIN custody_head h ON h.chain = p.chain
     WHERE p.withdrawal_id = $1 ORDER BY p.payout_id`,
    [withdrawalId],
  );
  return rows.map(({ state, hash, prepared, signed, sent, mined, scanned, isSuccess, fee, feeDecimals, refused, paidWith }) => ({
    state,
    txHash: hash,
    preparedAt: new Date(prepared).toISOString(),
    signedAt: isoOrNull(signed),
    sentAt: isoOrNull(sent),
    minedHeight: mined,
    confirmations: mined === null || scanned === null ? 0 : Math.max(0, scanned - mined + 1),
    isSuccess,
    networkFee: fee === null ? null : chainText(BigInt(fee), feeDecimals),
    refused,
    paidWith,
  }));
}
