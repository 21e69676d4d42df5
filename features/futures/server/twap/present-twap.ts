// TWAP orders and their slices as the wire shows them, and the plan that a row holds.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Twap, TwapSlice } from '../../twap-contract.ts';
import { amountText, isoText, priceText, quantityText } from '../decimal-text.ts';
import { averagePrice } from '../present-order.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import { dueAt, endsAt, type TwapPlan } from '../../twap-plan.ts';
import type { SliceRow, TwapRow } from './twap-rows.ts';

export function planOf(row: TwapRow): TwapPlan {
  return {
    lots: row.lots,
    startAt: row.started_at.getTime(),
    durationMs: row.duration_ms,
    slices: row.slices,
    minLots: row.min_lots,
    maxLots: row.max_lots,
  };
}

export function presentTwap(site: SiteConfig, row: TwapRow): Twap {
  const symbol = symbolAt(site, row.symbol);
  const plan = planOf(row);
  const hasNext = row.status === 'RUNNING' && row.slice_no < row.slices;
  return {
    id: row.id,
    futuresOptionId: symbol.futuresOptionId,
    symbol: symbol.data.code,
    clientTwapId: row.client_twap_id,
    side: row.side,
    positionSide: row.position_side,
    reduceOnly: row.reduce_only,
    quantity: quantityText(symbol, row.lots),
    limitPrice: row.limit_price === null ? null : priceText(symbol, row.limit_price),
    duration: row.duration_ms / 1000,
    randomize: row.randomize,
    status: row.status,
    filledQuantity: quantityText(symbol, row.filled_lots),
    averagePrice: averagePrice(symbol, BigInt(row.filled_cost), row.filled_lots),
    fee: amountText(row.fee),
    realizedPnl: amountText(row.realized_pnl),
    slices: row.slices,
    sliceNo: row.slice_no,
    nextAt: hasNext ? isoText(dueAt(plan, row.slice_no + 1)) : null,
    reason: row.reason,
    endReason: row.end_reason,
    startedAt: row.started_at.toISOString(),
    endsAt: isoText(endsAt(plan)),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export function presentSlice(symbol: SiteSymbol, row: SliceRow): TwapSlice {
  return {
    no: row.no,
    status: row.status,
    orderId: row.order_id,
    quantity: quantityText(symbol, row.lots),
    filledQuantity: quantityText(symbol, row.filled_lots),
    averagePrice: averagePrice(symbol, BigInt(row.filled_cost), row.filled_lots),
    fee: amountText(row.fee),
    realizedPnl: amountText(row.realized_pnl),
    reason: row.reason,
    time: row.at.toISOString(),
  };
}
