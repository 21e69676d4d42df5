// The naive engine's rounds and draws, written from rules 11 and 12: what is refused, what is staked, and how a round comes out.
import { type Command, CommandKind } from '../../wire/command.ts';
import { bytesOfWords, isSealOf } from '../../draw/sha256.ts';
import { guardsHouse, POWER_BALL_MARKETS } from '../../rounds/power-ball-markets.ts';
import { drawPowerBall, wins } from '../../rounds/power-ball.ts';
import { HouseAccount } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { balance, listed, type Naive, post } from './model.ts';
import { placeBet } from './round-bets.ts';
import {
  binaryOf,
  draws,
  nothing,
  endOf,
  KINDS,
  type LimitKind,
  limitsNow,
  limitToCome,
  type NaiveBet,
  type NaiveRound,
  overdueAt,
  payoutOf,
  keptPlayOf,
  playOf,
  roundOf,
  startOf,
} from './rounds-model.ts';
import { sellBet } from './round-sale.ts';
import { performSlot } from './slot.ts';
import { DAY_MS } from '../../time.ts';

type Of<K> = Extract<Command, { kind: K }>;

export interface RoundHints {
  /** Id the engine gave to the bet of this command. */
  betId: number;
}

export function performRound(s: Naive, c: Command, hints: RoundHints): number {
  switch (c.kind) {
    case CommandKind.SetRoundOption:
      return setOption(s, c);
    case CommandKind.SetDrawOdds:
      return setDrawOdds(s, c);
    case CommandKind.PlaceBet:
      return placeBet(s, c, hints.betId);
    case CommandKind.CancelBet:
      return cancelBet(s, c);
    case CommandKind.SellBet:
      return sellBet(s, c);
    case CommandKind.SettleRound:
      return settleRound(s, c);
    case CommandKind.CommitDraw:
      return commitDraw(s, c);
    case CommandKind.RevealDraw:
      return revealDraw(s, c);
    case CommandKind.SetPlayLimits:
      return setLimits(s, c);
    case CommandKind.CommitSlot:
    case CommandKind.SpinSlot:
      return performSlot(s, c);
    default:
      throw new Error(`command ${c.kind} is not known here`);
  }
}

const isWhole = (value: number, least: number, most: number) => Number.isSafeInteger(value) && value >= least && value <= most;
const MOST_STAKE = 17_592_186_044_416;
const MOST_LIMIT = 2_251_799_813_685_248;

function setOption(s: Naive, c: Of<typeof CommandKind.SetRoundOption>): number {
  if (!isWhole(c.option, 0, 2 ** 31) || !isWhole(c.flags, 0, 7)) return Reject.PARAM_MALFORMED;
  if (c.option > 127) return Reject.CAPACITY_FULL;
  if (c.roundKind !== 0 && c.roundKind !== 1) return Reject.PARAM_MALFORMED;
  if (draws(c.roundKind) ? c.symbol !== -1 : listed(s, c.symbol) === undefined) return Reject.SYMBOL_UNKNOWN;
  if (draws(c.roundKind) && c.flags > 1) return Reject.PARAM_MALFORMED;
  if (!isWhole(c.durationMs, 10_000, DAY_MS) || !isWhole(c.cutoffMs, 1_000, c.durationMs - 1)) return Reject.PARAM_MALFORMED;
  const [lowest, highest] = draws(c.roundKind) ? [0, 0] : [150_000_000, 198_000_000];
  if (!isWhole(c.oddsUp, lowest, highest) || !isWhole(c.oddsDown, lowest, highest)) return Reject.ODDS_NOT_ALLOWED;
  if (!isWhole(c.minStake, 1, MOST_STAKE) || !isWhole(c.maxStake, c.minStake, MOST_STAKE)) return Reject.PARAM_MALFORMED;
  for (const limit of [c.maxMemberRound, c.maxSideExposure]) if (!isWhole(limit, c.minStake, MOST_LIMIT)) return Reject.PARAM_MALFORMED;
  if (!isWhole(c.saleFee, 0, 100_000_000) || !isWhole(c.saleVolatility, c.flags >= 4 ? 1 : 0, 100_000_000)) return Reject.PARAM_MALFORMED;
  const known = s.rounds.options.get(c.option);
  if (known === undefined) {
    if (draws(c.roundKind) && [...s.rounds.options.values()].filter((o) => draws(o.kind)).length === 16) return Reject.CAPACITY_FULL;
    const terms = [{ from: 0, terms: c }];
    s.rounds.options.set(c.option, {
      number: c.option,
      kind: c.roundKind,
      symbol: c.symbol,
      duration: c.durationMs,
      terms,
      odds: new Map(),
    });
    return 0;
  }
  if (known.kind !== c.roundKind || known.symbol !== c.symbol || known.duration !== c.durationMs) return Reject.ROUND_OPTION_FIXED;
  known.terms.push({ from: Math.floor(s.time / known.duration) + 2, terms: c });
  return 0;
}

