// The bets of settled rounds, paid in slices, first come first: won by floor(stake x odds), lost to the house, void and tied stakes back whole.
//
// A bet is paid once: paying takes it out of its round. Stakes leave escrow with their slice, so escrow is the sum of open stakes after
// every command. One pass over rows of a cache line each; events are written where their facts are (event-buffer.ts).
import * as rows from '../layout-rounds.ts';
import * as layout from '../layout.ts';
import { EventKind, RoundResult, VoidReason } from '../event-kind.ts';
import type { EventBuffer } from '../event-buffer.ts';
import { PURSES, MemberPurse, PostingReason, RoundsPurse } from '../ledger/account.ts';
import { post, posting, postNow } from '../ledger/post.ts';
import type { EngineState } from '../state.ts';
import { rollDay } from './play-limits.ts';
import { POWER_BALL_MARKETS } from './power-ball-markets.ts';
import { unpackDraw, wins } from './power-ball.ts';
import { betIdOf, dropBet, freeRound, noteDue, RoundState } from './round-life.ts';
import { decide } from './settle-round.ts';

const { META_ROUND_DUE, META_TIME } = layout;
const { BET, BET_ACCOUNT, BET_MARKET, BET_ODDS, BET_PAYOUT, BET_STAKE, BET_STRIKE } = rows;
const { MARK_COULD_PAY, MARK_OPEN_BETS, MARK_QUEUE_FIRST, MARK_QUEUE_LAST, MARK_ROUNDS, MARK_STAKES, OPTION, OPTION_SYMBOL } = rows;
const { PLAY, PLAY_BETS, PLAY_COULD_WIN, PLAY_DAY, PLAY_DAY_LOSS, PLAY_DAY_STAKE, PLAY_WAITING, ROUND, ROUND_BETS } = rows;
const { ROUND_CLOSE, ROUND_DONE, ROUND_DONE_STAKED, ROUND_DUE, ROUND_FIRST, ROUND_LOST, ROUND_OPENED, ROUND_OPTION } = rows;
const { ROUND_ORDINAL, ROUND_PAID, ROUND_QUEUE, ROUND_RESULT, ROUND_STAKED, ROUND_STATE, ROUND_VOID, ROUND_WON } = rows;

const DAY_MS = 86_400_000;
const WON = 1;
const LOST = 2;
const VOIDED = 3;
/** Whether each market wins in the round being paid: its status. */
const statuses = new Uint8Array(rows.MARKETS);

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
  const event = e.begin(EventKind.RoundFinished, -1, options[option * OPTION + OPTION_SYMBOL]);
  e.words.set([option, rounds[row + ROUND_ORDINAL]], event + 6);
  e.words.set(rounds.subarray(row + ROUND_DONE, row + ROUND_VOID + 1), event + 8);
}

/** What each market of the round comes to; in-round bets look at their own strike. */
function noteStatuses(result: number, close: number): void {
  if (result === RoundResult.Drawn) {
    const draw = unpackDraw(close);
    for (let market = 0; market < POWER_BALL_MARKETS.length; market++) statuses[market] = wins(market, draw) ? WON : LOST;
    return;
  }
  statuses.fill(VOIDED);
  if (result !== RoundResult.Up && result !== RoundResult.Down) return;
  statuses[0] = result === RoundResult.Up ? WON : LOST;
  statuses[1] = result === RoundResult.Down ? WON : LOST;
}

function statusOf(market: number, strike: number, close: number): number {
  if (close === strike) return VOIDED;
  return close > strike === (market === 0) ? WON : LOST;
}

