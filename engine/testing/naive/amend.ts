// The naive engine's AmendOrder and its cancels: an amended order is checked as a new one with its old reserve freed.
import type { Command, CommandKind } from '../../wire/command.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { attachedFault, type TpslChange, tpslChange } from './attached-fault.ts';
import { inBook, listed, type Naive, type NaiveOrder, type NaiveSymbol, ordersOf, removeOrder, symbolOf } from './model.ts';
import { accountFault, restrictedFault, costOfOrder, entryFault, finish, modeFault, moneyFault, sizeFault } from './place.ts';
import { isCloser } from './risk.ts';
import { bookCapacityFault } from './capacity.ts';
import { takeRest } from './settle.ts';

type AmendCommand = Extract<Command, { kind: typeof CommandKind.AmendOrder }>;

/** New price and total lots for a resting order; its checks are those of a new order with its old reserve freed. */
export function amendOrder(s: Naive, c: AmendCommand): number {
  const old = s.orders.find((o) => o.id === c.orderId && o.account === c.account);
  if (old === undefined) return Reject.ORDER_UNKNOWN;
  if (!inBook(old)) return Reject.INVALID_ORDER_TYPE;
  const m = symbolOf(s, old.symbol);
  const price = BigInt(c.price);
  const lots = BigInt(c.lots);
  const filled = old.lots - old.rest;
  const tpsl = tpslChange(old, c.tpsl);
  const same = price === old.price && lots === old.lots;
  const moves = price !== old.price || lots > old.lots;
  const o: NaiveOrder = { ...old, price, lots, rest: lots - filled, attached: tpsl.attached };
  s.orders = s.orders.filter((r) => r !== old);
  const rejected = same && tpsl.changed ? tpslFault(s, m, o, tpsl) : amendFault(s, m, o, old, filled) || attachedFault(s, m, o, moves);
  if (rejected) {
    s.orders.push(old);
    return rejected;
  }
  const reserved = isCloser(o) ? 0n : costOfOrder(s, m, o);
  s.touched.add(o.account);
  if (tpsl.changed) {
    old.attached = tpsl.attached;
    s.attachedTo.delete(o.id);
  }
  if (same) {
    s.orders.push(old);
    return 0;
  }
  if (price === old.price && lots < old.lots) {
    takeRest(old, old.lots - lots);
    old.lots = lots;
    s.orders.push(old);
    return 0;
  }
  s.serial += 1;
  o.reserved = reserved;
  o.arrival = s.serial;
  finish(s, m, o);
  return 0;
}

/** Only what its fills arm changes: taking legs away is cancelling, and never refused. */
export function tpslFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, change: TpslChange): number {
  if (change.removes) return 0;
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  return entryFault(s, m) || restrictedFault(s, m, o) || accountFault(s, o) || attachedFault(s, m, o, false);
}

function amendFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, old: NaiveOrder, filled: bigint): number {
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  const market = entryFault(s, m) || restrictedFault(s, m, o);
  if (market) return market;
  if (o.lots > 0n && o.lots <= filled) return Reject.QUANTITY_TOO_SMALL;
  if (o.price === old.price && o.lots === old.lots) return Reject.ORDER_UNCHANGED;
  const size = sizeFault(s, m, o);
  if (size) return size;
  return modeFault(s, o, { reduceOnly: o.reduceOnly }) || accountFault(s, o) || requeueFault(s, o, old) || moneyFault(s, m, o);
}

/** Another price or more lots may need another level; fewer lots stay where they are. */
function requeueFault(s: Naive, o: NaiveOrder, old: NaiveOrder): number {
  if (o.price === old.price && o.lots < old.lots) return 0;
  return bookCapacityFault({ ...s, orders: [...s.orders, old] });
}

/** Cancels by the member always work, also when halted (rules 2). */
export function cancelOrder(s: Naive, c: Extract<Command, { kind: typeof CommandKind.CancelOrder }>): number {
  const { end } = c;
  const mayEnd = end === undefined || end === OrderEnd.Operator || end === OrderEnd.OwnLimit || end === OrderEnd.GoodTillDate;
  if (!mayEnd) return Reject.PARAM_MALFORMED;
  const o = s.orders.find((r) => r.id === c.orderId && r.account === c.account);
  if (o === undefined) return Reject.ORDER_UNKNOWN;
  removeOrder(s, o, c.end ?? OrderEnd.CanceledByMember);
  return 0;
}

export function cancelAll(s: Naive, account: number, symbol: number): number {
  if (symbol !== -1 && listed(s, symbol) === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!s.accounts.has(account)) return Reject.ACCOUNT_UNKNOWN;
  for (const o of ordersOf(s, account, symbol)) removeOrder(s, o, OrderEnd.CanceledByMember);
  return 0;
}