function setDrawOdds(s: Naive, c: Of<typeof CommandKind.SetDrawOdds>): number {
  const option = s.rounds.options.get(c.option);
  if (option === undefined || !draws(option.kind)) return Reject.ROUND_OPTION_UNKNOWN;
  if (!isWhole(c.market, 0, POWER_BALL_MARKETS.length - 1)) return Reject.INVALID_BET_TYPE;
  if (!Number.isSafeInteger(c.odds) || (c.odds !== 0 && !guardsHouse(c.market, c.odds))) return Reject.ODDS_NOT_ALLOWED;
  const changes = option.odds.get(c.market) ?? [];
  changes.push({ from: changes.length === 0 ? 0 : Math.floor(s.time / option.duration) + 2, odds: c.odds });
  option.odds.set(c.market, changes);
  return 0;
}

const FROZEN = 32 | 32_768;

function cancelBet(s: Naive, c: Of<typeof CommandKind.CancelBet>): number {
  const account = s.accounts.get(c.account);
  if (account === undefined) return Reject.ACCOUNT_UNKNOWN;
  if ((account.flags & FROZEN) !== 0) return Reject.ACCOUNT_FROZEN;
  const bet = s.rounds.bets.find((b) => b.id === c.betId && b.account === c.account);
  if (bet === undefined) return Reject.BET_UNKNOWN;
  const { round } = bet;
  const boundary = draws(round.option.kind) ? endOf(round) : startOf(round);
  if ((round.terms.flags & 2) !== 0 || round.verdict !== undefined || s.time >= boundary - round.terms.cutoffMs)
    return Reject.BET_CANCEL_OVER;
  const play = playOf(s, c.account);
  if (bet.placedAt >= play.day) play.staked -= bet.stake;
  s.rounds.bets = s.rounds.bets.filter((b) => b !== bet);
  post(s, HouseAccount.RoundsEscrow, binaryOf(c.account), bet.stake);
  s.rounds.told.push(`cancelled ${bet.id} stake ${bet.stake}`);
  return 0;
}

const WON = 1;
const LOST = 2;
const VOID = 3;
const versus = (bet: NaiveBet, strike: bigint, close: bigint) =>
  close === strike ? VOID : close > strike === (bet.market === 0) ? WON : LOST;

function settleRound(s: Naive, c: Of<typeof CommandKind.SettleRound>): number {
  const option = s.rounds.options.get(c.option);
  if (option === undefined || draws(option.kind)) return Reject.ROUND_OPTION_UNKNOWN;
  if (!isWhole(c.halted, 0, 1)) return Reject.PARAM_MALFORMED;
  const start = c.ordinal * option.duration;
  const end = start + option.duration;
  for (const [t, boundary] of [
    [c.strike, start],
    [c.close, end],
  ] as const) {
    const isPrice = (price: number) => isWhole(price, -1, 4_294_967_295);
    if (!isPrice(t.price) || t.price === 0 || !isPrice(t.before) || !isPrice(t.confirm)) return Reject.PARAM_MALFORMED;
    if (![t.time, t.idHi, t.idLo, t.receivedAt].every((word) => isWhole(word, 0, Number.MAX_SAFE_INTEGER))) return Reject.PARAM_MALFORMED;
    if (t.price !== -1 && t.receivedAt > boundary) return Reject.PARAM_MALFORMED;
  }
  const round = roundOf(s, c.option, c.ordinal);
  if (round === undefined || round.verdict !== undefined) return Reject.ROUND_SETTLED_ALREADY;
  if (s.time < end) return Reject.ROUND_NOT_DUE;
  const isEach = (round.terms.flags & 2) !== 0;
  const gap = (t: typeof c.strike, boundary: number) => t.price === -1 || boundary - t.receivedAt > 2_000;
  const isVoid =
    s.time >= overdueAt(round) ||
    c.halted === 1 ||
    (!isEach && (gap(c.strike, start) || isStep(c.strike))) ||
    (c.close.price !== -1 && c.close.receivedAt <= start) ||
    gap(c.close, end) ||
    isStep(c.close);
  const [strike, close] = [BigInt(c.strike.price), BigInt(c.close.price)];
  decide(s, round, isVoid ? () => VOID : (bet) => versus(bet, isEach ? bet.strike : strike, close));
  return 0;
}

