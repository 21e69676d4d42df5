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
  MARK_OPTIONS,
  MARK_ROUNDS,
  OPTION,
  OPTION_CONFIGS,
  OPTION_DURATION,
  OPTION_KIND,
  OPTION_SYMBOL,
  PLAY,
  PLAY_FIRST,
  PLAY_PENDING_FROM,
  PLAY_PENDING_LOSS,
  PLAY_PENDING_STAKE,
  PLAY_UNTIL,
  PLAY_WAITING,
  ROUND,
  ROUND_BETS,
  ROUND_COMMITTED,
  ROUND_FIRST,
  ROUND_OPENED,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_STATE,
} from '../layout-rounds.ts';
import { META_ROUNDS } from '../layout.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EngineState } from '../state.ts';
import { drawOddsAt, durationOf, isDraw, isOption } from './option.ts';
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

/** A member's own limits and what its day came to; 0 = none. */
export function playLimitsView(s: EngineState, account: number) {
  if (s.meta[META_ROUNDS] === 0 || !isOpen(s, account)) return null;
  readPlay(s, account, s.time);
  const { play } = s.rounds;
  const row = account * PLAY;
  const waits = play[row + PLAY_PENDING_FROM] > s.time;
  return {
    dayLoss: playNow.mostLoss,
    dayStake: playNow.mostStake,
    playUntil: play[row + PLAY_UNTIL],
    pendingLoss: waits ? play[row + PLAY_PENDING_LOSS] : 0,
    pendingStake: waits ? play[row + PLAY_PENDING_STAKE] : 0,
    pendingFrom: waits ? play[row + PLAY_PENDING_FROM] : 0,
    stakedToday: playNow.staked,
    lostToday: playNow.lost,
    waiting: play[row + PLAY_WAITING],
  };
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
    return {
      option,
      symbol: options[row + OPTION_SYMBOL],
      roundKind: options[row + OPTION_KIND],
      durationMs: options[row + OPTION_DURATION],
      fromOrdinal,
      flags,
      cutoffMs,
      oddsUp,
      oddsDown,
      ...limits,
      drawOdds: isDraw(s, option) ? POWER_BALL_MARKETS.map((_, market) => lastOdds(s, option, market)) : [],
    };
  });
}

function newestOf(rows: Float64Array, first: number, size: number): number {
  let newest = first;
  for (let at = first; at < first + CONFIGS * size; at += size) if (rows[at + CONFIG_FROM] > rows[newest + CONFIG_FROM]) newest = at;
  return newest;
}

/** 0 = not offered. */
function lastOdds(s: EngineState, option: number, market: number): number {
  const { drawOdds } = s.rounds;
  const at = newestOf(drawOdds, drawOddsAt(s, option, market), 2);
  return drawOdds[at] < 0 ? 0 : drawOdds[at + 1];
}
