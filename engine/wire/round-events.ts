// Events of timed rounds, draws and the slot (event.ts has the rest); amounts in the BINARY wallet's currency.
import { EventKind, type EventHead } from './event-kind.ts';

/** `balance` and `waiting`: the BINARY wallet and the open stakes (gameWaitPoint) after it. */
export type RoundEvent =
  /** Holds from the round `fromOrdinal` on. */
  | {
      kind: typeof EventKind.RoundOptionSet;
      option: number;
      roundKind: number;
      durationMs: number;
      cutoffMs: number;
      flags: number;
      oddsUp: number;
      oddsDown: number;
      fromOrdinal: number;
    }
  | { kind: typeof EventKind.DrawOddsSet; option: number; market: number; odds: number; fromOrdinal: number }
  /** Its first bet came: the terms it is held to (RoundFlag bits; fee and volatility of early sales 10^-8). */
  | {
      kind: typeof EventKind.RoundOpened;
      option: number;
      ordinal: number;
      startAt: number;
      endAt: number;
      closesAt: number;
      flags: number;
      saleFee: number;
      saleVolatility: number;
    }
  /** `strike` in ticks for in-round bets, else 0. `sideStake`: all stakes on this market of the round now. */
  | {
      kind: typeof EventKind.BetPlaced;
      betId: number;
      option: number;
      ordinal: number;
      market: number;
      stake: number;
      odds: number;
      strike: number;
      balance: number;
      waiting: number;
      sideStake: number;
    }
  | {
      kind: typeof EventKind.BetCancelled;
      betId: number;
      option: number;
      ordinal: number;
      market: number;
      stake: number;
      balance: number;
      waiting: number;
      sideStake: number;
    }
  | {
      kind: typeof EventKind.BetSold;
      betId: number;
      option: number;
      ordinal: number;
      market: number;
      stake: number;
      value: number;
      price: number;
      balance: number;
      waiting: number;
      sideStake: number;
    }
  /** One boundary of a round as its settlement was given it: words 8 to 15 are boundary and BoundaryTick. Comes before RoundSettled. */
  | {
      kind: typeof EventKind.RoundTick;
      option: number;
      ordinal: number;
      boundary: number;
      price: number;
      tickTime: number;
      idHi: number;
      idLo: number;
      receivedAt: number;
      before: number;
      confirm: number;
    }
  /** The result is decided; BetSettled of each bet follow, in this command or in Ticks after it. Of a draw, `close` is its packed result. */
  | {
      kind: typeof EventKind.RoundSettled;
      option: number;
      ordinal: number;
      result: number;
      voidReason: number;
      strike: number;
      close: number;
      bets: number;
      stakeUp: number;
      stakeDown: number;
      /** Of all markets. */
      staked: number;
    }
  | {
      kind: typeof EventKind.BetSettled;
      betId: number;
      option: number;
      ordinal: number;
      market: number;
      stake: number;
      odds: number;
      status: number;
      payout: number;
      balance: number;
      waiting: number;
    }
  /** The last bet is paid: how many bets were settled, what they staked and were paid, and how many won, lost and were void. */
  | {
      kind: typeof EventKind.RoundFinished;
      option: number;
      ordinal: number;
      bets: number;
      staked: number;
      paid: number;
      won: number;
      lost: number;
      void: number;
    }
  | { kind: typeof EventKind.DrawCommitted; option: number; ordinal: number; hash: number[] }
  | { kind: typeof EventKind.DrawRevealed; option: number; ordinal: number; result: number }
  | { kind: typeof EventKind.DrawSeedShown; option: number; ordinal: number; seed: number[] }
  | { kind: typeof EventKind.DrawEntropyShown; option: number; ordinal: number; entropy: number[] }
  /** `pending*`: looser limits, each beginning at its own `*From`, 0 = none waits. */
  | {
      kind: typeof EventKind.PlayLimitsSet;
      dayLoss: number;
      dayStake: number;
      dayPlayMs: number;
      pendingLoss: number;
      pendingStake: number;
      pendingPlayMs: number;
      lossFrom: number;
      stakeFrom: number;
      playFrom: number;
    }
  /** Where the site's days begin, and from when on by how much elsewhere; `changeAt` 0 = for good. */
  | { kind: typeof EventKind.PlayDaySet; dayOffsetMs: number; changeAt: number; changeByMs: number }
  /** `serial`: how many seeds the account has had; the nonce of its spins begins at 0 again. */
  | { kind: typeof EventKind.SlotCommitted; serial: number; hash: number[] }
  | { kind: typeof EventKind.SlotSeedShown; serial: number; spins: number; seed: number[] }
  | {
      kind: typeof EventKind.SlotSpun;
      game: number;
      serial: number;
      nonce: number;
      stake: number;
      payout: number;
      /** What the reels showed, packed by slot. */
      reels: number;
      balance: number;
    };

