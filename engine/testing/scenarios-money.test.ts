// Rules 5, 6, 7 and 9 as short stories with the printed figures: margin, PnL, isolated wallets, liquidation, to the last micro-USDT.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, Side, SwitchBit, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { accountView, positionViews } from './engine-reader.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const INSURANCE = HouseAccount.Insurance;
const FEES = HouseAccount.Fee;
const HOUSE = HouseAccount.Futures;

/** Mark 60,000; member 0 with `money`, member 1 rich; no fees unless asked for, so that figures stay round. */
function exchangeOf(money: number, fees = { makerFee: 0, takerFee: 0 }): TestExchange {
  const exchange = new TestExchange(fees);
  exchange.open(0, money).open(1, 10_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
const leverage = (exchange: TestExchange, value: number) =>
  exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: value });
const isolate = (exchange: TestExchange) =>
  exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
/** Member 0 trades `lots` with member 1 at `price`; negative sells. */
function trade(exchange: TestExchange, lots: number, price: number): EngineEvent[] {
  const side = lots > 0 ? Side.Buy : Side.Sell;
  exchange.place({ account: 1, side: 1 - side, price, lots: Math.abs(lots), timeInForce: TimeInForce.GTX });
  return exchange.place({ account: 0, side, price, lots: Math.abs(lots), timeInForce: TimeInForce.IOC });
}
const position = (exchange: TestExchange) => positionViews(exchange.state, 0)[0];
const margin = (exchange: TestExchange, amount: number, direction: number) =>
  exchange.send({ kind: CommandKind.ChangeMargin, account: 0, symbol: 0, positionId: position(exchange)?.id ?? 0, amount, direction });
const liquidated = (events: readonly EngineEvent[]) => events.some((e) => e.kind === EventKind.LiquidationStarted);

describe('7 position accounting', () => {
  test('PART-C01: parts of a long release their cost to the micro, the last takes the rest', () => {
    const exchange = exchangeOf(10_000 * USDT);
    exchange.mark(0, 6_120_000);
    trade(exchange, 7, 6_123_450);
    trade(exchange, 4, 6_111_110);
    expect(position(exchange).cost).toBe(673_085_900n);
    const gains = [
      [3, 6_130_000],
      [3, 6_135_070],
      [5, 6_140_010],
    ].map(([lots, price]) => {
      const before = exchange.balance(futuresWallet(0));
      trade(exchange, -lots, price);
      return exchange.balance(futuresWallet(0)) - before;
    });
    // 183.568882 of cost, rounded up against the long, twice; the rest comes back with the last.
    expect(gains).toEqual([331_118, 483_218, 1_052_364]);
    expect(gains.reduce((sum, g) => sum + g, 0)).toBe(1_866_700);
    expect(positionViews(exchange.state, 0)).toEqual([]);
  });

  test('SEQ-C01: a flip closes in full and opens the rest at the fill’s price, one fee for both', () => {
    const exchange = exchangeOf(100_000 * USDT, { makerFee: 0, takerFee: 40_000 });
    const start = exchange.balance(futuresWallet(0));
    const net = (lots: number, price: number) => {
      trade(exchange, lots, price);
      return exchange.balance(futuresWallet(0)) - start;
    };
    expect([net(300, 6_000_000), net(100, 6_100_000), net(-150, 6_200_000), net(-400, 5_900_000)]).toEqual([
      -7_200_000, -9_640_000, 249_140_000, -72_800_000,
    ]);
    expect(position(exchange)).toMatchObject({ lots: -150, cost: 8_850_000_000n });
    expect(net(150, 5_800_000)).toBe(73_720_000);
    expect(exchange.lots(0)).toBe(0);
  });

  test('4: what the member wins the house’s purse pays; the ledger sums to zero', () => {
    const exchange = exchangeOf(1_000 * USDT, { makerFee: 0, takerFee: 40_000 });
    leverage(exchange, 50);
    trade(exchange, 500, 6_000_000);
    exchange.mark(0, 6_050_000);
    trade(exchange, -500, 6_050_000);
    expect(exchange.balance(futuresWallet(0)) - 1_000 * USDT).toBe(250 * USDT - 24_100_000);
    expect(exchange.balance(FEES)).toBe(24_100_000);
    expect([...exchange.state.ledger].reduce((sum, held) => sum + held, 0)).toBe(0);
    // The other side of the trades lost as much, so the house ends even.
    expect(exchange.balance(HOUSE)).toBe(0);
  });
});

