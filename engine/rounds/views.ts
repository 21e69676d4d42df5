// Views of timed rounds: what the server settles, what pages and the desk show of the moment.
import {
  BET,
  BET_MARKET,
  BET_ODDS,
  BET_ROUND,
  BET_STAKE,
  BET_STRIKE,
  CONFIG,
  CONFIGS,
  CONFIG_FROM,
  LINKS,
  LINK_NEXT,
  LINK_OWN_NEXT,
  MARKETS,
  MARK_CHANGE_AT,
  MARK_CHANGE_BY,
  MARK_DAY_OFFSET,
  MARK_OPTIONS,
  MARK_ROUNDS,
  OPTION,
  OPTION_CONFIGS,
  OPTION_DURATION,
  OPTION_KIND,
  OPTION_SYMBOL,
  PLAY,
  PLAY_FIRST,
  PLAY_WAITING,
  ROUND,
  ROUND_BETS,
  ROUND_COMMITTED,
  ROUND_CUTOFF,
  ROUND_FIRST,
  ROUND_FLAGS,
  ROUND_OPENED,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_SALE_FEE,
  ROUND_SALE_VOLATILITY,
  ROUND_STATE,
} from '../layout-rounds.ts';
import { SwitchBit } from '../wire/command-kind.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { META_ROUNDS, META_SITE_SWITCHES } from '../layout.ts';
import { binaryWallet } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EngineState } from '../state.ts';
import { configOf, drawOddsAt, durationOf, isDraw, isOption } from './option.ts';
import { closesAt, feedFault, opensAt } from './place-bet.ts';
import { endOfDay } from './play-day.ts';
import { playNow, readPlay } from './play-limits.ts';
import { POWER_BALL_MARKETS } from './power-ball-markets.ts';
import { betIdOf, cutoffOf, findRound, RoundState } from './round-life.ts';

export interface OpenRound {
  option: number;
  ordinal: number;
  symbol: number;
  startAt: number;
  endAt: number;
  closesAt: number;
  bets: number;
  /** By market. */
  stakes: number[];
  isSettling: boolean;
  /** As its first bet found them: what early sales of it go by. */
  terms: { flags: number; cutoffMs: number; saleFee: number; saleVolatility: number };
}

/** Rounds that had a bet and are not over, in no order. */
export function openRoundsView(s: EngineState): OpenRound[] {
  const { rounds, marks } = s.rounds;
  const open: OpenRound[] = [];
  for (let round = 0; round < marks[MARK_ROUNDS]; round++) {
    const row = round * ROUND;
    if (rounds[row + ROUND_STATE] !== RoundState.Free && rounds[row + ROUND_OPENED] === 1) open.push(present(s, round));
  }
  return open;
}

function present(s: EngineState, round: number): OpenRound {
  const { rounds, options } = s.rounds;
  const row = round * ROUND;
  const [option, ordinal] = [rounds[row + ROUND_OPTION], rounds[row + ROUND_ORDINAL]];
  const duration = durationOf(s, option);
  return {
    option,
    ordinal,
    symbol: options[option * OPTION + OPTION_SYMBOL],
    startAt: ordinal * duration,
    endAt: (ordinal + 1) * duration,
    closesAt: cutoffOf(s, round),
    bets: rounds[row + ROUND_BETS],
    stakes: stakesOf(s, option, round),
    isSettling: rounds[row + ROUND_STATE] === RoundState.Settling,
    terms: {
      flags: rounds[row + ROUND_FLAGS],
      cutoffMs: rounds[row + ROUND_CUTOFF],
      saleFee: rounds[row + ROUND_SALE_FEE],
      saleVolatility: rounds[row + ROUND_SALE_VOLATILITY],
    },
  };
}

function stakesOf(s: EngineState, option: number, round: number): number[] {
  const markets = isDraw(s, option) ? POWER_BALL_MARKETS.length : 2;
  return [...s.rounds.stakes.subarray(round * MARKETS, round * MARKETS + markets)];
}

