// What a fill-or-kill order would really get (rules 3.2: wholly at once or nothing): its walk, rehearsed fill by fill on copies.
//
// Lots in the book are not enough to know: the cap on open interest cuts trades, the fill guard ends the taker's walk or takes makers out,
// a funding under way settles first, and a maker's closing orders are cut when its position shrinks. Cold: fill-or-kill orders only.
import * as layout from '../layout.ts';
import { SelfTrade } from '../wire/command-kind.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Ratio } from '../money/ratio.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { newestOrder } from './exposure.ts';
import { feeOf } from './fee.ts';
import { isCrossFundable, isLegFundable } from './fill-guard.ts';
import { counterpartyCapacity, usableLadder } from './counterparty.ts';
import { lotsOfCap } from './interest-cap.ts';
import { ladderEnd } from './ladder.ts';
import { isBeyond } from './match.ts';
import { bestPrice, firstAt, nextInQueue, worsePrice } from './order-book.ts';
import { isClosing, legOf } from './order-flags.ts';
import { fillRehearsed, type Party, partyOf, pnlOf, type RehearsedLeg, settleRehearsed } from './rehearsed-party.ts';

const {
  CHAIN,
  CHAIN_OLDER,
  EXPOSURE,
  EX_ACCOUNT,
  LIVE,
  OPEN_LONG,
  OPEN_SHORT,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  ORDER_REST,
  REALS,
  SUMS,
  SUM_CLOSING,
} = layout;

export interface FokOrder {
  account: number;
  symbol: number;
  /** -1 = none yet. */
  exposure: number;
  flags: number;
  lots: number;
  /** Worst price, ticks. */
  limit: number;
}

interface Rehearsal {
  readonly s: EngineState;
  readonly i: Instrument;
  readonly order: FokOrder;
  readonly parties: Map<number, Party>;
  /** Rest of resting orders that were filled or cut, and lots of closing orders by exposure and leg. */
  readonly rests: Map<number, number>;
  readonly closing: Map<number, number>;
  readonly cap: number;
  long: number;
  short: number;
  /** Lots still to fill. */
  rest: number;
}

/** One side of a rehearsed trade. */
interface TradeSide {
  party: Party;
  leg: RehearsedLeg;
  buys: boolean;
  rate: Ratio;
}

type Outcome = 'filled' | 'maker out' | 'over';

/** Lots that the order would fill, the book and everything else being as they are. */
export function rehearseFok(s: EngineState, i: Instrument, order: FokOrder): number {
  const live = order.symbol * LIVE;
  const r: Rehearsal = {
    s,
    i,
    order,
    parties: new Map(),
    rests: new Map(),
    closing: new Map(),
    cap: i.spec.maxOpenInterest === 0 ? Number.MAX_SAFE_INTEGER : lotsOfCap(s, i, live),
    long: s.live[live + OPEN_LONG],
    short: s.live[live + OPEN_SHORT],
    rest: order.lots,
  };
  const taker = sideOf(r, order.account, order.exposure, order.flags, i.taker);
  walkBook(r, taker);
  return order.lots - r.rest;
}

// The walk of match.ts: members first at a price, in their order, then the ladder.
function walkBook(r: Rehearsal, taker: TradeSide): void {
  const { s, i, order } = r;
  const side = order.flags & 1;
  const opposite = 1 - side;
  const end = ladderEnd(s.ladders, order.symbol, opposite);
  let level = usableLadder(s, i, order.symbol, opposite);
  let capacity = level < 0 ? 0 : counterpartyCapacity(s, i, order.symbol, opposite);
  let member = bestPrice(s.books, order.symbol, opposite);
  while (r.rest > 0) {
    const isMember = member !== 0 && (level < 0 || !isBeyond(side, member, s.ladders.prices[level]));
    if (!isMember && level < 0) return;
    const price = isMember ? member : s.ladders.prices[level];
    if (isBeyond(side, price, order.limit)) return;
    if (isMember) {
      if (!meetMembers(r, taker, price)) return;
      member = worsePrice(s.books, order.symbol, opposite, price);
      continue;
    }
    const offered = s.ladders.lots[level] < capacity ? s.ladders.lots[level] : capacity;
    const before = r.rest;
    if (tradeOne(r, taker, undefined, price, offered) !== 'filled') return;
    const taken = before - r.rest;
    capacity -= taken;
    // A cut trade leaves the level where it is: the next one finds no room.
    if (taken === offered) level = capacity > 0 && level + 1 < end ? level + 1 : -1;
  }
}

