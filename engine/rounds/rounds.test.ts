// Timed rounds on a small exchange: windows, cut-off, strike, close, tie, void, limits, cancelling, and every stake accounted for (rules 11).
import { beforeEach, describe, expect, test } from 'vitest';
import { AccountFlag, type Command, CommandKind, SwitchBit } from '../wire/command.ts';
import { type BoundaryTick, RoundFlag } from '../wire/round-terms.ts';
import { BetStatus, type EngineEvent, EventKind, RoundResult, VoidReason } from '../wire/event.ts';
import { HouseAccount } from '../ledger/account.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { selfCheck } from '../self-check.ts';
import { stateHash } from '../state-hash.ts';
import { bet, BEGIN, binary, cancel, DURATION, openRounds, optionOf, settle, tick } from '../testing/round-steps.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { gameWaitView, openRoundsView, playDayView, playLimitsView, roundBetsView, roundOptionsView, roundPoolView } from './views.ts';
import { DAY_MS } from '../time.ts';

let exchange: TestExchange;
/** The round whose betting is open: its own begin is a minute off. */
const N = BEGIN / DURATION + 1;

beforeEach(() => {
  exchange = openRounds();
});

const settled = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.BetSettled ? [[e.account, e.status, e.payout]] : []));
const resultOf = (events: readonly EngineEvent[]) => events.find((e) => e.kind === EventKind.RoundSettled);
const refusalOf = (body: Parameters<TestExchange['send']>[0]) => exchange.refusal(exchange.send(body));

describe('11.3 the betting window', () => {
  test('opens with the round before, closes at the cut-off before its own start', () => {
    expect(refusalOf(bet({ ordinal: N + 1 }))).toBe('INVEST_NOT_OPEN');
    expect(refusalOf(bet({ ordinal: N }))).toBeUndefined();
    exchange.time = N * DURATION - 10_001;
    expect(refusalOf(bet({ ordinal: N }))).toBeUndefined();
    exchange.time = N * DURATION - 10_000;
    expect(refusalOf(bet({ ordinal: N }))).toBe('INVEST_CLOSED');
    exchange.time = N * DURATION;
    expect(refusalOf(bet({ ordinal: N + 1 }))).toBeUndefined();
  });

  test('an in-round option takes bets while the round runs, each at its own fresh price', () => {
    exchange.accept(optionOf({ option: 1, flags: RoundFlag.Play | RoundFlag.InRound }));
    const strike = (price: number, time: number) => ({ price, time, idHi: 0, idLo: 1 });
    exchange.time = N * DURATION + 1_000;
    expect(refusalOf(bet({ option: 1, ordinal: N, strike: strike(6_000_000, exchange.time - 2_001) }))).toBe('PRICE_STALE');
    expect(refusalOf(bet({ option: 1, ordinal: N }))).toBe('PARAM_MALFORMED');
    exchange.accept(bet({ option: 1, ordinal: N, strike: strike(6_000_000, exchange.time) }));
    exchange.accept(bet({ account: 1, option: 1, ordinal: N, market: 1, strike: strike(6_000_100, exchange.time) }));
    exchange.accept(bet({ account: 1, option: 1, ordinal: N, market: 1, strike: strike(6_000_050, exchange.time) }));
    expect(refusalOf(cancel(0, roundBetsView(exchange.state, 0, 1)[0].betId))).toBe('BET_CANCEL_OVER');
    const events = settle(exchange, { option: 1, ordinal: N, close: 6_000_050 });
    expect(resultOf(events)).toMatchObject({ result: RoundResult.EachBet });
    expect(settled(events)).toEqual([
      [0, BetStatus.Won, 195],
      [1, BetStatus.Won, 195],
      [1, BetStatus.Void, 100],
    ]);
  });
});