function payBets(s: EngineState, e: EventBuffer, round: number, slice: number): void {
  const { rounds, bets, betTimes, play, marks } = s.rounds;
  const row = round * ROUND;
  const isEachBet = rounds[row + ROUND_RESULT] === RoundResult.EachBet;
  const close = rounds[row + ROUND_CLOSE];
  const time = s.meta[META_TIME];
  noteStatuses(rounds[row + ROUND_RESULT], close);
  // Sums of this slice: they leave the round, the site and escrow at its end.
  let count = 0;
  let staked = 0;
  let paid = 0;
  let couldPay = 0;
  let toHouse = 0;
  let won = 0;
  let lost = 0;
  while (rounds[row + ROUND_FIRST] !== 0 && e.index < slice) {
    const slot = rounds[row + ROUND_FIRST] - 1;
    const bet = slot * BET;
    const account = bets[bet + BET_ACCOUNT];
    const own = account * PLAY;
    const stake = bets[bet + BET_STAKE];
    const most = bets[bet + BET_PAYOUT];
    const status = isEachBet ? statusOf(bets[bet + BET_MARKET], bets[bet + BET_STRIKE], close) : statuses[bets[bet + BET_MARKET]];
    const payout = status === WON ? most : status === LOST ? 0 : stake;
    play[own + PLAY_WAITING] -= stake;
    play[own + PLAY_COULD_WIN] -= most;
    play[own + PLAY_BETS] -= 1;
    if (time >= play[own + PLAY_DAY] + DAY_MS) rollDay(s, account, time);
    if (status === VOIDED) {
      if (betTimes[slot] >= play[own + PLAY_DAY]) play[own + PLAY_DAY_STAKE] -= stake;
    } else play[own + PLAY_DAY_LOSS] += stake - payout;
    count += 1;
    staked += stake;
    paid += payout;
    couldPay += most;
    if (status === WON) won += 1;
    if (status === LOST) lost += 1;
    if (status !== VOIDED) toHouse += stake;
    payOne(s, e, slot, account, status, payout);
  }
  rounds[row + ROUND_BETS] -= count;
  rounds[row + ROUND_STAKED] -= staked;
  rounds[row + ROUND_DONE] += count;
  rounds[row + ROUND_DONE_STAKED] += staked;
  rounds[row + ROUND_PAID] += paid;
  rounds[row + ROUND_WON] += won;
  rounds[row + ROUND_LOST] += lost;
  rounds[row + ROUND_VOID] += count - won - lost;
  marks[MARK_OPEN_BETS] -= count;
  marks[MARK_COULD_PAY] -= couldPay;
  marks[MARK_STAKES] -= staked;
  post(s, e, -1, -1, RoundsPurse.Escrow, RoundsPurse.House, toHouse, PostingReason.RoundLoss, rounds[row + ROUND_ORDINAL]);
}

/** Pays one bet and tells it; its row is free then. */
function payOne(s: EngineState, e: EventBuffer, slot: number, account: number, status: number, payout: number): void {
  const { rounds, bets, options, play } = s.rounds;
  const bet = slot * BET;
  const row = bets[bet + rows.BET_ROUND] * ROUND;
  const wallet = (account + 1) * PURSES + MemberPurse.Binary;
  const betId = betIdOf(s, slot);
  if (status !== LOST) {
    posting.amount = payout;
    posting.ref = betId;
    if (status === WON) postNow(s, e, account, -1, RoundsPurse.House, wallet, PostingReason.RoundPayout);
    else postNow(s, e, account, -1, RoundsPurse.Escrow, wallet, PostingReason.RoundRefund);
  }
  const option = rounds[row + ROUND_OPTION];
  const at = e.open(EventKind.BetSettled, account, options[option * OPTION + OPTION_SYMBOL]);
  const w = e.words;
  w[at + 6] = betId;
  w[at + 7] = option;
  w[at + 8] = rounds[row + ROUND_ORDINAL];
  w[at + 9] = bets[bet + BET_MARKET];
  w[at + 10] = bets[bet + BET_STAKE];
  w[at + 11] = bets[bet + BET_ODDS];
  w[at + 12] = status;
  w[at + 13] = payout;
  w[at + 14] = s.ledger[wallet];
  w[at + 15] = play[account * PLAY + PLAY_WAITING];
  dropBet(s, slot);
}
