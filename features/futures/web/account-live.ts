// The member's orders and positions from account events: lossless, in order, pure and replayable. Effects (toasts, dialogs) are said, not done.
import type { ClosedPosition, CrossAccount, Fill, FuturesEvent, Order, Position } from '@maru/futures/contract.ts';

/** With the sequence of its news. */
export type ToldFill = Fill & { sequence: number };

export interface AccountState {
  orders: ReadonlyMap<number, Order>;
  positions: ReadonlyMap<number, Position>;
  cross: CrossAccount | undefined;
  /** Fills seen since the page opened, newest first; the tape of "my trades". */
  fills: readonly ToldFill[];
  /** `sequence-index` of the last event taken. */
  lastEventId: string | undefined;
  /** When the positions of this page were opened; their closing news does not say. */
  openedAt: ReadonlyMap<number, string>;
  /** Orders and positions that ended: a late answer or an old list must not bring them back. */
  gone: ReadonlySet<string>;
}

export type Effect =
  | { kind: 'placed' | 'canceled' | 'filled'; order: Order; fill?: Fill }
  | { kind: 'partlyFilled'; order: Order; fill: Fill }
  | {
      kind: 'warned' | 'liquidated';
      symbol: string;
      tradeType: 'LONG' | 'SHORT';
      marginRatio: string;
      futuresOptionId: number;
      futuresPositionId: number;
    }
  | { kind: 'leverage'; futuresOptionId: number; leverage: number }
  | { kind: 'closed'; closed: ClosedPosition; openedAt: string | undefined }
  | { kind: 'refetch' };

export interface Step {
  state: AccountState;
  effects: readonly Effect[];
}

export const emptyAccount: AccountState = {
  orders: new Map(),
  positions: new Map(),
  cross: undefined,
  fills: [],
  lastEventId: undefined,
  openedAt: new Map(),
  gone: new Set(),
};
export const KEPT_FILLS = 100;
const KEPT_GONE = 500;

/** -1, 0, 1 by sequence, then index: '10-2' comes after '9-11'. */
export function compareEventIds(a: string, b: string): number {
  const [aSeq, aIndex] = a.split('-').map(Number);
  const [bSeq, bIndex] = b.split('-').map(Number);
  return Math.sign(aSeq - bSeq || (aIndex ?? 0) - (bIndex ?? 0));
}

/** One event. What was taken already is passed over, so a resumed stream may overlap. */
export function applyEvent(state: AccountState, event: FuturesEvent): Step {
  if (event.type === 'SNAPSHOT_NEEDED') return { state, effects: [{ kind: 'refetch' }] };
  if (state.lastEventId !== undefined && compareEventIds(event.eventId, state.lastEventId) <= 0) return { state, effects: [] };
  const next = change({ ...state, lastEventId: event.eventId }, event);
  return { state: next, effects: effectsOf(state, event) };
}

function change(state: AccountState, event: FuturesEvent): AccountState {
  let next = state;
  if (event.fill) next = withFill(next, { ...event.fill, sequence: event.sequence });
  switch (event.type) {
    case 'ORDER_SUCCESS':
    case 'ORDER_UPDATE':
      return event.order ? putOrder(next, event.order) : next;
    case 'ORDER_FILLED':
    case 'ORDER_CANCEL':
      return event.order ? endOrder(next, event.order.id) : next;
    case 'POSITION_OPEN':
    case 'POSITION_UPDATE':
    case 'POSITION_UPDATE_LIQUIDPRICE':
      return event.position ? putPosition(next, event.position) : next;
    case 'POSITION_CLOSE':
    case 'POSITION_LIQUID':
    case 'POSITION_FINISH_HISTORY': {
      const id = event.futuresPositionId ?? event.closed?.futuresPositionId ?? event.position?.futuresPositionId;
      return id === undefined ? next : endPosition(next, id);
    }
    default:
      return (event.orders ?? []).reduce(putOrder, event.position ? putPosition(next, event.position) : next);
  }
}

export function putOrder(state: AccountState, order: Order): AccountState {
  if (order.status !== 'NEW' && order.status !== 'PARTIALLY_FILLED') return endOrder(state, order.id);
  const known = state.orders.get(order.id);
  if (state.gone.has(`o${order.id}`) || (known && Number(known.filledQuantity) > Number(order.filledQuantity))) return state;
  return { ...state, orders: new Map(state.orders).set(order.id, order) };
}

