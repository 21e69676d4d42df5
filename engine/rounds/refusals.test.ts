// Every way a round's command is refused: with its code, without a trace, and beside it the same thing done right.
import { describe, expect, test } from 'vitest';
import { AccountFlag, type Command, CommandKind } from '../wire/command.ts';
import { RoundFlag, RoundKind } from '../wire/round-terms.ts';
import { asciiBytes, sha256, wordsOfBytes } from '../draw/sha256.ts';
import { BetStatus, EventKind, RoundResult } from '../wire/event.ts';
import { HouseAccount, binaryWallet } from '../ledger/account.ts';
import { FIRST_CUSTODY_REJECT, FIRST_ROUND_REJECT, rejections, type RejectName } from '../reject.ts';
import { stateHash } from '../state-hash.ts';
import type { Body, TestExchange } from '../testing/test-exchange.ts';
import { bet, BEGIN, binary, cancel, DURATION, openRounds, optionOf, settle, tick } from '../testing/round-steps.ts';
import { drawPowerBall, packDraw, wins } from './power-ball.ts';
import { chanceOf, saleValue } from './sale-value.ts';
import { roundBetsView } from './views.ts';

const N = BEGIN / DURATION + 1;
const DRAW = 2;
const SOLD = 3;
/** The draw whose betting is open runs now. */
const D = N - 1;

const seedBytes = sha256(asciiBytes('a seed'));
const seed = wordsOfBytes(seedBytes);
const hash = wordsOfBytes(sha256(seedBytes));
const entropyBytes = sha256(asciiBytes('first ticks'));
const entropy = wordsOfBytes(entropyBytes);
const site = { account: -1, symbol: -1 };
const commit = (ordinal = D) => ({ kind: CommandKind.CommitDraw, ...site, option: DRAW, ordinal, hash });
const reveal = (change: { seed?: number[]; ordinal?: number } = {}) => ({
  kind: CommandKind.RevealDraw,
  ...site,
  option: DRAW,
  ordinal: D,
  seed,
  entropy,
  ...change,
});
const odds = (market: number, rate: number) => ({ kind: CommandKind.SetDrawOdds, ...site, option: DRAW, market, odds: rate });
const drawBet = (change: object = {}) => bet({ option: DRAW, ordinal: D, ...change });
const settlement = (change: object = {}) => ({
  kind: CommandKind.SettleRound,
  ...site,
  option: 0,
  ordinal: N,
  halted: 0,
  strike: tick(6_000_000, N * DURATION),
  close: tick(6_000_100, (N + 1) * DURATION),
  ...change,
});
const newest = (exchange: TestExchange) => roundBetsView(exchange.state, 0, -1)[0].betId;
const sell = (exchange: TestExchange, change: object = {}): Body<Command> => ({
  kind: CommandKind.SellBet,
  account: 0,
  symbol: -1,
  betId: roundBetsView(exchange.state, 0, -1)[0]?.betId ?? 0,
  least: 0,
  price: 6_000_000,
  tickTime: exchange.time,
  strike: 6_000_000,
  ...change,
});
const limits = (change: object = {}) => ({
  kind: CommandKind.SetPlayLimits,
  account: 0,
  symbol: -1,
  dayLoss: -1,
  dayStake: -1,
  dayPlayMs: -1,
  dayOffsetMs: -1,
  ...change,
});

/** Beside the plain option: a draw with odds on one market, and an option whose bets may be sold. */
function opened(): TestExchange {
  const exchange = openRounds();
  const isDraw = { option: DRAW, symbol: -1, roundKind: RoundKind.PowerBall, oddsUp: 0, oddsDown: 0 };
  exchange.accept(optionOf(isDraw));
  exchange.accept(odds(0, 195_000_000));
  exchange.accept(optionOf({ option: SOLD, flags: RoundFlag.Play | RoundFlag.EarlySale, saleFee: 2_000_000, saleVolatility: 10_000 }));
  return exchange;
}

const committed = (exchange: TestExchange) => exchange.accept(commit());
const flagged = (flags: number) => (exchange: TestExchange) =>
  exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags });
const placed = (exchange: TestExchange) => exchange.accept(bet({}));
const ended = (exchange: TestExchange) => {
  placed(exchange);
  exchange.time = (N + 1) * DURATION;
};
const running = (exchange: TestExchange) => {
  exchange.accept(bet({ option: SOLD }));
  exchange.time = N * DURATION + 20_000;
};

interface Row {
  code: RejectName;
  says: string;
  given?: (exchange: TestExchange) => void;
  refused: Body<Command> | ((exchange: TestExchange) => Body<Command>);
  control: Body<Command> | ((exchange: TestExchange) => Body<Command>);
}

