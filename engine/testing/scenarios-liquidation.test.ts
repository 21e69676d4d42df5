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
import { Floor } from './floor.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const INSURANCE = HouseAccount.Insurance;
const HOUSE = HouseAccount.Futures;

/** Mark 60,000; member 0 with `money`, member 1 rich; no trading fees, so that figures stay round. */
function floorOf(money: number, change: Partial<InstrumentSpec> = {}): Floor {
  const floor = new Floor({ makerFee: 0, takerFee: 0, ...change });
  floor.open(0, money).open(1, 100_000_000 * USDT);
  floor.mark(0, MARK);
  return floor;
}
function trade(floor: Floor, lots: number, price: number, who = 0, positionSide: number = PositionSide.Both): EngineEvent[] {
  const side = lots > 0 ? Side.Buy : Side.Sell;
  floor.place({ account: 1, side: 1 - side, price, lots: Math.abs(lots), timeInForce: TimeInForce.GTX });
  return floor.place({ account: who, side, price, lots: Math.abs(lots), positionSide, timeInForce: TimeInForce.IOC });
}
const leverage = (floor: Floor, value: number, account = 0) =>
  floor.accept({ kind: CommandKind.SetLeverage, account, symbol: 0, leverage: value });
const isolate = (floor: Floor, account = 0) =>
  floor.accept({ kind: CommandKind.SetMarginType, account, symbol: 0, marginType: MarginType.Isolated });
const stages = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.LiquidationStep).map((e) => e.stage);
const stepsOf = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.LiquidationStep);
const tick = (floor: Floor) => floor.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
const { Cancelled, Netted, SteppedDown, ClosedInBook, TakenOver, Deleveraged, Safe } = LiquidationStage;

/** Brackets to 1,000 (1 %), 2,000 (2 %) and 100,000 USDT (5 %): small enough to step down with a handful of lots. */
const STEEP = buildTiers([
  [1_000, 100, 1_000_000],
  [2_000, 50, 2_000_000],
  [100_000, 20, 5_000_000],
]);

