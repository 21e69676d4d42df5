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
import { freeRound, noteDue, RoundState } from './round-life.ts';
import { decide } from './settle-round.ts';

const { META_ROUND_DUE, META_TIME } = layout;
const { BET, BET_ACCOUNT, BET_MARKET, BET_ODDS, BET_PAYOUT, BET_SERIAL, BET_SLOTS, BET_STAKE, BET_STRIKE } = rows;
const { LINKS, LINK_NEXT, LINK_OWN_NEXT, LINK_OWN_PREVIOUS, LINK_PREVIOUS } = rows;
const { MARK_BET_FREE, MARK_COULD_PAY, MARK_OPEN_BETS, MARK_QUEUE_FIRST, MARK_QUEUE_LAST, MARK_ROUNDS, MARK_STAKES } = rows;
const { OPTION, OPTION_SYMBOL, PLAY, PLAY_BETS, PLAY_COULD_WIN, PLAY_DAY, PLAY_DAY_LOSS, PLAY_DAY_STAKE, PLAY_FIRST, PLAY_WAITING } = rows;
const { ROUND, ROUND_BETS, ROUND_CLOSE, ROUND_DONE, ROUND_DUE, ROUND_FIRST, ROUND_LAST, ROUND_OPENED, ROUND_OPTION, ROUND_ORDINAL } = rows;
const { ROUND_QUEUE, ROUND_RESULT, ROUND_STAKED, ROUND_STATE, ROUND_VOID } = rows;

const DAY_MS = 86_400_000;
const WON = 1;
const LOST = 2;
const VOIDED = 3;
/** Each bet by its own strike. */
const EACH = 0;
/** What each market of the round being paid comes to, and the symbol of its events. */
const statuses = new Uint8Array(rows.MARKETS);
let symbol = -1;
/** Sums of one slice; the first ones in the order of a round's own from ROUND_DONE on. They leave the round, the site and escrow at its end. */
const tally = new Float64Array(8);
const BETS = 0;
const STAKED = 1;
const PAID = 2;
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
  statuses.fill(result === RoundResult.EachBet ? EACH : VOIDED);
  if (result !== RoundResult.Up && result !== RoundResult.Down) return;
  statuses[0] = result === RoundResult.Up ? WON : LOST;
  statuses[1] = result === RoundResult.Down ? WON : LOST;
}

function statusOf(market: number, strike: number, close: number): number {
  if (close === strike) return VOIDED;
  return close > strike === (market === 0) ? WON : LOST;
}

function payBets(s: EngineState, e: EventBuffer, round: number, slice: number): void {
  const { rounds, marks } = s.rounds;
  const row = round * ROUND;
  noteStatuses(rounds[row + ROUND_RESULT], rounds[row + ROUND_CLOSE]);
  symbol = s.rounds.options[rounds[row + ROUND_OPTION] * OPTION + OPTION_SYMBOL];
  tally.fill(0);
  while (rounds[row + ROUND_FIRST] !== 0 && e.index < slice) payFirst(s, e, row);
  rounds[row + ROUND_BETS] -= tally[BETS];
  rounds[row + ROUND_STAKED] -= tally[STAKED];
  for (let k = 0; k < KEPT; k++) rounds[row + ROUND_DONE + k] += tally[k];
  marks[MARK_OPEN_BETS] -= tally[BETS];
  marks[MARK_STAKES] -= tally[STAKED];
  marks[MARK_COULD_PAY] -= tally[COULD_PAY];
  post(s, e, -1, -1, RoundsPurse.Escrow, RoundsPurse.House, tally[TO_HOUSE], PostingReason.RoundLoss, rounds[row + ROUND_ORDINAL]);
}

