// Rules 9.3 to 9.6 as short stories: each step of a liquidation and where it stops, deleveraging, a whole market at once, delisting.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, PositionMode, PositionSide, Side, SwitchBit, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind, FillRole, LiquidationStage, OrderEnd, PositionEnd } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { encodeInstrument, type InstrumentSpec, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import { buildTiers } from '../market/tiers.ts';
import { selfCheck } from '../self-check.ts';
import { openPositionsView } from '../view-positions.ts';
import { riskOfView, workWaitingView } from '../view-risk.ts';
import { dueAt, isWorkWaiting } from '../work.ts';
import { positionViews } from './engine-reader.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const INSURANCE = HouseAccount.Insurance;
const HOUSE = HouseAccount.Futures;

/** Mark 60,000; member 0 with `money`, member 1 rich; no trading fees, so that figures stay round. */
function exchangeOf(money: number, change: Partial<InstrumentSpec> = {}): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, ...change });
  exchange.open(0, money).open(1, 100_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
function trade(exchange: TestExchange, lots: number, price: number, who = 0, positionSide: number = PositionSide.Both): EngineEvent[] {
  const side = lots > 0 ? Side.Buy : Side.Sell;
  exchange.place({ account: 1, side: 1 - side, price, lots: Math.abs(lots), timeInForce: TimeInForce.GTX });
  return exchange.place({ account: who, side, price, lots: Math.abs(lots), positionSide, timeInForce: TimeInForce.IOC });
}
const leverage = (exchange: TestExchange, value: number, account = 0) =>
  exchange.accept({ kind: CommandKind.SetLeverage, account, symbol: 0, leverage: value });
const isolate = (exchange: TestExchange, account = 0) =>
  exchange.accept({ kind: CommandKind.SetMarginType, account, symbol: 0, marginType: MarginType.Isolated });
const stages = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.LiquidationStep).map((e) => e.stage);
const stepsOf = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.LiquidationStep);
const tick = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
const { Cancelled, Netted, SteppedDown, ClosedInBook, TakenOver, Deleveraged, Safe } = LiquidationStage;

/** Brackets to 1,000 (1 %), 2,000 (2 %) and 100,000 USDT (5 %): small enough to step down with a handful of lots. */
const STEEP = buildTiers([
  [1_000, 100, 1_000_000],
  [2_000, 50, 2_000_000],
  [100_000, 20, 5_000_000],
]);