/** Words 6 to 15 in field order of the union; digests take eight words. */
export function decodeRoundEvent(kind: EventKind, head: EventHead, at: (i: number) => number): (EventHead & RoundEvent) | undefined {
  return decodeBet(kind, head, at) ?? decodeRound(kind, head, at) ?? decodeDraw(kind, head, at);
}

function decodeBet(kind: EventKind, head: EventHead, at: (i: number) => number): (EventHead & RoundEvent) | undefined {
  const bet = { betId: at(6), option: at(7), ordinal: at(8), market: at(9), stake: at(10) };
  switch (kind) {
    case EventKind.BetPlaced:
      return { ...head, kind, ...bet, odds: at(11), strike: at(12), balance: at(13), waiting: at(14), sideStake: at(15) };
    case EventKind.BetCancelled:
      return { ...head, kind, ...bet, balance: at(11), waiting: at(12), sideStake: at(13) };
    case EventKind.BetSold:
      return { ...head, kind, ...bet, value: at(11), price: at(12), balance: at(13), waiting: at(14), sideStake: at(15) };
    case EventKind.BetSettled:
      return { ...head, kind, ...bet, odds: at(11), status: at(12), payout: at(13), balance: at(14), waiting: at(15) };
    default:
      return undefined;
  }
}

function decodeRound(kind: EventKind, head: EventHead, at: (i: number) => number): (EventHead & RoundEvent) | undefined {
  const round = { option: at(6), ordinal: at(7) };
  switch (kind) {
    case EventKind.RoundOptionSet: {
      const times = { durationMs: at(8), cutoffMs: at(9) };
      return {
        ...head,
        kind,
        option: at(6),
        roundKind: at(7),
        ...times,
        flags: at(10),
        oddsUp: at(11),
        oddsDown: at(12),
        fromOrdinal: at(13),
      };
    }
    case EventKind.DrawOddsSet:
      return { ...head, kind, option: at(6), market: at(7), odds: at(8), fromOrdinal: at(9) };
    case EventKind.RoundOpened:
      return {
        ...head,
        kind,
        ...round,
        startAt: at(8),
        endAt: at(9),
        closesAt: at(10),
        flags: at(11),
        saleFee: at(12),
        saleVolatility: at(13),
      };
    case EventKind.RoundTick: {
      const tick = { price: at(9), tickTime: at(10), idHi: at(11), idLo: at(12), receivedAt: at(13), before: at(14), confirm: at(15) };
      return { ...head, kind, ...round, boundary: at(8), ...tick };
    }
    case EventKind.RoundSettled: {
      const sums = { bets: at(12), stakeUp: at(13), stakeDown: at(14), staked: at(15) };
      return { ...head, kind, ...round, result: at(8), voidReason: at(9), strike: at(10), close: at(11), ...sums };
    }
    case EventKind.RoundFinished:
      return { ...head, kind, ...round, bets: at(8), staked: at(9), paid: at(10), won: at(11), lost: at(12), void: at(13) };
    default:
      return undefined;
  }
}

function decodeDraw(kind: EventKind, head: EventHead, at: (i: number) => number): (EventHead & RoundEvent) | undefined {
  const round = { option: at(6), ordinal: at(7) };
  const digest = () => [8, 9, 10, 11, 12, 13, 14, 15].map(at);
  switch (kind) {
    case EventKind.DrawCommitted:
      return { ...head, kind, ...round, hash: digest() };
    case EventKind.DrawRevealed:
      return { ...head, kind, ...round, result: at(8) };
    case EventKind.DrawSeedShown:
      return { ...head, kind, ...round, seed: digest() };
    case EventKind.DrawEntropyShown:
      return { ...head, kind, ...round, entropy: digest() };
    case EventKind.PlayLimitsSet: {
      const pending = { pendingLoss: at(9), pendingStake: at(10), pendingPlayMs: at(11) };
      const waits = { lossFrom: at(12), stakeFrom: at(13), playFrom: at(14) };
      return { ...head, kind, dayLoss: at(6), dayStake: at(7), dayPlayMs: at(8), ...pending, ...waits };
    }
    case EventKind.PlayDaySet:
      return { ...head, kind, dayOffsetMs: at(6), changeAt: at(7), changeByMs: at(8) };
    case EventKind.SlotCommitted:
      return { ...head, kind, serial: at(6), hash: digest() };
    case EventKind.SlotSeedShown:
      return { ...head, kind, serial: at(6), spins: at(7), seed: digest() };
    case EventKind.SlotSpun: {
      const spin = { game: at(6), serial: at(7), nonce: at(8), stake: at(9), payout: at(10), reels: at(11), balance: at(12) };
      return { ...head, kind, ...spin };
    }
    default:
      return undefined;
  }
}