describe('11.5 and 11.6 results', () => {
  test('up wins above the strike, down below, floor(stake x odds)', () => {
    exchange.accept(bet({ stake: 333 }));
    exchange.accept(bet({ account: 1, market: 1, stake: 200 }));
    const events = settle(exchange, { strike: 6_000_000, close: 6_000_001 });
    expect(resultOf(events)).toMatchObject({ result: RoundResult.Up, voidReason: 0, bets: 2, stakeUp: 333, stakeDown: 200, staked: 533 });
    expect(settled(events)).toEqual([
      [0, BetStatus.Won, 649],
      [1, BetStatus.Lost, 0],
    ]);
    expect(binary(exchange, 0)).toBe(1_000_000 - 333 + 649);
    expect(binary(exchange, 1)).toBe(1_000_000 - 200);
    expect(exchange.balance(HouseAccount.Rounds)).toBe(533 - 649);
    expect(events.find((e) => e.kind === EventKind.RoundFinished)).toMatchObject({
      bets: 2,
      staked: 533,
      paid: 649,
      won: 1,
      lost: 1,
      void: 0,
    });
  });

  test('equal: every stake back', () => {
    exchange.accept(bet({}));
    exchange.accept(bet({ market: 1 }));
    expect(settled(settle(exchange, { strike: 6_000_000, close: 6_000_000 }))).toEqual([
      [0, BetStatus.Void, 100],
      [0, BetStatus.Void, 100],
    ]);
    expect([binary(exchange, 0), exchange.balance(HouseAccount.Rounds)]).toEqual([1_000_000, 0]);
  });

  test('settled once: the second settlement finds nothing', () => {
    exchange.accept(bet({}));
    settle(exchange, { close: 6_000_001 });
    const hash = binary(exchange, 0);
    exchange.time += 1;
    expect(refusalOf(settlement({ close: tick(6_000_009, (N + 1) * DURATION) }))).toBe('ROUND_SETTLED_ALREADY');
    expect(binary(exchange, 0)).toBe(hash);
  });

  test('never before the end', () => {
    exchange.accept(bet({}));
    exchange.time = (N + 1) * DURATION - 1;
    expect(refusalOf(settlement({}))).toBe('ROUND_NOT_DUE');
  });
});

const settlement = (change: Partial<Extract<Command, { kind: typeof CommandKind.SettleRound }>>) => ({
  kind: CommandKind.SettleRound,
  account: -1,
  symbol: -1,
  option: 0,
  ordinal: N,
  halted: 0,
  strike: tick(6_000_000, N * DURATION),
  close: tick(6_000_100, (N + 1) * DURATION),
  ...change,
});

describe('11.7 void by rule alone', () => {
  const start = N * DURATION;
  const end = start + DURATION;
  const cases: [string, number, { strike?: BoundaryTick; close?: BoundaryTick; halted?: number }][] = [
    ['no tick at the start', VoidReason.StrikeGap, { strike: tick(-1, 0) }],
    ['a tick 2,001 ms old at the start', VoidReason.StrikeGap, { strike: tick(6_000_000, start - 2_001) }],
    ['no tick at the end', VoidReason.CloseGap, { close: tick(-1, 0) }],
    ['a tick 2,001 ms old at the end', VoidReason.CloseGap, { close: tick(6_000_100, end - 2_001) }],
    ['no tick in the round', VoidReason.NoTick, { close: tick(6_000_000, start) }],
    ['a halted source', VoidReason.Halted, { halted: 1 }],
    ['a step over 5 % that nobody confirms', VoidReason.StrikeStep, { strike: tick(6_000_000, start, 5_714_285) }],
    ['a step that the second source denies', VoidReason.CloseStep, { close: tick(6_400_000, end, 6_000_000, 6_200_000) }],
  ];
  test.each(cases)('%s', (_says, reason, change) => {
    exchange.accept(bet({}));
    exchange.time = end;
    const events = exchange.accept(settlement(change));
    expect(resultOf(events)).toMatchObject({ result: RoundResult.Void, voidReason: reason });
    expect(settled(events)).toEqual([[0, BetStatus.Void, 100]]);
    expect(binary(exchange, 0)).toBe(1_000_000);
  });

  const valid: [string, { strike?: BoundaryTick; close?: BoundaryTick }][] = [
    ['a tick exactly 2 s old', { strike: tick(6_000_000, start - 2_000), close: tick(6_000_100, end - 2_000) }],
    ['a step of exactly 5 %', { strike: tick(6_000_000, start, 5_714_286) }],
    ['a step that the second source confirms', { close: tick(6_400_000, end, 6_000_000, 6_300_000) }],
  ];
  test.each(valid)('not void: %s', (_says, change) => {
    exchange.accept(bet({}));
    exchange.time = end;
    expect(settled(exchange.accept(settlement(change)))).toEqual([[0, BetStatus.Won, 195]]);
  });

  test('a tick after its boundary is refused, not judged', () => {
    exchange.accept(bet({}));
    exchange.time = end + 5;
    expect(refusalOf(settlement({ close: tick(6_000_100, end + 1) }))).toBe('PARAM_MALFORMED');
  });

  test('ten minutes without a settlement: void with the next command', () => {
    exchange.accept(bet({}));
    exchange.time = end + 599_999;
    exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
    expect(gameWaitView(exchange.state, 0)).toBe(100);
    exchange.time = end + 600_000;
    const events = exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
    expect(resultOf(events)).toMatchObject({ result: RoundResult.Void, voidReason: VoidReason.TooLate });
    expect(settled(events)).toEqual([[0, BetStatus.Void, 100]]);
  });
});

