// The bets of settled rounds, paid in slices, first come first: won by floor(stake x odds), lost to the house, void and tied stakes back whole.
//
// A bet is paid once: paying takes it out of its round. Stakes leave escrow with their slice, so escrow is the sum of open stakes after
// every command. One pass over rows of a cache line each; events are written where their facts are (event-buffer.ts).
import * as rows from '../layout-rounds.ts';
import * as layout from '../layout.ts';
import { EVENT_WORDS, EventKind, RoundResult, VoidReason } from '../wire/event-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { HouseAccount, PostingReason, binaryWalletOf } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import type { EngineState } from '../state.ts';
import { rollDay } from './play-limits.ts';
import { POWER_BALL_MARKETS } from './power-ball-markets.ts';
import { unpackDraw, wins } from './power-ball.ts';
import { freeRound, noteDue, RoundState } from './round-life.ts';
import { decide } from './settle-round.ts';
import { EventHeadWord, writeEvent, writerOf } from '../wire/event.ts';

const Head = EventHeadWord;
const BetSettled = writerOf(
  'BetSettled',
  'betId',
  'option',
  'ordinal',
  'market',
  'stake',
  'odds',
  'status',
  'payout',
  'balance',
  'waiting',
);
const LedgerPosted = writerOf('LedgerPosted', 'debit', 'credit', 'amount', 'reason', 'ref', 'debitAfter', 'creditAfter');

const { META_ROUND_DUE, META_TIME } = layout;
const { BET_ACCOUNT, BET_MARKET, BET_ODDS, BET_PAYOUT, BET_SERIAL, BET_SLOTS, BET_STAKE, BET_STRIKE } = rows;
const { LINK_NEXT, LINK_OWN_NEXT, LINK_OWN_PREVIOUS, LINK_PREVIOUS } = rows;
const { MARK_BET_FREE, MARK_COULD_PAY, MARK_OPEN_BETS, MARK_QUEUE_FIRST, MARK_QUEUE_LAST, MARK_ROUNDS, MARK_STAKES } = rows;
const { OPTION, OPTION_SYMBOL, PLAY_BETS, PLAY_COULD_WIN, PLAY_DAY, PLAY_DAY_END, PLAY_DAY_LOSS, PLAY_DAY_STAKE } = rows;
const { PLAY_FIRST, PLAY_WAITING } = rows;
const { ROUND, ROUND_BETS, ROUND_CLOSE, ROUND_DONE, ROUND_DUE, ROUND_FIRST, ROUND_LAST, ROUND_OPENED, ROUND_OPTION, ROUND_ORDINAL } = rows;
const { ROUND_QUEUE, ROUND_RESULT, ROUND_STAKED, ROUND_STATE, ROUND_VOID } = rows;

const MAX = Number.MAX_SAFE_INTEGER;
/** BET, LINKS and PLAY words a row, as shifts. */
const BET_SHIFT = 3;
const LINKS_SHIFT = 2;
const PLAY_SHIFT = 4;
const WON = 1;
const LOST = 2;
const VOIDED = 3;
/** Each bet by its own strike. */
const EACH = 0;
/** What each market of the round being paid comes to. */
const statuses = new Uint8Array(rows.MARKETS);
/** Sums of one slice; the first ones in the order of a round's own from ROUND_DONE on. They leave the round, the site and escrow at its end. */
const tally = new Float64Array(8);
const BETS = 0;
const STAKED = 1;
const KEPT = 6;
const COULD_PAY = 6;
const TO_HOUSE = 7;

/** True while a round is being settled, or one is void by time. */
export function areRoundsDue(s: EngineState): boolean {
  const due = s.meta[META_ROUND_DUE];
  return due !== 0 && due <= s.meta[META_TIME];
}

