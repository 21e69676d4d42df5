// Options of timed rounds: what holds for which round. A change begins with the first round whose betting has not opened (rules 11.7).
import {
  CONFIG,
  CONFIGS,
  CONFIG_FLAGS,
  CONFIG_FROM,
  CONFIG_ODDS_DOWN,
  CONFIG_ODDS_UP,
  DRAW_ODDS,
  MARKETS,
  MARK_OPTIONS,
  OPTION,
  OPTION_CONFIGS,
  OPTION_DRAW,
  OPTION_DURATION,
  OPTION_KIND,
  OPTION_LISTED,
} from '../layout-rounds.ts';
import { META_ROUNDS } from '../layout.ts';
import { RoundFlag, RoundKind } from '../wire/round-terms.ts';
import { floorDiv } from '../money/rounding.ts';
import type { EngineState } from '../state.ts';

/** The site uses rounds or slots from here on: their rows are part of its state. */
export function openTables(s: EngineState): void {
  s.meta[META_ROUNDS] = 1;
  s.rounds.open(s.capacity);
}

export function isOption(s: EngineState, option: number): boolean {
  const { options, marks } = s.rounds;
  return Number.isSafeInteger(option) && option >= 0 && option < marks[MARK_OPTIONS] && options[option * OPTION + OPTION_LISTED] === 1;
}

export function durationOf(s: EngineState, option: number): number {
  return s.rounds.options[option * OPTION + OPTION_DURATION];
}

/** The first round that a change at `time` holds for: the running one and the one that may take bets already stay as they were. */
export function changesFrom(s: EngineState, option: number, time: number): number {
  return floorDiv(time, durationOf(s, option)) + 2;
}

/** Where the configuration of a round begins in `options`. */
export function configOf(s: EngineState, option: number, ordinal: number): number {
  return newest(s.rounds.options, option * OPTION + OPTION_CONFIGS, CONFIG, ordinal);
}

/** Of three entries that begin with the ordinal they hold from, the newest that holds for `ordinal`; -1 = none. */
function newest(rows: Float64Array, first: number, size: number, ordinal: number): number {
  let best = -1;
  for (let at = first; at < first + CONFIGS * size; at += size) {
    const from = rows[at + CONFIG_FROM];
    if (from >= 0 && from <= ordinal && (best < 0 || from > rows[best + CONFIG_FROM])) best = at;
  }
  return best;
}

/** The entry that a change from `from` on takes: its own of that ordinal, else the oldest, which no open round needs any more. */
export function entryFor(rows: Float64Array, first: number, size: number, from: number): number {
  let oldest = first;
  for (let at = first; at < first + CONFIGS * size; at += size) {
    if (rows[at + CONFIG_FROM] === from) return at;
    if (rows[at + CONFIG_FROM] < rows[oldest + CONFIG_FROM]) oldest = at;
  }
  return oldest;
}

export function drawOddsAt(s: EngineState, option: number, market: number): number {
  return (s.rounds.options[option * OPTION + OPTION_DRAW] * MARKETS + market) * DRAW_ODDS;
}

export function isDraw(s: EngineState, option: number): boolean {
  return s.rounds.options[option * OPTION + OPTION_KIND] === RoundKind.PowerBall;
}

/** Odds of a market in a round, 0 = it is not offered. */
export function oddsOf(s: EngineState, option: number, config: number, ordinal: number, market: number): number {
  const { options, drawOdds } = s.rounds;
  if (!isDraw(s, option)) return options[config + (market === 0 ? CONFIG_ODDS_UP : CONFIG_ODDS_DOWN)];
  const at = newest(drawOdds, drawOddsAt(s, option, market), 2, ordinal);
  return at < 0 ? 0 : drawOdds[at + 1];
}

export function hasFlag(s: EngineState, config: number, flag: number): boolean {
  return (s.rounds.options[config + CONFIG_FLAGS] & flag) !== 0;
}

/** Draws and in-round options take bets while the round runs; the others before it starts (rules 11.3). */
export function betsWhileRunning(s: EngineState, option: number, config: number): boolean {
  return isDraw(s, option) || hasFlag(s, config, RoundFlag.InRound);
}