/** More than 5 % from the tick before, and no second source within 3 % of it. */
function isStep({ price, before, confirm }: Of<typeof CommandKind.SettleRound>['strike']): boolean {
  const gap = (a: number, b: number) => BigInt(Math.abs(a - b));
  if (before <= 0 || gap(price, before) * 100n <= BigInt(before) * 5n) return false;
  return confirm <= 0 || gap(price, confirm) * 100n > BigInt(confirm) * 3n;
}

function decide(s: Naive, round: NaiveRound, verdict: (bet: NaiveBet) => number): void {
  round.verdict = verdict;
  s.rounds.queue.push(round);
}

function commitDraw(s: Naive, c: Of<typeof CommandKind.CommitDraw>): number {
  const option = s.rounds.options.get(c.option);
  if (option === undefined || !draws(option.kind)) return Reject.ROUND_OPTION_UNKNOWN;
  if (!isWhole(c.ordinal, 0, 2 ** 32 - 1) || !areWords(c.hash)) return Reject.PARAM_MALFORMED;
  const { terms } = option.terms.findLast(({ from }) => from <= c.ordinal)!;
  if (s.time >= (c.ordinal + 1) * option.duration - terms.cutoffMs) return Reject.INVEST_CLOSED;
  if (roundOf(s, c.option, c.ordinal) !== undefined) return Reject.DRAW_COMMITTED_ALREADY;
  s.rounds.open.push({ option, ordinal: c.ordinal, isOpened: false, seal: c.hash, terms, told: 0, verdict: undefined, done: nothing() });
  return 0;
}

const areWords = (words: readonly number[]) => words.length === 8 && words.every((word) => isWhole(word, 0, 2 ** 32 - 1));

function revealDraw(s: Naive, c: Of<typeof CommandKind.RevealDraw>): number {
  const option = s.rounds.options.get(c.option);
  if (option === undefined || !draws(option.kind)) return Reject.ROUND_OPTION_UNKNOWN;
  if (!areWords(c.seed) || !areWords(c.entropy)) return Reject.PARAM_MALFORMED;
  const round = roundOf(s, c.option, c.ordinal);
  if (round === undefined || round.verdict !== undefined) return Reject.ROUND_SETTLED_ALREADY;
  if (s.time < endOf(round) - round.terms.cutoffMs) return Reject.ROUND_NOT_DUE;
  if (!isSealOf(round.seal!, 0, c.seed, 0)) return Reject.DRAW_MISMATCH;
  const draw = drawPowerBall(bytesOfWords(c.seed, 0), (c.option + 1) * 2 ** 32 + c.ordinal, bytesOfWords(c.entropy, 0));
  const isLate = s.time >= overdueAt(round);
  decide(s, round, isLate ? () => VOID : (bet) => (wins(bet.market, draw) ? WON : LOST));
  return 0;
}

function setLimits(s: Naive, c: Of<typeof CommandKind.SetPlayLimits>): number {
  const wanted = { loss: c.dayLoss, stake: c.dayStake, time: c.dayPlayMs };
  if (c.account === -1) return setDay(s, c);
  if (!isWhole(wanted.loss, -1, 2 ** 52) || !isWhole(wanted.stake, -1, 2 ** 52)) return Reject.PARAM_MALFORMED;
  if (!isWhole(wanted.time, -1, DAY_MS) || c.dayOffsetMs !== -1 || c.change !== undefined) return Reject.PARAM_MALFORMED;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  for (const kind of KINDS) if (wanted[kind] !== -1) setOwnLimit(s, c.account, kind, wanted[kind]);
  return 0;
}

function setDay(s: Naive, { dayLoss, dayStake, dayPlayMs, dayOffsetMs, change }: Of<typeof CommandKind.SetPlayLimits>): number {
  if ([dayLoss, dayStake, dayPlayMs].some((word) => word !== -1) || !isWhole(dayOffsetMs, 0, 86_399_999)) return Reject.PARAM_MALFORMED;
  const { at, byMs } = change ?? { at: 1, byMs: 0 };
  if (!isWhole(at, 1, 2 ** 52) || !isWhole(byMs, -43_200_000, 43_200_000)) return Reject.PARAM_MALFORMED;
  s.rounds.clock = { offset: dayOffsetMs, changeAt: at, changeBy: byMs };
  return 0;
}

