// Rules 8.5 as short stories: who pays what, exactly once, who carries what cannot be paid, and what others see while it is settled.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, Side, SwitchBit, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { FUNDING_GRID_MS } from '../futures/funding-share.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import type { InstrumentSpec } from '../market/instrument.ts';
import { selfCheck } from '../self-check.ts';
import { accountView } from '../view-account.ts';
import { isWorkWaiting } from '../work.ts';
import { positionViews } from './engine-reader.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
/** 0.01 %. */
const RATE = 10_000;
const INSURANCE = HouseAccount.Insurance;
const HOUSE = HouseAccount.Futures;

/** Mark 60,000; member 0 with `money`, member 1 rich; no fees, so that figures stay round. */
function exchangeOf(money: number, change: Partial<InstrumentSpec> = {}): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, ...change });
  exchange.open(0, money).open(1, 10_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
function trade(exchange: TestExchange, lots: number, price: number, who = 0): EngineEvent[] {
  const side = lots > 0 ? Side.Buy : Side.Sell;
  exchange.place({ account: 1, side: 1 - side, price, lots: Math.abs(lots), timeInForce: TimeInForce.GTX });
  return exchange.place({ account: who, side, price, lots: Math.abs(lots), timeInForce: TimeInForce.IOC });
}
const isolate = (exchange: TestExchange) =>
  exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
const fund = (exchange: TestExchange, rate: number, fundingTime = exchange.time) =>
  exchange.send({ kind: CommandKind.SettleFunding, account: -1, symbol: 0, rate, fundingTime });
const deposit = (exchange: TestExchange, credit: number, amount: number) =>
  exchange.accept({
    kind: CommandKind.Transfer,
    account: -1,
    symbol: -1,
    debit: HouseAccount.External,
    credit,
    amount,
    reason: 0,
  });
/** By account: their order is that of slots. */
const settled = (events: readonly EngineEvent[]) =>
  events.filter((e) => e.kind === EventKind.FundingSettled).sort((a, b) => a.account - b.account);
const debtOf = (exchange: TestExchange) => {
  const view = accountView(exchange.state, 0);
  return view.known ? view.fundingDebt : -1;
};

describe('8.5 settlement', () => {
  test('a long pays the rate of its notional at mark, a short receives it; the house ends even', () => {
    const exchange = exchangeOf(1_000 * USDT);
    trade(exchange, 100, MARK);
    const events = fund(exchange, RATE);
    // 0.1 x 60,000 x 0.01 % = 0.6
    expect(settled(events)).toMatchObject([
      { account: 0, lots: 100, mark: MARK * 100, rate: RATE, fundingTime: exchange.time, amount: -600_000, collected: -600_000, debt: 0 },
      { account: 1, lots: -100, amount: 600_000, collected: 600_000 },
    ]);
    expect(exchange.balance(futuresWallet(0))).toBe(1_000 * USDT - 600_000);
    expect(exchange.balance(HOUSE)).toBe(0);
    expect(events.find((e) => e.kind === EventKind.FundingFinished)).toMatchObject({ positions: 2 });
    expect(events.find((e) => e.kind === EventKind.PositionChanged && e.account === 0)).toMatchObject({ fundingPaid: 600_000 });
  });

  test('a negative rate turns it round, and what is not whole is floored for both', () => {
    const exchange = exchangeOf(1_000 * USDT);
    exchange.mark(0, 6_000_001);
    trade(exchange, 2, 6_000_001);
    // 0.002 x 60,000.01 x 0.00000333 = 0.00039960006...
    expect(settled(fund(exchange, -333))).toMatchObject([{ amount: 399 }, { amount: -400 }]);
    expect(exchange.balance(HOUSE)).toBe(1);
  });

  test('once per funding time: a second one, or an earlier one, is refused without a trace', () => {
    const exchange = exchangeOf(1_000 * USDT);
    trade(exchange, 100, MARK);
    fund(exchange, RATE);
    const before = exchange.balance(futuresWallet(0));
    for (const at of [exchange.time, exchange.time - 1]) expect(exchange.refusal(fund(exchange, RATE, at))).toBe('FUNDING_SETTLED_ALREADY');
    expect(exchange.refusal(fund(exchange, RATE, exchange.time + 1))).toBe('FUNDING_NOT_DUE');
    expect(exchange.balance(futuresWallet(0))).toBe(before);
    exchange.time += 1;
    expect(exchange.refusal(fund(exchange, RATE))).toBeUndefined();
  });

  test('positions opened after the funding time do not count', () => {
    const exchange = exchangeOf(1_000 * USDT);
    trade(exchange, 50, MARK);
    const fundingTime = exchange.time;
    exchange.time += 1;
    exchange.open(2, 1_000 * USDT);
    trade(exchange, 50, MARK, 2);
    expect(settled(fund(exchange, RATE, fundingTime)).map((e) => e.account)).toEqual([0, 1]);
  });

  describe('the lots of the funding time count, however late the settlement comes', () => {
    const BEFORE = FUNDING_GRID_MS * 59_028;
    /** Member 0 holds `lots` over the funding time, which passed 7 ms ago. */
    function passed(lots: number, isIsolated = false): TestExchange {
      const exchange = exchangeOf(1_000 * USDT);
      if (isIsolated) isolate(exchange);
      exchange.time = BEFORE - 10;
      exchange.mark(0, MARK);
      trade(exchange, lots, MARK);
      exchange.time = BEFORE + 7;
      return exchange;
    }

    test('what was added, reduced or turned round since pays for what was held then', () => {
      for (const change of [60, -40, -100, -180]) {
        const exchange = passed(100);
        trade(exchange, change, MARK);
        trade(exchange, 5, MARK);
        expect(settled(fund(exchange, RATE, BEFORE))).toMatchObject([
          { account: 0, lots: 100, amount: -600_000, collected: -600_000 },
          { account: 1, lots: -100, amount: 600_000 },
        ]);
        expect(exchange.balance(HOUSE)).toBe(0);
      }
    });

    test('a position of which nothing is left pays from the wallet; it takes no part in the next one', () => {
      const exchange = passed(100, true);
      trade(exchange, -100, MARK);
      const wallet = exchange.balance(futuresWallet(0));
      expect(settled(fund(exchange, RATE, BEFORE))[0]).toMatchObject({ account: 0, lots: 100, positionSide: 0, amount: -600_000 });
      expect(exchange.balance(futuresWallet(0))).toBe(wallet - 600_000);
      expect(exchange.balance(isolatedPurse(0))).toBe(0);
      exchange.time += 1;
      expect(settled(fund(exchange, RATE))).toEqual([]);
    });

    test('what is left of an isolated leg pays from its margin, and its own lots settle at the next time', () => {
      const exchange = passed(100, true);
      trade(exchange, -50, MARK);
      const wallet = exchange.balance(futuresWallet(0));
      fund(exchange, RATE, BEFORE);
      expect(exchange.balance(futuresWallet(0))).toBe(wallet);
      expect(positionViews(exchange.state, 0)[0]).toMatchObject({ isolatedWallet: 150 * USDT - 600_000 });
      exchange.time += FUNDING_GRID_MS;
      exchange.mark(0, MARK);
      expect(settled(fund(exchange, RATE, BEFORE + FUNDING_GRID_MS))[0]).toMatchObject({ lots: 50, amount: -300_000 });
    });

    test('fills in the millisecond of the funding time count', () => {
      const exchange = exchangeOf(1_000 * USDT);
      exchange.time = BEFORE;
      exchange.mark(0, MARK);
      trade(exchange, 60, MARK);
      trade(exchange, 40, MARK);
      exchange.time += 1;
      trade(exchange, -100, MARK);
      expect(settled(fund(exchange, RATE, BEFORE))[0]).toMatchObject({ lots: 100, amount: -600_000 });
    });

    test('a wallet emptied meanwhile owes it', () => {
      const exchange = passed(100);
      trade(exchange, -100, MARK);
      const all = exchange.balance(futuresWallet(0));
      exchange.accept({
        kind: CommandKind.Transfer,
        account: -1,
        symbol: -1,
        debit: futuresWallet(0),
        credit: HouseAccount.External,
        amount: all,
        reason: 0,
      });
      expect(settled(fund(exchange, RATE, BEFORE))[0]).toMatchObject({ amount: -600_000, collected: 0, debt: 600_000 });
      expect(debtOf(exchange)).toBe(600_000);
    });
  });

  test('LIQ-C14: an isolated leg pays from its margin, the wallet does not move', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, MARK);
    const wallet = exchange.balance(futuresWallet(0));
    fund(exchange, RATE);
    expect(exchange.balance(futuresWallet(0))).toBe(wallet);
    expect(positionViews(exchange.state, 0)[0].isolatedWallet).toBe(300 * USDT - 600_000);
    expect(exchange.balance(isolatedPurse(0))).toBe(300 * USDT - 600_000);
  });

  test('margin is tested at once: who falls below by funding is liquidated in the same command', () => {
    const exchange = exchangeOf(1_000 * USDT);
    isolate(exchange);
    trade(exchange, 100, MARK);
    exchange.mark(0, 5_723_000);
    // 23 left, 22.892 needed; 1 % of 5,723 is 57.23.
    const events = fund(exchange, 1_000_000);
    expect(settled(events)[0]).toMatchObject({ amount: -57_230_000 });
    expect(events.some((e) => e.kind === EventKind.LiquidationStarted)).toBe(true);
    expect(exchange.lots(0)).toBe(0);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('prices that may not be used settle nothing; a rate of nothing passes the time over', () => {
    const exchange = exchangeOf(1_000 * USDT);
    trade(exchange, 100, MARK);
    exchange.accept({ kind: CommandKind.SetMark, account: -1, symbol: 0, mark: MARK * 100, index: MARK * 100, last: MARK * 100, valid: 0 });
    expect(exchange.refusal(fund(exchange, RATE))).toBe('MARK_NOT_CONFIRMED');
    expect(settled(fund(exchange, 0))).toEqual([]);
    expect(exchange.refusal(fund(exchange, RATE))).toBe('FUNDING_SETTLED_ALREADY');
    exchange.time += 1;
    exchange.mark(0, MARK);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.MarketClosed });
    expect(exchange.refusal(fund(exchange, RATE))).toBe('MARKET_CLOSED');
  });
});

