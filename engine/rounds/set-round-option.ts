// SetRoundOption and SetDrawOdds: what a site offers, within the bounds of the rules (11.1, 11.6, 12.3).
import {
  CONFIGS,
  CONFIG,
  CONFIG_FROM,
  DRAW_ODDS,
  MARKETS,
  MARK_DRAWS,
  MARK_OPTIONS,
  MOST_DRAWS,
  MOST_OPTIONS,
  OPTION,
  OPTION_CONFIGS,
  OPTION_DRAW,
  OPTION_DURATION,
  OPTION_KIND,
  OPTION_LISTED,
  OPTION_SYMBOL,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { ALL_ROUND_FLAGS, RoundFlag, RoundKind } from '../wire/round-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { isListed } from '../market/listed.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { changesFrom, drawOddsAt, entryFor, isDraw, isOption, openTables } from './option.ts';
import { POWER_BALL_MARKETS, guardsHouse } from './power-ball-markets.ts';
import { LEAST_ODDS, MOST_ODDS } from './price-odds.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';
import { DAY_MS } from '../time.ts';

const Head = CommandHeadWord;
const { SetRoundOption } = CommandWord;

/** So that stake x odds of any market stays far below 2^53. */
export const MOST_STAKE = 2 ** 44;
const MOST_LIMIT = 2 ** 51;
const LEAST_DURATION_MS = 10_000;
const MOST_DURATION_MS = DAY_MS;
const LEAST_CUTOFF_MS = 1_000;
/** Fields behind the header, in the order of CONFIG_CUTOFF and on. */
const OPTION_WORDS = 9;

export function setRoundOption(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const [symbol, option, kind, duration, flags] = [
    words[at + Head.symbol],
    words[at + SetRoundOption.option],
    words[at + SetRoundOption.roundKind],
    words[at + SetRoundOption.durationMs],
    words[at + SetRoundOption.flags],
  ];
  if (!isWhole(option, 0, 2 ** 31) || words[at + Head.further] !== OPTION_WORDS || !isWhole(flags, 0, ALL_ROUND_FLAGS))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (option >= MOST_OPTIONS) return refuse(s, Reject.CAPACITY_FULL, MOST_OPTIONS, option);
  const isPrice = kind === RoundKind.Price;
  if (!isPrice && kind !== RoundKind.PowerBall) return refuse(s, Reject.PARAM_MALFORMED);
  if (isPrice ? !isListed(s, symbol) : symbol !== -1) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isPrice && (flags & (RoundFlag.InRound | RoundFlag.EarlySale)) !== 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isWhole(duration, LEAST_DURATION_MS, MOST_DURATION_MS)) return refuse(s, Reject.PARAM_MALFORMED);
  const wrong = checkConfig(s, words, at + SetRoundOption.cutoffMs, duration, isPrice, flags);
  if (wrong !== 0) return wrong;
  const row = option * OPTION;
  const { marks } = s.rounds;
  const isKnown = isOption(s, option);
  if (isKnown && !isSame(s, row, kind, symbol, duration)) return refuse(s, Reject.ROUND_OPTION_FIXED);
  if (!isKnown && !isPrice && marks[MARK_DRAWS] === MOST_DRAWS) return refuse(s, Reject.CAPACITY_FULL, MOST_DRAWS, MOST_DRAWS);
  if (!isKnown) listOption(s, option, kind, symbol, duration);
  const { options } = s.rounds;
  const from = isKnown ? changesFrom(s, option, s.meta[META_TIME]) : 0;
  const config = entryFor(options, row + OPTION_CONFIGS, CONFIG, from);
  options[config + CONFIG_FROM] = from;
  options[config + 1] = flags;
  options.set(words.subarray(at + SetRoundOption.cutoffMs, at + SetRoundOption.cutoffMs + OPTION_WORDS), config + 2);
  const [cutoffMs, oddsUp, oddsDown] = [
    words[at + SetRoundOption.cutoffMs],
    words[at + SetRoundOption.oddsUp],
    words[at + SetRoundOption.oddsDown],
  ];
  const terms = { cutoffMs, flags, oddsUp, oddsDown, fromOrdinal: from };
  writeEvent(e, 'RoundOptionSet', -1, symbol, { option, roundKind: kind, durationMs: duration, ...terms });
  return 0;
}

