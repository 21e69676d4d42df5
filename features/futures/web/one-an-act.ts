// One act brings several events: which of those that came together are said, so that each act is told once.
import type { ClosedPosition, Order } from '@maru/futures/contract.ts';
import type { Effect } from './account-live.ts';

export type Told =
  | Effect
  | { kind: 'several'; what: 'placed' | 'canceled' | 'filled'; orders: readonly Order[] }
  | { kind: 'allClosed'; closed: readonly ClosedPosition[] };

type OfOrder = Extract<Effect, { order: Order }>;
const isOfOrder = (effect: Effect): effect is OfOrder => 'order' in effect;

/** Orders that end with their position are no news beside it. */
const withPosition = new Set(['POSITION_CLOSED', 'OTHER_LEG', 'REDUCE_ONLY', 'LIQUIDATION', 'REPLACED']);
/** What an order comes to: the last of it is told. */
const stages: readonly Effect['kind'][] = ['placed', 'canceled', 'partlyFilled', 'filled'];
const isExit = (order: Order): boolean => order.isWaiting === true && (order.closePosition === true || order.reduceOnly);

export function oneAnAct(effects: readonly Effect[]): Told[] {
  const liquidated = new Set(effects.flatMap((e) => (e.kind === 'liquidated' ? [e.futuresPositionId] : [])));
  // A liquidation says more than that the position is closed.
  const rest = effects.filter((e) => !(e.kind === 'closed' && liquidated.has(e.closed.futuresPositionId)));
  const ended = new Set(
    rest.flatMap((e) => (e.kind === 'closed' ? [e.closed.futuresOptionId] : e.kind === 'liquidated' ? [e.futuresOptionId] : [])),
  );
  const filled = new Set(rest.flatMap((e) => (e.kind === 'filled' ? [e.order.futuresOptionId] : [])));
  const news = lastOfEach(rest).filter((e) => {
    if (!isOfOrder(e)) return true;
    const { order } = e;
    if (e.kind === 'canceled') {
      const isFollowed = ended.has(order.futuresOptionId) || rest.some((p) => p.kind === 'placed' && p.order.symbol === order.symbol);
      return !(isFollowed && withPosition.has(order.endReason ?? ''));
    }
    // What brought the position to its end is told by that; exits that an entry brought, by the entry.
    return !ended.has(order.futuresOptionId) && !(e.kind === 'placed' && filled.has(order.futuresOptionId) && isExit(order));
  });
  return joined(news);
}

function lastOfEach(effects: readonly Effect[]): Effect[] {
  const last = new Map<number, OfOrder>();
  for (const effect of effects) {
    if (!isOfOrder(effect)) continue;
    const known = last.get(effect.order.id);
    if (!known || stages.indexOf(effect.kind) >= stages.indexOf(known.kind)) last.set(effect.order.id, effect);
  }
  return effects.filter((effect) => !isOfOrder(effect) || last.get(effect.order.id) === effect);
}

/** Several of one kind are one line with their number. */
function joined(effects: readonly Effect[]): Told[] {
  const told: Told[] = [...effects];
  for (const what of ['placed', 'canceled', 'filled'] as const) {
    const orders = effects.flatMap((e) => (e.kind === what && isOfOrder(e) ? [e.order] : []));
    if (orders.length < 2) continue;
    const at = told.findIndex((e) => e.kind === what);
    const others = told.filter((e) => e.kind !== what);
    others.splice(Math.min(at, others.length), 0, { kind: 'several', what, orders });
    told.splice(0, told.length, ...others);
  }
  const closed = effects.flatMap((e) => (e.kind === 'closed' ? [e.closed] : []));
  return closed.length < 2 ? told : [...told.filter((e) => e.kind !== 'closed'), { kind: 'allClosed', closed }];
}
