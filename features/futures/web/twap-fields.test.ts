// The ticket's TWAP (5 minutes to 24 hours, slices of 30 s or more): the outline it shows, its mistakes, and what is sent.
import type { Twap } from '@maru/futures/twap-contract.ts';
import { expect, test } from 'vitest';
import { instrumentOf } from './instrument.ts';
import { twapOf } from './order-body.ts';
import { emptyTicket, type TicketFields } from './order-fields.ts';
import { type AccountNow, type MarketNow, previewOrder } from './order-preview.ts';
import { bitcoin } from './testing/bitcoin-option.ts';
import { leastSlice, outlineOf } from './twap-fields.ts';
import { isSlice, withTwap } from './twap-store.ts';

const btc = instrumentOf(bitcoin);
const usdt = (n: number) => Math.round(n * 1_000_000);
const mark = 60_000_00_00;
const market: MarketNow = { mark, bid: 59_999_00, ask: 60_001_00, last: 60_000_00, bids: [], asks: [{ price: 60_001_00, size: 1 }] };
const account: AccountNow = {
  purse: { crossWallet: usdt(10_000), crossPnl: 0, positionMargin: 0, orderMargin: 0, maintenance: 0, available: usdt(10_000) },
  mode: 'ONE_WAY',
  leverage: 10,
  isIsolated: false,
  legs: [],
  openOrderNotional: { BUY: 0, SELL: 0 },
  reducingLots: { BUY: 0, SELL: 0 },
};
const twap = (over: Partial<TicketFields>): TicketFields => ({ ...emptyTicket, type: 'TWAP', quantity: '1', ...over });
const errorsOf = (over: Partial<TicketFields>) =>
  previewOrder(btc, account, market, twap(over), 'BUY').errors.map((e) => [e.code, e.field]);

test('one order in thirty seconds, fewer where each would be below the least of an order', () => {
  const lots = 10 ** btc.units.lotDecimals;
  expect(outlineOf(btc, mark, twap({}), lots)).toEqual({ slices: 120, lots: Math.floor(lots / 120), every: 30 });
  const least = leastSlice(btc, mark);
  expect(outlineOf(btc, mark, twap({}), least * 4)).toEqual({ slices: 4, lots: least, every: 900 });
  expect(outlineOf(btc, mark, twap({}), least * 2 - 1)).toBeUndefined();
});

test('the least of a slice is worth a fifth more than the least of an order, so that a small move refuses none', () => {
  const worth = (leastSlice(btc, mark) * 60_000) / 10 ** btc.units.lotDecimals;
  expect(worth).toBeGreaterThanOrEqual((btc.minNotional * 1.2) / 1_000_000);
});

test.each([
  [{ twapMinutes: '4' }, 'TWAP_DURATION', 'twapMinutes'],
  [{ twapMinutes: '' }, 'TWAP_DURATION', 'twapMinutes'],
  [{ twapMinutes: '1441' }, 'TWAP_DURATION', 'twapMinutes'],
  [{ twapLimit: '60000.123' }, 'BAD_PRECISION', 'twapLimit'],
  [{ twapLimit: '0' }, 'PRICE_NOT_POSITIVE', 'twapLimit'],
  [{ quantity: '' }, 'QUANTITY_NOT_POSITIVE', 'quantity'],
  [{ quantity: '0.001', twapMinutes: '60' }, 'TWAP_TOO_SMALL', 'quantity'],
] as const)('%j is refused on its field', (over, code, field) => {
  expect(errorsOf(over)).toEqual([[code, field]]);
});

test('a quantity that the book of now could not fill at once is what a TWAP is for', () => {
  expect(errorsOf({ quantity: '1', twapMinutes: '1440' })).toEqual([]);
  expect(previewOrder(btc, account, market, twap({}), 'BUY').fillCost).toBeDefined();
});

test('minutes go as seconds, and what was left empty does not go', () => {
  expect(twapOf(twap({ twapMinutes: '90', reduceOnly: true }), 'ONE_WAY', 'SELL', 1)).toEqual({
    futuresOptionId: 1,
    side: 'SELL',
    positionSide: 'BOTH',
    quantity: '1',
    duration: 5400,
    reduceOnly: true,
  });
  expect(twapOf(twap({ twapLimit: '61000', twapIsUneven: true, intent: 'close' }), 'HEDGE', 'SELL', 1)).toMatchObject({
    positionSide: 'LONG',
    limitPrice: '61000',
    randomize: true,
  });
});

const running = (over: Partial<Twap>) => ({ id: 7, status: 'RUNNING', sliceNo: 1, filledQuantity: '0.1', ...over }) as Twap;

test('a late answer takes nothing back: what was filled stays, what ended is gone', () => {
  const later = withTwap(new Map(), running({ sliceNo: 3, filledQuantity: '0.3' }));
  expect(withTwap(later, running({})).get(7)?.sliceNo).toBe(3);
  expect(withTwap(later, running({ status: 'DONE' })).size).toBe(0);
});

test('orders of a slice are known by their name, and by being filled at once or not at all', () => {
  const market = { type: 'MARKET', timeInForce: 'IOC' } as const;
  expect(isSlice({ clientOrderId: 'twap-7-3', ...market })).toBe(true);
  expect(isSlice({ clientOrderId: 'twap-7-3', type: 'LIMIT', timeInForce: 'IOC' })).toBe(true);
  expect(isSlice({ clientOrderId: 'web-twap-7', ...market })).toBe(false);
  expect(isSlice({ clientOrderId: null, ...market })).toBe(false);
});

test('an order of before TWAPs with a slice’s name is none: it rests or waits, and its fill is news', () => {
  expect(isSlice({ clientOrderId: 'twap-7-3', type: 'LIMIT', timeInForce: 'GTC' })).toBe(false);
  expect(isSlice({ clientOrderId: 'twap-7-3', type: 'STOPLOSS', timeInForce: 'GTC' })).toBe(false);
});