describe('11.8 limits', () => {
  test.each([
    ['BELOW_MINIMUM', { stake: 9 }, { stake: 10 }],
    ['ABOVE_MAXIMUM', { stake: 50_001 }, { stake: 50_000 }],
    ['INVALID_BET_TYPE', { market: 2 }, { market: 1 }],
    ['ROUND_OPTION_UNKNOWN', { option: 7 }, { option: 0 }],
    ['AMOUNT_NOT_POSITIVE', { stake: -5 }, { stake: 10 }],
  ] as const)('%s', (code, refused, control) => {
    const before = stateHash(exchange.state);
    expect(refusalOf(bet(refused))).toBe(code);
    expect(binary(exchange, 0)).toBe(1_000_000);
    expect(stateHash(exchange.state)).not.toBe(before);
    expect(refusalOf(bet(control))).toBeUndefined();
  });

  test('per member and round, both sides together; then per side of the round', () => {
    exchange.accept(bet({ stake: 50_000 }));
    exchange.accept(bet({ stake: 29_990, market: 1 }));
    expect(refusalOf(bet({ stake: 11 }))).toBe('MEMBER_ROUND_LIMIT');
    exchange.accept(bet({ stake: 10 }));
    exchange.accept(bet({ account: 1, stake: 49_990 }));
    expect(refusalOf(bet({ account: 1, stake: 11 }))).toBe('SIDE_EXPOSURE_FULL');
    expect(refusalOf(bet({ account: 1, stake: 11, market: 1 }))).toBeUndefined();
    expect(roundPoolView(exchange.state, 0, N)).toMatchObject({ stakes: [100_000, 30_001], counts: [3, 2] });
  });

  test('the balance is the end of it', () => {
    exchange.accept(optionOf({ option: 3, maxStake: 10_000_000, maxMemberRound: 10_000_000, maxSideExposure: 10_000_000 }));
    expect(refusalOf(bet({ option: 3, stake: 1_000_001 }))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(bet({ option: 3, stake: 1_000_000 }));
    expect([binary(exchange, 0), gameWaitView(exchange.state, 0)]).toEqual([0, 1_000_000]);
  });
});

describe('who may not play', () => {
  test.each([
    [AccountFlag.SelfExcluded, 'SELF_EXCLUDED'],
    [AccountFlag.MayNotInvest, 'PARTNER_MAY_NOT_INVEST'],
    [AccountFlag.Frozen, 'ACCOUNT_FROZEN'],
    [AccountFlag.Leaving, 'ACCOUNT_FROZEN'],
  ])('flag %i: %s, and what is open is settled all the same', (flags, code) => {
    exchange.accept(bet({}));
    exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags });
    expect(refusalOf(bet({}))).toBe(code);
    expect(settled(settle(exchange, { close: 6_000_001 }))).toEqual([[0, BetStatus.Won, 195]]);
  });

  test.each([
    [SwitchBit.Stale, 'PRICE_STALE'],
    [SwitchBit.MarketClosed, 'MARKET_CLOSED'],
    [SwitchBit.FeedHalt, 'TRADING_HALTED'],
    [SwitchBit.Halt, undefined],
    [SwitchBit.CancelOnly, undefined],
  ])('switch %i of the symbol: %s', (bits, code) => {
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits });
    expect(refusalOf(bet({}))).toBe(code);
  });
  const MINUTE_MS = 60_000;
  const limits = (change: object) => ({
    kind: CommandKind.SetPlayLimits,
    account: 0,
    symbol: -1,
    dayLoss: -1,
    dayStake: -1,
    dayPlayMs: -1,
    dayOffsetMs: -1,
    ...change,
  });
  const pass = (ms: number) => {
    exchange.time += ms;
    exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
  };
  const now = () => Math.floor(exchange.time / DURATION) + 1;
  const own = () => playLimitsView(exchange.state, 0);
  /** Its code and both figures. */
  const rejection = (body: Parameters<TestExchange['send']>[0]) => {
    const events = exchange.send(body);
    return [exchange.refusal(events), ...events.flatMap((e) => (e.kind === EventKind.CommandRejected ? [e.a, e.b] : []))];
  };

  test('own limits: stake and loss of the day, each refusal with the limit and what is left of it', () => {
    exchange.accept(limits({ dayStake: 250 }));
    exchange.accept(bet({ stake: 200 }));
    expect(rejection(bet({ stake: 51 }))).toEqual(['OWN_STAKE_LIMIT', 250, 50]);
    exchange.accept(cancel(0, roundBetsView(exchange.state, 0, -1)[0].betId));
    exchange.accept(bet({ stake: 250 }));
    exchange.accept(limits({ dayStake: 0, dayLoss: 260 }));
    // What is tighter binds at once, what is looser after a day.
    expect(refusalOf(bet({ stake: 10 }))).toBe('OWN_STAKE_LIMIT');
    pass(DAY_MS);
    exchange.accept(bet({ ordinal: now(), stake: 260 }));
    expect(rejection(bet({ ordinal: now(), stake: 10 }))).toEqual(['OWN_LOSS_LIMIT', 260, 0]);
  });

  test('own limits: time of play counts from the day’s first bet, and begins anew with the day', () => {
    exchange.accept(limits({ dayPlayMs: 10 * MINUTE_MS }));
    pass(20 * MINUTE_MS);
    exchange.accept(bet({ ordinal: now() }));
    const firstAt = exchange.time;
    pass(9 * MINUTE_MS);
    expect(refusalOf(bet({ ordinal: now() }))).toBeUndefined();
    pass(MINUTE_MS);
    const { nextDayAt } = playDayView(exchange.state);
    expect(rejection(bet({ ordinal: now() }))).toEqual(['OWN_TIME_LIMIT', 10 * MINUTE_MS, nextDayAt]);
    expect(own()).toMatchObject({ dayPlayMs: 10 * MINUTE_MS, firstAt });
    pass(nextDayAt - exchange.time);
    expect(own()).toMatchObject({ firstAt: 0, stakedToday: 0 });
    expect(refusalOf(bet({ ordinal: now() }))).toBeUndefined();
  });

  test('the site says where the days of its members begin', () => {
    expect(refusalOf(limits({ dayOffsetMs: 0 }))).toBe('PARAM_MALFORMED');
    expect(refusalOf(limits({ account: -1, dayOffsetMs: 0, dayLoss: 5 }))).toBe('PARAM_MALFORMED');
    const offset = DAY_MS - (exchange.time % DAY_MS) - MINUTE_MS;
    exchange.accept(limits({ account: -1, dayOffsetMs: offset }));
    exchange.accept(limits({ dayStake: 100 }));
    exchange.accept(bet({}));
    expect(refusalOf(bet({}))).toBe('OWN_STAKE_LIMIT');
    pass(MINUTE_MS);
    expect(refusalOf(bet({ ordinal: now() }))).toBeUndefined();
  });
});