/** Tighter than now: from now on, and nothing waits any more. Looser: after a day, or when a still looser one was to begin. */
function setOwnLimit(s: Naive, account: number, kind: LimitKind, wanted: number): void {
  const isTighter = (a: number, b: number) => b === 0 || (a !== 0 && a <= b);
  const now = limitsNow(s, account)[kind];
  const next = limitToCome(s, account, kind);
  // Only play begins a day: one that limits began would stand where the site's days began then.
  const { limits } = keptPlayOf(s, account);
  const held = limits[kind].filter((l) => l.from <= s.time);
  const from = isTighter(wanted, now) ? s.time : next !== undefined && isTighter(wanted, next.most) ? next.from : s.time + DAY_MS;
  limits[kind] = [...held, { from, most: wanted }];
}

/** Pays the next bet of the first decided round; '' or what is wrong with its turn. */
export function payBet(s: Naive, betId: number): string {
  finishEmpty(s);
  const [round] = s.rounds.queue;
  const bet = s.rounds.bets.find((b) => b.round === round);
  if (round === undefined || bet === undefined) return `bet ${betId} paid, and no round is decided`;
  if (bet.id !== betId) return `bet ${betId} paid before ${bet.id}`;
  const status = round.verdict!(bet);
  const payout = status === WON ? payoutOf(bet) : status === VOID ? bet.stake : 0n;
  s.rounds.bets = s.rounds.bets.filter((b) => b !== bet);
  const play = playOf(s, bet.account);
  if (status !== VOID) play.lost += bet.stake - payout;
  else if (bet.placedAt >= play.day) play.staked -= bet.stake;
  if (status === VOID) post(s, HouseAccount.RoundsEscrow, binaryOf(bet.account), payout);
  else {
    post(s, HouseAccount.RoundsEscrow, HouseAccount.Rounds, bet.stake);
    post(s, HouseAccount.Rounds, binaryOf(bet.account), payout);
  }
  const { done } = round;
  done.bets += 1;
  done.staked += bet.stake;
  done.paid += payout;
  if (status === WON) done.won += 1;
  if (status === LOST) done.lost += 1;
  s.rounds.told.push(`bet ${bet.id} status ${status} payout ${payout} balance ${balance(s, binaryOf(bet.account))}`);
  return '';
}

// A round that nobody bet on goes without a word.
function finishEmpty(s: Naive): void {
  while (s.rounds.queue.length > 0 && !s.rounds.queue[0].isOpened) leave(s, s.rounds.queue[0]);
}

function leave(s: Naive, round: NaiveRound): void {
  s.rounds.queue = s.rounds.queue.filter((r) => r !== round);
  s.rounds.open = s.rounds.open.filter((r) => r !== round);
}

export function finishRound(s: Naive, option: number, ordinal: number): string {
  finishEmpty(s);
  const [round] = s.rounds.queue;
  if (round === undefined || round.option.number !== option || round.ordinal !== ordinal)
    return `round ${option}/${ordinal} over out of turn`;
  if (s.rounds.bets.some((b) => b.round === round)) return `round ${option}/${ordinal} over with bets unpaid`;
  const { done } = round;
  s.rounds.told.push(`round ${option}/${ordinal} over: ${done.bets} ${done.staked} ${done.paid} ${done.won} ${done.lost}`);
  leave(s, round);
  return '';
}

export function voidRound(s: Naive, option: number, ordinal: number): string {
  const round = roundOf(s, option, ordinal);
  if (round === undefined || round.verdict !== undefined || s.time < overdueAt(round)) return `round ${option}/${ordinal} void too early`;
  decide(s, round, () => VOID);
  return '';
}

/** Unsettled rounds without a bet that the engine no longer keeps, and decided ones of that kind. */
export function dropEmpty(s: Naive, kept: ReadonlySet<string>): void {
  for (const r of s.rounds.open) {
    const isOver = r.verdict !== undefined || overdueAt(r) <= s.time;
    if (!r.isOpened && isOver && !kept.has(`${r.option.number}:${r.ordinal}`)) leave(s, r);
  }
}
