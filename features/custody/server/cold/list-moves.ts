// What was taken out of cold storage, newest first: how far each is, its file's code and end, and what came of it.
import { codeOf } from '@maru/chains/cold-order.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool } from 'pg';
import type { ColdMove } from '../../cold-admin-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { isoOrNull } from '../times.ts';
import { chainText } from '../units.ts';

interface MoveRow {
  moveId: number;
  walletType: string;
  chain: string;
  asset: number;
  decimals: number;
  amount: string;
  from: string;
  to: string;
  state: 'OPEN' | 'DONE' | 'FAILED' | 'DROPPED';
  payout: string | null;
  isSent: boolean;
  isBrought: boolean;
  agreedBy: string[];
  made: number;
  orderHash: string | null;
  until: number | null;
  reason: string | null;
  waits: string | null;
  refused: string | null;
  txHash: string | null;
  confirmations: number;
  settledAfter: number;
  feeLimit: string | null;
  fee: string | null;
  feeAsset: number;
  feeDecimals: number;
}

const MOVES = `SELECT s.sweep_id::float8 AS "moveId", s.coin AS "walletType", s.chain, c.asset, c.chain_decimals AS decimals, s.amount::text AS amount,
   s.address AS "from", s.target AS "to", s.state, p.state AS payout, p.sent_ms IS NOT NULL AS "isSent", m.signed IS NOT NULL AS "isBrought",
   m.agreed_by AS "agreedBy", s.made_ms::float8 AS made, m.order_hash AS "orderHash", m.until_ms::float8 AS until, s.reason, m.waits,
   coalesce(m.refused, p.refused) AS refused, p.hash AS "txHash",
   coalesce(greatest(0, h.scanned_height - p.mined_height + 1), 0)::int AS confirmations, o.out_settled_after AS "settledAfter",
   p.fee_limit::text AS "feeLimit", coalesce(s.network_fee, p.network_fee)::text AS fee, o.asset AS "feeAsset", o.chain_decimals AS "feeDecimals"
 FROM custody_sweep s
 JOIN custody_cold_move m ON m.sweep_id = s.sweep_id
 JOIN custody_coin c ON c.site_id = s.site_id AND c.wallet_type = s.coin
 JOIN custody_coin o ON o.site_id = s.site_id AND o.wallet_type = s.chain
 LEFT JOIN custody_head h ON h.chain = s.chain
 LEFT JOIN LATERAL (SELECT * FROM custody_payout p WHERE p.sweep_id = s.sweep_id ORDER BY p.payout_id DESC LIMIT 1) p ON true
 WHERE s.site_id = $1 ORDER BY s.sweep_id DESC LIMIT 50`;

export async function coldMoves(pool: Pool, site: SiteConfig): Promise<ColdMove[]> {
  const { rows } = await pool.query<MoveRow>(MOVES, [site.id]);
  return rows.map((row) => {
    const { moveId, walletType, chain, asset, decimals, amount, from, to, agreedBy, made, orderHash, until, reason } = row;
    const inFees = (units: string | null) =>
      units === null ? null : { amount: chainText(BigInt(units), row.feeDecimals), currency: currencyAt(site, row.feeAsset) };
    const state = stateOf(row);
    return {
      moveId,
      walletType,
      chain,
      currency: currencyAt(site, asset),
      amount: chainText(BigInt(amount), decimals),
      from,
      to,
      state,
      agreedBy,
      madeAt: new Date(made).toISOString(),
      code: state === 'READY' && orderHash !== null ? codeOf(orderHash) : null,
      until: isoOrNull(until),
      why: row.refused ?? row.waits ?? reason,
      txHash: row.txHash,
      confirmations: row.confirmations,
      settledAfter: row.settledAfter,
      feeLimit: inFees(row.feeLimit),
      fee: inFees(row.fee),
    };
  });
}

function stateOf({ state, payout, isSent, isBrought }: MoveRow): ColdMove['state'] {
  if (state !== 'OPEN') return state;
  if (payout === 'SIGNED') return isSent ? 'SENT' : 'SIGNED';
  if (payout === 'PREPARED') return isBrought ? 'CHECKED' : 'READY';
  return 'WAITS';
}