// The queue of one price. False when the walk is over.
function meetMembers(r: Rehearsal, taker: TradeSide, price: number): boolean {
  const { s, order } = r;
  const mode = (order.flags >> 8) & 3;
  for (let slot = firstAt(s.books, order.symbol, price); slot >= 0; slot = nextInQueue(s.books, slot)) {
    const owner = s.books.rows[slot * ORDER + ORDER_OWNER];
    if (restOf(r, slot) === 0) continue;
    if (owner === order.exposure) {
      if (mode !== SelfTrade.ExpireMaker) return false;
      continue;
    }
    const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
    const maker = sideOf(r, s.exposures[owner * EXPOSURE + EX_ACCOUNT], owner, flags, r.i.maker);
    while (r.rest > 0 && restOf(r, slot) > 0) {
      const before = r.rest;
      const outcome = tradeOne(r, taker, maker, price, restOf(r, slot));
      if (outcome === 'over') return false;
      if (outcome === 'maker out') break;
      noteMaker(r, slot, before - r.rest, maker);
    }
    if (r.rest === 0) return true;
  }
  return true;
}

// One trade of match.ts, against a maker or the ladder.
function tradeOne(r: Rehearsal, taker: TradeSide, maker: TradeSide | undefined, price: number, offered: number): Outcome {
  const { i } = r;
  settleRehearsed(i, taker.party, taker.leg);
  if (maker !== undefined) settleRehearsed(i, maker.party, maker.leg);
  const lots = underCap(r, taker, maker, r.rest < offered ? r.rest : offered);
  if (lots === 0) return maker === undefined || (taker.buys ? r.long : r.short) >= r.cap ? 'over' : 'maker out';
  if (!isFundable(r, taker, price, lots)) return 'over';
  if (maker !== undefined && !isFundable(r, maker, price, lots)) return 'maker out';
  fillSide(r, taker, price, lots);
  if (maker !== undefined) fillSide(r, maker, price, lots);
  r.rest -= lots;
  return 'filled';
}

function underCap(r: Rehearsal, taker: TradeSide, maker: TradeSide | undefined, lots: number): number {
  const held = maker === undefined ? (taker.buys ? r.long : r.short) : Math.max(r.long, r.short);
  const free = Math.max(0, r.cap - held) + closableBy(taker) + (maker === undefined ? 0 : closableBy(maker));
  return free < lots ? free : lots;
}

function closableBy({ leg, buys }: TradeSide): number {
  const opposite = buys ? 0 - leg.lots : leg.lots;
  return opposite > 0 ? opposite : 0;
}

// The question of fill-guard.ts.
function isFundable(r: Rehearsal, { party, leg, buys, rate }: TradeSide, price: number, lots: number): boolean {
  const { i } = r;
  const sign = buys ? 1 : -1;
  const gap = sign * (party.mark - price * MARK_PER_TICK);
  const fee = feeOf(price, lots, rate);
  const free = (party.equity < party.wallet ? party.equity : party.wallet) - party.positionMargin;
  const equity = leg.lots === 0 ? 0 : leg.margin + pnlOf(i, party, leg);
  const guarded = { ...leg, equity, leverage: party.leverage, free, debt: party.debt };
  if (!party.isolated) return isCrossFundable(i, guarded, party.equity, sign, gap, price, lots, fee);
  return isLegFundable(i, guarded, sign, gap, price, lots, fee);
}

function fillSide(r: Rehearsal, { party, leg, buys, rate }: TradeSide, price: number, lots: number): void {
  const closing = fillRehearsed(r.i, party, leg, buys, price, lots, rate);
  if (buys) {
    r.short -= closing;
    r.long += lots - closing;
  } else {
    r.long -= closing;
    r.short += lots - closing;
  }
}

function sideOf(r: Rehearsal, account: number, exposure: number, flags: number, rate: Ratio): TradeSide {
  let party = r.parties.get(exposure);
  if (party === undefined) r.parties.set(exposure, (party = partyOf(r.s, r.i, r.order.symbol, account, exposure)));
  return { party, leg: party.legs[legOf(flags)], buys: (flags & 1) === 0, rate };
}

function restOf(r: Rehearsal, slot: number): number {
  return r.rests.get(slot) ?? r.s.books.reals[slot * REALS + ORDER_REST];
}

// What a maker's fill takes from its order, and from its closing orders when they exceed the position now (order-life.ts).
function noteMaker(r: Rehearsal, slot: number, lots: number, maker: TradeSide): void {
  const { s } = r;
  const row = slot * ORDER;
  const exposure = s.books.rows[row + ORDER_OWNER];
  const leg = legOf(s.books.rows[row + ORDER_FLAGS]);
  const at = exposure * SUMS + SUM_CLOSING + leg;
  r.rests.set(slot, restOf(r, slot) - lots);
  let closing = r.closing.get(at) ?? s.exposureSums[at];
  if (isClosing(s.books.rows[row + ORDER_FLAGS])) closing -= lots;
  const allowed = maker.leg.lots < 0 ? 0 - maker.leg.lots : maker.leg.lots;
  for (let other = newestOrder(s, exposure); closing > allowed && other >= 0; other = s.books.chain[other * CHAIN + CHAIN_OLDER] - 1) {
    const flags = s.books.rows[other * ORDER + ORDER_FLAGS];
    if (!isClosing(flags) || legOf(flags) !== leg) continue;
    const cut = Math.min(closing - allowed, restOf(r, other));
    r.rests.set(other, restOf(r, other) - cut);
    closing -= cut;
  }
  r.closing.set(at, closing);
}
