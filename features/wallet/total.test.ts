// The total of several currencies: exact, down, and loud on what no rate is known for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOf, worthOf } from './total.ts';

const rates = { rates: { KRW: '1382', BKT: '0.5' }, prices: { BTC: '97123.4567', DOGE: '0.00000001' } };
const worth = (currency: string, amount: string) => worthOf({ currency, amount }, rates);

describe('worth in USDT', () => {
  it.each([
    ['USDT', '12.345678', 12_345_678n],
    ['USDT', '-0.000001', -1n],
    ['BTC', '0.00000001', 971n],
    ['BTC', '1.5', 145_685_185_050n],
    ['KRW', '1381', 999_276n],
    ['KRW', '-1', -724n],
    ['BKT', '3', 6_000_000n],
    ['DOGE', '99', 0n],
  ])('%s %s', (currency, amount, micro) => {
    expect(worth(currency, amount)).toBe(micro);
  });

  it('is not known of what no market and no hand prices, nor at a price of nothing', () => {
    expect(worth('PINE', '5')).toBeUndefined();
    expect(worthOf({ currency: 'BTC', amount: '1' }, { rates: {}, prices: { BTC: '0' } })).toBeUndefined();
  });
});

it('a total says which currencies are not in it, each once, and none that is empty', () => {
  const held = [
    { currency: 'USDT', amount: '10' },
    { currency: 'PINE', amount: '5.0000' },
    { currency: 'PINE', amount: '1' },
    { currency: 'OAK', amount: '0.0000' },
    { currency: 'KRW', amount: '1382' },
  ];
  expect(totalOf(held, rates)).toEqual({ micro: 11_000_000n, without: ['PINE'] });
  expect(totalOf([], rates)).toEqual({ micro: 0n, without: [] });
});

it('property: never above the exact worth, never a micro-USDT below it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (units) => {
      const amount = `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`;
      // 8 decimals of the amount and 4 of the price above 6 of USDT.
      const rest = units * 971_234_567n - (worth('BTC', amount) as bigint) * 10n ** 6n;
      expect(rest >= 0n && rest < 10n ** 6n).toBe(true);
    }),
  );
});