const rows: readonly Row[] = [
  { code: 'ROUND_OPTION_UNKNOWN', says: 'no such option', refused: bet({ option: 9 }), control: bet({}) },
  { code: 'ROUND_OPTION_UNKNOWN', says: 'odds of no draw', refused: { ...odds(0, 0), option: 0 }, control: odds(0, 0) },
  {
    code: 'ROUND_OPTION_PAUSED',
    says: 'an option that is off from its beginning',
    given: (f) => f.accept(optionOf({ option: 5, flags: 0 })),
    refused: bet({ option: 5 }),
    control: bet({}),
  },
  { code: 'INVEST_NOT_OPEN', says: 'the round after the next', refused: bet({ ordinal: N + 1 }), control: bet({}) },
  { code: 'INVEST_CLOSED', says: 'the running round', refused: bet({ ordinal: N - 1 }), control: bet({}) },
  { code: 'INVEST_CLOSED', says: 'a round of long ago', refused: bet({ ordinal: 3 }), control: bet({}) },
  { code: 'INVALID_BET_TYPE', says: 'neither up nor down', refused: bet({ market: 2 }), control: bet({ market: 1 }) },
  {
    code: 'INVALID_BET_TYPE',
    says: 'a market of a draw without odds',
    given: committed,
    refused: drawBet({ market: 1 }),
    control: drawBet(),
  },
  { code: 'BELOW_MINIMUM', says: 'under the smallest stake', refused: bet({ stake: 9 }), control: bet({ stake: 10 }) },
  { code: 'ABOVE_MAXIMUM', says: 'over the largest stake', refused: bet({ stake: 50_001 }), control: bet({ stake: 50_000 }) },
  {
    code: 'MEMBER_ROUND_LIMIT',
    says: 'both sides of a round together',
    given: (f) => f.accept(bet({ stake: 50_000 })),
    refused: bet({ stake: 30_001, market: 1 }),
    control: bet({ stake: 30_000, market: 1 }),
  },
  {
    code: 'SIDE_EXPOSURE_FULL',
    says: 'one side of a round over all members',
    given: (f) => (f.accept(bet({ stake: 50_000 })), f.accept(bet({ stake: 20_000 }))),
    refused: bet({ account: 1, stake: 30_001 }),
    control: bet({ account: 1, stake: 30_000 }),
  },
  {
    code: 'OWN_STAKE_LIMIT',
    says: 'the member’s own stake of a day',
    given: (f) => f.accept(limits({ dayStake: 99 })),
    refused: bet({ stake: 100 }),
    control: bet({ stake: 99 }),
  },
  {
    code: 'OWN_LOSS_LIMIT',
    says: 'open stakes count as lost',
    given: (f) => (f.accept(limits({ dayLoss: 150 })), f.accept(bet({ stake: 100 }))),
    refused: bet({ stake: 51 }),
    control: bet({ stake: 50 }),
  },
  {
    code: 'OWN_TIME_LIMIT',
    says: 'the day’s time of play is over since its first bet',
    given: (f) => (f.accept(limits({ dayPlayMs: 60_000 })), f.accept(bet({})), (f.time += 60_000)),
    refused: bet({ ordinal: N + 1 }),
    control: bet({ account: 1, ordinal: N + 1 }),
  },
  {
    code: 'SELF_EXCLUDED',
    says: 'excluded itself',
    given: flagged(AccountFlag.SelfExcluded),
    refused: bet({}),
    control: bet({ account: 1 }),
  },
  {
    code: 'TOO_MANY_BETS',
    says: 'five hundred open bets',
    given: (f) => {
      for (let k = 0; k < 500; k++) f.accept(bet({ stake: 10 }));
    },
    refused: bet({ stake: 10 }),
    control: bet({ account: 1, stake: 10 }),
  },
  { code: 'BET_UNKNOWN', says: 'no such bet', given: placed, refused: cancel(0, 5), control: (f) => cancel(0, newest(f)) },
  {
    code: 'BET_UNKNOWN',
    says: 'somebody else’s bet',
    given: placed,
    refused: (f) => cancel(1, newest(f)),
    control: (f) => cancel(0, newest(f)),
  },
  {
    code: 'BET_CANCEL_OVER',
    says: 'at the cut-off',
    given: (f) => {
      placed(f);
      f.time = N * DURATION - 10_000;
    },
    refused: (f) => cancel(0, newest(f)),
    control: commit(N),
  },
  {
    code: 'EARLY_SALE_NOT_ALLOWED',
    says: 'where the option does not allow it',
    given: (f) => (running(f), f.accept(bet({ ordinal: N + 1 }))),
    refused: (f) => sell(f),
    control: (f) => sell(f, { betId: roundBetsView(f.state, 0, SOLD)[0].betId }),
  },
  {
    code: 'EARLY_SALE_NOT_ALLOWED',
    says: 'before the round runs',
    given: (f) => f.accept(bet({ option: SOLD })),
    refused: (f) => sell(f),
    control: (f) => cancel(0, newest(f)),
  },
  {
    code: 'SALE_BELOW_LEAST',
    says: 'less than was asked',
    given: running,
    refused: (f) => sell(f, { least: 96 }),
    control: (f) => sell(f, { least: 95 }),
  },
  {
    code: 'PRICE_STALE',
    says: 'an old price',
    given: running,
    refused: (f) => sell(f, { tickTime: f.time - 2_001 }),
    control: (f) => sell(f),
  },
  { code: 'DRAW_NOT_COMMITTED', says: 'a bet before the seed’s hash', refused: drawBet(), control: commit() },
  { code: 'DRAW_COMMITTED_ALREADY', says: 'a second hash', given: committed, refused: commit(), control: drawBet() },
  {
    code: 'DRAW_MISMATCH',
    says: 'another seed than was sealed',
    given: (f) => {
      committed(f);
      f.time = (D + 1) * DURATION;
    },
    refused: reveal({ seed: [...seed.slice(1), seed[0]] }),
    control: reveal(),
  },
  {
    code: 'ROUND_NOT_DUE',
    says: 'a seed before the cut-off',
    given: committed,
    refused: reveal(),
    control: (f) => {
      f.time = (D + 1) * DURATION;
      return reveal();
    },
  },
  {
    code: 'ROUND_SETTLED_ALREADY',
    says: 'a round without a bet',
    given: ended,
    refused: settlement({ option: SOLD }),
    control: settlement(),
  },
  { code: 'ROUND_OPTION_FIXED', says: 'another symbol', refused: optionOf({ symbol: 1 }), control: optionOf({}) },
  {
    code: 'ODDS_NOT_ALLOWED',
    says: 'odds beyond 1.98',
    refused: optionOf({ oddsUp: 198_000_001 }),
    control: optionOf({ oddsUp: 198_000_000 }),
  },
  { code: 'ODDS_NOT_ALLOWED', says: 'probability x odds = 1', refused: odds(0, 200_000_000), control: odds(0, 199_999_999) },
  {
    code: 'PARAM_MALFORMED',
    says: 'a transfer out of escrow',
    given: placed,
    refused: {
      kind: CommandKind.Transfer,
      ...site,
      debit: HouseAccount.RoundsEscrow,
      credit: binaryWallet(0),
      amount: 1,
      reason: 4,
    },
    control: {
      kind: CommandKind.Transfer,
      ...site,
      debit: binaryWallet(0),
      credit: HouseAccount.Rounds,
      amount: 1,
      reason: 4,
    },
  },
];

