// The naive engine's conditional orders while they wait (rules 3.1, 3.5, 3.6): placing, amending, and what refuses them.
import { type Command, type CommandKind, OrderType, PositionSide, SelfTrade, Side, TimeInForce } from '../../wire/command.ts';
import { Reject } from '../../reject.ts';
import { attachedFault, tpslChange } from './attached-fault.ts';
import { lockFault } from './account-rules.ts';
import { tpslFault } from './amend.ts';
import { abs, floorDiv } from './exact.ts';
import { isReached, workingPrice } from './trigger-gate.ts';
import { isHedge, type Naive, type NaiveOrder, type NaiveSymbol, ordersOf, positionOf, symbolOf, type Trigger } from './model.ts';
import { accountFault, costOfOrder, entryFault, marketFault, moneyFault, reducesOnly, capacityFault } from './place.ts';
import { isCloser, signOf } from './risk.ts';
import { occupy, stopCapacityFault, waitingCapacityFault } from './capacity.ts';

type PlaceCommand = Extract<Command, { kind: typeof CommandKind.PlaceConditional }>;
type AmendCommand = Extract<Command, { kind: typeof CommandKind.AmendConditional }>;

const RATE = 100_000_000n;
const MAX = BigInt(Number.MAX_SAFE_INTEGER);

export function placeConditional(s: Naive, c: PlaceCommand, orderId: number): number {
  const m = s.symbols.get(c.symbol);
  if (c.closePosition && c.reduceOnly) return Reject.CLOSE_POSITION_TAKES_NO_REDUCE_ONLY;
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  const closed = entryFault(s, m);
  if (closed) return closed;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const o = orderFrom(s, m, c, orderId);
  const rejected = entryFaults(s, m, o) || shapeFault(o) || conditionalFault(s, m, o);
  if (rejected) return rejected;
  s.armedIds.shift();
  arm(s, m, o);
  return 0;
}

function entryFaults(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  return lockFault(s, o.account, true) || marketFault(s, m, o) || lockFault(s, o.account, reducesOnly(s, o));
}

/** The order begins to wait. */
export function arm(s: Naive, m: NaiveSymbol, o: NaiveOrder): void {
  const t = o.trigger as Trigger;
  s.serial += 1;
  s.triggerSerial += 1;
  o.age = s.serial;
  o.arrival = s.serial;
  t.serial = s.triggerSerial;
  o.reserved = isCloser(o) ? 0n : costOfOrder(s, m, o);
  // Without an activation price a trailing stop follows at once.
  if (o.type === OrderType.Trailing && t.stop === 0n && t.extreme === 0n) t.extreme = workingPrice(m, t.byMark);
  s.orders.push(o);
  occupy(s, o.account, o.symbol, true);
  s.touched.add(o.account);
  s.stirred.add(`${o.account}:${o.symbol}`);
}

function orderFrom(s: Naive, m: NaiveSymbol, c: PlaceCommand, id: number): NaiveOrder {
  const price = BigInt(c.price);
  const stop = BigInt(c.stopPrice);
  const working = workingPrice(m, c.workingType === 1);
  return {
    id,
    account: c.account,
    symbol: c.symbol,
    sign: c.side === Side.Buy ? 1n : -1n,
    positionSide: c.positionSide,
    type: c.type,
    timeInForce: TimeInForce.GTC,
    selfTrade: c.selfTrade,
    // In one-way mode it is the flag that makes an order close.
    reduceOnly: c.reduceOnly || (c.closePosition && !isHedge(s, c.account)),
    price,
    lots: BigInt(c.lots),
    rest: BigInt(c.lots),
    reserved: 0n,
    slippage: 0n,
    arrival: 0,
    age: 0,
    attached: c.attached,
    trigger: {
      stop,
      byMark: c.workingType === 1,
      priceProtect: c.priceProtect,
      closePosition: c.closePosition,
      rate: BigInt(c.callbackRate),
      extreme: 0n,
      assumed: price > 0n ? price : stop > 0n ? stop : floorDiv(working, 100n),
      serial: 0,
      isFired: false,
      parent: 0,
    },
  };
}

/** Checks 3 to 5, and what closePosition and trailing stops exclude. */
function shapeFault(o: NaiveOrder): number {
  const t = o.trigger as Trigger;
  if (o.selfTrade > SelfTrade.ExpireBoth) return Reject.PARAM_MALFORMED;
  if (o.type < OrderType.TakeProfit || o.type > OrderType.Trailing) return Reject.INVALID_ORDER_TYPE;
  return rateFault(o, t) || closeFault(o, t);
}