describe('9.3 the steps', () => {
  test('4: the largest leg goes down one bracket, pays the fee on what it sold, and stops as soon as it is safe', () => {
    const floor = floorOf(150 * USDT, { tiers: STEEP });
    leverage(floor, 20);
    trade(floor, 40, MARK);
    // 2,400 notional in bracket 3: MM 2,400 x 5 % - 70 = 50 at entry. At 57,300: equity 42, MM 2,292 x 5 % - 70 = 44.6.
    floor.ladder(0, [5_730_000, 1_000], []);
    const events = floor.mark(0, 5_730_000);
    // ceil((2,292 - 2,000) / 57,300) = 0.006; fee 1.25 % of 343.80.
    expect(stepsOf(events)).toMatchObject([
      { stage: SteppedDown, lots: 6, price: 5_730_000, fee: 4_297_500, equity: 42 * USDT - 4_297_500 },
      { stage: Safe },
    ]);
    expect(floor.lots(0)).toBe(34);
    expect(floor.balance(INSURANCE)).toBe(4_297_500);
    expect(events.some((e) => e.kind === EventKind.LiquidationFinished)).toBe(false);
    expect(selfCheck(floor.state)).toEqual([]);
  });

  test('4 to 5: still in breach in the first bracket, everything is closed', () => {
    const floor = floorOf(150 * USDT, { tiers: STEEP });
    leverage(floor, 20);
    trade(floor, 40, MARK);
    floor.ladder(0, [5_640_000, 1_000], []);
    // Equity 6, MM 42.8.
    const events = floor.mark(0, 5_640_000);
    expect(stages(events)).toEqual([SteppedDown, SteppedDown, ClosedInBook]);
    expect(floor.lots(0)).toBe(0);
    expect(events.filter((e) => e.kind === EventKind.LiquidationFinished)).toHaveLength(1);
    expect(floor.balance(futuresWallet(0))).toBe(0);
  });

  test('a book that does not take the step ends it: all of the scope is closed and taken over', () => {
    const floor = floorOf(150 * USDT, { tiers: STEEP });
    leverage(floor, 20);
    trade(floor, 40, MARK);
    floor.ladder(0, [5_715_000, 2], []);
    // Equity 36, MM 44.3; two lots sold leave 34.57 against 38.59.
    expect(stages(floor.mark(0, 5_715_000))).toEqual([SteppedDown, TakenOver]);
    expect(floor.lots(0)).toBe(0);
  });

  test('5: a book better than the mark may save what is left: nobody takes over what is safe', () => {
    const floor = floorOf(400 * USDT);
    leverage(floor, 50);
    trade(floor, 100, MARK);
    // At 56,200 equity is 20 against 22.48; 0.06 sold at 58,000 leave 95.9 after the fee, against an MM of 9.
    floor.ladder(0, [5_800_000, 60], []);
    const events = floor.mark(0, 5_620_000);
    expect(stepsOf(events)).toMatchObject([
      { stage: ClosedInBook, lots: 60, price: 5_800_000 },
      { stage: Safe, fee: 43_500_000, equity: 20 * USDT + 108 * USDT - 43_500_000 },
    ]);
    expect(floor.lots(0)).toBe(40);
    expect(riskOfView(floor.state, 0)?.held).toBe(false);
  });

  test('2: orders go first; a position in the first bracket goes straight to the end', () => {
    const floor = floorOf(400 * USDT);
    leverage(floor, 50);
    trade(floor, 100, MARK);
    floor.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 });
    const events = floor.mark(0, 5_620_000);
    expect(stages(events)).toEqual([Cancelled, TakenOver]);
    expect(events.find((e) => e.kind === EventKind.OrderClosed)).toMatchObject({ end: OrderEnd.Liquidation });
  });

  test('3: hedge legs close against each other at the mark without a fee, and that may be enough', () => {
    const floor = floorOf(160 * USDT);
    floor.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    leverage(floor, 125);
    trade(floor, 100, MARK, 0, PositionSide.Long);
    trade(floor, -80, MARK, 0, PositionSide.Short);
    // Equity 160 - 0.02 x 5,600 = 48, MM 0.4 % x 0.18 x 54,400 = 39.17; at 53,900 they are 38 and 38.81.
    expect(stages(floor.mark(0, 5_440_000))).toEqual([]);
    const events = floor.mark(0, 5_390_000);
    expect(stages(events)).toEqual([Netted, Safe]);
    expect(stepsOf(events)[0]).toMatchObject({ lots: 80, price: 5_390_000, fee: 0, equity: 38 * USDT });
    expect(floor.legs(0)).toEqual([[1, 20]]);
    const fills = events.filter((e) => e.kind === EventKind.OrderFilled);
    expect(fills.map((f) => [f.role, f.lots, f.fee])).toEqual([
      [FillRole.Netting, 80, 0],
      [FillRole.Netting, 80, 0],
    ]);
    expect(floor.balance(HOUSE) + floor.balance(futuresWallet(0)) + floor.balance(futuresWallet(1))).toBe(100_000_160 * USDT);
  });

  test('9.1: a mark older than ten seconds judges nobody; the next fresh one does', () => {
    const floor = floorOf(1_000 * USDT);
    isolate(floor);
    trade(floor, 100, MARK);
    floor.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    floor.mark(0, 5_700_000);
    floor.time += 10_001;
    // A restart in between: the halt ends on a price of before it.
    expect(stages(floor.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: 0 }))).toEqual([]);
    expect(floor.lots(0)).toBe(100);
    expect(stages(floor.mark(0, 5_700_000))).toEqual([TakenOver]);
  });

  test('brackets that change under a position judge it at once', () => {
    const floor = floorOf(400 * USDT);
    leverage(floor, 20);
    trade(floor, 100, MARK);
    floor.mark(0, 5_650_000);
    expect(floor.lots(0)).toBe(100);
    const spec = { ...instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 }), tiers: STEEP };
    // 5,650 notional: MM 22.6 before, 5 % - 70 = 212.5 now, of an equity of 50.
    const events = floor.accept({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec: encodeInstrument(spec) });
    expect(events.some((e) => e.kind === EventKind.LiquidationStarted)).toBe(true);
    expect(floor.lots(0)).toBe(0);
  });
});

describe('9.7 the warning', () => {
  const warnings = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.MarginWarned);
  /** 0.1 BTC long on 120 USDT: the ratio reaches 80 % at 59,095.47 and falls below 70 % at 59,137.94. */
  const [AT_80, ABOVE_80, AT_70, UNDER_70] = [5_909_547, 5_909_548, 5_913_793, 5_913_794];
  function held(isIsolated = false): Floor {
    const floor = floorOf(isIsolated ? 1_000 * USDT : 120 * USDT);
    if (isIsolated) isolate(floor);
    leverage(floor, 50);
    trade(floor, 100, MARK);
    return floor;
  }

  test('comes when 80 % is reached, again only after it was below 70 %, and at most once in 60 s', () => {
    const floor = held();
    const told = (...marks: number[]) => marks.map((at) => warnings(floor.mark(0, at)).length);
    expect(told(ABOVE_80, AT_80, ABOVE_80, AT_80)).toEqual([0, 1, 0, 0]);
    floor.time += 60_000;
    expect(told(AT_70, AT_80)).toEqual([0, 0]);
    expect(told(UNDER_70, AT_80)).toEqual([0, 1]);
    floor.time += 59_999;
    expect(told(UNDER_70, AT_80)).toEqual([0, 0]);
    floor.time += 1;
    expect(told(UNDER_70, AT_80)).toEqual([0, 1]);
  });

  test('of an isolated leg it names the leg, whatever the wallet holds', () => {
    const floor = held(true);
    const { id } = positionViews(floor.state, 0)[0];
    expect(warnings(floor.mark(0, AT_80))).toMatchObject([{ account: 0, symbol: 0, positionId: id, ratioPpm: 800_020 }]);
  });
});

