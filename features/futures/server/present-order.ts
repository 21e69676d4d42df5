// Orders and fills as the wire shows them, from live views, from a command's own events, or from projected rows.
import { type PositionSide, Side, type TimeInForce, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { FillRole, OrderEnd } from '@maru/engine/wire/event.ts';
import { divHalfEvenBig } from '@maru/engine/money/rounding.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { Fill, Order } from '../contract.ts';
import type { FillFacts, OrderFacts } from '../fold-order.ts';
import { orderTypeNames } from '../order-type-table.ts';
import { amountText, averageText, fixedText, isoText, priceText, quantityText, REPORT_DECIMALS } from './decimal-text.ts';
import { hasTerms, presentTerms } from './present-terms.ts';
import type { SiteSymbol } from './site-symbols.ts';

const timeInForceNames = ['GTC', 'IOC', 'FOK', 'GTX'] as const satisfies Record<
  (typeof TimeInForce)[keyof typeof TimeInForce],
  Order['timeInForce']
>;
const positionSideNames = ['BOTH', 'LONG', 'SHORT'] as const satisfies Record<
  (typeof PositionSide)[keyof typeof PositionSide],
  Order['positionSide']
>;
/** What the system closed it for; netted legs are part of a liquidation. */
function autoCloseOf(role: number): NonNullable<Order['autoClose']> {
  return role === FillRole.Adl ? 'ADL' : role === FillRole.Settlement ? 'SETTLEMENT' : 'LIQUIDATION';
}
const roleNames = ['TAKER', 'MAKER', 'LIQUIDATION', 'ADL', 'NETTING', 'SETTLEMENT'] as const satisfies Record<
  (typeof FillRole)[keyof typeof FillRole],
  Fill['role']
>;

/** Why an order ended, on the wire. */
export const endNames: Readonly<Record<number, string>> = {
  [OrderEnd.Filled]: 'FILLED',
  [OrderEnd.CanceledByMember]: 'CANCELED_BY_MEMBER',
  [OrderEnd.Expired]: 'EXPIRED',
  [OrderEnd.SelfTrade]: 'SELF_TRADE',
  [OrderEnd.ReduceOnly]: 'REDUCE_ONLY',
  [OrderEnd.Liquidation]: 'LIQUIDATION',
  [OrderEnd.Slippage]: 'SLIPPAGE',
  [OrderEnd.Operator]: 'OPERATOR',
  [OrderEnd.TriggerRefused]: 'TRIGGER_REFUSED',
  [OrderEnd.PositionClosed]: 'POSITION_CLOSED',
  [OrderEnd.Replaced]: 'REPLACED',
  [OrderEnd.OtherLeg]: 'OTHER_LEG',
  [OrderEnd.PriceProtected]: 'PRICE_PROTECTED',
  [OrderEnd.CancelAfter]: 'CANCEL_AFTER',
  [OrderEnd.OwnLimit]: 'OWN_LIMIT',
  [OrderEnd.Delisted]: 'DELISTED',
  [OrderEnd.Deleveraged]: 'DELEVERAGED',
  [OrderEnd.GoodTillDate]: 'GOOD_TILL_DATE',
} satisfies Record<(typeof OrderEnd)[keyof typeof OrderEnd], string>;
const expiredEnds: readonly number[] = [
  OrderEnd.Expired,
  OrderEnd.SelfTrade,
  OrderEnd.Slippage,
  OrderEnd.TriggerRefused,
  OrderEnd.PriceProtected,
  OrderEnd.GoodTillDate,
];

/** Rules 3.4. What is filled whole is FILLED, also the order by which a position was liquidated. A waiting closePosition has no quantity. */
export function statusOf({ end, filledLots, lots }: Pick<OrderFacts, 'end' | 'filledLots' | 'lots'>): Order['status'] {
  if (end < 0) return filledLots === 0 ? 'NEW' : 'PARTIALLY_FILLED';
  if (end === OrderEnd.Filled || (lots > 0 && filledLots >= lots)) return 'FILLED';
  return expiredEnds.includes(end) ? 'EXPIRED' : 'CANCELED';
}

export function presentOrder(symbol: SiteSymbol, o: OrderFacts): Order {
  const flags = unpackOrderFlags(o.flags);
  const terms = hasTerms(o.flags) ? presentTerms(symbol, o) : undefined;
  return {
    id: o.orderId,
    futuresOptionId: symbol.futuresOptionId,
    symbol: symbol.data.code,
    clientOrderId: o.clientOrderId === '' ? null : o.clientOrderId,
    side: sideName(flags.side),
    positionSide: positionSideNames[flags.positionSide],
    type: orderTypeNames[(terms ? terms.type : flags.type) as keyof typeof orderTypeNames],
    timeInForce: timeInForceNames[flags.timeInForce],
    status: statusOf(o),
    price: priceText(symbol, o.price),
    quantity: quantityText(symbol, o.lots),
    filledQuantity: quantityText(symbol, o.filledLots),
    averagePrice: averagePrice(symbol, o.filledCost, o.filledLots),
    reduceOnly: flags.reduceOnly,
    reserved: amountText(o.reserved),
    endReason: o.end < 0 ? null : (endNames[o.end] ?? null),
    ...terms?.fields,
    ...(o.fillRole && o.fillRole >= FillRole.Liquidation ? { autoClose: autoCloseOf(o.fillRole) } : {}),
    ...(o.reason ? { reason: rejections.get(o.reason)?.name ?? String(o.reason) } : {}),
    marketType: 'FUTURES',
    createdAt: isoText(o.placedAt),
    updatedAt: isoText(o.updatedAt),
  };
}

export function presentFill(symbol: SiteSymbol, f: FillFacts): Fill {
  const flags = unpackOrderFlags(f.flags);
  return {
    tradeId: f.tradeId,
    orderId: f.orderId,
    futuresOptionId: symbol.futuresOptionId,
    symbol: symbol.data.code,
    side: sideName(flags.side),
    positionSide: positionSideNames[flags.positionSide],
    role: roleNames[f.role],
    price: priceText(symbol, f.price),
    quantity: quantityText(symbol, f.lots),
    fee: amountText(f.fee),
    realizedPnl: amountText(f.realizedPnl),
    time: isoText(f.time),
  };
}

/** Average of fills, half-even at the report's decimals; a single price needs no division. */
export function averagePrice(symbol: SiteSymbol, cost: number | bigint, lots: number): string {
  if (lots === 0) return '0';
  const { tickDecimals } = symbol.units;
  if (typeof cost === 'number' && cost <= Number.MAX_SAFE_INTEGER && cost % lots === 0) return fixedText(cost / lots, tickDecimals);
  return averageText(symbol, divHalfEvenBig(BigInt(cost) * 10n ** BigInt(REPORT_DECIMALS - tickDecimals), BigInt(lots)));
}

export function sideName(side: number): 'BUY' | 'SELL' {
  return side === Side.Buy ? 'BUY' : 'SELL';
}

export function positionSideName(side: number): Order['positionSide'] {
  return positionSideNames[side];
}