/** Pays bets until `slice` events are out or nothing is due. */
export function workRounds(s: EngineState, e: EventBuffer, slice: number): void {
  const { marks, rounds } = s.rounds;
  if (marks[MARK_QUEUE_FIRST] === 0) {
    voidOverdue(s, e);
    return;
  }
  const round = marks[MARK_QUEUE_FIRST] - 1;
  const row = round * ROUND;
  if (rounds[row + ROUND_FIRST] !== 0) payBets(s, e, round, slice);
  if (rounds[row + ROUND_FIRST] !== 0) return;
  if (rounds[row + ROUND_OPENED] === 1) tellFinished(s, e, row);
  marks[MARK_QUEUE_FIRST] = rounds[row + ROUND_QUEUE];
  if (marks[MARK_QUEUE_FIRST] === 0) marks[MARK_QUEUE_LAST] = 0;
  freeRound(s, round);
  noteDue(s);
}

/** Rules 11.7: a settlement that did not come in time voids the round; one that nobody bet on just goes. */
function voidOverdue(s: EngineState, e: EventBuffer): void {
  const { marks, rounds } = s.rounds;
  for (let round = 0; round < marks[MARK_ROUNDS]; round++) {
    const row = round * ROUND;
    if (rounds[row + ROUND_STATE] !== RoundState.Open || rounds[row + ROUND_DUE] > s.meta[META_TIME]) continue;
    decide(s, e, round, RoundResult.Void, VoidReason.TooLate, -1, -1);
    return;
  }
}

function tellFinished(s: EngineState, e: EventBuffer, row: number): void {
  const { rounds, options } = s.rounds;
  const option = rounds[row + ROUND_OPTION];
  const [bets, staked, paid, won, lost, voided] = rounds.subarray(row + ROUND_DONE, row + ROUND_VOID + 1);
  const sums = { bets, staked, paid, won, lost, void: voided };
  writeEvent(e, 'RoundFinished', -1, options[option * OPTION + OPTION_SYMBOL], { option, ordinal: rounds[row + ROUND_ORDINAL], ...sums });
}

/** What each market of the round comes to; in-round bets look at their own strike. */
function noteStatuses(result: number, close: number): void {
  if (result === RoundResult.Drawn) {
    const draw = unpackDraw(close);
    for (let market = 0; market < POWER_BALL_MARKETS.length; market++) statuses[market] = wins(market, draw) ? WON : LOST;
    return;
  }
  statuses.fill(result === RoundResult.EachBet ? EACH : VOIDED);
  if (result !== RoundResult.Up && result !== RoundResult.Down) return;
  statuses[0] = result === RoundResult.Up ? WON : LOST;
  statuses[1] = result === RoundResult.Down ? WON : LOST;
}

/** What a bet on a side comes to: won, lost, or void where nothing moved. */
export function statusOf(market: number, strike: number, close: number): number {
  if (close === strike) return VOIDED;
  return close > strike === (market === 0) ? WON : LOST;
}

function payBets(s: EngineState, e: EventBuffer, round: number, slice: number): void {
  const { rounds, marks } = s.rounds;
  const row = round * ROUND;
  noteStatuses(rounds[row + ROUND_RESULT], rounds[row + ROUND_CLOSE]);
  tally.fill(0);
  payRun(s, e, row, slice);
  for (; rounds[row + ROUND_FIRST] !== 0 && e.index < slice; payRun(s, e, row, slice)) rollDay(s, firstAccount(s, row), s.meta[META_TIME]);
  rounds[row + ROUND_BETS] -= tally[BETS];
  rounds[row + ROUND_STAKED] -= tally[STAKED];
  for (let k = 0; k < KEPT; k++) rounds[row + ROUND_DONE + k] += tally[k];
  marks[MARK_OPEN_BETS] -= tally[BETS];
  marks[MARK_STAKES] -= tally[STAKED];
  marks[MARK_COULD_PAY] -= tally[COULD_PAY];
  post(s, e, -1, -1, HouseAccount.RoundsEscrow, HouseAccount.Rounds, tally[TO_HOUSE], PostingReason.RoundLoss, rounds[row + ROUND_ORDINAL]);
}