describe('changes of an option', () => {
  test('begin with the first round whose betting has not opened', () => {
    exchange.accept(optionOf({ oddsUp: 180_000_000, flags: 0 }));
    exchange.accept(bet({ ordinal: N }));
    exchange.time = N * DURATION;
    expect(refusalOf(bet({ ordinal: N + 1 }))).toBe('ROUND_OPTION_PAUSED');
    exchange.accept(optionOf({ oddsUp: 170_000_000 }));
    exchange.time = (N + 1) * DURATION;
    const [placed] = exchange.accept(bet({ ordinal: N + 2 })).filter((e) => e.kind === EventKind.BetPlaced);
    expect(placed).toMatchObject({ odds: 170_000_000 });
    expect(roundOptionsView(exchange.state)[0]).toMatchObject({ option: 0, oddsUp: 170_000_000, fromOrdinal: N + 2 });
  });

  test('symbol and duration never change; odds stay within 1.50 and 1.98', () => {
    expect(refusalOf(optionOf({ durationMs: 30_000 }))).toBe('ROUND_OPTION_FIXED');
    expect(refusalOf(optionOf({ oddsUp: 198_000_001 }))).toBe('ODDS_NOT_ALLOWED');
    expect(refusalOf(optionOf({ oddsDown: 149_999_999 }))).toBe('ODDS_NOT_ALLOWED');
    expect(refusalOf(optionOf({ oddsUp: 150_000_000, oddsDown: 198_000_000 }))).toBeUndefined();
  });
});

test('the state goes through a snapshot whole, and comes out of every round sound', () => {
  exchange.accept(bet({}));
  exchange.accept(bet({ account: 1, market: 1, stake: 77 }));
  exchange.accept(cancel(0, roundBetsView(exchange.state, 0, 0)[0].betId));
  const bytes = new Uint8Array(snapshotBytes(exchange.state));
  const loaded = loadSnapshot(bytes.slice(0, takeSnapshot(exchange.state, bytes)), 'medium');
  expect(stateHash(loaded)).toBe(stateHash(exchange.state));
  expect(openRoundsView(loaded)).toEqual(openRoundsView(exchange.state));
  expect(openRoundsView(loaded)).toMatchObject([{ option: 0, ordinal: N, bets: 1, stakes: [0, 77] }]);
  expect(selfCheck(exchange.state)).toEqual([]);
  settle(exchange, { close: 6_000_001 });
  expect(selfCheck(exchange.state)).toEqual([]);
  expect(openRoundsView(exchange.state)).toEqual([]);
});
