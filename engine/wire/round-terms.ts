// Commands of timed rounds, draws and the slot: fields and words (command.ts).
//
// Amounts are integers of the BINARY wallet's currency, odds rates of 10^-8 (1.95 = 195,000,000) that include the stake, a round is its
// option and its ordinal: it starts at ordinal * duration, so rounds of an option never overlap (rules 11.2).
import { HEADER_WORDS, CommandKind, type CommandHead } from './command-kind.ts';

export const RoundKind = { Price: 0, PowerBall: 1 } as const;
/** Play: takes bets. InRound: bets while the round runs, each at the price of its moment (rules 11.3). EarlySale: open bets may be sold. */
export const RoundFlag = { Play: 1, InRound: 2, EarlySale: 4 } as const;
export const ALL_ROUND_FLAGS = 7;
/** Markets of a price round; a draw's are numbered by rounds/power-ball-markets.ts. */
export const BetMarket = { Up: 0, Down: 1 } as const;
/** Words of a SHA-256 digest or seed, 32 bits each. */
export const DIGEST_WORDS = 8;

/** A tick of the reference feed at a round's boundary. */
export interface BoundaryTick {
  /** Ticks of the symbol; -1 = there was none. */
  price: number;
  time: number;
  /** The venue's own number of it, in two words. */
  idHi: number;
  idLo: number;
  /** By our own clock: boundaries and ages are measured by it, the venue's own `time` is kept for the record. */
  receivedAt: number;
  /** Price of the tick before it, -1 = none known; and a second source's price at that moment, -1 = none. */
  before: number;
  confirm: number;
}

export type RoundCommand =
  /** Holds for rounds whose betting has not opened. Kind, symbol (head) and duration never change. `saleFee`, `saleVolatility`: 10^-8. */
  | {
      kind: typeof CommandKind.SetRoundOption;
      option: number;
      roundKind: number;
      durationMs: number;
      flags: number;
      cutoffMs: number;
      oddsUp: number;
      oddsDown: number;
      minStake: number;
      maxStake: number;
      maxMemberRound: number;
      maxSideExposure: number;
      saleFee: number;
      saleVolatility: number;
    }
  /** Odds of one market of a draw; probability x odds stays below 1. */
  | { kind: typeof CommandKind.SetDrawOdds; option: number; market: number; odds: number }
  /** `strike`: the price of the moment, for in-round options only. */
  | { kind: typeof CommandKind.PlaceBet; option: number; ordinal: number; market: number; stake: number; strike?: BetStrike }
  | { kind: typeof CommandKind.CancelBet; betId: number }
  /**
   * Sells an open bet at the price of the moment for what the published formula gives, if that is at least `least`. `strike`: the round's,
   * ticks; 0 for an in-round bet, which has its own.
   */
  | { kind: typeof CommandKind.SellBet; betId: number; least: number; price: number; tickTime: number; strike: number }
  /** The ticks at both boundaries; what the round came to follows from them alone. `halted` 1 = the source was halted at one of them. */
  | {
      kind: typeof CommandKind.SettleRound;
      option: number;
      ordinal: number;
      halted: number;
      strike: BoundaryTick;
      close: BoundaryTick;
    }
  /** SHA-256 of the round's seed, before its first bet. */
  | { kind: typeof CommandKind.CommitDraw; option: number; ordinal: number; hash: number[] }
  | { kind: typeof CommandKind.RevealDraw; option: number; ordinal: number; seed: number[]; entropy: number[] }
  /**
   * A member's own limits, 0 = none, -1 = as it is; looser ones begin after a day. `dayPlayMs`: from the day's first bet or spin on.
   * Account -1: where the days of the site begin, and its next change of clocks; only there `dayOffsetMs` is not -1.
   */
  | {
      kind: typeof CommandKind.SetPlayLimits;
      dayLoss: number;
      dayStake: number;
      dayPlayMs: number;
      dayOffsetMs: number;
      change?: ClockChange;
    }
  /** SHA-256 of the member's next slot seed; `seed` shows the one used so far. */
  | { kind: typeof CommandKind.CommitSlot; hash: number[]; seed?: number[] }
  | { kind: typeof CommandKind.SpinSlot; game: number; stake: number; seed: number[]; client: number[] };

/** From the instant `at` on the site's clocks are put forward by so much. */
export interface ClockChange {
  at: number;
  byMs: number;
}

/** Price in ticks and when it reached us. */
export interface BetStrike {
  price: number;
  time: number;
  idHi: number;
  idLo: number;
}

type Of<K> = Extract<RoundCommand, { kind: K }>;

/** Words 7 to 10. */
export function encodeRound(w: Float64Array, c: { kind: CommandKind }): void {
  const command = c as RoundCommand;
  switch (command.kind) {
    case CommandKind.SetRoundOption:
      w.set([command.option, command.roundKind, command.durationMs, command.flags], 7);
      break;
    case CommandKind.SetDrawOdds:
      w.set([command.option, command.market, command.odds], 7);
      break;
    case CommandKind.PlaceBet:
      w.set([command.option, command.ordinal, command.market, command.stake], 7);
      break;
    case CommandKind.CancelBet:
      w[7] = command.betId;
      break;
    case CommandKind.SellBet:
      w.set([command.betId, command.least, command.price, command.tickTime], 7);
      break;
    case CommandKind.SettleRound:
      w.set([command.option, command.ordinal, command.halted], 7);
      break;
    case CommandKind.CommitDraw:
    case CommandKind.RevealDraw:
      w.set([command.option, command.ordinal], 7);
      break;
    case CommandKind.SetPlayLimits:
      w.set([command.dayLoss, command.dayStake, command.dayPlayMs, command.dayOffsetMs], 7);
      break;
    case CommandKind.SpinSlot:
      w.set([command.game, command.stake], 7);
      break;
  }
}