describe('9.3 the steps', () => {
  test('4: the largest leg goes down one bracket, pays the fee on what it sold, and stops as soon as it is safe', () => {
    const exchange = exchangeOf(150 * USDT, { tiers: STEEP });
    leverage(exchange, 20);
    trade(exchange, 40, MARK);
    // 2,400 notional in bracket 3: MM 2,400 x 5 % - 70 = 50 at entry. At 57,300: equity 42, MM 2,292 x 5 % - 70 = 44.6.
    exchange.ladder(0, [5_730_000, 1_000], []);
    const events = exchange.mark(0, 5_730_000);
    // ceil((2,292 - 2,000) / 57,300) = 0.006; fee 1.25 % of 343.80.
    expect(stepsOf(events)).toMatchObject([
      { stage: SteppedDown, lots: 6, price: 5_730_000, fee: 4_297_500, equity: 42 * USDT - 4_297_500 },
      { stage: Safe },
    ]);
    expect(exchange.lots(0)).toBe(34);
    expect(exchange.balance(INSURANCE)).toBe(4_297_500);
    expect(events.some((e) => e.kind === EventKind.LiquidationFinished)).toBe(false);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('4 to 5: still in breach in the first bracket, everything is closed', () => {
    const exchange = exchangeOf(150 * USDT, { tiers: STEEP });
    leverage(exchange, 20);
    trade(exchange, 40, MARK);
    exchange.ladder(0, [5_640_000, 1_000], []);
    // Equity 6, MM 42.8.
    const events = exchange.mark(0, 5_640_000);
    expect(stages(events)).toEqual([SteppedDown, SteppedDown, ClosedInBook]);
    expect(exchange.lots(0)).toBe(0);
    expect(events.filter((e) => e.kind === EventKind.LiquidationFinished)).toHaveLength(1);
    expect(exchange.balance(futuresWallet(0))).toBe(0);
  });

  test('a book that does not take the step ends it: all of the scope is closed and taken over', () => {
    const exchange = exchangeOf(150 * USDT, { tiers: STEEP });
    leverage(exchange, 20);
    trade(exchange, 40, MARK);
    exchange.ladder(0, [5_715_000, 2], []);
    // Equity 36, MM 44.3; two lots sold leave 34.57 against 38.59.
    expect(stages(exchange.mark(0, 5_715_000))).toEqual([SteppedDown, TakenOver]);
    expect(exchange.lots(0)).toBe(0);
  });

  test('5: a book better than the mark may save what is left: nobody takes over what is safe', () => {
    const exchange = exchangeOf(400 * USDT);
    leverage(exchange, 50);
    trade(exchange, 100, MARK);
    // At 56,200 equity is 20 against 22.48; 0.06 sold at 58,000 leave 95.9 after the fee, against an MM of 9.
    exchange.ladder(0, [5_800_000, 60], []);
    const events = exchange.mark(0, 5_620_000);
    expect(stepsOf(events)).toMatchObject([
      { stage: ClosedInBook, lots: 60, price: 5_800_000 },
      { stage: Safe, fee: 43_500_000, equity: 20 * USDT + 108 * USDT - 43_500_000 },
    ]);
    expect(exchange.lots(0)).toBe(40);
    expect(riskOfView(exchange.state, 0)?.held).toBe(false);
  });

  test('2: orders go first; a position in the first bracket goes straight to the end', () => {
    const exchange = exchangeOf(400 * USDT);
    leverage(exchange, 50);
    trade(exchange, 100, MARK);
    exchange.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 });
    const events = exchange.mark(0, 5_620_000);
    expect(stages(events)).toEqual([Cancelled, TakenOver]);
    expect(events.find((e) => e.kind === EventKind.OrderClosed)).toMatchObject({ end: OrderEnd.Liquidation });
  });

  test('3: hedge legs close against each other at the mark without a fee, and that may be enough', () => {
    const exchange = exchangeOf(160 * USDT);
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    leverage(exchange, 125);
    trade(exchange, 100, MARK, 0, PositionSide.Long);
    trade(exchange, -80, MARK, 0, PositionSide.Short);
    // Equity 160 - 0.02 x 5,600 = 48, MM 0.4 % x 0.18 x 54,400 = 39.17; at 53,900 they are 38 and 38.81.
    expect(stages(exchange.mark(0, 5_440_000))).toEqual([]);
    const events = exchange.mark(0, 5_390_000);
    expect(stages(events)).toEqual([Netted, Safe]);
    expect(stepsOf(events)[0]).toMatchObject({ lots: 80, price: 5_390_000, fee: 0, equity: 38 * USDT });
    expect(exchange.legs(0)).toEqual([[1, 20]]);
    const fills = events.filter((e) => e.kind === EventKind.OrderFilled);
    expect(fills.map((f) => [f.role, f.lots, f.fee])).toEqual([
      [FillRole.Netting, 80, 0],
      [FillRole.Netting, 80, 0],
    ]);
    expect(exchange.balance(HOUSE) + exchange.balance(futuresWallet(0)) + exchange.balance(futuresWallet(1))).toBe(100_000_160 * USDT);
  });

  test('9.1: a mark older than ten seconds judges nobody; the next fresh one does', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, MARK);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    exchange.mark(0, 5_700_000);
    exchange.time += 10_001;
    // A restart in between: the halt ends on a price of before it.
    expect(stages(exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: 0 }))).toEqual([]);
    expect(exchange.lots(0)).toBe(100);
    expect(stages(exchange.mark(0, 5_700_000))).toEqual([TakenOver]);
  });

  test('brackets that change under a position judge it at once', () => {
    const exchange = exchangeOf(400 * USDT);
    leverage(exchange, 20);
    trade(exchange, 100, MARK);
    exchange.mark(0, 5_650_000);
    expect(exchange.lots(0)).toBe(100);
    const spec = { ...instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 }), tiers: STEEP };
    // 5,650 notional: MM 22.6 before, 5 % - 70 = 212.5 now, of an equity of 50.
    const events = exchange.accept({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec: encodeInstrument(spec) });
    expect(events.some((e) => e.kind === EventKind.LiquidationStarted)).toBe(true);
    expect(exchange.lots(0)).toBe(0);
  });
});

describe('9.7 the warning', () => {
  const warnings = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.MarginWarned);
  /** 0.1 BTC long on 120 USDT: the ratio reaches 80 % at 59,095.47 and falls below 70 % at 59,137.94. */
  const [AT_80, ABOVE_80, AT_70, UNDER_70] = [5_909_547, 5_909_548, 5_913_793, 5_913_794];
  function held(isIsolated = false): TestExchange {
    const exchange = exchangeOf(isIsolated ? 1_000 * USDT : 120 * USDT);
    if (isIsolated) isolate(exchange);
    leverage(exchange, 50);
    trade(exchange, 100, MARK);
    return exchange;
  }

  test('comes when 80 % is reached, again only after it was below 70 %, and at most once in 60 s', () => {
    const exchange = held();
    const told = (...marks: number[]) => marks.map((at) => warnings(exchange.mark(0, at)).length);
    expect(told(ABOVE_80, AT_80, ABOVE_80, AT_80)).toEqual([0, 1, 0, 0]);
    exchange.time += 60_000;
    expect(told(AT_70, AT_80)).toEqual([0, 0]);
    expect(told(UNDER_70, AT_80)).toEqual([0, 1]);
    exchange.time += 59_999;
    expect(told(UNDER_70, AT_80)).toEqual([0, 0]);
    exchange.time += 1;
    expect(told(UNDER_70, AT_80)).toEqual([0, 1]);
  });

  test('of an isolated leg it names the leg, whatever the wallet holds', () => {
    const exchange = held(true);
    const { id } = positionViews(exchange.state, 0)[0];
    expect(warnings(exchange.mark(0, AT_80))).toMatchObject([{ account: 0, symbol: 0, positionId: id, ratioPpm: 800_020 }]);
  });
});

