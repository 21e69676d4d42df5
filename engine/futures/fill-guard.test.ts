// No fill takes a member below zero: a thin book cannot make the fund pay for a member's trade with an accomplice (rules 4, invariant 3).
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, Side, TimeInForce } from '../wire/command.ts';
import { OrderEnd } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { accountView } from '../view-account.ts';
import { TestExchange } from '../testing/test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

/** Two members, BTC at 60,000 and no ladder; 0 holds a long of 0.1 BTC at 125x that the ladder sold it. */
function thinExchange(marginType: number, money: number): TestExchange {
  const exchange = new TestExchange();
  exchange.open(0, money).open(1, 1_000_000 * USDT);
  exchange.mark(0, MARK);
  if (marginType === MarginType.Isolated) exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType });
  exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 125 });
  exchange.ladder(0, [], [MARK, 1_000]);
  exchange.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 100 });
  exchange.ladder(0, [], []);
  return exchange;
}

describe('the fill guard', () => {
  test.each([
    ['cross', MarginType.Crossed],
    ['isolated', MarginType.Isolated],
  ])('%s: a close far below the mark that would cost more than the member has does not fill', (_name, marginType) => {
    const exchange = thinExchange(marginType, 55 * USDT);
    const before = exchange.balance(HouseAccount.Insurance) + exchange.balance(HouseAccount.Futures);
    exchange.place({ account: 1, side: Side.Buy, price: MARK * 0.96, lots: 100 });
    const events = exchange.place({ account: 0, side: Side.Sell, type: OrderType.Market, lots: 100, reduceOnly: true });
    expect(exchange.closed(events)).toMatchObject({ end: OrderEnd.Slippage, filledLots: 0 });
    expect(exchange.lots(0)).toBe(100);
    expect(exchange.balance(HouseAccount.Insurance) + exchange.balance(HouseAccount.Futures)).toBe(before);
  });

  test('a close that the member can bear does fill, at the same distance', () => {
    const exchange = thinExchange(MarginType.Crossed, 1_000 * USDT);
    exchange.place({ account: 1, side: Side.Buy, price: MARK * 0.96, lots: 100 });
    exchange.place({ account: 0, side: Side.Sell, type: OrderType.Market, lots: 100, reduceOnly: true });
    expect(exchange.lots(0)).toBe(0);
    expect(exchange.balance(futuresWallet(0))).toBeGreaterThan(700 * USDT);
  });

  test('a resting order that lost its isolated margin leaves the book instead of taking the wallet below zero', () => {
    const exchange = new TestExchange();
    exchange.open(0, 200 * USDT).open(1, 1_000_000 * USDT);
    exchange.mark(0, MARK);
    exchange.mark(1, MARK);
    exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 1, marginType: MarginType.Isolated });
    exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 1, leverage: 10 });
    exchange.ladder(0, [], [MARK, 1_000]);
    exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 100 });
    exchange.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 100 });
    // 120 USDT of the 197 left are promised to an isolated order, then the cross position loses 100 of them.
    exchange.place({ account: 0, symbol: 1, side: Side.Buy, price: MARK, lots: 20, timeInForce: TimeInForce.GTX });
    exchange.ladder(0, [MARK * 0.983, 1_000], []);
    exchange.place({ account: 0, side: Side.Sell, type: OrderType.Market, lots: 100, reduceOnly: true });
    expect(exchange.lots(0)).toBe(0);
    const events = exchange.place({ account: 1, symbol: 1, side: Side.Sell, price: MARK, lots: 20 });
    expect(exchange.closed(events)).toMatchObject({ account: 0, end: OrderEnd.Expired, filledLots: 0 });
    expect(exchange.lots(0, 1)).toBe(0);
    expect(exchange.balance(futuresWallet(0))).toBeGreaterThan(0);
    expect(exchange.balance(isolatedPurse(0))).toBe(0);
  });

  test('an isolated position cannot begin below zero', () => {
    const exchange = new TestExchange();
    exchange.open(0, 10_000 * USDT).open(1, 1_000_000 * USDT);
    exchange.mark(0, MARK);
    exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
    exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 125 });
    exchange.place({ account: 1, side: Side.Sell, price: MARK * 1.04, lots: 100 });
    // Its margin would be 50 USDT and its loss at once 240.
    const events = exchange.place({ account: 0, side: Side.Buy, price: MARK * 1.04, lots: 100, timeInForce: TimeInForce.IOC });
    expect(exchange.closed(events)).toMatchObject({ filledLots: 0 });
    expect(exchange.lots(0)).toBe(0);
  });
});

test('a flip is checked with what a funding debt takes out of its close, and never leaves the wallet below zero', () => {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, minNotional: 0, ladderAgeMs: 1_000_000 });
  exchange.open(0, 130 * USDT).open(1, 1_000_000 * USDT);
  for (const symbol of [0, 1]) exchange.mark(symbol, MARK);
  const set = (symbol: number, marginType: number, leverage: number) => {
    if (marginType === MarginType.Isolated) exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol, marginType });
    exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol, leverage });
  };
  const market = (symbol: number, side: number, lots: number) => exchange.order({ account: 0, symbol, side, type: OrderType.Market, lots });
  for (const symbol of [0, 1]) set(symbol, MarginType.Isolated, 50);
  for (const symbol of [0, 1]) exchange.ladder(symbol, [MARK, 1_000], [MARK + 1, 1_000]);
  // Margins of 120 and 7.2 USDT; then 12 of funding meet a leg that holds 7.2, and the rest is owed.
  market(0, Side.Buy, 100);
  market(1, Side.Buy, 6);
  exchange.time += 1_000;
  for (const symbol of [0, 1]) exchange.mark(symbol, MARK);
  exchange.accept({ kind: CommandKind.SettleFunding, account: -1, symbol: 1, rate: 5_000_000, fundingTime: exchange.time });
  const owed = () => {
    const view = accountView(exchange.state, 0);
    return view.known ? view.fundingDebt : -1;
  };
  expect(owed()).toBeGreaterThan(10 * USDT);
  // As much on the other side needs all that the close brings in, and part of that is owed.
  exchange.ladder(0, [MARK, 1_000], [MARK + 1, 1_000]);
  expect(exchange.refusal(market(0, Side.Sell, 200))).toBe('INSUFFICIENT_MARGIN');
  expect(exchange.refusal(market(0, Side.Sell, 190))).toBeUndefined();
  expect(exchange.lots(0)).toBe(-90);
  expect(exchange.balance(futuresWallet(0))).toBeGreaterThanOrEqual(0);
  expect(owed()).toBe(0);
});