/**
 * Pays the round's bets from the first on until `slice` events are out, or until the day of a bet's account is to begin anew before it.
 *
 * One loop over locals, no call in it that is not inlined, rows by shifts and fields by `|`: so V8 keeps the arrays' addresses and need
 * not check for overflow (half the time of a bet, bench/rounds.ts). What all bets share is written back behind it.
 */
function payRun(s: EngineState, e: EventBuffer, row: number, slice: number): void {
  const { rounds, bets, betTimes, betLinks, play, marks } = s.rounds;
  const { ledger } = s;
  const now = s.meta[META_TIME];
  const { seq, time } = e;
  const [option, ordinal, close] = [rounds[row + ROUND_OPTION], rounds[row + ROUND_ORDINAL], rounds[row + ROUND_CLOSE]];
  const symbol = s.rounds.options[option * OPTION + OPTION_SYMBOL];
  const w = e.reserve(Math.min(slice - e.index, rounds[row + ROUND_BETS] * 2) + 2);
  let [house, escrow] = [ledger[HouseAccount.Rounds], ledger[HouseAccount.RoundsEscrow]];
  let [staked, paid, couldPay, toHouse, won, lost, voided] = [0, 0, 0, 0, 0, 0, 0];
  let [next, free] = [rounds[row + ROUND_FIRST] | 0, marks[MARK_BET_FREE] | 0];
  let { index, length: at } = e;
  while (next !== 0 && index < slice) {
    const slot = next - 1;
    const bet = slot << BET_SHIFT;
    const link = slot << LINKS_SHIFT;
    const account = bets[bet | BET_ACCOUNT] | 0;
    const own = account << PLAY_SHIFT;
    if (now >= play[own | PLAY_DAY_END]) break;
    const wallet = binaryWalletOf(account);
    const stake = bets[bet | BET_STAKE];
    const most = bets[bet | BET_PAYOUT];
    const ref = bets[bet | BET_SERIAL] * BET_SLOTS + slot;
    const market = bets[bet | BET_MARKET] | 0;
    let status = statuses[market];
    if (status === EACH) status = statusOf(market, bets[bet | BET_STRIKE], close);
    lessOpen(play, own, stake, most);
    staked += stake;
    couldPay += most;
    let payout = 0;
    if (status === VOIDED) {
      voided += 1;
      payout = stake;
      escrow -= payout;
      if (betTimes[slot] >= play[own | PLAY_DAY]) play[own | PLAY_DAY_STAKE] -= stake;
    } else {
      toHouse += stake;
      if (status === WON) {
        won += 1;
        payout = most;
        house -= payout;
      } else lost += 1;
      play[own | PLAY_DAY_LOSS] += stake - payout;
    }
    const balance = ledger[wallet] + payout;
    if (status !== LOST) {
      if (!(payout > 0 && house >= -MAX && escrow >= -MAX && balance <= MAX)) throw new RangeError(`bet ${ref} cannot be paid ${payout}`);
      ledger[wallet] = balance;
      paid += payout;
      tellPosted(w, at, seq, index++, time, account, wallet, payout, ref, status === WON, status === WON ? house : escrow, balance);
      at += EVENT_WORDS;
    }
    const odds = bets[bet | BET_ODDS];
    const waiting = play[own | PLAY_WAITING];
    tellSettled(w, at, seq, index++, time, account, symbol, ref, option, ordinal, market, stake, odds, status, payout, balance, waiting);
    at += EVENT_WORDS;
    next = betLinks[link | LINK_NEXT];
    dropOwn(betLinks, play, link, own);
    bets[bet | BET_SERIAL] = 0;
    betLinks[link | LINK_PREVIOUS] = 0;
    betLinks[link | LINK_NEXT] = free;
    free = slot + 1;
  }
  [e.index, e.length] = [index, at];
  closeRun(s, row, next, free, house, escrow);
  count(won + lost + voided, staked, paid, won, lost, voided, couldPay, toHouse);
}