describe('9.6 deleveraging where the counterparty is off', () => {
  /** Member 0 long 0.1 isolated at 20x; 2 short at 5x, 3 short at 10x, 0.06 each. */
  function crossed(): TestExchange {
    const exchange = new TestExchange({ makerFee: 0, takerFee: 0, counterpartyCapLots: 0 });
    for (const [account, money] of [
      [0, 1_000],
      [2, 2_000],
      [3, 400],
    ])
      exchange.open(account, money * USDT);
    exchange.mark(0, MARK);
    isolate(exchange);
    for (const account of [2, 3]) exchange.place({ account, side: Side.Sell, price: MARK, lots: 60 });
    exchange.place({ account: 0, side: Side.Buy, price: MARK, lots: 100 });
    return exchange;
  }

  test('ADL: the winner with the higher score closes first, at the bankruptcy price, without a fee', () => {
    const exchange = crossed();
    const events = exchange.mark(0, 5_720_000);
    // Margin 300 on 0.1: bankrupt at 57,000. Account 3 (wallet 400) ranks before account 2 (wallet 2,000).
    expect(stages(events)).toEqual([Deleveraged]);
    expect(events.filter((e) => e.kind === EventKind.Deleveraged)).toMatchObject([
      { account: 3, lots: 40, price: 5_700_000 },
      { account: 2, lots: 60, price: 5_700_000 },
    ]);
    expect([exchange.lots(0), exchange.lots(2), exchange.lots(3)]).toEqual([0, 0, 0]);
    expect([exchange.balance(futuresWallet(2)), exchange.balance(futuresWallet(3))]).toEqual([2_180 * USDT, 520 * USDT]);
    expect([exchange.balance(futuresWallet(0)), exchange.balance(HOUSE), exchange.balance(INSURANCE)]).toEqual([700 * USDT, 0, 0]);
    expect(events.filter((e) => e.kind === EventKind.PositionClosed).map((e) => [e.account, e.end])).toEqual([
      [0, PositionEnd.Liquidated],
      [3, PositionEnd.Settled],
      [2, PositionEnd.Settled],
    ]);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('the fund pays first when the mark jumped over the bankruptcy price', () => {
    const exchange = crossed();
    exchange.accept({
      kind: CommandKind.Transfer,
      account: -1,
      symbol: -1,
      debit: HouseAccount.External,
      credit: INSURANCE,
      amount: 40 * USDT,
      reason: 0,
    });
    exchange.mark(0, 5_600_000);
    // 400 lost of 300: 40 by the fund, the winners close at 56,600 instead of 56,000.
    expect(exchange.balance(INSURANCE)).toBe(0);
    expect(exchange.balance(futuresWallet(2)) - 2_000 * USDT + exchange.balance(futuresWallet(3)) - 400 * USDT).toBe(340 * USDT);
    expect([exchange.balance(HOUSE), exchange.balance(isolatedPurse(0))]).toEqual([0, 0]);
  });

  test('five bars for the first of the queue, fewer behind it; none where the counterparty quotes', () => {
    const exchange = crossed();
    exchange.mark(0, 5_800_000);
    const lights = [2, 3].map((account) => openPositionsView(exchange.state, account, 0)[0].adlLight);
    expect(lights).toEqual([3, 5]);
    const housed = exchangeOf(1_000 * USDT);
    trade(housed, 100, MARK);
    expect(openPositionsView(housed.state, 0, 0)[0].adlLight).toBe(0);
  });
});

describe('a whole market at once', () => {
  const MEMBERS = 200;
  function crowd(): TestExchange {
    const exchange = exchangeOf(100 * USDT);
    for (let account = 2; account < MEMBERS + 2; account++) {
      exchange.open(account, 18 * USDT);
      leverage(exchange, 125, account);
      trade(exchange, 20, MARK, account);
    }
    return exchange;
  }

  test('all of it is found at once and done in slices; its owners may cancel and nothing else; everything adds up', () => {
    const exchange = crowd();
    exchange.mark(0, 5_930_000);
    expect(workWaitingView(exchange.state)).toEqual({ scopes: MEMBERS, fundingSymbols: [], delistings: 0 });
    expect([riskOfView(exchange.state, 150)?.held, dueAt(exchange.state)]).toEqual([true, 0]);
    const order = { account: 150, side: Side.Sell, price: 5_930_000, lots: 20 };
    expect(exchange.refusal(exchange.order(order))).toBe('ACCOUNT_IN_LIQUIDATION');
    expect(exchange.refusal(exchange.send({ kind: CommandKind.CancelAll, account: 150, symbol: -1 }))).toBeUndefined();
    // Orders of others pass between the slices, and do none of the work.
    const slices: number[] = [];
    while (isWorkWaiting(exchange.state)) {
      const events = tick(exchange);
      slices.push(events.filter((e) => e.kind === EventKind.LiquidationStarted).length);
      expect(stages(exchange.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 }))).toEqual([]);
    }
    expect(slices.length).toBeGreaterThan(2);
    expect(slices.reduce((sum, n) => sum + n, 0)).toBe(MEMBERS);
    expect(dueAt(exchange.state)).toBe(Number.POSITIVE_INFINITY);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('who is safe again at its turn is let go', () => {
    const exchange = crowd();
    exchange.mark(0, 5_930_000);
    exchange.mark(0, 5_995_000);
    while (isWorkWaiting(exchange.state)) expect(stages(tick(exchange))).toEqual([]);
    expect(riskOfView(exchange.state, 150)?.held).toBe(false);
    expect(exchange.lots(150)).toBe(20);
  });

  test('a restart in the middle: on an old price nobody goes on', () => {
    const exchange = crowd();
    exchange.mark(0, 5_930_000);
    exchange.time += 60_000;
    while (isWorkWaiting(exchange.state)) expect(stages(tick(exchange))).toEqual([]);
    expect(exchange.lots(150)).toBe(20);
    exchange.mark(0, 5_930_000);
    while (isWorkWaiting(exchange.state)) tick(exchange);
    expect(exchange.lots(150)).toBe(0);
  });
});

describe('2 delisting a symbol with positions open', () => {
  const delist = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.DelistSymbol, account: -1, symbol: 0 });

  test('orders are cancelled, positions settle at the last mark without a fee, cross and isolated; the house ends even', () => {
    const exchange = exchangeOf(1_000 * USDT, { takerFee: 40_000 });
    exchange.open(2, 1_000 * USDT);
    isolate(exchange, 2);
    trade(exchange, 100, MARK);
    trade(exchange, 50, MARK, 2);
    exchange.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 });
    exchange.mark(0, 6_100_000);
    const [first, second] = [exchange.balance(futuresWallet(0)), exchange.balance(futuresWallet(2))];
    const events = delist(exchange);
    while (isWorkWaiting(exchange.state)) events.push(...tick(exchange));
    expect(events.filter((e) => e.kind === EventKind.OrderClosed && e.end === OrderEnd.Delisted)).toHaveLength(1);
    expect([exchange.lots(0), exchange.lots(1), exchange.lots(2)]).toEqual([0, 0, 0]);
    expect(exchange.balance(futuresWallet(0)) - first).toBe(100 * USDT);
    expect(exchange.balance(futuresWallet(2)) - second).toBe(50 * USDT + 150 * USDT);
    expect(exchange.balance(HOUSE)).toBe(0);
    expect(events.filter((e) => e.kind === EventKind.PositionClosed).every((e) => e.end === PositionEnd.Settled)).toBe(true);
    expect(events.some((e) => e.kind === EventKind.DelistingFinished)).toBe(true);
    expect(selfCheck(exchange.state)).toEqual([]);
    expect(exchange.refusal(exchange.order({ account: 0, side: Side.Buy, price: MARK, lots: 2 }))).toBe('SYMBOL_CLOSED');
  });

  test('a loss beyond the wallet ends at zero, the fund and the house pay the rest', () => {
    const exchange = exchangeOf(400 * USDT);
    leverage(exchange, 50);
    trade(exchange, 100, MARK);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    exchange.mark(0, 5_500_000);
    delist(exchange);
    expect([exchange.balance(futuresWallet(0)), exchange.lots(0)]).toEqual([0, 0]);
    expect(exchange.balance(HOUSE)).toBe(-100 * USDT);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('listed anew it waits for a price of its own', () => {
    const exchange = exchangeOf(1_000 * USDT);
    trade(exchange, 100, MARK);
    delist(exchange);
    const spec = encodeInstrument(instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 }));
    exchange.accept({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec });
    expect(positionViews(exchange.state, 0)).toEqual([]);
    exchange.mark(0, MARK);
    expect(exchange.refusal(exchange.order({ account: 0, side: Side.Buy, price: MARK, lots: 2 }))).toBeUndefined();
  });
});