function isSame(s: EngineState, row: number, kind: number, symbol: number, duration: number): boolean {
  const { options } = s.rounds;
  return options[row + OPTION_KIND] === kind && options[row + OPTION_SYMBOL] === symbol && options[row + OPTION_DURATION] === duration;
}

function checkConfig(s: EngineState, words: Float64Array, ext: number, duration: number, isPrice: boolean, flags: number): number {
  const [cutoff, up, down, least, most, member, side] = words.subarray(ext, ext + 7);
  const [fee, volatility] = words.subarray(ext + 7, ext + OPTION_WORDS);
  if (!isWhole(cutoff, LEAST_CUTOFF_MS, duration - 1)) return refuse(s, Reject.PARAM_MALFORMED);
  const [lowest, highest] = isPrice ? [LEAST_ODDS, MOST_ODDS] : [0, 0];
  if (!isWhole(up, lowest, highest) || !isWhole(down, lowest, highest)) return refuse(s, Reject.ODDS_NOT_ALLOWED, highest, up);
  if (!isWhole(least, 1, MOST_STAKE) || !isWhole(most, least, MOST_STAKE)) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isWhole(member, least, MOST_LIMIT) || !isWhole(side, least, MOST_LIMIT)) return refuse(s, Reject.PARAM_MALFORMED);
  const isSold = (flags & RoundFlag.EarlySale) !== 0;
  if (!isWhole(fee, 0, RATE_ONE) || !isWhole(volatility, isSold ? 1 : 0, RATE_ONE)) return refuse(s, Reject.PARAM_MALFORMED);
  return 0;
}

function listOption(s: EngineState, option: number, kind: number, symbol: number, duration: number): void {
  openTables(s);
  const { options, marks, drawOdds } = s.rounds;
  const row = option * OPTION;
  if (marks[MARK_OPTIONS] <= option) marks[MARK_OPTIONS] = option + 1;
  options[row + OPTION_LISTED] = 1;
  options[row + OPTION_KIND] = kind;
  options[row + OPTION_SYMBOL] = symbol;
  options[row + OPTION_DURATION] = duration;
  for (let k = 0; k < CONFIGS; k++) options[row + OPTION_CONFIGS + k * CONFIG + CONFIG_FROM] = -1;
  if (kind !== RoundKind.PowerBall) return;
  options[row + OPTION_DRAW] = marks[MARK_DRAWS]++;
  const first = drawOddsAt(s, option, 0);
  for (let at = first; at < first + MARKETS * DRAW_ODDS; at += 2) drawOdds[at] = -1;
}

export function setDrawOdds(s: EngineState, e: EventBuffer, option: number, market: number, odds: number): number {
  if (!isOption(s, option) || !isDraw(s, option)) return refuse(s, Reject.ROUND_OPTION_UNKNOWN);
  if (!isWhole(market, 0, POWER_BALL_MARKETS.length - 1)) return refuse(s, Reject.INVALID_BET_TYPE);
  if (!Number.isSafeInteger(odds) || (odds !== 0 && !guardsHouse(market, odds))) return refuse(s, Reject.ODDS_NOT_ALLOWED, 0, odds);
  const first = drawOddsAt(s, option, market);
  const { drawOdds } = s.rounds;
  const isFirst = drawOdds[first] === -1 && drawOdds[first + 2] === -1 && drawOdds[first + 4] === -1;
  const from = isFirst ? 0 : changesFrom(s, option, s.meta[META_TIME]);
  const entry = entryFor(drawOdds, first, 2, from);
  drawOdds[entry] = from;
  drawOdds[entry + 1] = odds;
  writeEvent(e, 'DrawOddsSet', -1, -1, { option, market, odds, fromOrdinal: from });
  return 0;
}

export function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