/** Words behind the header. */
export function roundWords(c: { kind: CommandKind }): number[] {
  const command = c as RoundCommand;
  switch (command.kind) {
    case CommandKind.SetRoundOption:
      return optionWords(command);
    case CommandKind.PlaceBet: {
      const { strike } = command;
      return strike === undefined ? [] : [strike.price, strike.time, strike.idHi, strike.idLo];
    }
    case CommandKind.SellBet:
      return [command.strike];
    case CommandKind.SettleRound:
      return [...tickWords(command.strike), ...tickWords(command.close)];
    case CommandKind.CommitDraw:
      return command.hash;
    case CommandKind.RevealDraw:
      return [...command.seed, ...command.entropy];
    case CommandKind.SetPlayLimits:
      return command.change === undefined ? [] : [command.change.at, command.change.byMs];
    case CommandKind.CommitSlot:
      return [...command.hash, ...(command.seed ?? [])];
    case CommandKind.SpinSlot:
      return [...command.seed, ...command.client];
    default:
      return [];
  }
}

function optionWords(c: Of<typeof CommandKind.SetRoundOption>): number[] {
  const limits = [c.minStake, c.maxStake, c.maxMemberRound, c.maxSideExposure];
  return [c.cutoffMs, c.oddsUp, c.oddsDown, ...limits, c.saleFee, c.saleVolatility];
}

function tickWords(t: BoundaryTick): number[] {
  return [t.price, t.time, t.idHi, t.idLo, t.receivedAt, t.before, t.confirm];
}

const TICK_WORDS = 7;

export function decodeRound(
  kind: CommandKind,
  head: CommandHead,
  words: Float64Array,
  offset: number,
): (CommandHead & RoundCommand) | undefined {
  const at = (i: number) => words[offset + i];
  const ext = (from: number, to = at(11)) => [...words.subarray(offset + HEADER_WORDS + from, offset + HEADER_WORDS + to)];
  switch (kind) {
    case CommandKind.SetRoundOption:
      return { ...head, kind, option: at(7), roundKind: at(8), durationMs: at(9), flags: at(10), ...limitsOf(ext(0)) };
    case CommandKind.SetDrawOdds:
      return { ...head, kind, option: at(7), market: at(8), odds: at(9) };
    case CommandKind.PlaceBet: {
      const [price, time, idHi, idLo] = ext(0);
      const strike = at(11) === 0 ? {} : { strike: { price, time, idHi, idLo } };
      return { ...head, kind, option: at(7), ordinal: at(8), market: at(9), stake: at(10), ...strike };
    }
    case CommandKind.CancelBet:
      return { ...head, kind, betId: at(7) };
    case CommandKind.SellBet:
      return { ...head, kind, betId: at(7), least: at(8), price: at(9), tickTime: at(10), strike: at(HEADER_WORDS) };
    case CommandKind.SettleRound: {
      const [strike, close] = [tickOf(ext(0)), tickOf(ext(TICK_WORDS))];
      return { ...head, kind, option: at(7), ordinal: at(8), halted: at(9), strike, close };
    }
    case CommandKind.CommitDraw:
      return { ...head, kind, option: at(7), ordinal: at(8), hash: ext(0) };
    case CommandKind.RevealDraw:
      return { ...head, kind, option: at(7), ordinal: at(8), seed: ext(0, DIGEST_WORDS), entropy: ext(DIGEST_WORDS) };
    case CommandKind.SetPlayLimits:
      return {
        ...head,
        kind,
        dayLoss: at(7),
        dayStake: at(8),
        dayPlayMs: at(9),
        dayOffsetMs: at(10),
        ...(at(11) > 0 ? { change: { at: at(12), byMs: at(13) } } : {}),
      };
    case CommandKind.CommitSlot:
      return { ...head, kind, hash: ext(0, DIGEST_WORDS), ...(at(11) > DIGEST_WORDS ? { seed: ext(DIGEST_WORDS) } : {}) };
    case CommandKind.SpinSlot:
      return { ...head, kind, game: at(7), stake: at(8), seed: ext(0, DIGEST_WORDS), client: ext(DIGEST_WORDS) };
    default:
      return undefined;
  }
}

function limitsOf(words: readonly number[]) {
  const [cutoffMs, oddsUp, oddsDown, minStake, maxStake, maxMemberRound, maxSideExposure, saleFee, saleVolatility] = words;
  return { cutoffMs, oddsUp, oddsDown, minStake, maxStake, maxMemberRound, maxSideExposure, saleFee, saleVolatility };
}

function tickOf([price, time, idHi, idLo, receivedAt, before, confirm]: readonly number[]): BoundaryTick {
  return { price, time, idHi, idLo, receivedAt, before, confirm };
}
