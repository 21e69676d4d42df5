// What may be given, its shares, and the first reason why nothing can be pressed.
import { expect, it } from 'vitest';
import type { ConvertCoin } from '../../convert-contract.ts';
import { difference, inverseOf, mayLeave, shareOf, startOf, whyNoQuote, whyNot, worthOf } from './convert-plan.ts';

const coin = (walletType: string, state: ConvertCoin['state'] = 'OPEN'): ConvertCoin => ({
  walletType,
  currency: walletType,
  decimals: 8,
  name: { ko: walletType, en: walletType },
  state,
  price: '1',
  least: '10',
  most: '100',
  dayLeft: '100',
});
const wallet = (type: string, point: string) => ({ type, currency: type, point, gameWaitPoint: '0' });

it.each([
  [{ point: '1.50000000' }, '1.5'],
  [{ point: '1.50000000', locked: '0.50000000', owed: '0.25000000' }, '0.75'],
  [{ point: '1.00000000', locked: '2.00000000' }, '0'],
  [undefined, '0'],
])('%j lets %s leave', (given, free) => expect(mayLeave(given)).toBe(free));

it.each([
  ['1.00000001', 25, 8, '0.25'],
  ['0.00000003', 50, 8, '0.00000001'],
  ['7', 50, 0, '3'],
  ['1234.567891', 100, 6, '1234.567891'],
])('of %s %i per cent at %i decimals are %s', (amount, percent, decimals, share) => expect(shareOf(amount, percent, decimals)).toBe(share));

it('says the first reason', () => {
  const pair = { from: coin('BTC'), to: coin('ETH') };
  const why = (free: string, point: string, hasQuote = true, of = pair) => whyNot(of, free, point, hasQuote)?.why;
  expect([why('0', ''), why('50', ''), why('50', '51'), why('50', '50', false), why('50', '50')]).toEqual([
    'empty',
    'amount',
    'short',
    'quote',
    undefined,
  ]);
  expect(whyNot({ ...pair, to: coin('ETH', 'PAUSED') }, '0', '', false)).toMatchObject({ why: 'paused', coin: 'ETH' });
  expect(why('50', '50', true, { ...pair, from: coin('BTC', 'NO_PRICE') })).toBe('price');
});

it('knows the bounds of both coins, by the stricter one, and asks for no price beyond them', () => {
  const pair = { from: { ...coin('BTC'), price: '2' }, to: { ...coin('ETH'), least: '12', most: '90', dayLeft: '80' } };
  const at = (point: string) => whyNoQuote(pair, point);
  expect([at('5.99'), at('6'), at('40'), at('40.01'), at('45.01')].map((found) => found?.why)).toEqual([
    'least',
    undefined,
    undefined,
    'day',
    'most',
  ]);
  expect(at('1')?.limit).toBe('12');
  expect(whyNoQuote({ from: { ...coin('BTC'), price: null }, to: coin('ETH') }, '1')).toBeUndefined();
  // Who has nothing hears of that last: the price is shown all the same.
  expect(whyNot(pair, '0', '7', true)?.why).toBe('empty');
});

it('begins where there is something or where one came for, and knows which quote is the better one', () => {
  const coins = [coin('USDT'), coin('BTC')];
  expect(startOf(coins, { BTC: wallet('BTC', '1.0') }, null).walletType).toBe('BTC');
  expect(startOf(coins, {}, null).walletType).toBe('USDT');
  expect(startOf(coins, {}, 'BTC').walletType).toBe('BTC');
  expect(startOf(coins, {}, 'SOL').walletType).toBe('USDT');
  expect(difference('0.5', '0.75')).toBe('-0.25');
});

it.each([
  ['0.0000161582', '61888.1'],
  ['0.5', '2'],
  ['61888.1', '0.00001616'],
  ['0', '–'],
])('one for %s is the other for %s', (rate, inverse) => expect(inverseOf(rate)).toBe(inverse));

it('is worth what the list says, of USDT itself without a price', () => {
  expect(worthOf({ ...coin('BTC'), price: '100000.5' }, '0.1')).toBe('10000.050000');
  expect(worthOf({ ...coin('USDT'), price: null }, '7')).toBe('7.000000');
  expect(worthOf({ ...coin('BTC'), price: null }, '7')).toBeUndefined();
});
