// Which level of the book a matched price is: the other side's or one's own, so many from the best.
import { expect, test } from 'vitest';
import { Params } from './fapi-params.ts';
import { matchedPrice, type PriceMatch, priceMatchOf } from './price-match.ts';

const side = (from: number, step: number) => Array.from({ length: 20 }, (_, i): [string, string] => [String(from + i * step), '1']);
const book = { bids: side(100, -1), asks: side(101, 1) };

test.each<[PriceMatch, string, string]>([
  ['OPPONENT', '101', '100'],
  ['OPPONENT_5', '105', '96'],
  ['OPPONENT_10', '110', '91'],
  ['OPPONENT_20', '120', '81'],
  ['QUEUE', '100', '101'],
  ['QUEUE_5', '96', '105'],
  ['QUEUE_10', '91', '110'],
  ['QUEUE_20', '81', '120'],
])('%s buys at %s and sells at %s', (match, buy, sell) => {
  expect([matchedPrice(book, 'BUY', match), matchedPrice(book, 'SELL', match)]).toEqual([buy, sell]);
});

test('a book that is not that deep has no such price', () => {
  const shallow = { bids: book.bids.slice(0, 4), asks: [] };
  expect(() => matchedPrice(shallow, 'SELL', 'OPPONENT_5')).toThrow(expect.objectContaining({ code: -5041 }));
  expect(() => matchedPrice(shallow, 'BUY', 'OPPONENT')).toThrow(expect.objectContaining({ code: -5041 }));
  expect(matchedPrice(shallow, 'BUY', 'QUEUE')).toBe('100');
});

test.each([
  [{ priceMatch: 'BEST' }, true, -5037],
  [{ priceMatch: '__proto__' }, true, -5037],
  [{ priceMatch: 'QUEUE' }, false, -5038],
  [{ priceMatch: 'QUEUE', price: '5' }, true, -1106],
])('%o is refused', (values, isLimit, code) => {
  expect(() => priceMatchOf(new Params(new Map(Object.entries(values))), isLimit)).toThrow(expect.objectContaining({ code }));
});

test('none is none, in any spelling', () => {
  const of = (values: Record<string, string>) => priceMatchOf(new Params(new Map(Object.entries(values))), true);
  expect([of({}), of({ priceMatch: '' }), of({ priceMatch: 'NONE', price: '5' }), of({ priceMatch: 'queue' })]).toEqual([
    undefined,
    undefined,
    undefined,
    'QUEUE',
  ]);
});
