// Commands of timed rounds that a simulation draws: options and their changes, bets in and out of their window, settlements with gaps and
// doubtful ticks, draws, own limits; and the time that passes between.
import { CommandKind } from '../wire/command.ts';
import { type BoundaryTick, RoundFlag } from '../wire/round-terms.ts';
import { asciiBytes, sha256, wordsOfBytes } from '../draw/sha256.ts';
import { WalletWord } from '../ledger/account.ts';
import type { SiteCommand } from './generate-site.ts';
import { someSlot } from './generate-slot.ts';
import type { Naive } from './naive/model.ts';
import { binaryOf, draws, endOf, type NaiveOption, type NaiveRound, startOf } from './naive/rounds-model.ts';
import type { Random } from './random.ts';
import { DAY_MS } from '../time.ts';

const ODDS = [195_000_000, 150_000_000, 198_000_000, 187_654_321];
const DRAW_ODDS = [195_000_000, 320_000_000, 110_000_000, 900_000_000, 0];

/** Options by number: before the round, in the round, sold early, a draw. */
const KINDS = [
  { roundKind: 0, flags: RoundFlag.Play, durationMs: 10_000 },
  { roundKind: 0, flags: RoundFlag.Play | RoundFlag.InRound, durationMs: 12_000 },
  { roundKind: 0, flags: RoundFlag.Play | RoundFlag.EarlySale, durationMs: 15_000 },
  { roundKind: 1, flags: RoundFlag.Play, durationMs: 10_000 },
  { roundKind: 0, flags: RoundFlag.Play | RoundFlag.InRound | RoundFlag.EarlySale, durationMs: 10_000 },
];

export function someOption(r: Random, number: number): SiteCommand {
  const kind = KINDS[number % KINDS.length];
  const isDraw = kind.roundKind === 1;
  const minStake = r.pick([1, 10, 1_000]);
  const maxStake = minStake * r.pick([1, 50, 100_000]);
  const odds = () => (isDraw ? 0 : r.chance(97) ? r.pick(ODDS) : r.pick([198_000_001, 149_999_999, 195_000_000.5]));
  const head = { kind: CommandKind.SetRoundOption, account: -1, symbol: isDraw ? -1 : number % 2, option: number } as const;
  const terms = {
    cutoffMs: r.pick([1_000, 2_000, 3_000, r.chance(3) ? 60_000 : 1_500]),
    oddsUp: odds(),
    oddsDown: odds(),
    minStake,
    maxStake,
  };
  const limits = { maxMemberRound: maxStake * r.pick([1, 3, 10]), maxSideExposure: maxStake * r.pick([2, 5, 100]) };
  const sale = { saleFee: r.pick([0, 1_000_000, 5_000_000]), saleVolatility: isDraw ? 0 : r.pick([1, 2_000, 50_000, 2_000_000]) };
  const command = { ...head, ...kind, ...terms, ...limits, ...sale };
  if (r.chance(94)) return command;
  return {
    ...command,
    ...r.pick([{ flags: command.flags & 6 }, { durationMs: 20_000 }, { option: 128 }, { symbol: 9 }, { flags: 8 }, { minStake: 0 }]),
  };
}

export function someRound(r: Random, world: Naive, accounts: number): SiteCommand {
  const { options, bets } = world.rounds;
  const dice = r.below(100);
  const option = r.chance(98) ? r.pick([...options.values()]) : undefined;
  if (r.chance(15)) return someSlot(r, world, accounts);
  if (option === undefined || dice < 3) return someOption(r, r.below(KINDS.length));
  if (dice < 6) return someDrawOdds(r, world);
  if (dice < 9) return someLimits(r, world, r.below(accounts));
  const bet = r.pick([...bets, undefined]);
  if (bet !== undefined && dice < 17) {
    const account = r.chance(97) ? bet.account : r.below(accounts);
    return { kind: CommandKind.CancelBet, account, symbol: -1, betId: bet.id + (r.chance(3) ? 1 : 0) };
  }
  const sold = r.pick([...(r.chance(85) ? bets.filter((b) => (b.round.terms.flags & RoundFlag.EarlySale) !== 0) : bets), undefined]);
  if (sold !== undefined && dice < 29) return someSale(r, world, sold.round, sold.account, sold.id, Number(sold.strike));
  if (dice < 66) return someBet(r, world, option, bet !== undefined && r.chance(40) ? bet.account : r.below(accounts));
  const round = r.pick([...world.rounds.open, undefined]);
  if (draws(option.kind) || (round !== undefined && draws(round.option.kind))) return someDraw(r, world, option, round);
  return someSettlement(r, world, round, option);
}

