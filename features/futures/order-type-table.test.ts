// The table of order types is whole, and says to gateway, lists and bots what it said before it was one.
import { OrderType } from '@maru/engine/wire/command-kind.ts';
import { expect, test } from 'vitest';
import { foreignFields, orderTypeNames, orderTypeOf, orderTypes } from './order-type-table.ts';

test('each type of the engine has one name, each name its number', () => {
  const codes = orderTypes.map((name) => orderTypeOf[name].code);
  expect(codes.toSorted()).toEqual(Object.values(OrderType).toSorted());
  for (const name of orderTypes) expect(orderTypeNames[orderTypeOf[name].code as 0]).toBe(name);
});

test('words and the venue’s names are told apart', () => {
  for (const language of [0, 1]) expect(new Set(orderTypes.map((name) => orderTypeOf[name].words[language])).size).toBe(orderTypes.length);
  const venue = orderTypes.flatMap((name) => Object.values(orderTypeOf[name].venue));
  expect(new Set(venue).size).toBe(venue.length);
});

test('the wire keeps its words in their order', () => {
  expect(orderTypes.slice(0, 5)).toEqual(['LIMIT', 'MARKET', 'TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP']);
});

const triggers = ['stopPrice', 'workingType', 'priceProtect', 'closePosition', 'activationPrice', 'callbackRate'];
test.each([
  ['LIMIT', ['slippageLimit', ...triggers]],
  ['MARKET', ['price', ...triggers]],
  ['TAKEPROFIT', ['slippageLimit', 'activationPrice', 'callbackRate']],
  ['STOPLOSS', ['slippageLimit', 'activationPrice', 'callbackRate']],
  ['TRAILINGSTOP', ['slippageLimit', 'price', 'stopPrice']],
] as const)('%s refuses the fields of others, in their order', (type, fields) => {
  expect(foreignFields(type)).toEqual(fields);
});
