// The naive engine's TP/SL of a position (rules 3.1): one of each per side, without a quantity, gone with the position.
import { AccountFlag, type Command, type CommandKind, OrderType, PositionSide, TimeInForce } from '../../wire/command.ts';
import { TPSL_KEEP, TpslFlag } from '../../wire/order-terms.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { lockFault } from './account-rules.ts';
import { arm, positionTpsl } from './conditional.ts';
import { isReached, workingPrice } from './trigger-gate.ts';
import { accountFault, entryFault, marketFault } from './place.ts';
import {
  accountOf,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  ordersOf,
  removeOrder,
  symbolOf,
  type Trigger,
} from './model.ts';
import { signOf } from './risk.ts';
import { toWaitFault } from './capacity.ts';

type TpslCommand = Extract<Command, { kind: typeof CommandKind.SetPositionTpsl }>;

export function tpslOrder(p: NaivePosition, type: number, stop: bigint, byMark: boolean, priceProtect: boolean): NaiveOrder {
  return {
    id: 0,
    account: p.account,
    symbol: p.symbol,
    sign: -signOf(p.lots),
    positionSide: p.positionSide,
    type,
    timeInForce: TimeInForce.GTC,
    selfTrade: 0,
    reduceOnly: p.positionSide === PositionSide.Both,
    price: 0n,
    lots: 0n,
    rest: 0n,
    reserved: 0n,
    slippage: 0n,
    arrival: 0,
    age: 0,
    attached: undefined,
    trigger: {
      stop,
      byMark,
      priceProtect,
      closePosition: true,
      rate: 0n,
      extreme: 0n,
      assumed: stop,
      serial: 0,
      isFired: false,
      parent: 0,
    },
  };
}

export function setPositionTpsl(s: Naive, c: TpslCommand, p: NaivePosition | undefined): number {
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  if (![c.takeProfit, c.stopLoss, c.flags].every(Number.isSafeInteger) || c.flags < 0 || c.flags > 7) return Reject.PARAM_MALFORMED;
  if (c.takeProfit < TPSL_KEEP || c.stopLoss < TPSL_KEEP) return Reject.STOP_PRICE_NOT_POSITIVE;
  if (p === undefined || p.account !== c.account) return Reject.POSITION_UNKNOWN;
  const protect = (c.flags & TpslFlag.PriceProtect) !== 0;
  const requests = [
    requested(s, p, OrderType.TakeProfit, c.takeProfit, (c.flags & TpslFlag.TakeProfitByMark) !== 0, protect),
    requested(s, p, OrderType.StopLoss, c.stopLoss, (c.flags & TpslFlag.StopLossByMark) !== 0, protect),
  ].filter((w) => w.changes);
  if (requests.length === 0) return Reject.ORDER_UNCHANGED;
  const set = requests.filter((w) => w.o !== undefined);
  const refused = set.length === 0 ? 0 : setFault(s, symbolOf(s, p.symbol), set);
  if (refused) return refused;
  for (const { o, old } of requests) {
    if (old !== undefined) removeOrder(s, old, o === undefined ? OrderEnd.CanceledByMember : OrderEnd.Replaced);
    if (o === undefined) continue;
    o.id = s.armedIds.shift() ?? 0;
    arm(s, symbolOf(s, p.symbol), o);
  }
  s.touched.add(c.account);
  return 0;
}

interface Requested {
  /** What shall stand; undefined = removed. */
  o: NaiveOrder | undefined;
  old: NaiveOrder | undefined;
  changes: boolean;
}

function requested(s: Naive, p: NaivePosition, type: number, stop: number, byMark: boolean, protect: boolean): Requested {
  const old = positionTpsl(s, { ...p, type });
  if (stop === TPSL_KEEP || (stop === 0 && old === undefined)) return { o: undefined, old, changes: false };
  if (stop === 0) return { o: undefined, old, changes: true };
  const o = tpslOrder(p, type, BigInt(stop), byMark, protect);
  const t = old?.trigger;
  const same = t !== undefined && t.stop === BigInt(stop) && t.byMark === byMark && t.priceProtect === protect;
  return { o, old, changes: !same };
}

/** Setting passes the entry checks and must not fire at once; removing is cancelling. */
function setFault(s: Naive, m: NaiveSymbol, set: readonly Requested[]): number {
  const o = set[0].o as NaiveOrder;
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  const entry = entryFault(s, m) || lockFault(s, o.account, true) || marketFault(s, m, o);
  if (entry) return entry;
  for (const { o: wanted } of set) {
    const t = (wanted as NaiveOrder).trigger as Trigger;
    if (t.stop > BigInt(m.spec.maxPrice)) return Reject.STOP_PRICE_TOO_HIGH;
    if (isReached(wanted as NaiveOrder, t.stop, workingPrice(m, t.byMark))) return Reject.WOULD_TRIGGER_AT_ONCE;
  }
  if ((accountOf(s, o.account).flags & AccountFlag.Trader) !== 0) return Reject.TRADER_MAY_NOT_TPSL;
  const restricted = accountFault(s, { ...o, type: OrderType.Limit });
  if (restricted) return restricted;
  const full = ordersOf(s, o.account, o.symbol).length >= m.spec.maxOpenOrders;
  return full && set.some((w) => w.old === undefined) ? Reject.TOO_MANY_ORDERS : toWaitFault(s, 2);
}