function rateFault(o: NaiveOrder, t: Trigger): number {
  if (o.type !== OrderType.Trailing) return t.rate !== 0n ? Reject.PARAM_NOT_REQUIRED : 0;
  if (o.price !== 0n) return Reject.PARAM_NOT_REQUIRED;
  // 0.1 % to 10 % in steps of 0.1 %.
  const step = RATE / 1_000n;
  return t.rate < step || t.rate > step * 100n || t.rate % step !== 0n ? Reject.INVALID_CALLBACK_RATE : 0;
}

function closeFault(o: NaiveOrder, t: Trigger): number {
  if (!t.closePosition) return 0;
  if (o.type === OrderType.Trailing) return Reject.INVALID_ORDER_TYPE;
  if (o.lots !== 0n) return Reject.CLOSE_POSITION_TAKES_NO_QUANTITY;
  return o.price !== 0n ? Reject.CLOSE_POSITION_TAKES_NO_REDUCE_ONLY : 0;
}

/** Checks 7 to 22 of a conditional order; `old` = it as it stands, when it is amended. */
export function conditionalFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, old?: NaiveOrder): number {
  const isNew = old === undefined;
  return (
    quantityFault(m, o) ||
    limitFault(m, o) ||
    stopFault(m, o) ||
    notionalFault(s, m, o) ||
    sideFault(s, o, isNew) ||
    accountFault(s, o) ||
    (isNew ? countFault(s, m, o) || waitingCapacityFault(s, o) : stopCapacityFault(s, 1, old)) ||
    moneyFault(s, m, o) ||
    attachedFault(s, m, o, false)
  );
}

function quantityFault(m: NaiveSymbol, o: NaiveOrder): number {
  if (o.trigger?.closePosition) return 0;
  if (o.lots <= 0n) return Reject.QUANTITY_NOT_POSITIVE;
  if (o.lots < BigInt(m.spec.minLots)) return Reject.QUANTITY_TOO_SMALL;
  return o.lots > BigInt(o.price === 0n ? m.spec.maxMarketLots : m.spec.maxLots) ? Reject.QUANTITY_TOO_LARGE : 0;
}

// The band of its limit lies around the stop, at which it will be placed.
function limitFault(m: NaiveSymbol, o: NaiveOrder): number {
  const { stop } = o.trigger as Trigger;
  if (o.price === 0n) return 0;
  if (o.price < 0n) return Reject.PRICE_NOT_POSITIVE;
  if (o.price > BigInt(m.spec.maxPrice)) return Reject.PRICE_TOO_HIGH;
  if (o.price < BigInt(m.spec.minPrice)) return Reject.PRICE_TOO_LOW;
  if (stop <= 0n || stop > BigInt(m.spec.maxPrice)) return 0;
  if (o.sign > 0n && o.price * RATE > stop * BigInt(m.spec.bandUp)) return Reject.PRICE_ABOVE_BAND;
  return o.sign < 0n && o.price * RATE < stop * BigInt(m.spec.bandDown) ? Reject.PRICE_BELOW_BAND : 0;
}

function stopFault(m: NaiveSymbol, o: NaiveOrder): number {
  const { stop, byMark } = o.trigger as Trigger;
  const trails = o.type === OrderType.Trailing;
  if (stop < 0n || (stop === 0n && !trails)) return Reject.STOP_PRICE_NOT_POSITIVE;
  if (stop > BigInt(m.spec.maxPrice)) return Reject.STOP_PRICE_TOO_HIGH;
  if (stop > 0n && isReached(o, stop, workingPrice(m, byMark)))
    return trails ? Reject.INVALID_ACTIVATION_PRICE : Reject.WOULD_TRIGGER_AT_ONCE;
  return 0;
}

function notionalFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const { assumed } = o.trigger as Trigger;
  if (assumed * o.lots * m.costNum > MAX) return Reject.QUANTITY_TOO_LARGE;
  return assumed * o.lots * m.costNum < BigInt(m.spec.minNotional) * m.costDen && !reducesOnly(s, o) ? Reject.NOTIONAL_TOO_SMALL : 0;
}