describe('8.5 and D-11: funding that cannot be collected', () => {
  /** Member 0 holds 0.1 with 900 of unrealized profit and a wallet of `left`. */
  function poor(left: number, change: Partial<InstrumentSpec> = {}): TestExchange {
    const exchange = exchangeOf(300 * USDT + left, change);
    isolate(exchange);
    trade(exchange, 100, MARK);
    for (const price of [6_300_000, 6_600_000, 6_900_000]) exchange.mark(0, price);
    return exchange;
  }

  test('what is there is taken, the rest is a debt; the counterparty, when on, carries it and receivers are paid in full', () => {
    const exchange = poor(0);
    // 5 % of 6,900 = 345 of a margin of 300.
    const [payer, receiver] = settled(fund(exchange, 5_000_000));
    expect(payer).toMatchObject({ amount: -345 * USDT, collected: -300 * USDT, debt: 45 * USDT });
    expect(receiver).toMatchObject({ amount: 345 * USDT, collected: 345 * USDT });
    expect([exchange.balance(HOUSE), debtOf(exchange), exchange.lots(0)]).toEqual([-45 * USDT, 45 * USDT, 100]);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('with the counterparty off the insurance fund pays the gap as far as it goes', () => {
    for (const fundHolds of [100, 20]) {
      const exchange = poor(0, { counterpartyCapLots: 0 });
      deposit(exchange, INSURANCE, fundHolds * USDT);
      fund(exchange, 5_000_000);
      const paid = Math.min(45, fundHolds);
      expect(exchange.balance(INSURANCE)).toBe((fundHolds - paid) * USDT);
      expect(exchange.balance(HOUSE)).toBe((paid - 45) * USDT);
      // Collected later, the fund gets its part back first.
      deposit(exchange, futuresWallet(0), 1_000 * USDT);
      expect([exchange.balance(INSURANCE), exchange.balance(HOUSE)]).toEqual([fundHolds * USDT, 0]);
    }
  });

  test('it is collected first out of later credits, and never leaves before', () => {
    const exchange = poor(0);
    fund(exchange, 5_000_000);
    deposit(exchange, futuresWallet(0), 20 * USDT);
    expect([exchange.balance(futuresWallet(0)), debtOf(exchange)]).toEqual([0, 25 * USDT]);
    // The close realizes 900: 25 of it go to the debt.
    const events = trade(exchange, -100, 6_900_000);
    expect(events.find((e) => e.kind === EventKind.FundingDebtPaid)).toMatchObject({ account: 0, amount: 25 * USDT, debt: 0 });
    expect([exchange.balance(futuresWallet(0)), debtOf(exchange), exchange.balance(HOUSE)]).toEqual([875 * USDT, 0, 0]);
  });

  test('a wallet that owes lets nothing out beyond the debt', () => {
    const exchange = poor(500 * USDT);
    fund(exchange, 5_000_000);
    const out = (amount: number) =>
      exchange.refusal(
        exchange.send({
          kind: CommandKind.Transfer,
          account: 0,
          symbol: -1,
          debit: futuresWallet(0),
          credit: HouseAccount.External,
          amount,
          reason: 0,
        }),
      );
    expect(out(455 * USDT + 1)).toBe('INSUFFICIENT_BALANCE');
    expect(out(455 * USDT)).toBeUndefined();
  });
});

describe('8.5 in slices', () => {
  /** `members` longs of 0.002 against member 1. */
  function crowd(members: number): TestExchange {
    const exchange = exchangeOf(100 * USDT);
    for (let k = 2; k < members + 2; k++) {
      exchange.open(k, 100 * USDT);
      trade(exchange, 2, MARK, k);
    }
    return exchange;
  }
  const tick = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });

  test('many positions take several Ticks; rate, mark and lots are those of the command, whoever trades meanwhile', () => {
    const exchange = crowd(300);
    const all = settled(fund(exchange, RATE));
    expect(isWorkWaiting(exchange.state)).toBe(true);
    expect(all.length).toBeGreaterThan(50);
    // The mark moves, one who has not had its turn closes, another opens: neither changes what is settled.
    exchange.mark(0, 6_100_000);
    // Blocks of slots are settled newest first, so the first member waits longest.
    const last = 2;
    expect(all.some((e) => e.account === last)).toBe(false);
    const own = settled(trade(exchange, -2, 6_100_000, last));
    expect(own.filter((e) => e.account === last)).toMatchObject([{ amount: -12_000, mark: MARK * 100, lots: 2 }]);
    trade(exchange, 2, 6_100_000, 0);
    expect(exchange.refusal(fund(exchange, RATE))).toBe('FUNDING_RUNNING');
    all.push(...own);
    while (isWorkWaiting(exchange.state)) {
      const events = tick(exchange);
      expect(events.length).toBeLessThan(600);
      all.push(...settled(events));
    }
    expect(new Set(all.map((e) => e.account)).size).toBe(301);
    expect(all).toHaveLength(301);
    expect(all.some((e) => e.account === 0)).toBe(false);
    expect(exchange.balance(HOUSE)).toBe(0);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('orders of others pass between the slices and do none of the work', () => {
    const exchange = crowd(300);
    fund(exchange, RATE);
    const events = exchange.place({ account: 5, side: Side.Buy, type: OrderType.Limit, price: 5_900_000, lots: 2 });
    expect(settled(events)).toEqual([]);
    expect(events.length).toBeLessThan(5);
  });
});
