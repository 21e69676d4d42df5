// One side of one fill: the order, the position leg, realized PnL, isolated margin and fee, posted exactly (rules 5.5, 7).
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, FillRole, PositionEnd, writerOf } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse, PostingReason } from '../ledger/account.ts';
import { post, postNow, postSigned, posting } from '../ledger/post.ts';
import type { Instrument } from '../market/instrument.ts';
import { addCost, costOf, subtractCost } from '../money/cost.ts';
import { mul3DivCeil, mulDivFloor } from '../money/rounding.ts';
import { addWide } from '../money/wide-words.ts';
import type { EngineState } from '../state.ts';
import { touchLeg } from '../touched.ts';
import { isHeld } from './work-queue.ts';
import { noteOpened } from './opened-tpsl.ts';
import { recharge } from './exposure.ts';
import { initialMargin, releasedMargin } from './margin.ts';
import { orderIdOf } from './order-book.ts';
import { collectDebt } from './debt.ts';
import { fundedAtOpening, keepShare } from './funding-share.ts';
import { legOf } from './order-flags.ts';
import { cutClosers, endClosers, fill, noteFill } from './order-life.ts';
import { realizedPnl, releasedCost } from './pnl.ts';
import { entryCostOf, positionSideOf, setEntryCost } from './position.ts';
import { revalue } from './revalue.ts';
import { emitPositionClosed } from '../wire/event-writers.ts';

const OrderFilled = writerOf(
  'OrderFilled',
  'orderId',
  'flags',
  'price',
  'lots',
  'role',
  'fee',
  'realizedPnl',
  'tradeId',
  'restLots',
  'positionId',
);

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_SETTING,
  EX_SYMBOL,
  FUNDING_DEBT,
  HOUSE_COST,
  COUNTERPARTY_LOTS,
  LIFE,
  LIFE_CLOSED_COST,
  LIFE_CLOSED_LOTS,
  LIFE_EXIT_COST,
  LIFE_FEES,
  LIFE_FUNDED_AT,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_OPENED_AT,
  LIFE_REALIZED,
  LIVE,
  META_POSITION_SERIAL,
  META_TIME,
  OPEN_LONG,
  OPEN_SHORT,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  ORDER_REST,
  POSITION_COUNT,
  REALS,
  RISK,
  SUMS,
  SUM_CLOSING,
  WAITING,
  WAITING_COUNT,
  WARNED,
  WARNED_AT,
} = layout;

/** Flags of an order with TP/SL attached are at least this (OrderFlag.Attached is its lowest bit). */
const HAS_TPSL = 1 << 17;

/** Fills `fill.lots` of the order in `slot` at `fill.price` ticks, as `fill.tradeId`. The other side is settled by the caller. */
export function settleFill(s: EngineState, e: EventBuffer, i: Instrument, slot: number, role: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const leg = legOf(flags);
  const position = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  const buys = (flags & 1) === 0;
  const { price, lots } = fill;
  const held = s.positionLots[position];
  const size = held < 0 ? 0 - held : held;
  const closing = held === 0 || held > 0 === buys ? 0 : size < lots ? size : lots;
  const rate = role === FillRole.Maker ? i.maker : i.taker;
  const fee = role >= FillRole.Liquidation ? 0 : mul3DivCeil(price, lots, rate.num, rate.den);
  fill.size = size;
  fill.closing = closing;
  fill.fee = fee;
  fill.closingFee = closing === lots ? fee : closing === 0 ? 0 : mulDivFloor(fee, closing, lots);
  fill.realized = 0;
  noteFill(s, i, slot);
  if (held === 0) beginLife(s, exposure, position);
  if (closing !== 0) takeOut(s, i, position);
  reportFilled(s, e, slot, role, s.positionLife[position * LIFE + LIFE_ID]);
  if (closing !== 0) settleClose(s, e, i, exposure, position, leg, held, role);
  if (lots > closing) {
    openPart(s, e, i, exposure, position, buys);
    if (flags >= HAS_TPSL) noteOpened(s, slot, position, lots - closing);
  }
  revalue(s, i, position);
  recharge(s, exposure);
  touchLeg(s, exposure, position);
}

