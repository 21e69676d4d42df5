// The naive engine's fills: fees, positions, isolated wallets and their postings (rules 5.5, 7.1 to 7.3, 7.6).
import { FillRole, OrderEnd } from '../../wire/event.ts';
import { PositionSide } from '../../wire/command.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../../ledger/account.ts';
import { noteOpened } from './opened.ts';
import { collect } from './debt.ts';
import { abs, ceilDiv, floorDiv, max, min, sum } from './exact.ts';
import { keepShare, settleFunding } from './funding.ts';
import {
  balance,
  inBook,
  isHedge,
  isIsolated,
  leverageOf,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  ordersOf,
  positionOf,
  post,
  removeOrder,
  symbolOf,
} from './model.ts';
import { feeAt, isCloser, signOf, valueAtTicks } from './risk.ts';

export const house = (purse: number): number => purse;

/** Who pays what the member cannot: the fund, then the house (rules 9.5). */
export function payDeficit(s: Naive, toPurse: number, amount: bigint): void {
  if (amount <= 0n) return;
  const fromFund = min(amount, max(0n, balance(s, house(HouseAccount.Insurance))));
  post(s, house(HouseAccount.Insurance), toPurse, fromFund);
  post(s, house(HouseAccount.Futures), toPurse, amount - fromFund);
}

/** Cost basis that leaves with `closing` lots: against the member to whole micro-USDT; the last close takes the rest (rules 7.3). */
export function releaseCost(s: Naive, p: NaivePosition, closing: bigint): bigint {
  if (closing === abs(p.lots)) return p.cost;
  const den = symbolOf(s, p.symbol).costDen;
  const by = abs(p.lots) * den;
  const units = p.lots > 0n ? ceilDiv(p.cost * closing, by) : floorDiv(p.cost * closing, by);
  return min(p.cost, units * den);
}

/** One fill of one order. */
export function applyFill(s: Naive, o: NaiveOrder, price: bigint, lots: bigint, role: number): void {
  const m = symbolOf(s, o.symbol);
  const before = positionOf(s, o.account, o.symbol, o.positionSide);
  if (before !== undefined) settleFunding(s, before);
  if (before !== undefined) keepShare(s, before);
  const rate = role === FillRole.Maker ? m.spec.makerFee : m.spec.takerFee;
  const fee = role >= FillRole.Liquidation ? 0n : feeAt(m, price, lots, rate);
  const held = positionOf(s, o.account, o.symbol, o.positionSide);
  const closing = held !== undefined && signOf(held.lots) !== o.sign ? min(lots, abs(held.lots)) : 0n;
  const closingFee = floorDiv(fee * closing, lots);
  let realized = 0n;
  if (held !== undefined && closing > 0n) realized = closePart(s, held, price, closing, closingFee, role);
  if (lots > closing) openPart(s, o, price, lots - closing, fee - closingFee);
  s.stirred.add(`${o.account}:${o.symbol}`);
  s.fills.push({ account: o.account, orderId: o.id, price, lots, role, fee, realized });
  s.touched.add(o.account);
}

function closePart(s: Naive, p: NaivePosition, price: bigint, closing: bigint, fee: bigint, role: number): bigint {
  const m = symbolOf(s, p.symbol);
  const released = releaseCost(s, p, closing);
  const realized = floorDiv(signOf(p.lots) * (price * closing * m.costNum - released), m.costDen);
  const isolated = isIsolated(s, p.account, p.symbol);
  if (isolated && role === FillRole.Liquidation) {
    // A liquidated leg keeps what it realizes until the scope is settled as a whole (rules 9.5).
    post(s, house(HouseAccount.Futures), isolatedPurse(p.account), realized);
    p.isolated += realized;
  } else if (isolated) settleIsolated(s, p, closing, realized, fee);
  else {
    post(s, house(HouseAccount.Futures), futuresWallet(p.account), realized);
    post(s, futuresWallet(p.account), house(HouseAccount.Fee), fee);
    if (role !== FillRole.Liquidation) collect(s, p.account, realized);
  }
  const held = signOf(p.lots);
  p.cost -= released;
  p.lots -= held * closing;
  p.realized += realized;
  p.fees += fee;
  if (p.lots === 0n) endPosition(s, p, held);
  return realized;
}

/** A position is over: what waited to close it ends with it (rules 3.1, 3.5). */
export function endPosition(s: Naive, p: NaivePosition, held: bigint): void {
  s.positions = s.positions.filter((other) => other !== p);
  for (const o of ordersOf(s, p.account, p.symbol)) {
    const waits = o.trigger !== undefined && isCloser(o) && o.sign !== held;
    if (waits && o.positionSide === p.positionSide) removeOrder(s, o, OrderEnd.PositionClosed);
  }
}