/** Checks 15 to 18: closing ones may exceed the position together (D-7), but they need one. */
function sideFault(s: Naive, o: NaiveOrder, isNew: boolean): number {
  const t = o.trigger as Trigger;
  if (o.positionSide > PositionSide.Short) return Reject.INVALID_POSITION_SIDE;
  const hedge = isHedge(s, o.account);
  if (hedge === (o.positionSide === PositionSide.Both)) return Reject.POSITION_SIDE_MISMATCH;
  if (hedge && !t.closePosition && o.reduceOnly) return Reject.REDUCE_ONLY_CONFLICT;
  if (!t.closePosition && !isCloser(o)) return 0;
  if (heldAgainst(s, o) === 0n) return Reject.REDUCE_ONLY_REJECTED;
  return t.closePosition && isNew && positionTpsl(s, o) !== undefined ? Reject.CLOSE_POSITION_EXISTS : 0;
}

/** Lots that an order of this side and leg may close. */
export function heldAgainst(s: Naive, o: NaiveOrder): bigint {
  const p = positionOf(s, o.account, o.symbol, o.positionSide);
  return p !== undefined && signOf(p.lots) !== o.sign ? abs(p.lots) : 0n;
}

/** The take-profit or stop-loss of a position of the same kind as `o`: at most one each. */
export function positionTpsl(s: Naive, o: Pick<NaiveOrder, 'account' | 'symbol' | 'positionSide' | 'type'>): NaiveOrder | undefined {
  return ordersOf(s, o.account, o.symbol).find(
    (other) => other.trigger?.closePosition === true && other.positionSide === o.positionSide && other.type === o.type,
  );
}

function countFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const occupancy = capacityFault(s, m, o);
  if (occupancy || o.trigger?.closePosition) return occupancy;
  const own = ordersOf(s, o.account, o.symbol).filter((r) => r.trigger !== undefined && !r.trigger.closePosition);
  return own.length >= m.spec.maxConditionalOrders ? Reject.TOO_MANY_CONDITIONAL_ORDERS : 0;
}

/** All values anew, while it waits; it goes behind those armed before. */
export function amendConditional(s: Naive, c: AmendCommand): number {
  const old = s.orders.find((o) => o.id === c.orderId && o.account === c.account);
  if (old === undefined) return Reject.ORDER_UNKNOWN;
  if (old.trigger === undefined || old.trigger.isFired) return Reject.TRIGGERED_ALREADY;
  const m = symbolOf(s, old.symbol);
  const [price, stop, rate, lots] = [BigInt(c.price), BigInt(c.stopPrice), BigInt(c.callbackRate), BigInt(c.lots)];
  const working = workingPrice(m, old.trigger.byMark);
  const assumed = price > 0n ? price : stop > 0n ? stop : floorDiv(working, 100n);
  const trigger: Trigger = { ...old.trigger, stop, rate, assumed, extreme: stop === 0n ? old.trigger.extreme : 0n };
  const tpsl = tpslChange(old, c.tpsl);
  const o: NaiveOrder = { ...old, price, lots, rest: lots, trigger, attached: tpsl.attached };
  s.orders = s.orders.filter((r) => r !== old);
  const same = price === old.price && lots === old.lots && stop === old.trigger.stop && rate === old.trigger.rate;
  const rejected = same && tpsl.changed ? tpslFault(s, m, asItStands(o, old), tpsl) : amendFault(s, m, o, old, same);
  if (rejected) {
    s.orders.push(old);
    return rejected;
  }
  if (tpsl.changed) s.attachedTo.delete(o.id);
  if (same) {
    // Its TP/SL alone do not cost it its place.
    old.attached = tpsl.attached;
    s.orders.push(old);
    s.touched.add(old.account);
    return 0;
  }
  arm(s, m, o);
  return 0;
}

/** An order that trails opens where its extreme stands. */
function asItStands(o: NaiveOrder, old: NaiveOrder): NaiveOrder {
  const t = old.trigger as Trigger;
  const assumed = old.price > 0n ? old.price : t.stop > 0n ? t.stop : floorDiv(t.extreme, 100n);
  return { ...o, trigger: { ...t, assumed } };
}

function amendFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, old: NaiveOrder, same: boolean): number {
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  const entry = entryFault(s, m) || entryFaults(s, m, o);
  if (entry) return entry;
  return same ? Reject.ORDER_UNCHANGED : shapeFault(o) || conditionalFault(s, m, o, old);
}