// Pays what the closing part realized, ends the position when nothing is left of it, and cuts closing orders that are too large now.
function settleClose(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  exposure: number,
  position: number,
  leg: number,
  held: number,
  role: number,
): void {
  const liquidated = role === FillRole.Liquidation;
  if (liquidated) payLiquidation(s, e, exposure, position, fill.realized, PostingReason.RealizedPnl, fill.tradeId);
  else payClose(s, e, exposure, position);
  const flips = fill.lots > fill.closing;
  if (fill.closing === fill.size) {
    const end = liquidated ? PositionEnd.Liquidated : role === FillRole.Adl ? PositionEnd.Settled : PositionEnd.Closed;
    endLife(s, e, exposure, position, held, flips ? PositionEnd.Flipped : end);
    if (flips) beginLife(s, exposure, position);
  }
  if (s.exposureSums[exposure * SUMS + SUM_CLOSING + leg] !== 0) cutClosers(s, e, i, exposure, leg, fill.size - fill.closing);
}

/** Reports the fill in `fill` on the order in `slot`. */
export function reportFilled(s: EngineState, e: EventBuffer, slot: number, role: number, positionId: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  const at = e.open(EventKind.OrderFilled, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderFilled.orderId] = orderIdOf(s.books, slot);
  w[at + OrderFilled.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderFilled.price] = fill.price;
  w[at + OrderFilled.lots] = fill.lots;
  w[at + OrderFilled.role] = role;
  w[at + OrderFilled.fee] = fill.fee;
  w[at + OrderFilled.realizedPnl] = fill.realized;
  w[at + OrderFilled.tradeId] = fill.tradeId;
  w[at + OrderFilled.restLots] = s.books.reals[slot * REALS + ORDER_REST];
  w[at + OrderFilled.positionId] = positionId;
}

/** The counterparty's ladder takes the other side of a member's fill: `lots` signed as the counterparty's own. */
export function settleCounterparty(s: EngineState, i: Instrument, symbol: number, lots: number, price: number): void {
  const live = symbol * LIVE;
  s.live[live + COUNTERPARTY_LOTS] += lots;
  addWide(s.live, live + HOUSE_COST, costOf(price, lots, i.units.costNum));
}

function beginLife(s: EngineState, exposure: number, position: number): void {
  const life = position * LIFE;
  const l = s.positionLife;
  for (let at = life; at < life + LIFE; at++) l[at] = 0;
  l[life + LIFE_ID] = ++s.meta[META_POSITION_SERIAL];
  l[life + LIFE_OPENED_AT] = s.meta[META_TIME];
  l[life + LIFE_FUNDED_AT] = fundedAtOpening(s, s.blockSymbol[position >> 5]);
  s.risk[s.exposures[exposure * EXPOSURE + EX_ACCOUNT] * RISK + POSITION_COUNT]++;
  const scope = s.positionScope[position];
  if (scope < s.capacity.accounts) return;
  // An isolated scope lives as long as its position: warnings of the one before are not its own (rules 9.7).
  s.risk[scope * RISK + WARNED] = isHeld(s, scope) ? s.risk[scope * RISK + WARNED] : 0;
  s.risk[scope * RISK + WARNED_AT] = 0;
}

/** Reports a position's end and clears what is left of it: its lots are 0. */
export function endLife(s: EngineState, e: EventBuffer, exposure: number, position: number, heldBefore: number, end: number): void {
  const ex = exposure * EXPOSURE;
  const life = position * LIFE;
  const l = s.positionLife;
  emitPositionClosed(
    e,
    s.exposures[ex + EX_ACCOUNT],
    s.exposures[ex + EX_SYMBOL],
    l[life + LIFE_ID],
    positionSideOf(s, exposure, position),
    heldBefore < 0 ? 0 - l[life + LIFE_CLOSED_LOTS] : l[life + LIFE_CLOSED_LOTS],
    l[life + LIFE_CLOSED_COST],
    l[life + LIFE_CLOSED_COST + 1],
    l[life + LIFE_EXIT_COST],
    l[life + LIFE_EXIT_COST + 1],
    l[life + LIFE_REALIZED],
    l[life + LIFE_FEES],
    end,
    s.positionLeverage[position],
  );
  s.risk[s.exposures[ex + EX_ACCOUNT] * RISK + POSITION_COUNT]--;
  if (s.triggers.chains[exposure * WAITING + WAITING_COUNT] !== 0)
    endClosers(s, e, exposure, s.exposures[ex + EX_LEG + 1] === position ? 1 : 0);
}

