// SettleRound: decides what a price round came to from the ticks at its boundaries alone (rules 11.4 to 11.7). Nobody chooses a result.
import {
  MARKETS,
  MARK_QUEUE_FIRST,
  MARK_QUEUE_LAST,
  OPTION,
  OPTION_SYMBOL,
  ROUND,
  ROUND_BETS,
  ROUND_CLOSE,
  ROUND_DUE,
  ROUND_OPENED,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_QUEUE,
  ROUND_RESULT,
  ROUND_STAKED,
  ROUND_STATE,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { Boundary, RoundResult, VoidReason } from '../wire/event-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { MAX_PRICE_TICKS } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { durationOf, isDraw, isOption } from './option.ts';
import { findRound, isInRound, noteDue, RoundState } from './round-life.ts';
import { isWhole } from './set-round-option.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';
import { BoundaryTickWord } from '../wire/round-terms.ts';

const Head = CommandHeadWord;
const { SettleRound } = CommandWord;

/** A tick may be this old at its boundary (rules 11.4). */
export const BOUNDARY_MS = 2_000;
/** When it reached us decides, by our clock; the venue's own time is only kept. */
const { price: PRICE, time: TIME, idHi: ID_HI, idLo: ID_LO, receivedAt: RECEIVED, before: BEFORE, confirm: CONFIRM } = BoundaryTickWord;
const TICK_WORDS = SettleRound.close - SettleRound.strike;
/** A step of more than 1 / 20 wants a second source within 3 / 100 (rules 11.7; decisions.md, staleness). */
const STEP_PART = 20;
const AGREE_PERCENT = 3;

export function settleRound(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const [option, ordinal, halted] = [words[at + SettleRound.option], words[at + SettleRound.ordinal], words[at + SettleRound.halted]];
  if (!isOption(s, option) || isDraw(s, option)) return refuse(s, Reject.ROUND_OPTION_UNKNOWN);
  if (words[at + Head.further] !== TICK_WORDS * 2 || !isWhole(halted, 0, 1)) return refuse(s, Reject.PARAM_MALFORMED);
  const startAt = ordinal * durationOf(s, option);
  const endAt = startAt + durationOf(s, option);
  const strike = at + SettleRound.strike;
  const close = at + SettleRound.close;
  if (!isTick(words, strike, startAt) || !isTick(words, close, endAt)) return refuse(s, Reject.PARAM_MALFORMED);
  const round = findRound(s, option, ordinal);
  if (round < 0 || s.rounds.rounds[round * ROUND + ROUND_STATE] !== RoundState.Open) return refuse(s, Reject.ROUND_SETTLED_ALREADY);
  const time = s.meta[META_TIME];
  if (time < endAt) return refuse(s, Reject.ROUND_NOT_DUE, endAt, time);
  const isEach = isInRound(s, round);
  const isLate = time >= s.rounds.rounds[round * ROUND + ROUND_DUE];
  const { reason, result } = judge(words, at, { startAt, endAt, isEach, isLate });
  tellTick(s, e, round, Boundary.Strike, words, strike);
  tellTick(s, e, round, Boundary.Close, words, close);
  decide(s, e, round, result, reason, words[strike], words[close]);
  return 0;
}

export interface RoundSpan {
  startAt: number;
  endAt: number;
  /** Every bet has a strike of its own. */
  isEach: boolean;
  /** Nothing could settle it for SETTLE_WITHIN_MS. */
  isLate: boolean;
}

/** What a round comes to by a SettleRound command and its own times alone, whoever asks (rules 11.4 to 11.7). */
export function judge(words: Float64Array, at: number, { startAt, endAt, isEach, isLate }: RoundSpan): { reason: number; result: number } {
  const strike = at + SettleRound.strike;
  const close = at + SettleRound.close;
  const reason = isLate
    ? VoidReason.TooLate
    : words[at + SettleRound.halted] === 1
      ? VoidReason.Halted
      : (isEach ? 0 : faultAt(words, strike, startAt, VoidReason.StrikeGap, VoidReason.StrikeStep)) ||
        (words[close + PRICE] !== -1 && words[close + RECEIVED] <= startAt ? VoidReason.NoTick : 0) ||
        faultAt(words, close, endAt, VoidReason.CloseGap, VoidReason.CloseStep);
  return { reason, result: resultOf(words[strike], words[close], reason, isEach) };
}

function resultOf(strike: number, close: number, reason: number, isEach: boolean): number {
  if (reason !== VoidReason.None) return RoundResult.Void;
  if (isEach) return RoundResult.EachBet;
  return close > strike ? RoundResult.Up : close < strike ? RoundResult.Down : RoundResult.Tie;
}

/** A tick of the words at `at`, or none (price -1): at or before its boundary. */
function isTick(words: Float64Array, at: number, boundary: number): boolean {
  if (!isWhole(words[at + PRICE], -1, MAX_PRICE_TICKS) || words[at + PRICE] === 0) return false;
  for (const word of [TIME, ID_HI, ID_LO, RECEIVED]) if (!isWhole(words[at + word], 0, Number.MAX_SAFE_INTEGER)) return false;
  if (!isWhole(words[at + BEFORE], -1, MAX_PRICE_TICKS) || !isWhole(words[at + CONFIRM], -1, MAX_PRICE_TICKS)) return false;
  return words[at + PRICE] === -1 || words[at + RECEIVED] <= boundary;
}

/** What is wrong with the tick at a boundary: none, too old, or a step that no second source confirms. */
function faultAt(words: Float64Array, at: number, boundary: number, gap: number, step: number): number {
  const price = words[at + PRICE];
  if (price === -1 || boundary - words[at + RECEIVED] > BOUNDARY_MS) return gap;
  const before = words[at + BEFORE];
  if (before <= 0 || distance(price, before) * STEP_PART <= before) return VoidReason.None;
  const confirm = words[at + CONFIRM];
  return confirm > 0 && distance(price, confirm) * 100 <= confirm * AGREE_PERCENT ? VoidReason.None : step;
}

const distance = (a: number, b: number): number => (a > b ? a - b : b - a);

function tellTick(s: EngineState, e: EventBuffer, round: number, boundary: number, words: Float64Array, at: number): void {
  const { rounds, options } = s.rounds;
  const option = rounds[round * ROUND + ROUND_OPTION];
  writeEvent(e, 'RoundTick', -1, options[option * OPTION + OPTION_SYMBOL], {
    option,
    ordinal: rounds[round * ROUND + ROUND_ORDINAL],
    boundary,
    price: words[at + PRICE],
    tickTime: words[at + TIME],
    idHi: words[at + ID_HI],
    idLo: words[at + ID_LO],
    receivedAt: words[at + RECEIVED],
    before: words[at + BEFORE],
    confirm: words[at + CONFIRM],
  });
}

/** The result stands from here on; its bets are paid in slices (settle-work.ts). */
export function decide(s: EngineState, e: EventBuffer, round: number, result: number, reason: number, strike: number, close: number): void {
  const { rounds, marks, options, stakes } = s.rounds;
  const row = round * ROUND;
  rounds[row + ROUND_STATE] = RoundState.Settling;
  rounds[row + ROUND_RESULT] = result;
  rounds[row + ROUND_CLOSE] = close;
  if (marks[MARK_QUEUE_FIRST] === 0) marks[MARK_QUEUE_FIRST] = round + 1;
  else rounds[(marks[MARK_QUEUE_LAST] - 1) * ROUND + ROUND_QUEUE] = round + 1;
  marks[MARK_QUEUE_LAST] = round + 1;
  noteDue(s);
  if (rounds[row + ROUND_OPENED] === 0) return;
  const option = rounds[row + ROUND_OPTION];
  const isPair = !isDraw(s, option);
  writeEvent(e, 'RoundSettled', -1, options[option * OPTION + OPTION_SYMBOL], {
    option,
    ordinal: rounds[row + ROUND_ORDINAL],
    result,
    voidReason: reason,
    strike,
    close,
    bets: rounds[row + ROUND_BETS],
    stakeUp: isPair ? stakes[round * MARKETS] : 0,
    stakeDown: isPair ? stakes[round * MARKETS + 1] : 0,
    staked: rounds[row + ROUND_STAKED],
  });
}
