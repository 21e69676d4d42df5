// The naive engine's rounds: options with every change they ever had, rounds, bets and what each member plays, as plain objects.
import type { Command, CommandKind } from '../../wire/command.ts';
import { binaryWallet } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import type { Naive } from './model.ts';
import { DAY_MS } from '../../time.ts';

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

/** The three kinds of own limits. */
export const KINDS = ['loss', 'stake', 'time'] as const;
export type LimitKind = (typeof KINDS)[number];

export interface NaivePlay {
  day: number;
  dayEnd: number;
  staked: bigint;
  lost: bigint;
  /** When each bet and spin of the day was placed. */
  played: number[];
  /** Of each kind all limits that were ever to hold and were not taken back, in the order they begin. */
  limits: Record<LimitKind, { from: number; most: number }[]>;
}

export interface NaiveRounds {
  options: Map<number, NaiveOption>;
  open: NaiveRound[];
  /** Decided ones, first come first paid. */
  queue: NaiveRound[];
  bets: NaiveBet[];
  plays: Map<number, NaivePlay>;
  /** What the site's clocks are ahead of UTC, and their change. */
  clock: { offset: number; changeAt: number; changeBy: number };
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
  clock: { offset: 0, changeAt: 0, changeBy: 0 },
  slots: new Map(),
  told: [],
});

export const draws = (kind: number): boolean => kind === 1;
export const binaryOf = (account: number): number => binaryWallet(account);
export const nothing = (): NaiveRound['done'] => ({ bets: 0, staked: 0n, paid: 0n, won: 0, lost: 0 });
export const startOf = (r: NaiveRound): number => r.ordinal * r.option.duration;
export const endOf = (r: NaiveRound): number => startOf(r) + r.option.duration;
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
  const play = known ?? { day: 0, dayEnd: 0, staked: 0n, lost: 0n, played: [], limits: { loss: [], stake: [], time: [] } };
  if (known === undefined) s.rounds.plays.set(account, play);
  return play;
}

/** The member's day, begun anew when it is over. */
export function playOf(s: Naive, account: number): NaivePlay {
  const play = keptPlayOf(s, account);
  if (s.time >= play.dayEnd) {
    const [begin, end] = dayAround(s, s.time);
    // What was staked in the day before is nothing of this one.
    play.day = Math.max(begin, play.dayEnd);
    play.dayEnd = end;
    play.staked = 0n;
    play.lost = 0n;
    play.played = [];
  }
  return play;
}

const MINUTE = 60_000;
const HOURS_26 = 26 * 60;

/** First minute with the date of `time` on the site's clock, and the one after the last: looked up minute by minute, as on a wall. */
function dayAround(s: Naive, time: number): [begin: number, end: number] {
  const { offset, changeAt, changeBy } = s.rounds.clock;
  const dateAt = (at: number) => Math.floor((at + offset + (at < changeAt ? 0 : changeBy)) / DAY_MS);
  const minute = Math.floor(time / MINUTE);
  const minutes = Array.from({ length: 2 * HOURS_26 }, (_, i) => (minute - HOURS_26 + i) * MINUTE).filter(
    (at) => dateAt(at) === dateAt(time),
  );
  return [minutes[0], minutes[minutes.length - 1] + MINUTE];
}

/** Own limits that hold now, 0 = none. */
export function limitsNow(s: Naive, account: number): Record<LimitKind, number> {
  const of = (kind: LimitKind) => (s.rounds.plays.get(account)?.limits[kind] ?? []).filter((l) => l.from <= s.time).at(-1)?.most ?? 0;
  return { loss: of('loss'), stake: of('stake'), time: of('time') };
}

/** The looser one of a kind that waits. */
export function limitToCome(s: Naive, account: number, kind: LimitKind): { from: number; most: number } | undefined {
  return s.rounds.plays.get(account)?.limits[kind].find((l) => l.from > s.time);
}

/** What the member's own limits say to a stake more. */
export function ownLimitFault(s: Naive, account: number, stake: bigint): number {
  const play = s.rounds.plays.get(account);
  const own = limitsNow(s, account);
  const isToday = play !== undefined && s.time < play.dayEnd;
  if (isToday && own.time !== 0 && play.played.length > 0 && s.time - play.played[0] >= own.time) return Reject.OWN_TIME_LIMIT;
  if (own.stake !== 0 && (isToday ? play.staked : 0n) + stake > BigInt(own.stake)) return Reject.OWN_STAKE_LIMIT;
  if (own.loss !== 0 && (isToday ? play.lost : 0n) + waitingOf(s, account) + stake > BigInt(own.loss)) return Reject.OWN_LOSS_LIMIT;
  return 0;
}