describe('6 account', () => {
  test('ACC-C02: equity 25 against a maintenance margin of 23.62', () => {
    const exchange = exchangeOf(120 * USDT);
    leverage(exchange, 50);
    trade(exchange, 100, 6_000_000);
    const events = exchange.mark(0, 5_905_000);
    expect(accountView(exchange.state, 0)).toMatchObject({
      unrealized: -95 * USDT,
      maintenance: 23_620_000,
      positionMargin: 118_100_000,
      available: 0,
      crossWallet: 120 * USDT,
    });
    expect(liquidated(events)).toBe(false);
    const warned = events.find((e) => e.kind === EventKind.MarginWarned);
    expect(warned).toMatchObject({ ratioPpm: 944_800 });
  });

  test('6.3: unrealized profit opens positions but does not leave', () => {
    const exchange = exchangeOf(1_000 * USDT);
    leverage(exchange, 10);
    trade(exchange, 100, 6_000_000);
    exchange.mark(0, 6_500_000);
    expect(accountView(exchange.state, 0).available).toBe(1_000 * USDT + 500 * USDT - 650 * USDT);
    const out = (amount: number) =>
      exchange.refusal(
        exchange.send({
          kind: CommandKind.Transfer,
          account: -1,
          symbol: -1,
          debit: futuresWallet(0),
          credit: HouseAccount.External,
          amount,
          reason: 0,
        }),
      );
    expect(out(350 * USDT + 1)).toBe('INSUFFICIENT_BALANCE');
    expect(out(350 * USDT)).toBeUndefined();
  });

  test('6.4: a resting order holds margin, open loss and fee; its cancel gives them back', () => {
    const exchange = exchangeOf(1_000 * USDT, { makerFee: 20_000, takerFee: 40_000 });
    const events = exchange.place({ account: 0, side: Side.Buy, price: 6_001_000, lots: 100, timeInForce: TimeInForce.GTX });
    // 300.05 + 1 + 2.4004
    expect(events.find((e) => e.kind === EventKind.OrderPlaced)).toMatchObject({ reserved: 303_450_400 });
    expect(accountView(exchange.state, 0)).toMatchObject({ orderMargin: 303_450_400, available: 1_000 * USDT - 303_450_400 });
    exchange.accept({ kind: CommandKind.CancelAll, account: 0, symbol: -1 });
    expect(accountView(exchange.state, 0)).toMatchObject({ orderMargin: 0, available: 1_000 * USDT });
  });

  test('6.4: what only closes a one-way position costs nothing', () => {
    const exchange = exchangeOf(400 * USDT);
    trade(exchange, 100, 6_000_000);
    exchange.place({ account: 0, side: Side.Sell, price: 6_100_000, lots: 100 });
    expect(accountView(exchange.state, 0).orderMargin).toBe(0);
    exchange.place({ account: 0, side: Side.Sell, price: 6_100_000, lots: 20 });
    // 20 of 120 lots are beyond the position.
    expect(accountView(exchange.state, 0).orderMargin).toBe(61 * USDT);
  });
});

describe('5 isolated margin', () => {
  test('margin moves to the leg, a part of it comes back with a part of the position, fees come out of it', () => {
    const exchange = exchangeOf(1_000 * USDT, { makerFee: 0, takerFee: 40_000 });
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    expect(exchange.balance(isolatedPurse(0))).toBe(300 * USDT);
    expect(exchange.balance(futuresWallet(0))).toBe(1_000 * USDT - 300 * USDT - 2_400_000);
    const before = exchange.balance(futuresWallet(0));
    trade(exchange, -40, 6_030_000);
    // 120 released + 12 won - 0.9648 fee
    expect(exchange.balance(futuresWallet(0)) - before).toBe(120 * USDT + 12 * USDT - 964_800);
    expect(exchange.balance(isolatedPurse(0))).toBe(180 * USDT);
  });

  test('ISO-C02: what may be taken back is what the initial margin and a loss leave', () => {
    const exchange = exchangeOf(10_000 * USDT);
    isolate(exchange);
    trade(exchange, 1_000, 6_000_000);
    expect(exchange.refusal(margin(exchange, 1_000 * USDT, 1))).toBeUndefined();
    exchange.mark(0, 5_950_000);
    expect(exchange.refusal(margin(exchange, 500 * USDT + 1, 2))).toBe('ISOLATED_BALANCE_SHORT');
    expect(exchange.refusal(margin(exchange, 500 * USDT, 2))).toBeUndefined();
    expect(position(exchange).isolatedWallet).toBe(3_500 * USDT);
  });

  test('a loss beyond the released part stays in the leg and never reaches the cross wallet', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    const before = exchange.balance(futuresWallet(0));
    exchange.mark(0, 5_760_000);
    // Half: 150 released, 120 lost.
    trade(exchange, -50, 5_760_000);
    expect(exchange.balance(futuresWallet(0)) - before).toBe(30 * USDT);
    expect(position(exchange).isolatedWallet).toBe(150 * USDT);
  });
});