describe('9.6 deleveraging where the house is off', () => {
  /** Member 0 long 0.1 isolated at 20x; 2 short at 5x, 3 short at 10x, 0.06 each. */
  function crossed(): Floor {
    const floor = new Floor({ makerFee: 0, takerFee: 0, houseCapLots: 0 });
    for (const [account, money] of [
      [0, 1_000],
      [2, 2_000],
      [3, 400],
    ])
      floor.open(account, money * USDT);
    floor.mark(0, MARK);
    isolate(floor);
    for (const account of [2, 3]) floor.place({ account, side: Side.Sell, price: MARK, lots: 60 });
    floor.place({ account: 0, side: Side.Buy, price: MARK, lots: 100 });
    return floor;
  }

  test('ADL: the winner with the higher score closes first, at the bankruptcy price, without a fee', () => {
    const floor = crossed();
    const events = floor.mark(0, 5_720_000);
    // Margin 300 on 0.1: bankrupt at 57,000. Account 3 (wallet 400) ranks before account 2 (wallet 2,000).
    expect(stages(events)).toEqual([Deleveraged]);
    expect(events.filter((e) => e.kind === EventKind.Deleveraged)).toMatchObject([
      { account: 3, lots: 40, price: 5_700_000 },
      { account: 2, lots: 60, price: 5_700_000 },
    ]);
    expect([floor.lots(0), floor.lots(2), floor.lots(3)]).toEqual([0, 0, 0]);
    expect([floor.balance(futuresWallet(2)), floor.balance(futuresWallet(3))]).toEqual([2_180 * USDT, 520 * USDT]);
    expect([floor.balance(futuresWallet(0)), floor.balance(HOUSE), floor.balance(INSURANCE)]).toEqual([700 * USDT, 0, 0]);
    expect(events.filter((e) => e.kind === EventKind.PositionClosed).map((e) => [e.account, e.end])).toEqual([
      [0, PositionEnd.Liquidated],
      [3, PositionEnd.Settled],
      [2, PositionEnd.Settled],
    ]);
    expect(selfCheck(floor.state)).toEqual([]);
  });

  test('the fund pays first when the mark jumped over the bankruptcy price', () => {
    const floor = crossed();
    floor.accept({
      kind: CommandKind.Transfer,
      account: -1,
      symbol: -1,
      debit: HouseAccount.External,
      credit: INSURANCE,
      amount: 40 * USDT,
      reason: 0,
    });
    floor.mark(0, 5_600_000);
    // 400 lost of 300: 40 by the fund, the winners close at 56,600 instead of 56,000.
    expect(floor.balance(INSURANCE)).toBe(0);
    expect(floor.balance(futuresWallet(2)) - 2_000 * USDT + floor.balance(futuresWallet(3)) - 400 * USDT).toBe(340 * USDT);
    expect([floor.balance(HOUSE), floor.balance(isolatedPurse(0))]).toEqual([0, 0]);
  });

  test('five bars for the first of the queue, fewer behind it; none where the house quotes', () => {
    const floor = crossed();
    floor.mark(0, 5_800_000);
    const lights = [2, 3].map((account) => openPositionsView(floor.state, account, 0)[0].adlLight);
    expect(lights).toEqual([3, 5]);
    const housed = floorOf(1_000 * USDT);
    trade(housed, 100, MARK);
    expect(openPositionsView(housed.state, 0, 0)[0].adlLight).toBe(0);
  });
});