/** Part of a position closed at the mark itself, without a fee and without a counterparty in the book (netting, delisting). */
export function closeAtMark(s: Naive, p: NaivePosition, lots: bigint): bigint {
  keepShare(s, p);
  const m = symbolOf(s, p.symbol);
  const released = releaseCost(s, p, lots);
  const realized = floorDiv(signOf(p.lots) * (m.mark * lots * m.costNum - released * 100n), m.costDen * 100n);
  const isolated = isIsolated(s, p.account, p.symbol);
  post(s, house(HouseAccount.Futures), isolated ? isolatedPurse(p.account) : futuresWallet(p.account), realized);
  if (isolated) p.isolated += realized;
  const held = signOf(p.lots);
  p.cost -= released;
  p.lots -= held * lots;
  p.realized += realized;
  s.touched.add(p.account);
  s.stirred.add(`${p.account}:${p.symbol}`);
  if (p.lots === 0n) endPosition(s, p, held);
  return realized;
}

/** crossWallet += released + realized - fee; a negative sum is taken from the isolated wallet, never from the cross wallet (5.5). */
function settleIsolated(s: Naive, p: NaivePosition, closing: bigint, realized: bigint, fee: bigint): void {
  const purse = isolatedPurse(p.account);
  const released = closing === abs(p.lots) ? p.isolated : floorDiv(p.isolated * closing, abs(p.lots));
  const net = released + realized - fee;
  const left = p.isolated + realized - fee;
  payDeficit(s, purse, -left);
  post(s, house(HouseAccount.Futures), purse, realized);
  post(s, purse, house(HouseAccount.Fee), fee);
  const toCross = max(0n, net);
  post(s, purse, futuresWallet(p.account), toCross);
  collect(s, p.account, toCross);
  p.isolated = max(0n, left) - toCross;
}

function openPart(s: Naive, o: NaiveOrder, price: bigint, opening: bigint, fee: bigint): void {
  const m = symbolOf(s, o.symbol);
  let p = positionOf(s, o.account, o.symbol, o.positionSide);
  if (p === undefined) {
    p = {
      account: o.account,
      symbol: o.symbol,
      positionSide: o.positionSide,
      lots: 0n,
      cost: 0n,
      isolated: 0n,
      realized: 0n,
      fees: 0n,
      funding: 0n,
      openedAt: s.time,
      sharedAt: 0,
      slot: Number.MAX_SAFE_INTEGER,
      id: 0,
    };
    s.positions.push(p);
  }
  p.lots += o.sign * opening;
  noteOpened(s, o, p, opening);
  p.cost += price * opening * m.costNum;
  p.fees += fee;
  post(s, futuresWallet(o.account), house(HouseAccount.Fee), fee);
  if (isIsolated(s, o.account, o.symbol)) {
    const margin = valueAtTicks(m, price, opening, BigInt(leverageOf(s, o.account, o.symbol)));
    post(s, futuresWallet(o.account), isolatedPurse(o.account), margin);
    p.isolated += margin;
  }
}

/** Lots go from an order's rest and with them their part of its reserve. */
export function takeRest(o: NaiveOrder, lots: bigint): void {
  o.reserved = ceilDiv(o.reserved * (o.rest - lots), o.rest);
  o.rest -= lots;
}

/** When a position shrinks, the newest reduce-only orders are cut first (rules 3.5). */
export function cutReducers(s: Naive, account: number, symbol: number): void {
  const legs = isHedge(s, account) ? [PositionSide.Long, PositionSide.Short] : [PositionSide.Both];
  for (const positionSide of legs) {
    const p = positionOf(s, account, symbol, positionSide);
    for (const sign of [1n, -1n]) {
      const held = p !== undefined && signOf(p.lots) !== sign ? abs(p.lots) : 0n;
      const reducers = ordersOf(s, account, symbol)
        .filter((o) => inBook(o) && o.positionSide === positionSide && o.sign === sign && isCloser(o))
        .sort((a, b) => b.age - a.age);
      let excess = sum(reducers.map((o) => o.rest)) - held;
      for (const o of reducers) {
        if (excess <= 0n) break;
        const cut = min(excess, o.rest);
        excess -= cut;
        takeRest(o, cut);
        o.lots -= cut;
        s.touched.add(account);
        s.stirred.add(`${account}:${symbol}`);
        if (o.rest === 0n) removeOrder(s, o, OrderEnd.ReduceOnly);
      }
    }
  }
}