/** A payment's posting, all sixteen words. */
function tellPosted(
  w: Float64Array,
  at: number,
  seq: number,
  index: number,
  time: number,
  account: number,
  wallet: number,
  payout: number,
  ref: number,
  isWon: boolean,
  debitAfter: number,
  balance: number,
): void {
  w[at] = EventKind.LedgerPosted;
  w[at | Head.seq] = seq;
  w[at | Head.index] = index;
  w[at | Head.time] = time;
  w[at | Head.account] = account;
  w[at | Head.symbol] = -1;
  w[at | LedgerPosted.debit] = isWon ? HouseAccount.Rounds : HouseAccount.RoundsEscrow;
  w[at | LedgerPosted.credit] = wallet;
  w[at | LedgerPosted.amount] = payout;
  w[at | LedgerPosted.reason] = isWon ? PostingReason.RoundPayout : PostingReason.RoundRefund;
  w[at | LedgerPosted.ref] = ref;
  w[at | LedgerPosted.debitAfter] = debitAfter;
  w[at | LedgerPosted.creditAfter] = balance;
  for (let word = (at | LedgerPosted.creditAfter) + 1; word < at + EVENT_WORDS; word++) w[word] = 0;
}

/** A bet's end, all sixteen words. */
function tellSettled(
  w: Float64Array,
  at: number,
  seq: number,
  index: number,
  time: number,
  account: number,
  symbol: number,
  ref: number,
  option: number,
  ordinal: number,
  market: number,
  stake: number,
  odds: number,
  status: number,
  payout: number,
  balance: number,
  waiting: number,
): void {
  w[at] = EventKind.BetSettled;
  w[at | Head.seq] = seq;
  w[at | Head.index] = index;
  w[at | Head.time] = time;
  w[at | Head.account] = account;
  w[at | Head.symbol] = symbol;
  w[at | BetSettled.betId] = ref;
  w[at | BetSettled.option] = option;
  w[at | BetSettled.ordinal] = ordinal;
  w[at | BetSettled.market] = market;
  w[at | BetSettled.stake] = stake;
  w[at | BetSettled.odds] = odds;
  w[at | BetSettled.status] = status;
  w[at | BetSettled.payout] = payout;
  w[at | BetSettled.balance] = balance;
  w[at | BetSettled.waiting] = waiting;
}

/** Takes a bet out of its account's chain; of its round's it is the first, and its row is the caller's. */
function dropOwn(betLinks: Int32Array, play: Float64Array, link: number, own: number): void {
  const newer = betLinks[link | LINK_OWN_PREVIOUS];
  const older = betLinks[link | LINK_OWN_NEXT];
  if (newer === 0) play[own | PLAY_FIRST] = older;
  else betLinks[((newer - 1) << LINKS_SHIFT) | LINK_OWN_NEXT] = older;
  if (older !== 0) betLinks[((older - 1) << LINKS_SHIFT) | LINK_OWN_PREVIOUS] = newer;
}

function firstAccount({ rounds: { rounds, bets } }: EngineState, row: number): number {
  return bets[((rounds[row + ROUND_FIRST] - 1) << BET_SHIFT) | BET_ACCOUNT];
}

/** What all bets of a run share: balances of the house and of escrow, free rows, and where the round goes on. */
function closeRun(s: EngineState, row: number, next: number, free: number, house: number, escrow: number): void {
  const { rounds, betLinks, marks } = s.rounds;
  s.ledger[HouseAccount.Rounds] = house;
  s.ledger[HouseAccount.RoundsEscrow] = escrow;
  marks[MARK_BET_FREE] = free;
  rounds[row + ROUND_FIRST] = next;
  if (next === 0) rounds[row + ROUND_LAST] = 0;
  else betLinks[((next - 1) << LINKS_SHIFT) | LINK_PREVIOUS] = 0;
}

function lessOpen(play: Float64Array, own: number, stake: number, most: number): void {
  play[own | PLAY_WAITING] -= stake;
  play[own | PLAY_COULD_WIN] -= most;
  play[own | PLAY_BETS] -= 1;
}

/** In the order of the tally. */
function count(...sums: readonly number[]): void {
  for (let k = 0; k < sums.length; k++) tally[k] += sums[k];
}
