// Rounds and bets as rows: a round takes shape at its first bet or its draw's commitment, and goes when its last bet is paid.
import {
  BET,
  BET_ACCOUNT,
  BET_PAYOUT,
  BET_ROUND,
  BET_SERIAL,
  BET_SLOTS,
  BET_STAKE,
  CONFIG_CUTOFF,
  CONFIG_FLAGS,
  CONFIG_SALE_FEE,
  CONFIG_SALE_VOLATILITY,
  LINKS,
  LINK_NEXT,
  LINK_OWN_NEXT,
  LINK_OWN_PREVIOUS,
  LINK_PREVIOUS,
  MARKETS,
  MARK_BETS,
  MARK_BET_FREE,
  MARK_BET_SERIAL,
  MARK_COULD_PAY,
  MARK_OPEN_BETS,
  MARK_OPEN_ROUNDS,
  MARK_QUEUE_FIRST,
  MARK_ROUNDS,
  MARK_ROUND_FREE,
  MARK_STAKES,
  OPTION,
  OPTION_FIRST,
  PLAY,
  PLAY_BETS,
  PLAY_COULD_WIN,
  PLAY_FIRST,
  PLAY_WAITING,
  ROUND,
  ROUND_BETS,
  ROUND_CUTOFF,
  ROUND_DUE,
  ROUND_FIRST,
  ROUND_FLAGS,
  ROUND_LAST,
  ROUND_NEXT,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_SALE_FEE,
  ROUND_SALE_VOLATILITY,
  ROUND_STAKED,
  ROUND_STATE,
} from '../layout-rounds.ts';
import { META_ROUND_DUE } from '../layout.ts';
import { RoundFlag } from '../wire/round-terms.ts';
import type { EngineState } from '../state.ts';
import { durationOf, isDraw } from './option.ts';
import { betCapacity, roundCapacity } from './tables.ts';

/** Open: takes bets or waits for its settlement. Settling: decided, its bets are being paid. */
export const RoundState = { Free: 0, Open: 1, Settling: 2 } as const;
/** A round that was not settled for so long after its end is void (rules 11.7). */
export const SETTLE_WITHIN_MS = 600_000;

/** Row of a round that has taken shape, -1 = none. */
export function findRound(s: EngineState, option: number, ordinal: number): number {
  const { options, rounds } = s.rounds;
  for (let next = options[option * OPTION + OPTION_FIRST]; next !== 0; next = rounds[(next - 1) * ROUND + ROUND_NEXT]) {
    if (rounds[(next - 1) * ROUND + ROUND_ORDINAL] === ordinal) return next - 1;
  }
  return -1;
}

export function hasCapacityForRound(s: EngineState): boolean {
  return s.rounds.marks[MARK_ROUND_FREE] !== 0 || s.rounds.marks[MARK_ROUNDS] < roundCapacity(s.capacity);
}

export function hasCapacityForBet(s: EngineState): boolean {
  return s.rounds.marks[MARK_BET_FREE] !== 0 || s.rounds.marks[MARK_BETS] < betCapacity(s.capacity);
}

export function shapeRound(s: EngineState, option: number, ordinal: number): number {
  const { options, rounds, stakes, marks } = s.rounds;
  let slot = marks[MARK_ROUND_FREE] - 1;
  if (slot >= 0) marks[MARK_ROUND_FREE] = rounds[slot * ROUND + ROUND_NEXT];
  else slot = marks[MARK_ROUNDS]++;
  const row = slot * ROUND;
  rounds.fill(0, row, row + ROUND);
  stakes.fill(0, slot * MARKETS, (slot + 1) * MARKETS);
  const due = (ordinal + 1) * durationOf(s, option) + SETTLE_WITHIN_MS;
  rounds[row + ROUND_OPTION] = option;
  rounds[row + ROUND_ORDINAL] = ordinal;
  rounds[row + ROUND_STATE] = RoundState.Open;
  rounds[row + ROUND_DUE] = due;
  rounds[row + ROUND_NEXT] = options[option * OPTION + OPTION_FIRST];
  options[option * OPTION + OPTION_FIRST] = slot + 1;
  marks[MARK_OPEN_ROUNDS]++;
  if (s.meta[META_ROUND_DUE] === 0 || due < s.meta[META_ROUND_DUE]) s.meta[META_ROUND_DUE] = due;
  return slot;
}