// Takes `fill.closing` lots and their cost out of the leg; what they realized goes to `fill.realized`.
function takeOut(s: EngineState, i: Instrument, position: number): void {
  keepShare(s, position);
  const { price, closing } = fill;
  const held = s.positionLots[position];
  const side = held < 0 ? -1 : 1;
  const life = position * LIFE;
  const cost = entryCostOf(s, position);
  const released = releasedCost(i.units, side, cost, held * side, closing);
  const realized = realizedPnl(i.units, side, price, closing, released);
  addWide(s.positionLife, life + LIFE_CLOSED_COST, released);
  addWide(s.positionLife, life + LIFE_EXIT_COST, costOf(price, closing, i.units.costNum));
  s.positionLife[life + LIFE_CLOSED_LOTS] += closing;
  s.positionLife[life + LIFE_REALIZED] += realized;
  addOpenInterest(s, position, 0 - side * closing);
  s.positionLots[position] = held - side * closing;
  setEntryCost(s, position, subtractCost(cost, released));
  fill.realized = realized;
}

/** Members' open lots of the symbol, before the leg itself changes. */
export function addOpenInterest(s: EngineState, position: number, signedChange: number): void {
  // A long shrinks by a negative change, a short by a positive one: the leg before the change tells which.
  const symbol = s.blockSymbol[position >> 5] * LIVE;
  const held = s.positionLots[position];
  const long = held > 0 || (held === 0 && signedChange > 0);
  if (long) s.live[symbol + OPEN_LONG] += signedChange;
  else s.live[symbol + OPEN_SHORT] -= signedChange;
}

function payClose(s: EngineState, e: EventBuffer, exposure: number, position: number): void {
  const ex = exposure * EXPOSURE;
  const account = s.exposures[ex + EX_ACCOUNT];
  const symbol = s.exposures[ex + EX_SYMBOL];
  const { realized, closingFee } = fill;
  s.positionLife[position * LIFE + LIFE_FEES] += closingFee;
  if ((s.exposures[ex + EX_SETTING] & 1) === MarginType.Isolated) {
    payIsolatedClose(s, e, account, symbol, position, fill.size, fill.closing, realized, closingFee, fill.tradeId);
    return;
  }
  const wallet = futuresWallet(account);
  posting.ref = fill.tradeId;
  posting.amount = realized < 0 ? 0 - realized : realized;
  if (realized < 0) postNow(s, e, account, symbol, wallet, HouseAccount.Futures, PostingReason.RealizedPnl);
  else postNow(s, e, account, symbol, HouseAccount.Futures, wallet, PostingReason.RealizedPnl);
  posting.amount = closingFee;
  postNow(s, e, account, symbol, wallet, HouseAccount.Fee, PostingReason.TradingFee);
  if (realized > 0 && s.risk[account * RISK + FUNDING_DEBT] !== 0) collectDebt(s, e, account, realized);
}

/** Isolated: PnL and fee go through the leg's own margin; what is set free moves to the cross wallet, never the other way. */
export function payIsolatedClose(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  position: number,
  size: number,
  closing: number,
  realized: number,
  fee: number,
  ref: number,
): void {
  const life = position * LIFE;
  const purse = isolatedPurse(account);
  const margin = s.positionLife[life + LIFE_ISOLATED];
  const released = releasedMargin(margin, size, closing);
  const missing = 0 - (margin + realized - fee);
  if (missing > 0) payDeficit(s, e, account, symbol, purse, missing, ref);
  postSigned(s, e, account, symbol, HouseAccount.Futures, purse, realized, PostingReason.RealizedPnl, ref);
  post(s, e, account, symbol, purse, HouseAccount.Fee, fee, PostingReason.TradingFee, ref);
  const net = released + realized - fee;
  if (net > 0) post(s, e, account, symbol, purse, futuresWallet(account), net, PostingReason.IsolatedMargin, ref);
  const left = missing > 0 ? 0 : margin + realized - fee - (net > 0 ? net : 0);
  setIsolated(s, position, left);
  if (net > 0) collectDebt(s, e, account, net);
}