describe('9 liquidation', () => {
  test('LIQ-C01: an isolated 20x long goes at 57,228.91 and not at 57,228.92', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    expect(liquidated(exchange.mark(0, 5_722_892))).toBe(false);
    expect(liquidated(exchange.mark(0, 5_722_891))).toBe(true);
    expect(exchange.lots(0)).toBe(0);
    expect(exchange.balance(futuresWallet(0))).toBe(700 * USDT);
  });

  test('LST-C01: closed at 57,200 the fee takes the 20 that are left, to the fund', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    exchange.ladder(0, [5_720_000, 1_000], []);
    expect(liquidated(exchange.mark(0, 5_722_000))).toBe(true);
    expect(exchange.balance(INSURANCE)).toBe(20 * USDT);
    expect(exchange.balance(isolatedPurse(0))).toBe(0);
    expect(exchange.balance(futuresWallet(0))).toBe(700 * USDT);
  });

  test('LST-C02: a mark that jumped over the bankruptcy price leaves a deficit of 10; the fund pays, then the house', () => {
    for (const [insured, house] of [
      [50, 0],
      [4, 6],
    ]) {
      const exchange = exchangeOf(1_000 * USDT);
      exchange.accept({
        kind: CommandKind.Transfer,
        account: -1,
        symbol: -1,
        debit: HouseAccount.External,
        credit: INSURANCE,
        amount: insured * USDT,
        reason: 0,
      });
      isolate(exchange);
      trade(exchange, 100, 6_000_000);
      const before = exchange.balance(HOUSE);
      expect(liquidated(exchange.mark(0, 5_690_000))).toBe(true);
      expect(exchange.balance(isolatedPurse(0))).toBe(0);
      expect(exchange.balance(futuresWallet(0))).toBe(700 * USDT);
      expect(exchange.balance(INSURANCE)).toBe(Math.max(0, insured - 10) * USDT);
      // The house took the position over at mark and paid what the fund could not.
      expect(exchange.balance(HOUSE) - before).toBe(310 * USDT - house * USDT);
    }
  });

  test('a cross account goes as a whole, its orders first, and ends at nothing or more', () => {
    const exchange = exchangeOf(400 * USDT);
    exchange.mark(1, MARK);
    leverage(exchange, 50);
    trade(exchange, 100, 6_000_000);
    exchange.place({ account: 0, symbol: 1, side: Side.Buy, price: 5_900_000, lots: 20 });
    const events = exchange.mark(0, 5_600_000);
    const kinds = events.map((e) => e.kind);
    expect(liquidated(events)).toBe(true);
    expect(kinds.indexOf(EventKind.OrderClosed)).toBeGreaterThan(kinds.indexOf(EventKind.LiquidationStarted));
    expect(exchange.lots(0)).toBe(0);
    expect(accountView(exchange.state, 0)).toMatchObject({ crossWallet: 0, orderMargin: 0, maintenance: 0 });
  });

  test('no price that is not valid, no halted symbol liquidates; the next valid one does', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    const deep = { kind: CommandKind.SetMark, account: -1, symbol: 0, mark: 500_000_000, index: 500_000_000, last: 500_000_000 } as const;
    expect(liquidated(exchange.accept({ ...deep, valid: 0 }))).toBe(false);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: 4 });
    expect(liquidated(exchange.accept({ ...deep, valid: 1 }))).toBe(false);
    expect(liquidated(exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: 0 }))).toBe(true);
  });

  test('a closed or halted symbol shields nothing else of a cross account, and its leg goes to the house at its frozen mark', () => {
    for (const bits of [SwitchBit.MarketClosed, SwitchBit.Halt, SwitchBit.FeedHalt]) {
      const exchange = exchangeOf(500 * USDT);
      exchange.mark(1, MARK);
      exchange.ladder(1, [], [MARK, 100]);
      exchange.place({ account: 0, symbol: 1, side: Side.Buy, type: OrderType.Market, lots: 2 });
      leverage(exchange, 50);
      trade(exchange, 100, 6_000_000);
      exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 1, bits });
      expect(liquidated(exchange.mark(0, 5_520_000))).toBe(true);
      expect([exchange.lots(0, 0), exchange.lots(0, 1)]).toEqual([0, 0]);
      expect(accountView(exchange.state, 0).crossWallet).toBeGreaterThanOrEqual(0);
    }
  });

  test('an unusable mark freezes the last usable one', () => {
    const exchange = exchangeOf(500 * USDT);
    trade(exchange, 100, 6_000_000);
    exchange.accept({
      kind: CommandKind.SetMark,
      account: -1,
      symbol: 0,
      mark: 300_000_000,
      index: 300_000_000,
      last: 3_000_000,
      valid: 0,
    });
    expect(accountView(exchange.state, 0)).toMatchObject({ unrealized: 0, crossWallet: 500 * USDT });
    expect(liquidated(exchange.mark(0, 5_990_000))).toBe(false);
  });

  test('other members are filled at their own prices and pay no more than their fee', () => {
    const exchange = exchangeOf(1_000 * USDT, { makerFee: 20_000, takerFee: 40_000 });
    exchange.open(2, 100_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, 6_000_000);
    exchange.place({ account: 2, side: Side.Buy, price: 5_721_000, lots: 60, type: OrderType.Limit });
    exchange.mark(0, 5_722_000);
    expect(exchange.lots(2)).toBe(60);
    expect(exchange.balance(futuresWallet(2))).toBe(100_000 * USDT - 686_520);
  });
});