/** Keeps the terms that the round is held to. */
export function keepTerms(s: EngineState, round: number, config: number): void {
  const { options, rounds } = s.rounds;
  const row = round * ROUND;
  rounds[row + ROUND_FLAGS] = options[config + CONFIG_FLAGS];
  rounds[row + ROUND_CUTOFF] = options[config + CONFIG_CUTOFF];
  rounds[row + ROUND_SALE_FEE] = options[config + CONFIG_SALE_FEE];
  rounds[row + ROUND_SALE_VOLATILITY] = options[config + CONFIG_SALE_VOLATILITY];
}

/** Bets each at the price of their moment. */
export function isInRound(s: EngineState, round: number): boolean {
  return (s.rounds.rounds[round * ROUND + ROUND_FLAGS] & RoundFlag.InRound) !== 0;
}

/** The cut-off of a round that has taken shape: nothing is cancelled from then on. */
export function cutoffOf(s: EngineState, round: number): number {
  const { rounds } = s.rounds;
  const row = round * ROUND;
  const option = rounds[row + ROUND_OPTION];
  const isRunning = isDraw(s, option) || isInRound(s, round);
  return (rounds[row + ROUND_ORDINAL] + (isRunning ? 1 : 0)) * durationOf(s, option) - rounds[row + ROUND_CUTOFF];
}

export function freeRound(s: EngineState, slot: number): void {
  const { options, rounds, marks } = s.rounds;
  const row = slot * ROUND;
  const first = rounds[row + ROUND_OPTION] * OPTION + OPTION_FIRST;
  if (options[first] === slot + 1) options[first] = rounds[row + ROUND_NEXT];
  else {
    let before = options[first] - 1;
    while (rounds[before * ROUND + ROUND_NEXT] !== slot + 1) before = rounds[before * ROUND + ROUND_NEXT] - 1;
    rounds[before * ROUND + ROUND_NEXT] = rounds[row + ROUND_NEXT];
  }
  rounds.fill(0, row, row + ROUND);
  rounds[row + ROUND_NEXT] = marks[MARK_ROUND_FREE];
  marks[MARK_ROUND_FREE] = slot + 1;
  marks[MARK_OPEN_ROUNDS]--;
}

/** When there is something to do next: at once while rounds are being settled, else when the first open one becomes void. */
export function noteDue(s: EngineState): void {
  const { rounds, marks } = s.rounds;
  let due = 0;
  if (marks[MARK_QUEUE_FIRST] !== 0) due = 1;
  else if (marks[MARK_OPEN_ROUNDS] !== 0) {
    for (let row = 0; row < marks[MARK_ROUNDS] * ROUND; row += ROUND) {
      if (rounds[row + ROUND_STATE] === RoundState.Open && (due === 0 || rounds[row + ROUND_DUE] < due)) due = rounds[row + ROUND_DUE];
    }
  }
  s.meta[META_ROUND_DUE] = due;
}