/** What a liquidated leg realized goes to its own scope and stays there until the scope is settled (rules 9.5). */
export function payLiquidation(
  s: EngineState,
  e: EventBuffer,
  exposure: number,
  position: number,
  realized: number,
  reason: number,
  ref: number,
): void {
  const ex = exposure * EXPOSURE;
  const account = s.exposures[ex + EX_ACCOUNT];
  const isolated = (s.exposures[ex + EX_SETTING] & 1) === MarginType.Isolated;
  const purse = isolated ? isolatedPurse(account) : futuresWallet(account);
  postSigned(s, e, account, s.exposures[ex + EX_SYMBOL], HouseAccount.Futures, purse, realized, reason, ref);
  if (isolated) setIsolated(s, position, s.positionLife[position * LIFE + LIFE_ISOLATED] + realized);
}

/** A shortfall below zero is paid by the insurance fund while it lasts, then by the counterparty (rules 9.5). Returns what insurance paid. */
export function payDeficit(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  purse: number,
  missing: number,
  ref: number,
): number {
  const fund = s.ledger[HouseAccount.Insurance];
  const insured = fund < missing ? (fund > 0 ? fund : 0) : missing;
  post(s, e, account, symbol, HouseAccount.Insurance, purse, insured, PostingReason.LiquidationDeficit, ref);
  post(s, e, account, symbol, HouseAccount.Futures, purse, missing - insured, PostingReason.LiquidationDeficit, ref);
  return insured;
}

/** Sets a leg's isolated margin and moves its scope's equity along. */
export function setIsolated(s: EngineState, position: number, margin: number): void {
  const at = position * LIFE + LIFE_ISOLATED;
  s.risk[s.positionScope[position] * RISK + EQUITY] += margin - s.positionLife[at];
  s.positionLife[at] = margin;
}

// Adds what the fill opens to the leg; an isolated leg takes its margin from the cross wallet, which also pays the fee.
function openPart(s: EngineState, e: EventBuffer, i: Instrument, exposure: number, position: number, buys: boolean): void {
  const ex = exposure * EXPOSURE;
  const account = s.exposures[ex + EX_ACCOUNT];
  const symbol = s.exposures[ex + EX_SYMBOL];
  const size = fill.lots - fill.closing;
  const fee = fill.fee - fill.closingFee;
  keepShare(s, position);
  addOpenInterest(s, position, buys ? size : 0 - size);
  addEntry(s, i, position, size);
  s.positionLots[position] += buys ? size : 0 - size;
  if (s.positionWide[position] === 0 && !buys && s.positionCost[position] > 0) s.positionCost[position] = 0 - s.positionCost[position];
  const wallet = futuresWallet(account);
  posting.ref = fill.tradeId;
  if ((s.exposures[ex + EX_SETTING] & 1) === MarginType.Isolated) {
    const margin = initialMargin(i.units, fill.price, size, s.positionLeverage[position]);
    posting.amount = margin;
    postNow(s, e, account, symbol, wallet, isolatedPurse(account), PostingReason.IsolatedMargin);
    setIsolated(s, position, s.positionLife[position * LIFE + LIFE_ISOLATED] + margin);
  }
  posting.amount = fee;
  postNow(s, e, account, symbol, wallet, HouseAccount.Fee, PostingReason.TradingFee);
  s.positionLife[position * LIFE + LIFE_FEES] += fee;
}

// Adds the cost of `size` lots at the fill's price to the entry cost; the sign is the leg's.
function addEntry(s: EngineState, i: Instrument, position: number, size: number): void {
  const more = fill.price * size * i.units.costNum;
  const cost = s.positionCost[position];
  const sum = (cost < 0 ? 0 - cost : cost) + more;
  if (s.positionWide[position] === 0 && sum <= Number.MAX_SAFE_INTEGER) s.positionCost[position] = cost < 0 ? 0 - sum : sum;
  else setEntryCost(s, position, addCost(entryCostOf(s, position), costOf(fill.price, size, i.units.costNum)));
}
