// Words for stories about conditional orders: an exchange with the gate of the triggers open, and the orders of a member in short.
import { CommandKind, OrderType, PositionSide, SelfTrade, Side, TimeInForce, type Command } from '../wire/command.ts';
import type { AttachedTpsl } from '../wire/order-terms.ts';
import { type EngineEvent, EventKind, OrderEnd } from '../wire/event.ts';
import type { InstrumentSpec } from '../market/instrument.ts';
import { rejections } from '../reject.ts';
import { openOrdersView } from '../view-orders.ts';
import { TestExchange } from './test-exchange.ts';

export const USDT = 1_000_000;
/** 60,000.00 */
export const MARK = 6_000_000;

type Conditional = Extract<Command, { kind: typeof CommandKind.PlaceConditional }>;
export type Requested = Partial<Conditional> & { side: number };

/** Mark 60,000 told twice, so that triggers may fire; members 0 and 1 rich; a deep ladder around the mark. No fees. */
export function conditionalExchange(change: Partial<InstrumentSpec> = {}): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, ladderAgeMs: 1_000_000_000, ...change });
  exchange
    .open(0, 1_000_000 * USDT)
    .open(1, 10_000_000 * USDT)
    .open(2, 1_000_000 * USDT);
  price(exchange, MARK);
  price(exchange, MARK);
  return exchange;
}

/** Mark and last at a whole tick, the ladder around it, a second later. */
export function price(exchange: TestExchange, ticks: number, last = ticks): EngineEvent[] {
  exchange.time += 1000;
  exchange.ladder(0, [ticks - 100, 100_000], [ticks + 100, 100_000]);
  return exchange.accept({
    kind: CommandKind.SetMark,
    account: -1,
    symbol: 0,
    mark: ticks * 100,
    index: ticks * 100,
    last: last * 100,
    valid: 1,
  });
}

export function conditional(exchange: TestExchange, requested: Requested): EngineEvent[] {
  return exchange.send({
    kind: CommandKind.PlaceConditional,
    account: 0,
    symbol: 0,
    positionSide: PositionSide.Both,
    type: OrderType.StopLoss,
    selfTrade: SelfTrade.ExpireTaker,
    reduceOnly: false,
    closePosition: false,
    workingType: 0,
    priceProtect: false,
    price: 0,
    lots: requested.closePosition === true ? 0 : 10,
    stopPrice: 0,
    callbackRate: 0,
    clientOrderId: '',
    ...requested,
  });
}

/** The same, for what must be accepted; its order id. */
export function arm(exchange: TestExchange, requested: Requested): number {
  const events = conditional(exchange, requested);
  const refused = exchange.refusal(events);
  if (refused !== undefined) throw new Error(`refused: ${refused}`);
  const armed = events.find((e) => e.kind === EventKind.OrderArmed);
  if (armed === undefined || armed.kind !== EventKind.OrderArmed) throw new Error('not armed');
  return armed.orderId;
}

/** Member 0 takes `lots` from the ladder; negative sells. */
export function take(
  exchange: TestExchange,
  lots: number,
  more: { account?: number; attached?: AttachedTpsl; positionSide?: number } = {},
): EngineEvent[] {
  return exchange.place({
    account: 0,
    side: lots > 0 ? Side.Buy : Side.Sell,
    lots: Math.abs(lots),
    type: OrderType.Market,
    timeInForce: TimeInForce.GTC,
    ...more,
  });
}

/** What happened to orders, in short: [event, order id, ...facts]. */
export function told(events: readonly EngineEvent[]): unknown[][] {
  const names = Object.fromEntries(Object.entries(OrderEnd).map(([name, end]) => [end, name]));
  return events.flatMap((e): unknown[][] => {
    switch (e.kind) {
      case EventKind.OrderArmed:
        return [['armed', e.orderId, e.stopPrice, e.lots]];
      case EventKind.TriggerAmended:
        return [['amended', e.orderId, e.stopPrice, e.lots]];
      case EventKind.OrderTriggered:
        return [['triggered', e.orderId, e.workingPrice]];
      case EventKind.TrailingActivated:
        return [['activated', e.orderId, e.extreme]];
      case EventKind.OrderPlaced:
        return [['placed', e.orderId, e.price, e.lots]];
      case EventKind.OrderFilled:
        return [['filled', e.orderId, e.price, e.lots]];
      case EventKind.OrderClosed:
        return [['closed', e.orderId, names[e.end], ...(e.reason === 0 ? [] : [rejections.get(e.reason)?.name])]];
      case EventKind.TpslRefused:
        return [['refused', e.parentId, rejections.get(e.code)?.name]];
      default:
        return [];
    }
  });
}

/** Ids of the member's open orders that wait for a trigger. */
export function waitingIds(exchange: TestExchange, account = 0): number[] {
  return openOrdersView(exchange.state, account, -1)
    .filter((o) => ((o.flags >> 3) & 7) >= OrderType.TakeProfit)
    .map((o) => o.orderId);
}