/** A free bet row with its links set, at the end of its round and the beginning of its account's bets; its fields are the caller's. */
export function addBet(s: EngineState, round: number, account: number): number {
  const { rounds, bets, betLinks, play, marks } = s.rounds;
  let slot = marks[MARK_BET_FREE] - 1;
  if (slot >= 0) marks[MARK_BET_FREE] = betLinks[slot * LINKS + LINK_NEXT];
  else slot = marks[MARK_BETS]++;
  const link = slot * LINKS;
  const row = round * ROUND;
  const last = rounds[row + ROUND_LAST];
  betLinks[link + LINK_NEXT] = 0;
  betLinks[link + LINK_PREVIOUS] = last;
  if (last === 0) rounds[row + ROUND_FIRST] = slot + 1;
  else betLinks[(last - 1) * LINKS + LINK_NEXT] = slot + 1;
  rounds[row + ROUND_LAST] = slot + 1;
  const own = play[account * PLAY + PLAY_FIRST];
  betLinks[link + LINK_OWN_NEXT] = own;
  betLinks[link + LINK_OWN_PREVIOUS] = 0;
  if (own !== 0) betLinks[(own - 1) * LINKS + LINK_OWN_PREVIOUS] = slot + 1;
  play[account * PLAY + PLAY_FIRST] = slot + 1;
  bets[slot * BET + BET_ACCOUNT] = account;
  bets[slot * BET + BET_ROUND] = round;
  bets[slot * BET + BET_SERIAL] = ++marks[MARK_BET_SERIAL];
  return slot;
}

/** Counts a bet whose fields are set, or with sign -1 one that ends: in its round, its account and the site. */
export function countBet(s: EngineState, slot: number, sign: number): void {
  const { rounds, bets, play, marks } = s.rounds;
  const bet = slot * BET;
  const row = bets[bet + BET_ROUND] * ROUND;
  const own = bets[bet + BET_ACCOUNT] * PLAY;
  const stake = sign * bets[bet + BET_STAKE];
  const payout = sign * bets[bet + BET_PAYOUT];
  rounds[row + ROUND_BETS] += sign;
  rounds[row + ROUND_STAKED] += stake;
  play[own + PLAY_WAITING] += stake;
  play[own + PLAY_COULD_WIN] += payout;
  play[own + PLAY_BETS] += sign;
  marks[MARK_OPEN_BETS] += sign;
  marks[MARK_COULD_PAY] += payout;
  marks[MARK_STAKES] += stake;
}

/** Takes a bet out of its round's and its account's chain; its row is free. */
export function dropBet(s: EngineState, slot: number): void {
  const { rounds, bets, betLinks, marks } = s.rounds;
  const link = slot * LINKS;
  const row = bets[slot * BET + BET_ROUND] * ROUND;
  const next = betLinks[link + LINK_NEXT];
  const previous = betLinks[link + LINK_PREVIOUS];
  if (previous === 0) rounds[row + ROUND_FIRST] = next;
  else betLinks[(previous - 1) * LINKS + LINK_NEXT] = next;
  if (next === 0) rounds[row + ROUND_LAST] = previous;
  else betLinks[(next - 1) * LINKS + LINK_PREVIOUS] = previous;
  dropOwn(s, slot);
  bets[slot * BET + BET_SERIAL] = 0;
  betLinks[link + LINK_NEXT] = marks[MARK_BET_FREE];
  marks[MARK_BET_FREE] = slot + 1;
}

function dropOwn(s: EngineState, slot: number): void {
  const { bets, betLinks, play } = s.rounds;
  const next = betLinks[slot * LINKS + LINK_OWN_NEXT];
  const previous = betLinks[slot * LINKS + LINK_OWN_PREVIOUS];
  if (previous === 0) play[bets[slot * BET + BET_ACCOUNT] * PLAY + PLAY_FIRST] = next;
  else betLinks[(previous - 1) * LINKS + LINK_OWN_NEXT] = next;
  if (next !== 0) betLinks[(next - 1) * LINKS + LINK_OWN_PREVIOUS] = previous;
}

export function betIdOf(s: EngineState, slot: number): number {
  return s.rounds.bets[slot * BET + BET_SERIAL] * BET_SLOTS + slot;
}

/** Row of an open bet of this account, -1 = there is none of that id. */
export function findBet(s: EngineState, account: number, betId: number): number {
  if (!Number.isSafeInteger(betId) || betId < BET_SLOTS) return -1;
  const slot = betId % BET_SLOTS;
  const { bets, marks } = s.rounds;
  if (slot >= marks[MARK_BETS] || bets[slot * BET + BET_SERIAL] === 0) return -1;
  return bets[slot * BET + BET_ACCOUNT] === account && betIdOf(s, slot) === betId ? slot : -1;
}