function someDrawOdds(r: Random, world: Naive): SiteCommand {
  const draw = [...world.rounds.options.values()].find((o) => draws(o.kind));
  const number = r.chance(95) && draw !== undefined ? draw.number : r.below(6);
  return {
    kind: CommandKind.SetDrawOdds,
    account: -1,
    symbol: -1,
    option: number,
    market: r.below(r.chance(95) ? 43 : 50),
    odds: r.pick(DRAW_ODDS),
  };
}

function someLimits(r: Random, world: Naive, account: number): SiteCommand {
  const held = Number(world.balances.get(binaryOf(account)) ?? 0n);
  const limit = () => r.pick([0, -1, -1, Math.ceil(Math.max(held, 0) / 3), 1_000, r.chance(3) ? -2 : 5]);
  const isSite = r.chance(15);
  const dayOffsetMs = isSite ? (r.chance(90) ? r.pick([0, 32_400_000, offsetToMidnight(r, world)]) : DAY_MS) : r.chance(97) ? -1 : 0;
  const change = r.chance(isSite ? 60 : 1) ? { change: someChange(r, world) } : {};
  return {
    kind: CommandKind.SetPlayLimits,
    account: isSite ? -1 : r.chance(98) ? account : 99,
    symbol: -1,
    dayLoss: isSite ? -1 : limit(),
    dayStake: isSite ? r.pick([-1, -1, -1, 0]) : limit(),
    dayPlayMs: isSite ? -1 : r.pick([0, 0, -1, -1, 60_000, 600_000, r.chance(5) ? DAY_MS + 1 : 5_000]),
    dayOffsetMs,
    ...change,
  };
}

const MINUTE = 60_000;

/** Days that begin minutes from now, so that a run sees one end. */
function offsetToMidnight(r: Random, world: Naive): number {
  const inMinutes = Math.ceil(world.time / MINUTE) + r.below(3);
  return (DAY_MS - ((inMinutes * MINUTE) % DAY_MS)) % DAY_MS;
}

/** Clocks that change around now, by an hour, by half of one, or not at all; rarely by more than clocks do. */
function someChange(r: Random, world: Naive): { at: number; byMs: number } {
  const at = (Math.floor(world.time / MINUTE) + r.pick([-60, -1, 0, 1, 2, 30, 600])) * MINUTE;
  const byMs = r.pick([3_600_000, -3_600_000, 1_800_000, -1_800_000, 0]);
  return r.chance(96)
    ? { at, byMs }
    : r.pick([
        { at, byMs: 43_200_001 },
        { at: 0, byMs },
        { at: at + 0.5, byMs },
      ]);
}

/** The ordinal that takes bets now, or one beside it. */
function someOrdinal(r: Random, world: Naive, option: NaiveOption): number {
  const running = Math.floor(world.time / option.duration);
  const { terms } = option.terms[option.terms.length - 1];
  const open = draws(option.kind) || (terms.flags & RoundFlag.InRound) !== 0 ? running : running + 1;
  return r.chance(92) ? open : open + r.pick([-1, 1, -20, 0.5]);
}

function someBet(r: Random, world: Naive, option: NaiveOption, account: number): SiteCommand {
  const { terms } = option.terms[option.terms.length - 1];
  const held = Number(world.balances.get(binaryOf(account)) ?? 0n);
  const most = Math.max(1, Math.min(terms.maxStake, held));
  const edge = r.pick([held, held + 1, terms.minStake - 1, terms.maxStake, terms.maxStake + 1]);
  const usual = r.pick([terms.minStake, terms.minStake * 3, 1 + r.below(most), Math.min(most, 77), 1 + r.below(Math.ceil(most / 9))]);
  const stake = r.chance(12) ? edge : usual;
  const markets = draws(option.kind) ? 43 : 2;
  const isOwn = r.chance(97) ? (terms.flags & RoundFlag.InRound) !== 0 : r.chance(50);
  return {
    kind: CommandKind.PlaceBet,
    account: r.chance(99) ? account : 99,
    symbol: -1,
    option: r.chance(99) ? option.number : 77,
    ordinal: someOrdinal(r, world, option),
    market: r.chance(95) ? r.below(r.chance(60) ? Math.min(markets, 4) : markets) : r.pick([-1, 43, 2, 0.5]),
    stake: r.chance(98) ? stake : r.pick([0, -5, 1.5]),
    ...(isOwn
      ? { strike: { price: priceNow(r, world, option), time: world.time - r.pick([0, 100, 2_000, 2_001]), idHi: 0, idLo: r.below(1_000) } }
      : {}),
  };
}

/** Around the mark, in ticks; coarse, so that ties happen. */
function priceNow(r: Random, world: Naive, option: NaiveOption): number {
  const mark = Number(world.symbols.get(option.symbol)?.mark ?? 100n);
  return Math.max(1, Math.round(mark / 100) + r.pick([0, 0, 0, 1, -1, 5, -7]));
}

