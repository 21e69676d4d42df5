// What a bot's own stream tells of one order or position, in Binance's short names.
import { type ClosedPosition, follows, type FuturesEvent, type Order, type Position } from '@maru/futures/contract.ts';
import { amountOf } from './account-shapes.ts';
import { botNameOf } from './fapi-symbols.ts';
import { algoStatusOf, type BotOrder, clientIdOf, goodTillOf, priceMatchOf, timeInForceOf, workingTypeOf } from './order-shape.ts';
import { originalType } from './venue-names.ts';

export type Fill = NonNullable<FuturesEvent['fill']>;

/** Which side of a symbol a position is, and how it is margined: what its end no longer says. */
export interface Held {
  ps: string;
  mt: 'isolated' | 'cross';
}
export const heldOf = (p: Position): Held => ({ ps: p.positionSide, mt: p.marginType === 'ISOLATED' ? 'isolated' : 'cross' });

export function openEvent(p: Position) {
  const { ps, mt } = heldOf(p);
  return {
    s: botNameOf(p.symbol),
    pa: amountOf(p),
    ep: p.entryPrice,
    bep: p.breakEvenPrice,
    cr: p.realizedPnl,
    up: p.unrealizedPnl,
    mt,
    iw: mt === 'isolated' ? p.margin : '0',
    ps,
  };
}

export function closedEvent(closed: ClosedPosition, { ps, mt }: Held) {
  return { s: botNameOf(closed.symbol), pa: '0', ep: '0', bep: '0', cr: closed.realizedPnl, up: '0', mt, iw: '0', ps };
}

export function warnedEvent(p: Position) {
  return {
    s: botNameOf(p.symbol),
    ps: p.positionSide,
    pa: amountOf(p),
    mt: p.marginType === 'ISOLATED' ? 'ISOLATED' : 'CROSSED',
    iw: p.marginType === 'ISOLATED' ? p.margin : '0',
    mp: p.markPrice,
    up: p.unrealizedPnl,
    mm: p.maintenanceMargin,
  };
}

/** `x`: NEW, CANCELED, EXPIRED, TRADE, AMENDMENT or CALCULATED (what the system closed). */
export function orderEvent(x: string, order: BotOrder, fill: Fill | undefined, T: number) {
  return {
    s: botNameOf(order.symbol),
    c: clientIdOf(order),
    S: order.side,
    o: order.autoClose === 'LIQUIDATION' ? 'LIQUIDATION' : workingTypeOf(order),
    f: timeInForceOf(order),
    q: order.quantity,
    p: order.price,
    ap: order.averagePrice,
    sp: order.stopPrice ?? '0',
    x,
    X: order.status,
    i: order.id,
    l: fill?.quantity ?? '0',
    z: order.filledQuantity,
    L: fill?.price ?? '0',
    N: 'USDT',
    n: fill?.fee ?? '0',
    T,
    t: fill?.tradeId ?? 0,
    b: '0',
    a: '0',
    m: fill?.role === 'MAKER',
    R: order.reduceOnly,
    wt: order.workingType ?? 'CONTRACT_PRICE',
    ot: originalType(order),
    ps: order.positionSide,
    cp: order.closePosition ?? false,
    ...(follows(order.type) ? { AP: order.activationPrice ?? '0', cr: order.callbackRate ?? '0' } : {}),
    rp: fill?.realizedPnl ?? '0',
    pP: order.priceProtect ?? false,
    si: 0,
    ss: 0,
    V: 'EXPIRE_TAKER',
    pm: priceMatchOf(order),
    gtd: goodTillOf(order),
    er: expiryOf(order),
  };
}

/** A fill in few words, told before the whole of it. */
export function tradeLite(order: Order, fill: Fill, E: number, T: number) {
  return {
    e: 'TRADE_LITE',
    E,
    T,
    s: botNameOf(order.symbol),
    q: order.quantity,
    p: order.price,
    m: fill.role === 'MAKER',
    c: clientIdOf(order),
    S: order.side,
    L: fill.price,
    l: fill.quantity,
    t: fill.tradeId,
    i: order.id,
  };
}

/** Why it ended without being filled, by the venue's numbers. */
function expiryOf({ endReason, timeInForce, type }: Order): string {
  if (endReason === 'EXPIRED' || endReason === 'SLIPPAGE') return timeInForce === 'IOC' || type === 'MARKET' ? '2' : '0';
  return expiries[endReason ?? ''] ?? '0';
}
const expiries: Readonly<Record<string, string>> = {
  SELF_TRADE: '1',
  REDUCE_ONLY: '4',
  POSITION_CLOSED: '6',
  LIQUIDATION: '5',
  DELISTED: '7',
};

export function algoEvent(order: BotOrder, X = algoStatusOf(order)) {
  const hasFired = X === 'TRIGGERED' || X === 'FINISHED';
  return {
    caid: clientIdOf(order),
    aid: order.id,
    at: 'CONDITIONAL',
    o: originalType(order),
    s: botNameOf(order.symbol),
    S: order.side,
    ps: order.positionSide,
    f: goodTillOf(order) > 0 ? 'GTD' : order.timeInForce,
    q: order.quantity,
    X,
    ai: hasFired ? String(order.id) : '',
    ap: hasFired ? order.averagePrice : '0',
    aq: hasFired ? order.filledQuantity : '0',
    act: hasFired ? workingTypeOf(order) : '0',
    tp: order.stopPrice ?? '0',
    p: order.price,
    V: 'EXPIRE_TAKER',
    wt: order.workingType ?? 'CONTRACT_PRICE',
    pm: 'NONE',
    cp: order.closePosition ?? false,
    pP: order.priceProtect ?? false,
    R: order.reduceOnly,
    tt: hasFired ? Date.parse(order.updatedAt) : 0,
    gtd: goodTillOf(order),
    rm: order.reason ?? '',
  };
}
