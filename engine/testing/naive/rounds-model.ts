// The naive engine's rounds: options with every change they ever had, rounds, bets and what each member plays, as plain objects.
import type { Command, CommandKind } from '../../command.ts';
import { ledgerAccount, MemberPurse } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import type { Naive } from './model.ts';

export type Terms = Extract<Command, { kind: typeof CommandKind.SetRoundOption }>;

export interface NaiveOption {
  number: number;
  kind: number;
  symbol: number;
  duration: number;
  /** In the order they were set; of those that hold for a round the last one counts. */
  terms: { from: number; terms: Terms }[];
  /** Changes of odds by market. */
  odds: Map<number, { from: number; odds: number }[]>;
}

export interface NaiveBet {
  id: number;
  account: number;
  round: NaiveRound;
  market: number;
  stake: bigint;
  odds: bigint;
  strike: bigint;
  placedAt: number;
}

export interface NaiveRound {
  option: NaiveOption;
  ordinal: number;
  isOpened: boolean;
  /** SHA-256 of a draw's seed. */
  seal: number[] | undefined;
  /** Terms it is held to. */
  terms: Terms;
  /** Strike that early sales were told. */
  told: number;
  /** Decided: how each bet of it ends. */
  verdict: ((bet: NaiveBet) => number) | undefined;
  done: { bets: number; staked: bigint; paid: bigint; won: number; lost: number };
}

export interface NaiveLimits {
  from: number;
  loss: number;
  stake: number;
  time: number;
}

export interface NaivePlay {
  day: number;
  staked: bigint;
  lost: bigint;
  /** When each bet and spin of the day was placed. */
  played: number[];
  /** Limits in the order they begin to hold. */
  limits: NaiveLimits[];
}

export interface NaiveRounds {
  options: Map<number, NaiveOption>;
  open: NaiveRound[];
  /** Decided ones, first come first paid. */
  queue: NaiveRound[];
  bets: NaiveBet[];
  plays: Map<number, NaivePlay>;
  dayOffset: number;
  /** The seed each account spins under. */
  slots: Map<number, { serial: number; seal: number[]; spins: number }>;
  /** What the running command told of rounds, as lines. */
  told: string[];
}

export const createNaiveRounds = (): NaiveRounds => ({
  options: new Map(),
  open: [],
  queue: [],
  bets: [],
  plays: new Map(),
  dayOffset: 0,
  slots: new Map(),
  told: [],
});

export const draws = (kind: number): boolean => kind === 1;
export const binaryOf = (account: number): number => ledgerAccount(account + 1, MemberPurse.Binary);
export const nothing = (): NaiveRound['done'] => ({ bets: 0, staked: 0n, paid: 0n, won: 0, lost: 0 });
export const startOf = (r: NaiveRound): number => r.ordinal * r.option.duration;
export const endOf = (r: NaiveRound): number => startOf(r) + r.option.duration;
const DAY = 86_400_000;
const TEN_MINUTES = 600_000;
/** Void by time from then on (rules 11.7). */
export const overdueAt = (r: NaiveRound): number => endOf(r) + TEN_MINUTES;

export const roundsDue = (s: Naive): boolean =>
  s.rounds.queue.length > 0 || s.rounds.open.some((r) => r.verdict === undefined && overdueAt(r) <= s.time);

export function roundOf(s: Naive, option: number, ordinal: number): NaiveRound | undefined {
  return s.rounds.open.find((r) => r.option.number === option && r.ordinal === ordinal);
}

export const payoutOf = (bet: NaiveBet): bigint => (bet.stake * bet.odds) / 100_000_000n;

export const waitingOf = (s: Naive, account: number): bigint =>
  s.rounds.bets.filter((b) => b.account === account).reduce((all, b) => all + b.stake, 0n);

/** What is kept of a member; its day may be over. */
export function keptPlayOf(s: Naive, account: number): NaivePlay {
  const known = s.rounds.plays.get(account);
  const play = known ?? { day: 0, staked: 0n, lost: 0n, played: [], limits: [] };
  if (known === undefined) s.rounds.plays.set(account, play);
  return play;
}

/** The member's day, begun anew when it is over. */
export function playOf(s: Naive, account: number): NaivePlay {
  const play = keptPlayOf(s, account);
  if (play.day === 0 || s.time >= play.day + DAY) {
    play.day = s.time - ((s.time + s.rounds.dayOffset) % DAY);
    play.staked = 0n;
    play.lost = 0n;
    play.played = [];
  }
  return play;
}

/** Own limits that hold now, 0 = none. */
export function limitsNow(s: Naive, account: number): NaiveLimits {
  const holding = (s.rounds.plays.get(account)?.limits ?? []).filter((l) => l.from <= s.time);
  return holding.at(-1) ?? NO_LIMITS;
}
const NO_LIMITS: NaiveLimits = { from: 0, loss: 0, stake: 0, time: 0 };

/** What waits to hold, and the limits of now when nothing does. */
export function limitsToCome(s: Naive, account: number): NaiveLimits {
  return (s.rounds.plays.get(account)?.limits ?? []).find((l) => l.from > s.time) ?? limitsNow(s, account);
}

/** What the member's own limits say to a stake more. */
export function ownLimitFault(s: Naive, account: number, stake: bigint): number {
  const play = s.rounds.plays.get(account);
  const own = limitsNow(s, account);
  const isToday = play !== undefined && s.time < play.day + DAY;
  if (isToday && own.time !== 0 && play.played.length > 0 && s.time - play.played[0] >= own.time) return Reject.OWN_TIME_LIMIT;
  if (own.stake !== 0 && (isToday ? play.staked : 0n) + stake > BigInt(own.stake)) return Reject.OWN_STAKE_LIMIT;
  if (own.loss !== 0 && (isToday ? play.lost : 0n) + waitingOf(s, account) + stake > BigInt(own.loss)) return Reject.OWN_LOSS_LIMIT;
  return 0;
}