function someSale(r: Random, world: Naive, round: NaiveRound, account: number, betId: number, own: number): SiteCommand {
  const price = priceNow(r, world, round.option);
  const strike = own !== 0 ? 0 : round.told || price + r.pick([0, 3, -3]);
  const tickTime = world.time - r.pick([0, 500, 2_000, 2_001]);
  return {
    kind: CommandKind.SellBet,
    account,
    symbol: -1,
    betId,
    least: r.pick([0, 0, 0, 1_000]),
    price,
    tickTime,
    strike: r.chance(97) ? strike : strike + 1,
  };
}

function someTick(r: Random, boundary: number, price: number): BoundaryTick {
  const isGap = r.chance(6);
  const receivedAt = boundary - (isGap ? r.pick([2_001, 9_000, 60_000]) : r.pick([0, 1, 300, 2_000])) + (r.chance(1) ? 5_000 : 0);
  const before = r.pick([-1, price, price + 1, r.chance(10) ? Math.max(1, Math.round(price * r.pick([0.9, 1.06, 0.952, 1.05]))) : price]);
  const confirm = r.pick([-1, price, Math.max(1, Math.round(price * r.pick([1.02, 1.04, 0.98])))]);
  return { price: r.chance(97) ? price : r.pick([-1, 0]), time: boundary, idHi: 0, idLo: r.below(1_000_000), receivedAt, before, confirm };
}

function someSettlement(r: Random, world: Naive, round: NaiveRound | undefined, option: NaiveOption): SiteCommand {
  const number = round?.option.number ?? option.number;
  const ordinal = round?.ordinal ?? Math.floor(world.time / option.duration) - 1;
  const duration = round?.option.duration ?? option.duration;
  const price = priceNow(r, world, round?.option ?? option);
  const strike = someTick(r, ordinal * duration, price);
  const close = someTick(r, (ordinal + 1) * duration, Math.max(1, price + r.pick([0, 1, -1, 2, -2, 40, -40])));
  return { kind: CommandKind.SettleRound, account: -1, symbol: -1, option: number, ordinal, halted: r.chance(2) ? 1 : 0, strike, close };
}

const seedOf = (option: number, ordinal: number) => sha256(asciiBytes(`seed of ${option}:${ordinal}`));

function someDraw(r: Random, world: Naive, option: NaiveOption, round: NaiveRound | undefined): SiteCommand {
  if (round !== undefined && draws(round.option.kind) && r.chance(60)) {
    const number = round.option.number;
    const { ordinal } = round;
    const seed = wordsOfBytes(seedOf(number, r.chance(97) ? ordinal : ordinal + 1));
    const entropy = wordsOfBytes(sha256(asciiBytes(`entropy ${world.time}`)));
    return { kind: CommandKind.RevealDraw, account: -1, symbol: -1, option: number, ordinal, seed, entropy };
  }
  const ordinal = Math.floor(world.time / option.duration) + r.pick([0, 0, 1, 1, 2, -1]);
  const hash = wordsOfBytes(sha256(seedOf(option.number, ordinal)));
  return { kind: CommandKind.CommitDraw, account: -1, symbol: -1, option: option.number, ordinal, hash };
}

/** Time until the next thing that a round waits for: its cut-off, its boundary, its end, and rarely until it is void. */
export function untilRound(r: Random, world: Naive): number {
  const round = r.pick([...world.rounds.open, undefined]);
  if (round === undefined) return r.pick([500, 2_000, 5_000]);
  const moment = r.pick([
    startOf(round) - round.terms.cutoffMs,
    startOf(round),
    endOf(round) - round.terms.cutoffMs,
    endOf(round),
    endOf(round),
    endOf(round),
  ]);
  const target = r.chance(2) ? endOf(round) + 600_000 : moment;
  return Math.max(0, target - world.time + r.pick([-1, 0, 0, 1]));
}

/** Every kind of option, odds for a draw's first markets, and something to play with. */
export function openedRounds(r: Random, accounts: number): SiteCommand[] {
  const options = KINDS.map((_, number) => someOption(r, number));
  const head = { account: -1, symbol: -1 };
  const odds = [0, 1, 2, 3].map((market) => ({ kind: CommandKind.SetDrawOdds, ...head, option: 3, market, odds: 195_000_000 }));
  const rate = { from: WalletWord.Futures, to: WalletWord.Binary, amount: 20_000_000, spread: 0, num: 1, den: 100 };
  const money = Array.from({ length: accounts }, (_, account) => ({ kind: CommandKind.Convert, account, symbol: -1, ...rate }));
  return [...options, ...odds, ...money];
}
