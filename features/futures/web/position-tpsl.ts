// A position's TP and SL among the open orders: the pair that closes all of it, and the partial ones beside.
import type { Order, Position } from '@maru/futures/contract.ts';

export interface PositionTpsl {
  takeProfit: Order | undefined;
  stopLoss: Order | undefined;
  /** Conditional orders that only reduce it by a part. */
  partial: readonly Order[];
}

const isExit = (order: Order, position: Position): boolean =>
  order.futuresOptionId === position.futuresOptionId &&
  order.positionSide === position.positionSide &&
  order.side === (position.tradeType === 'LONG' ? 'SELL' : 'BUY') &&
  order.isWaiting === true;

export function tpslOf(position: Position, orders: Iterable<Order>): PositionTpsl {
  let takeProfit: Order | undefined;
  let stopLoss: Order | undefined;
  const partial: Order[] = [];
  for (const order of orders) {
    if (!isExit(order, position)) continue;
    if (order.closePosition !== true) {
      if (order.reduceOnly || order.positionSide !== 'BOTH') partial.push(order);
    } else if (order.type === 'TAKEPROFIT') takeProfit = order;
    else if (order.type === 'STOPLOSS') stopLoss = order;
  }
  return { takeProfit, stopLoss, partial };
}