/** Of the slot; proved beside it. */
const elsewhere: readonly string[] = ['SLOT_NOT_COMMITTED', 'SLOT_MISMATCH', 'SLOT_GAME_UNKNOWN'];

describe('refusals of rounds', () => {
  const of = (step: Row['refused'], exchange: TestExchange) => (typeof step === 'function' ? step(exchange) : step);

  test.each(rows.map((row) => [row.code, row.says, row] as const))('%s: %s', (code, _says, row) => {
    const [exchange, twin] = [opened(), opened()];
    for (const f of [exchange, twin]) row.given?.(f);
    const events = exchange.send(of(row.refused, exchange));
    expect([exchange.refusal(events), events.length]).toEqual([code, 1]);
    twin.send({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: -1 });
    expect(stateHash(exchange.state)).toBe(stateHash(twin.state));
    expect(exchange.refusal(exchange.send(of(row.control, exchange)))).toBeUndefined();
  });

  test('every rejection of rounds has its row', () => {
    // Those of custody have a table of their own (engine/custody).
    const ofRounds = [...rejections.values()].filter(({ code }) => code >= FIRST_ROUND_REJECT && code < FIRST_CUSTODY_REJECT);
    const names = ofRounds.map((r) => r.name);
    const covered = new Set<string>([...rows.map((row) => row.code), ...elsewhere]);
    expect(names.filter((name) => !covered.has(name))).toEqual([]);
  });
});

