// Counting members by side: each once a symbol by what it holds on balance, the top fifth by all its margin, and a part of a crowd.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, PositionMode, PositionSide, Side, TimeInForce } from './wire/command.ts';
import { TestExchange } from './testing/test-exchange.ts';
import { sidesView } from './view-sides.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const MAKER = 19;

/** Members 0 to 18 with money that rises with their number, and one who trades against them without end. */
function exchangeOf(): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0 });
  for (let account = 0; account < MAKER; account++) exchange.open(account, (10_000 + account) * USDT);
  exchange.open(MAKER, 1_000_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
function hold(exchange: TestExchange, account: number, lots: number, positionSide: number = PositionSide.Both): void {
  const side = lots > 0 ? Side.Buy : Side.Sell;
  exchange.place({ account: MAKER, side: 1 - side, price: MARK, lots: Math.abs(lots), timeInForce: TimeInForce.GTX });
  exchange.place({ account, side, price: MARK, lots: Math.abs(lots), positionSide, timeInForce: TimeInForce.IOC });
}
const ofBtc = (exchange: TestExchange, most = 1000) => sidesView(exchange.state, most).find(({ symbol }) => symbol === 0);

describe('members by side', () => {
  test('nobody holds anything: no symbol is told of', () => {
    expect(sidesView(exchangeOf().state, 1000)).toEqual([]);
  });

  test('each counts once, by what it holds on balance; who holds both legs alike not at all', () => {
    const exchange = exchangeOf();
    hold(exchange, 0, 5);
    hold(exchange, 1, 7);
    hold(exchange, 2, -4);
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 3, symbol: -1, mode: PositionMode.Hedge });
    hold(exchange, 3, 6, PositionSide.Long);
    hold(exchange, 3, -2, PositionSide.Short);
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 4, symbol: -1, mode: PositionMode.Hedge });
    hold(exchange, 4, 3, PositionSide.Long);
    hold(exchange, 4, -3, PositionSide.Short);
    // The maker is short what the others are long.
    expect(ofBtc(exchange)?.all).toEqual({ long: 3, short: 2, longLots: 5 + 7 + 4, shortLots: 4 + 12 });
  });

  test('the top fifth is by margin balance with what isolated positions have, at the mark', () => {
    const exchange = exchangeOf();
    for (let account = 0; account < 9; account++) hold(exchange, account, account % 2 === 0 ? 20 : -10);
    // Ten hold: two are the top, the maker (short what is left over) and member 8.
    expect(ofBtc(exchange)?.top).toEqual({ long: 1, short: 1, longLots: 20, shortLots: 5 * 20 - 4 * 10 });
    exchange.accept({ kind: CommandKind.SetMarginType, account: 10, symbol: 0, marginType: MarginType.Isolated });
    hold(exchange, 10, 10);
    // Eleven hold: three are the top. Member 10 has two more than member 8, part of it in its position.
    expect(ofBtc(exchange)?.top).toMatchObject({ long: 2, short: 1, longLots: 10 + 20 });
    exchange.mark(0, MARK * 0.98);
    // What those who are long lost at the mark is more than the others have less.
    expect(ofBtc(exchange)?.top).toMatchObject({ long: 0, short: 3 });
  });

  test('of a crowd every so manieth member who holds anything is counted', () => {
    const exchange = exchangeOf();
    for (let account = 9; account < MAKER; account++) hold(exchange, account, 10);
    expect(ofBtc(exchange)?.all).toEqual({ long: 10, short: 1, longLots: 100, shortLots: 100 });
    // Eleven hold, six at most: every second of them, from member 9 on, the maker being the last.
    expect(ofBtc(exchange, 6)?.all).toEqual({ long: 5, short: 1, longLots: 50, shortLots: 100 });
    expect(ofBtc(exchange, 1)?.all).toEqual({ long: 1, short: 0, longLots: 10, shortLots: 0 });
  });
});