export interface RoundPool {
  stakes: number[];
  counts: number[];
  isCommitted: boolean;
  isSettling: boolean;
}

/** Stakes and bets by market of one round; null while it has not taken shape. */
export function roundPoolView(s: EngineState, option: number, ordinal: number): RoundPool | null {
  const round = isOption(s, option) ? findRound(s, option, ordinal) : -1;
  if (round < 0) return null;
  const { rounds, bets, betLinks } = s.rounds;
  const stakes = stakesOf(s, option, round);
  const counts = stakes.map(() => 0);
  for (let next = rounds[round * ROUND + ROUND_FIRST]; next !== 0; next = betLinks[(next - 1) * LINKS + LINK_NEXT])
    counts[bets[(next - 1) * BET + BET_MARKET]] += 1;
  const row = round * ROUND;
  return {
    stakes,
    counts,
    isCommitted: rounds[row + ROUND_COMMITTED] === 1,
    isSettling: rounds[row + ROUND_STATE] === RoundState.Settling,
  };
}

export interface OpenBet {
  betId: number;
  option: number;
  ordinal: number;
  market: number;
  stake: number;
  odds: number;
  strike: number;
  placedAt: number;
}

/** A member's open bets, newest first; option -1 = of all. */
export function roundBetsView(s: EngineState, account: number, option: number): OpenBet[] {
  if (s.meta[META_ROUNDS] === 0 || !isOpen(s, account)) return [];
  const { rounds, bets, betTimes, betLinks, play } = s.rounds;
  const open: OpenBet[] = [];
  for (let next = play[account * PLAY + PLAY_FIRST]; next !== 0; next = betLinks[(next - 1) * LINKS + LINK_OWN_NEXT]) {
    const bet = (next - 1) * BET;
    const row = bets[bet + BET_ROUND] * ROUND;
    if (option !== -1 && rounds[row + ROUND_OPTION] !== option) continue;
    open.push({
      betId: betIdOf(s, next - 1),
      option: rounds[row + ROUND_OPTION],
      ordinal: rounds[row + ROUND_ORDINAL],
      market: bets[bet + BET_MARKET],
      stake: bets[bet + BET_STAKE],
      odds: bets[bet + BET_ODDS],
      strike: bets[bet + BET_STRIKE],
      placedAt: betTimes[next - 1],
    });
  }
  return open;
}

/** Open stakes of a member: gameWaitPoint. */
export function gameWaitView(s: EngineState, account: number): number {
  return s.meta[META_ROUNDS] === 0 || !isOpen(s, account) ? 0 : s.rounds.play[account * PLAY + PLAY_WAITING];
}

/** A member's own limits and what its day came to; 0 = none. `pending*`: looser ones, each from its own `*From` on. */
export function playLimitsView(s: EngineState, account: number, now = 0) {
  if (s.meta[META_ROUNDS] === 0 || !isOpen(s, account)) return null;
  // A site where nothing happens has no time of its own.
  readPlay(s, account, now > s.time ? now : s.time);
  const { most, pending, from, staked, lost, firstAt } = playNow;
  const [dayLoss, dayStake, dayPlayMs] = most;
  const [pendingLoss, pendingStake, pendingPlayMs] = pending;
  const [lossFrom, stakeFrom, playFrom] = from;
  return {
    dayLoss,
    dayStake,
    dayPlayMs,
    pendingLoss,
    pendingStake,
    pendingPlayMs,
    lossFrom,
    stakeFrom,
    playFrom,
    stakedToday: staked,
    lostToday: lost,
    firstAt,
    waiting: s.rounds.play[account * PLAY + PLAY_WAITING],
  };
}

/** What decides whether a member may play now: its flags, the site's halt, its BINARY wallet. */
export function playerView(s: EngineState, account: number) {
  if (!isOpen(s, account)) return null;
  const isHalted = (s.meta[META_SITE_SWITCHES] & SwitchBit.Halt) !== 0;
  return { flags: flagsOf(s, account), isHalted, binary: s.ledger[binaryWallet(account)] };
}

