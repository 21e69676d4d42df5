// Convert in the ledger: every leg where it belongs, each currency summing to zero, once per request; and what ReportEquity tells.
import { describe, expect, test } from 'vitest';
import { type Command, CommandKind, Side } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse, binaryWallet, WalletWord, PostingReason } from '../ledger/account.ts';
import { type Body, Floor } from '../testing/floor.ts';
import { stateHash } from '../state-hash.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const binary = binaryWallet(0);

function floorOf(): Floor {
  const floor = new Floor().open(0, 1_000 * USDT).open(1, 1_000_000 * USDT);
  for (const symbol of [0, 1]) {
    floor.mark(symbol, MARK);
    floor.ladder(symbol, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  }
  return floor;
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
const won = (floor: Floor) => [...house, binary].reduce((sum, ledger) => sum + floor.balance(ledger), 0);

describe('convert', () => {
  test('both legs, spread and remainder in one command; won sum to zero', () => {
    const floor = floorOf();
    const events = floor.accept(toWon(100 * USDT + 7, 100_000));
    // 0.1 % of 100.000007 is 0.100001 up; 99.900006 at 1,382.5 is 138,111 won, which take 99.899458.
    expect(floor.balance(binary)).toBe(138_111);
    expect(floor.balance(HouseAccount.Fee)).toBe(100_001);
    expect(floor.balance(HouseAccount.ConvertUsdt)).toBe(99_899_458);
    expect(floor.balance(HouseAccount.Dust)).toBe(548);
    expect(floor.balance(futuresWallet(0))).toBe(1_000 * USDT - 100 * USDT - 7);
    expect(won(floor)).toBe(0);
    const postings = events.flatMap((e) => (e.kind === EventKind.LedgerPosted ? [[e.reason, e.ref]] : []));
    expect(postings).toEqual([
      [PostingReason.Conversion, binary],
      [PostingReason.ConversionFee, binary],
      [PostingReason.ConversionDust, binary],
      [PostingReason.Conversion, futuresWallet(0)],
    ]);
  });

  test('there and back costs what rounding takes, and nothing is created', () => {
    const floor = floorOf();
    floor.accept(toWon(100 * USDT));
    floor.accept(toUsdt(floor.balance(binary)));
    expect(floor.balance(binary)).toBe(0);
    const lost = 1_000 * USDT - floor.balance(futuresWallet(0));
    expect(lost).toBeGreaterThanOrEqual(0);
    expect(lost).toBeLessThan(2_000);
    expect(floor.balance(HouseAccount.Dust) + floor.balance(HouseAccount.ConvertUsdt)).toBe(lost);
    expect(won(floor)).toBe(0);
  });

  test('the last unit of a won, and one more than there is', () => {
    const floor = floorOf();
    floor.accept(toWon(724));
    expect(floor.balance(binary)).toBe(1);
    expect(floor.refusal(floor.send(toUsdt(2)))).toBe('INSUFFICIENT_BALANCE');
    floor.accept(toUsdt(1));
    expect(floor.balance(futuresWallet(0))).toBe(1_000 * USDT - 1);
  });

  test('unrealized profit is not converted, and what arrives in futures may be used at once', () => {
    const floor = floorOf();
    floor.place({ account: 0, side: Side.Buy, price: MARK + 100, lots: 100 });
    floor.mark(0, MARK + 100_000);
    const before = floor.balance(futuresWallet(0));
    expect(floor.refusal(floor.send(toWon(before)))).toBe('INSUFFICIENT_BALANCE');
    floor.accept(toWon(100 * USDT));
    floor.accept(toUsdt(100_000));
    expect(floor.balance(futuresWallet(0))).toBe(before - 100 * USDT + 72_332_730);
  });

  test('the same request is done once', () => {
    const floor = floorOf();
    // The floor takes commands without a key: these two carry one all the same.
    const keyed: Body<Command> = Object.assign(toWon(10 * USDT), { keyHi: 5, keyLo: 6, body: 7 });
    const other: Body<Command> = Object.assign(toWon(10 * USDT), { keyHi: 5, keyLo: 6, body: 8 });
    floor.accept(keyed);
    const after = stateHash(floor.state);
    const again = floor.accept(keyed);
    expect(again.map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    expect(floor.balance(binary)).toBe(13_825);
    expect(after).not.toBe('');
    expect(floor.refusal(floor.send(other))).toBe('REQUEST_REUSED');
  });
});

describe('report of equity', () => {
  test('who holds positions is told with wallet, isolated margin and unrealized PnL; nothing changes', () => {
    const floor = floorOf();
    floor.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 1, marginType: 1 });
    floor.place({ account: 0, side: Side.Buy, price: MARK + 100, lots: 10 });
    floor.place({ account: 0, symbol: 1, side: Side.Sell, price: MARK - 100, lots: 5 });
    floor.mark(0, MARK + 1_000);
    floor.mark(1, MARK + 500);
    const events = floor.accept({ kind: CommandKind.ReportEquity, account: -1, symbol: -1, first: 0, count: 10, day: 20_000 });
    // + 10 lots x 9 USDT, - 5 lots x 6 USDT, a lot being 0.001 BTC.
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      kind: EventKind.EquityReported,
      account: 0,
      day: 20_000,
      crossWallet: floor.balance(futuresWallet(0)),
      isolatedWallets: floor.balance(isolatedPurse(0)),
      unrealized: 90_000 - 30_000,
    });
    expect(events[1]).toMatchObject({ kind: EventKind.EquityReported, account: -1, day: 20_000 });
  });

  test('in slices, and the end is told once', () => {
    const floor = floorOf();
    for (const account of [0, 1]) floor.place({ account, side: Side.Buy, price: MARK + 100, lots: 10 });
    const told = (first: number, count: number) =>
      floor.accept({ kind: CommandKind.ReportEquity, account: -1, symbol: -1, first, count, day: 1 }).map((e) => e.account);
    expect(told(0, 1)).toEqual([0]);
    expect(told(1, 1)).toEqual([1, -1]);
  });
});