describe('12.2 draws', () => {
  test('the engine draws itself from seed, round and entropy, and pays by it', () => {
    const exchange = opened();
    committed(exchange);
    exchange.accept(drawBet());
    exchange.time = (D + 1) * DURATION;
    const events = exchange.accept(reveal());
    const draw = drawPowerBall(seedBytes, (DRAW + 1) * 2 ** 32 + D, entropyBytes);
    expect(events.find((e) => e.kind === EventKind.DrawRevealed)).toMatchObject({ result: packDraw(draw) });
    expect(events.find((e) => e.kind === EventKind.RoundSettled)).toMatchObject({
      result: RoundResult.Drawn,
      close: packDraw(draw),
      bets: 1,
    });
    const status = wins(0, draw) ? BetStatus.Won : BetStatus.Lost;
    expect(events.find((e) => e.kind === EventKind.BetSettled)).toMatchObject({ status, payout: wins(0, draw) ? 195 : 0 });
  });

  test('a seed that never comes: void ten minutes after the end', () => {
    const exchange = opened();
    committed(exchange);
    exchange.accept(drawBet());
    exchange.time = (D + 1) * DURATION + 600_000;
    const events = exchange.accept({ kind: CommandKind.Tick, ...site });
    expect(events.find((e) => e.kind === EventKind.BetSettled)).toMatchObject({ status: BetStatus.Void, payout: 100 });
    expect(binary(exchange, 0)).toBe(1_000_000);
  });

  test('a draw that nobody bet on goes without a word', () => {
    const exchange = opened();
    committed(exchange);
    exchange.time = (D + 1) * DURATION + 600_000;
    expect(exchange.accept({ kind: CommandKind.Tick, ...site })).toEqual([]);
  });
});

describe('early sale', () => {
  test('at the strike a bet is worth half of what it may pay, less the fee', () => {
    const exchange = opened();
    running(exchange);
    const sold = exchange.accept(sell(exchange)).find((e) => e.kind === EventKind.BetSold);
    // floor(floor(195 x 0.5) x 0.98) = floor(97 x 0.98) = 95
    expect(sold).toMatchObject({ value: 95, waiting: 0, balance: 1_000_000 - 100 + 95 });
    expect(exchange.balance(HouseAccount.Rounds)).toBe(5);
    expect(settle(exchange, { option: SOLD, close: 6_000_001 }).filter((e) => e.kind === EventKind.BetSettled)).toEqual([]);
  });

  test('the two sides share one, and more time or volatility draws them together', () => {
    const chance = (market: number, price: number, left = 30_000, volatility = 10_000) =>
      chanceOf(market, price, 6_000_000, left, volatility);
    expect(chance(0, 6_000_500) + chance(1, 6_000_500)).toBe(100_000_000);
    expect(chance(0, 6_000_500)).toBeGreaterThan(chance(0, 6_000_500, 60_000));
    expect(chance(0, 6_000_500)).toBeGreaterThan(chance(0, 6_000_500, 30_000, 20_000));
    expect(chance(0, 6_000_500)).toBeGreaterThan(chance(0, 6_000_400));
    // One deviation ahead: 84.13 %. sqrt(30 s) x 0.0001 x 6,000,000 = 3,286 ticks.
    expect(chance(0, 6_003_286)).toBeGreaterThan(84_100_000);
    expect(chance(0, 6_003_286)).toBeLessThan(84_160_000);
    expect(chance(0, 9_000_000)).toBe(99_996_833);
    expect(saleValue(195, 100_000_000, 0)).toBe(195);
  });

  test('the first bet tells the terms of sale that the round is held to, whatever the option says since', () => {
    const exchange = opened();
    const terms = { option: SOLD, flags: RoundFlag.Play | RoundFlag.EarlySale };
    exchange.accept(optionOf({ ...terms, saleFee: 9_000_000, saleVolatility: 70_000 }));
    const told = exchange.accept(bet({ option: SOLD })).find((e) => e.kind === EventKind.RoundOpened);
    expect(told).toMatchObject({ flags: terms.flags, saleFee: 2_000_000, saleVolatility: 10_000 });
  });

  test('a round whose every bet was sold or taken back is settled and finished like any other', () => {
    const exchange = opened();
    exchange.accept(bet({ option: SOLD, account: 1 }));
    exchange.accept(cancel(1, roundBetsView(exchange.state, 1, -1)[0].betId));
    running(exchange);
    exchange.accept(sell(exchange));
    const events = settle(exchange, { option: SOLD, close: 6_000_001 });
    expect(events.find((e) => e.kind === EventKind.RoundSettled)).toMatchObject({ option: SOLD, result: RoundResult.Up, bets: 0 });
    expect(events.find((e) => e.kind === EventKind.RoundFinished)).toMatchObject({ option: SOLD, bets: 0, staked: 0, paid: 0 });
  });

  test('every sale of a round is told the same strike', () => {
    const exchange = opened();
    exchange.accept(bet({ option: SOLD, account: 1 }));
    running(exchange);
    exchange.accept(sell(exchange));
    const [{ betId }] = roundBetsView(exchange.state, 1, -1);
    expect(exchange.refusal(exchange.send(sell(exchange, { account: 1, betId, strike: 6_000_001 })))).toBe('PARAM_MALFORMED');
    exchange.accept(sell(exchange, { account: 1, betId }));
  });
});
