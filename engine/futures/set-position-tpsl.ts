// SetPositionTpsl: a position's take-profit and stop-loss, one of each: set, replaced, removed (rules 3.1).
import * as layout from '../layout.ts';
import { OrderType } from '../wire/command-kind.ts';
import { OrderFlag, TPSL_KEEP, TpslFlag } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderEnd, OrderStatus } from '../wire/event-kind.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { Instrument } from '../market/instrument.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { armClosing } from './attached-tpsl.ts';
import { findPosition } from './change-margin.ts';
import { checkTpsl } from './account-rules.ts';
import { hasCapacityToWait } from './check-conditional.ts';
import { checkAccount, checkEntry, draft } from './check-order.ts';
import { isHedge } from './exposure.ts';
import { isByMark } from './order-flags.ts';
import { closeOrder } from './order-life.ts';
import { placed } from './place-order.ts';
import { findPositionTpsl, firesOnFall, isReached, workingPrice } from './triggers.ts';
import { CommandHeadWord } from '../wire/command.ts';

const Head = CommandHeadWord;

const { EXPOSURE, EX_LEG, EX_ORDERS, EX_SYMBOL, ORDER, ORDER_FLAGS, TRIGGER, TRIGGER_STOP } = layout;

/** What a leg of the pair shall be: its stop, its flags without position side, and the order that stands there now, -1 = none. */
interface Leg {
  type: number;
  stop: number;
  flags: number;
  old: number;
}

export function setPositionTpsl(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const [positionId, takeProfit, stopLoss, bits] = words.subarray(at + 7, at + 11);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if (![takeProfit, stopLoss, bits].every(Number.isSafeInteger) || bits < 0 || bits > 7) return refuse(s, Reject.PARAM_MALFORMED);
  if (takeProfit < TPSL_KEEP || stopLoss < TPSL_KEEP) return refuse(s, Reject.STOP_PRICE_NOT_POSITIVE, 0, Math.min(takeProfit, stopLoss));
  const position = findPosition(s, account, positionId);
  if (position < 0) return refuse(s, Reject.POSITION_UNKNOWN);
  const exposure = s.positionExposure[position];
  const leg = s.exposures[exposure * EXPOSURE + EX_LEG + 1] === position ? 1 : 0;
  const side = s.positionLots[position] > 0 ? 1 : 0;
  const protect = (bits & TpslFlag.PriceProtect) !== 0 ? OrderFlag.PriceProtect : 0;
  const requested = (type: number, stop: number, byMark: boolean): Leg => ({
    type,
    stop,
    flags: side | (type << 3) | OrderFlag.ClosePosition | protect | (byMark ? OrderFlag.ByMark : 0),
    old: findPositionTpsl(s, exposure, leg, type),
  });
  const legs = [
    requested(OrderType.TakeProfit, takeProfit, (bits & TpslFlag.TakeProfitByMark) !== 0),
    requested(OrderType.StopLoss, stopLoss, (bits & TpslFlag.StopLossByMark) !== 0),
  ].filter((l) => isChange(s, l));
  const refusal = check(s, account, exposure, leg, side, legs);
  if (refusal !== 0) return refusal;
  placed.status = OrderStatus.New;
  for (const { stop, flags, old } of legs) {
    if (old >= 0) closeOrder(s, e, old, stop === 0 ? OrderEnd.CanceledByMember : OrderEnd.Replaced);
    if (stop > 0) armClosing(s, e, exposure, leg, flags, stop, 0, 0, 0);
  }
  return 0;
}

const SAME = OrderFlag.ByMark | OrderFlag.PriceProtect;

function isChange(s: EngineState, leg: Leg): boolean {
  if (leg.stop === TPSL_KEEP || (leg.stop === 0 && leg.old < 0)) return false;
  if (leg.old < 0 || leg.stop === 0) return true;
  const flags = s.books.rows[leg.old * ORDER + ORDER_FLAGS];
  return s.triggers.facts[leg.old * TRIGGER + TRIGGER_STOP] !== leg.stop || (flags & SAME) !== (leg.flags & SAME);
}

// Removing is cancelling and never refused; setting passes the entry checks and must not fire at once.
function check(s: EngineState, account: number, exposure: number, leg: number, side: number, legs: readonly Leg[]): number {
  if (legs.length === 0) return refuse(s, Reject.ORDER_UNCHANGED);
  const set = legs.filter((leg) => leg.stop > 0);
  if (set.length === 0) return 0;
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const { spec } = s.instruments[symbol] as Instrument;
  draft.account = account;
  draft.symbol = symbol;
  draft.flags = side | (isHedge(s, account) ? (leg === 1 ? 2 : 1) << 1 : OrderFlag.ReduceOnly);
  draft.lots = 0;
  const entry = checkEntry(s);
  if (entry !== 0) return entry;
  for (const { stop, flags } of set) {
    if (stop > spec.maxPrice) return refuse(s, Reject.STOP_PRICE_TOO_HIGH, spec.maxPrice, stop);
    const working = workingPrice(s, symbol, isByMark(flags));
    if (isReached(firesOnFall(flags), stop, working)) return refuse(s, Reject.WOULD_TRIGGER_AT_ONCE, working, stop * MARK_PER_TICK);
  }
  const restricted = checkTpsl(s, account) || checkAccount(s);
  if (restricted !== 0) return restricted;
  const orders = s.exposures[exposure * EXPOSURE + EX_ORDERS];
  if (set.some((leg) => leg.old < 0) && orders >= spec.maxOpenOrders) return refuse(s, Reject.TOO_MANY_ORDERS, spec.maxOpenOrders, orders);
  return hasCapacityToWait(s, 2) ? 0 : refuse(s, Reject.CAPACITY_FULL);
}