export function putPosition(state: AccountState, position: Position): AccountState {
  if (state.gone.has(`p${position.futuresPositionId}`)) return state;
  return {
    ...state,
    positions: new Map(state.positions).set(position.futuresPositionId, position),
    openedAt: new Map(state.openedAt).set(position.futuresPositionId, position.openedAt),
  };
}

function endOrder(state: AccountState, id: number): AccountState {
  const orders = new Map(state.orders);
  orders.delete(id);
  return { ...state, orders, gone: remember(state.gone, `o${id}`) };
}

/** The position's own orders end by their own events: the engine cancels what only reduced it. */
function endPosition(state: AccountState, id: number): AccountState {
  const positions = new Map(state.positions);
  positions.delete(id);
  return { ...state, positions, gone: remember(state.gone, `p${id}`) };
}

function remember(gone: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(gone).add(key);
  for (const oldest of next) {
    if (next.size <= KEPT_GONE) break;
    next.delete(oldest);
  }
  return next;
}

function withFill(state: AccountState, fill: ToldFill): AccountState {
  if (state.fills.some((f) => f.tradeId === fill.tradeId && f.orderId === fill.orderId)) return state;
  return { ...state, fills: [fill, ...state.fills].slice(0, KEPT_FILLS) };
}

function effectsOf(before: AccountState, event: FuturesEvent): Effect[] {
  const { order, fill, position, closed } = event;
  switch (event.type) {
    case 'ORDER_SUCCESS':
      // A market order is told by its fills.
      return order && order.type !== 'MARKET' ? [{ kind: 'placed', order }] : [];
    case 'ORDER_UPDATE':
      return order && fill ? [{ kind: 'partlyFilled', order, fill }] : [];
    case 'ORDER_FILLED':
      return order ? [{ kind: 'filled', order, ...(fill ? { fill } : {}) }] : [];
    case 'ORDER_CANCEL':
      return order ? [{ kind: 'canceled', order }] : [];
    case 'POSITION_WARN':
    case 'POSITION_LIQUID': {
      const id = event.futuresPositionId ?? closed?.futuresPositionId ?? position?.futuresPositionId ?? -1;
      const about = position ?? before.positions.get(id);
      const symbol = about?.symbol ?? closed?.symbol;
      const tradeType = about?.tradeType ?? closed?.tradeType;
      if (!symbol || !tradeType) return [];
      const kind = event.type === 'POSITION_WARN' ? 'warned' : 'liquidated';
      return [
        {
          kind,
          symbol,
          tradeType,
          marginRatio: about?.marginRatio ?? '100',
          futuresOptionId: event.futuresOptionId ?? about?.futuresOptionId ?? 0,
          futuresPositionId: id,
        },
      ];
    }
    case 'LEVERAGE_UPDATE':
      return event.leverage !== undefined && event.futuresOptionId !== undefined
        ? [{ kind: 'leverage', futuresOptionId: event.futuresOptionId, leverage: event.leverage }]
        : [];
    case 'POSITION_FINISH_HISTORY':
      return closed ? [{ kind: 'closed', closed, openedAt: before.openedAt.get(closed.futuresPositionId) }] : [];
    default:
      return [];
  }
}

/** The whole picture by call; events that came meanwhile are applied after it, in order. */
export function fromSnapshot(
  state: AccountState,
  orders: readonly Order[],
  positions: readonly Position[],
  cross: CrossAccount,
  waiting: readonly FuturesEvent[],
): Step {
  let next: AccountState = {
    ...state,
    orders: new Map(orders.map((o) => [o.id, o])),
    positions: new Map(positions.map((p) => [p.futuresPositionId, p])),
    cross,
    openedAt: new Map(positions.map((p) => [p.futuresPositionId, p.openedAt])),
    gone: new Set(),
  };
  const effects: Effect[] = [];
  for (const event of waiting) {
    if (event.sequence > cross.sequence) {
      const step = applyEvent(next, event);
      next = step.state;
      effects.push(...step.effects);
    } else {
      // The list is newer than the event: it is told (if this page was there before), but what the list no longer holds stays gone.
      if (state.lastEventId !== undefined && compareEventIds(event.eventId, state.lastEventId) > 0)
        effects.push(...effectsOf(state, event));
      next = { ...next, lastEventId: event.eventId };
    }
  }
  return { state: { ...next, lastEventId: next.lastEventId ?? lastIdOf(cross.sequence) }, effects };
}

/** All that happened up to a sequence. */
const lastIdOf = (sequence: number) => `${sequence}-999999999`;

/** Account figures only move forward. */
export function putCross(state: AccountState, cross: CrossAccount): AccountState {
  return state.cross && state.cross.sequence > cross.sequence ? state : { ...state, cross };
}
