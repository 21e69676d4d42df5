// Convert in the ledger: every leg where it belongs, each currency summing to zero, once per request; and what ReportEquity tells.
import { describe, expect, test } from 'vitest';
import { type Command, CommandKind, Side } from '../wire/command.ts';
import type { ConversionQuote } from '../wire/conversion-terms.ts';
import { EventKind } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse, binaryWallet, WalletWord, PostingReason } from '../ledger/account.ts';
import { type Body, TestExchange } from '../testing/test-exchange.ts';
import { stateHash } from '../state-hash.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const binary = binaryWallet(0);

function exchangeOf(): TestExchange {
  const exchange = new TestExchange().open(0, 1_000 * USDT).open(1, 1_000_000 * USDT);
  for (const symbol of [0, 1]) {
    exchange.mark(symbol, MARK);
    exchange.ladder(symbol, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  }
  return exchange;
}
const toWon = (amount: number, spread = 0): Body<Command> => ({
  kind: CommandKind.Convert,
  account: 0,
  symbol: -1,
  from: WalletWord.Futures,
  to: WalletWord.Binary,
  amount,
  spread,
  num: 138_250,
  den: 100_000_000,
});
const toUsdt = (amount: number): Body<Command> =>
  Object.assign(toWon(amount), { from: WalletWord.Binary, to: WalletWord.Futures, num: 100_000_000, den: 138_250 });

const house = [HouseAccount.ConvertBinary, HouseAccount.BinaryFee, HouseAccount.BinaryDust];
const won = (exchange: TestExchange) => [...house, binary].reduce((sum, ledger) => sum + exchange.balance(ledger), 0);

describe('convert', () => {
  test('both legs, spread and remainder in one command; won sum to zero', () => {
    const exchange = exchangeOf();
    const events = exchange.accept(toWon(100 * USDT + 7, 100_000));
    // 0.1 % of 100.000007 is 0.100001 up; 99.900006 at 1,382.5 is 138,111 won, which take 99.899458.
    expect(exchange.balance(binary)).toBe(138_111);
    expect(exchange.balance(HouseAccount.Fee)).toBe(100_001);
    expect(exchange.balance(HouseAccount.ConvertUsdt)).toBe(99_899_458);
    expect(exchange.balance(HouseAccount.Dust)).toBe(548);
    expect(exchange.balance(futuresWallet(0))).toBe(1_000 * USDT - 100 * USDT - 7);
    expect(won(exchange)).toBe(0);
    const postings = events.flatMap((e) => (e.kind === EventKind.LedgerPosted ? [[e.reason, e.ref]] : []));
    expect(postings).toEqual([
      [PostingReason.Conversion, binary],
      [PostingReason.ConversionFee, binary],
      [PostingReason.ConversionDust, binary],
      [PostingReason.Conversion, futuresWallet(0)],
    ]);
  });

  test('there and back costs what rounding takes, and nothing is created', () => {
    const exchange = exchangeOf();
    exchange.accept(toWon(100 * USDT));
    exchange.accept(toUsdt(exchange.balance(binary)));
    expect(exchange.balance(binary)).toBe(0);
    const lost = 1_000 * USDT - exchange.balance(futuresWallet(0));
    expect(lost).toBeGreaterThanOrEqual(0);
    expect(lost).toBeLessThan(2_000);
    expect(exchange.balance(HouseAccount.Dust) + exchange.balance(HouseAccount.ConvertUsdt)).toBe(lost);
    expect(won(exchange)).toBe(0);
  });

  test('the last unit of a won, and one more than there is', () => {
    const exchange = exchangeOf();
    exchange.accept(toWon(724));
    expect(exchange.balance(binary)).toBe(1);
    expect(exchange.refusal(exchange.send(toUsdt(2)))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(toUsdt(1));
    expect(exchange.balance(futuresWallet(0))).toBe(1_000 * USDT - 1);
  });

  test('unrealized profit is not converted, and what arrives in futures may be used at once', () => {
    const exchange = exchangeOf();
    exchange.place({ account: 0, side: Side.Buy, price: MARK + 100, lots: 100 });
    exchange.mark(0, MARK + 100_000);
    const before = exchange.balance(futuresWallet(0));
    expect(exchange.refusal(exchange.send(toWon(before)))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(toWon(100 * USDT));
    exchange.accept(toUsdt(100_000));
    expect(exchange.balance(futuresWallet(0))).toBe(before - 100 * USDT + 72_332_730);
  });

  test('the same request is done once', () => {
    const exchange = exchangeOf();
    // The exchange takes commands without a key: these two carry one all the same.
    const keyed: Body<Command> = Object.assign(toWon(10 * USDT), { keyHi: 5, keyLo: 6, body: 7 });
    const other: Body<Command> = Object.assign(toWon(10 * USDT), { keyHi: 5, keyLo: 6, body: 8 });
    exchange.accept(keyed);
    const after = stateHash(exchange.state);
    const again = exchange.accept(keyed);
    expect(again.map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    expect(exchange.balance(binary)).toBe(13_825);
    expect(after).not.toBe('');
    expect(exchange.refusal(exchange.send(other))).toBe('REQUEST_REUSED');
  });
});

describe('a quoted conversion', () => {
  const NOW = 1_700_000_000_000;
  const quoted = (amount: number, quote: Partial<ConversionQuote>, back = false) =>
    Object.assign(back ? toUsdt(amount) : toWon(amount), { quote: { until: NOW, shortMost: 1e12, longMost: 1e12, ...quote } });

  test('moves what it would without a quote, up to its last millisecond', () => {
    const [exchange, plain] = [exchangeOf(), exchangeOf()];
    exchange.accept(quoted(10 * USDT, {}));
    plain.accept(toWon(10 * USDT));
    expect(stateHash(exchange.state)).toBe(stateHash(plain.state));
    exchange.time = NOW + 1;
    expect(exchange.refusal(exchange.send(quoted(10 * USDT, {})))).toBe('QUOTE_EXPIRED');
  });

  test('done once, its answer is told after its end too; undone, it is past for ever', () => {
    const exchange = exchangeOf();
    const keyed = (keyLo: number) => Object.assign(quoted(10 * USDT, {}), { keyHi: 5, keyLo, body: 7 });
    exchange.accept(keyed(1));
    exchange.time = NOW + 3_600_000;
    expect(exchange.accept(keyed(1)).map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    exchange.time = NOW + 40 * 3_600_000;
    // Its key is forgotten by now; the quote is over all the same.
    expect([1, 2].map((key) => exchange.refusal(exchange.send(keyed(key))))).toEqual(['QUOTE_EXPIRED', 'QUOTE_EXPIRED']);
    expect(exchange.balance(binary)).toBe(13_825);
  });

  test('the house goes as far as it says, and beyond it only towards nothing', () => {
    const exchange = exchangeOf();
    exchange.accept(toWon(100 * USDT));
    const held = exchange.balance(HouseAccount.ConvertUsdt);
    // It is short of 138,250 won: no won more where the most is less by now, but won come back.
    expect(exchange.refusal(exchange.send(quoted(USDT, { shortMost: 1_000 })))).toBe('CONVERSION_CAP');
    expect(exchange.refusal(exchange.send(quoted(USDT, { longMost: held })))).toBe('CONVERSION_CAP');
    exchange.accept(quoted(1_382, { shortMost: 0, longMost: 0 }, true));
    expect(exchange.balance(HouseAccount.ConvertBinary)).toBe(-138_250 + 1_382);
    expect(won(exchange)).toBe(0);
  });

  test('half a quote is none', () => {
    const exchange = exchangeOf();
    for (const bad of [{ until: -1 }, { shortMost: 0.5 }, { longMost: -1 }])
      expect(exchange.refusal(exchange.send(quoted(USDT, bad)))).toBe('PARAM_MALFORMED');
  });
});

describe('report of equity', () => {
  test('who holds positions is told with wallet, isolated margin and unrealized PnL; nothing changes', () => {
    const exchange = exchangeOf();
    exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 1, marginType: 1 });
    exchange.place({ account: 0, side: Side.Buy, price: MARK + 100, lots: 10 });
    exchange.place({ account: 0, symbol: 1, side: Side.Sell, price: MARK - 100, lots: 5 });
    exchange.mark(0, MARK + 1_000);
    exchange.mark(1, MARK + 500);
    const events = exchange.accept({ kind: CommandKind.ReportEquity, account: -1, symbol: -1, first: 0, count: 10, day: 20_000 });
    // + 10 lots x 9 USDT, - 5 lots x 6 USDT, a lot being 0.001 BTC.
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      kind: EventKind.EquityReported,
      account: 0,
      day: 20_000,
      crossWallet: exchange.balance(futuresWallet(0)),
      isolatedWallets: exchange.balance(isolatedPurse(0)),
      unrealized: 90_000 - 30_000,
    });
    expect(events[1]).toMatchObject({ kind: EventKind.EquityReported, account: -1, day: 20_000 });
  });

  test('in slices, and the end is told once', () => {
    const exchange = exchangeOf();
    for (const account of [0, 1]) exchange.place({ account, side: Side.Buy, price: MARK + 100, lots: 10 });
    const told = (first: number, count: number) =>
      exchange.accept({ kind: CommandKind.ReportEquity, account: -1, symbol: -1, first, count, day: 1 }).map((e) => e.account);
    expect(told(0, 1)).toEqual([0]);
    expect(told(1, 1)).toEqual([1, -1]);
  });
});