/** Where the site's days begin, in milliseconds before midnight UTC, its change of clocks, and when the next day begins. */
export function playDayView(s: EngineState) {
  const { marks } = s.rounds;
  const change = { changeAt: marks[MARK_CHANGE_AT], changeByMs: marks[MARK_CHANGE_BY] };
  return { dayOffsetMs: marks[MARK_DAY_OFFSET], ...change, nextDayAt: endOfDay(s, s.time) };
}

/** The terms of each option as they were last set, under the names of SetRoundOption, and from which round on. */
export function roundOptionsView(s: EngineState) {
  const { options, marks } = s.rounds;
  const listed = Array.from({ length: marks[MARK_OPTIONS] }, (_, option) => option).filter((option) => isOption(s, option));
  return listed.map((option) => {
    const row = option * OPTION;
    const config = newestOf(options, row + OPTION_CONFIGS, CONFIG);
    const [fromOrdinal, flags, cutoffMs, oddsUp, oddsDown, minStake, maxStake, maxMemberRound, maxSideExposure, saleFee, saleVolatility] =
      options.subarray(config, config + CONFIG);
    const limits = { minStake, maxStake, maxMemberRound, maxSideExposure, saleFee, saleVolatility };
    const ofDraw = isDraw(s, option) ? lastDrawOdds(s, option) : undefined;
    return {
      option,
      symbol: options[row + OPTION_SYMBOL],
      roundKind: options[row + OPTION_KIND],
      durationMs: options[row + OPTION_DURATION],
      fromOrdinal: ofDraw !== undefined && ofDraw.fromOrdinal > fromOrdinal ? ofDraw.fromOrdinal : fromOrdinal,
      flags,
      cutoffMs,
      oddsUp,
      oddsDown,
      ...limits,
      drawOdds: ofDraw?.odds ?? [],
    };
  });
}

/** What a bet on a round would be held to at the moment: its terms, its window, and what stands against it (a rejection's code, 0 = nothing). */
export function roundTermsView(s: EngineState, option: number, ordinal: number) {
  const config = isOption(s, option) && !isDraw(s, option) ? configOf(s, option, ordinal) : -1;
  if (config < 0) return null;
  const [, flags, cutoffMs, oddsUp, oddsDown, minStake, maxStake, maxMemberRound, , saleFee, saleVolatility] = s.rounds.options.subarray(
    config,
    config + CONFIG,
  );
  const window = { opensAt: opensAt(s, option, config, ordinal), closesAt: closesAt(s, option, config, ordinal) };
  const limits = { minStake, maxStake, maxMemberRound };
  return { flags, cutoffMs, odds: [oddsUp, oddsDown], ...limits, saleFee, saleVolatility, ...window, fault: feedFault(s, option) };
}
export type RoundTerms = NonNullable<ReturnType<typeof roundTermsView>>;

function newestOf(rows: Float64Array, first: number, size: number): number {
  let newest = first;
  for (let at = first; at < first + CONFIGS * size; at += size) if (rows[at + CONFIG_FROM] > rows[newest + CONFIG_FROM]) newest = at;
  return newest;
}

/** By market, 0 = not offered; and the first round that the newest of them holds for. */
function lastDrawOdds(s: EngineState, option: number): { odds: number[]; fromOrdinal: number } {
  const { drawOdds } = s.rounds;
  const rows = POWER_BALL_MARKETS.map((_, market) => newestOf(drawOdds, drawOddsAt(s, option, market), 2));
  return {
    odds: rows.map((at) => (drawOdds[at] < 0 ? 0 : drawOdds[at + 1])),
    fromOrdinal: rows.reduce((latest, at) => (drawOdds[at] > latest ? drawOdds[at] : latest), 0),
  };
}