/** Pays the round's first bet. Amounts stay in arrays and in `posting`: handed over by a call, large ones would allocate. */
function payFirst(s: EngineState, e: EventBuffer, row: number): void {
  const { rounds, bets, betTimes, play } = s.rounds;
  const slot = rounds[row + ROUND_FIRST] - 1;
  const bet = slot * BET;
  const account = bets[bet + BET_ACCOUNT];
  const own = account * PLAY;
  const stake = bets[bet + BET_STAKE];
  const most = bets[bet + BET_PAYOUT];
  const market = bets[bet + BET_MARKET];
  let status = statuses[market];
  if (status === EACH) status = statusOf(market, bets[bet + BET_STRIKE], rounds[row + ROUND_CLOSE]);
  const payout = status === WON ? most : status === LOST ? 0 : stake;
  if (s.meta[META_TIME] >= play[own + PLAY_DAY] + DAY_MS) rollDay(s, account, s.meta[META_TIME]);
  if (status === VOIDED) {
    if (betTimes[slot] >= play[own + PLAY_DAY]) play[own + PLAY_DAY_STAKE] -= stake;
  } else {
    play[own + PLAY_DAY_LOSS] += stake - payout;
    tally[TO_HOUSE] += stake;
  }
  play[own + PLAY_WAITING] -= stake;
  play[own + PLAY_COULD_WIN] -= most;
  play[own + PLAY_BETS] -= 1;
  tally[BETS] += 1;
  tally[STAKED] += stake;
  tally[PAID] += payout;
  tally[PAID + status] += 1;
  tally[COULD_PAY] += most;
  posting.amount = payout;
  posting.ref = bets[bet + BET_SERIAL] * BET_SLOTS + slot;
  const wallet = (account + 1) * PURSES + MemberPurse.Binary;
  if (status === WON) postNow(s, e, account, -1, RoundsPurse.House, wallet, PostingReason.RoundPayout);
  else if (status === VOIDED) postNow(s, e, account, -1, RoundsPurse.Escrow, wallet, PostingReason.RoundRefund);
  tellPaid(s, e, row, slot, account, status);
  dropFirst(s, row, slot, own);
}

/** `posting` still says what was paid, and for which bet. */
function tellPaid(s: EngineState, e: EventBuffer, row: number, slot: number, account: number, status: number): void {
  const { rounds, bets, play } = s.rounds;
  const bet = slot * BET;
  const at = e.open(EventKind.BetSettled, account, symbol);
  const w = e.words;
  w[at + 6] = posting.ref;
  w[at + 7] = rounds[row + ROUND_OPTION];
  w[at + 8] = rounds[row + ROUND_ORDINAL];
  w[at + 9] = bets[bet + BET_MARKET];
  w[at + 10] = bets[bet + BET_STAKE];
  w[at + 11] = bets[bet + BET_ODDS];
  w[at + 12] = status;
  w[at + 13] = posting.amount;
  w[at + 14] = s.ledger[(account + 1) * PURSES + MemberPurse.Binary];
  w[at + 15] = play[account * PLAY + PLAY_WAITING];
}

/** As dropBet (round-life.ts), for the first bet of a round that nobody adds to: only its account's chain has two sides. */
function dropFirst(s: EngineState, row: number, slot: number, own: number): void {
  const { rounds, bets, betLinks, play, marks } = s.rounds;
  const link = slot * LINKS;
  const next = betLinks[link + LINK_NEXT];
  rounds[row + ROUND_FIRST] = next;
  if (next === 0) rounds[row + ROUND_LAST] = 0;
  else betLinks[(next - 1) * LINKS + LINK_PREVIOUS] = 0;
  const newer = betLinks[link + LINK_OWN_PREVIOUS];
  const older = betLinks[link + LINK_OWN_NEXT];
  if (newer === 0) play[own + PLAY_FIRST] = older;
  else betLinks[(newer - 1) * LINKS + LINK_OWN_NEXT] = older;
  if (older !== 0) betLinks[(older - 1) * LINKS + LINK_OWN_PREVIOUS] = newer;
  bets[slot * BET + BET_SERIAL] = 0;
  betLinks[link + LINK_NEXT] = marks[MARK_BET_FREE];
  marks[MARK_BET_FREE] = slot + 1;
}