describe('a whole market at once', () => {
  const MEMBERS = 200;
  function crowd(): Floor {
    const floor = floorOf(100 * USDT);
    for (let account = 2; account < MEMBERS + 2; account++) {
      floor.open(account, 18 * USDT);
      leverage(floor, 125, account);
      trade(floor, 20, MARK, account);
    }
    return floor;
  }

  test('all of it is found at once and done in slices; its owners may cancel and nothing else; everything adds up', () => {
    const floor = crowd();
    floor.mark(0, 5_930_000);
    expect(workWaitingView(floor.state)).toEqual({ scopes: MEMBERS, fundingSymbols: [], delistings: 0 });
    expect([riskOfView(floor.state, 150)?.held, dueAt(floor.state)]).toEqual([true, 0]);
    const order = { account: 150, side: Side.Sell, price: 5_930_000, lots: 20 };
    expect(floor.refusal(floor.order(order))).toBe('ACCOUNT_IN_LIQUIDATION');
    expect(floor.refusal(floor.send({ kind: CommandKind.CancelAll, account: 150, symbol: -1 }))).toBeUndefined();
    // Orders of others pass between the slices, and do none of the work.
    const slices: number[] = [];
    while (isWorkWaiting(floor.state)) {
      const events = tick(floor);
      slices.push(events.filter((e) => e.kind === EventKind.LiquidationStarted).length);
      expect(stages(floor.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 }))).toEqual([]);
    }
    expect(slices.length).toBeGreaterThan(2);
    expect(slices.reduce((sum, n) => sum + n, 0)).toBe(MEMBERS);
    expect(dueAt(floor.state)).toBe(Number.POSITIVE_INFINITY);
    expect(selfCheck(floor.state)).toEqual([]);
  });

  test('who is safe again at its turn is let go', () => {
    const floor = crowd();
    floor.mark(0, 5_930_000);
    floor.mark(0, 5_995_000);
    while (isWorkWaiting(floor.state)) expect(stages(tick(floor))).toEqual([]);
    expect(riskOfView(floor.state, 150)?.held).toBe(false);
    expect(floor.lots(150)).toBe(20);
  });

  test('a restart in the middle: on an old price nobody goes on', () => {
    const floor = crowd();
    floor.mark(0, 5_930_000);
    floor.time += 60_000;
    while (isWorkWaiting(floor.state)) expect(stages(tick(floor))).toEqual([]);
    expect(floor.lots(150)).toBe(20);
    floor.mark(0, 5_930_000);
    while (isWorkWaiting(floor.state)) tick(floor);
    expect(floor.lots(150)).toBe(0);
  });
});

describe('2 delisting a symbol with positions open', () => {
  const delist = (floor: Floor) => floor.accept({ kind: CommandKind.DelistSymbol, account: -1, symbol: 0 });

  test('orders are cancelled, positions settle at the last mark without a fee, cross and isolated; the house ends even', () => {
    const floor = floorOf(1_000 * USDT, { takerFee: 40_000 });
    floor.open(2, 1_000 * USDT);
    isolate(floor, 2);
    trade(floor, 100, MARK);
    trade(floor, 50, MARK, 2);
    floor.place({ account: 0, side: Side.Buy, price: 5_800_000, lots: 2 });
    floor.mark(0, 6_100_000);
    const [first, second] = [floor.balance(futuresWallet(0)), floor.balance(futuresWallet(2))];
    const events = delist(floor);
    while (isWorkWaiting(floor.state)) events.push(...tick(floor));
    expect(events.filter((e) => e.kind === EventKind.OrderClosed && e.end === OrderEnd.Delisted)).toHaveLength(1);
    expect([floor.lots(0), floor.lots(1), floor.lots(2)]).toEqual([0, 0, 0]);
    expect(floor.balance(futuresWallet(0)) - first).toBe(100 * USDT);
    expect(floor.balance(futuresWallet(2)) - second).toBe(50 * USDT + 150 * USDT);
    expect(floor.balance(HOUSE)).toBe(0);
    expect(events.filter((e) => e.kind === EventKind.PositionClosed).every((e) => e.end === PositionEnd.Settled)).toBe(true);
    expect(events.some((e) => e.kind === EventKind.DelistingFinished)).toBe(true);
    expect(selfCheck(floor.state)).toEqual([]);
    expect(floor.refusal(floor.order({ account: 0, side: Side.Buy, price: MARK, lots: 2 }))).toBe('SYMBOL_CLOSED');
  });

  test('a loss beyond the wallet ends at zero, the fund and the house pay the rest', () => {
    const floor = floorOf(400 * USDT);
    leverage(floor, 50);
    trade(floor, 100, MARK);
    floor.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    floor.mark(0, 5_500_000);
    delist(floor);
    expect([floor.balance(futuresWallet(0)), floor.lots(0)]).toEqual([0, 0]);
    expect(floor.balance(HOUSE)).toBe(-100 * USDT);
    expect(selfCheck(floor.state)).toEqual([]);
  });

  test('listed anew it waits for a price of its own', () => {
    const floor = floorOf(1_000 * USDT);
    trade(floor, 100, MARK);
    delist(floor);
    const spec = encodeInstrument(instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 }));
    floor.accept({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec });
    expect(positionViews(floor.state, 0)).toEqual([]);
    floor.mark(0, MARK);
    expect(floor.refusal(floor.order({ account: 0, side: Side.Buy, price: MARK, lots: 2 }))).toBeUndefined();
  });
});
