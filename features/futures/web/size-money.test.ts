// A size written in money never opens more than the money says (rules 1.2: computed quantities are rounded down).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentOf } from './instrument.ts';
import { lotsOfMoney, moneyOfLots } from './size-money.ts';
import { bitcoin } from './testing/bitcoin-option.ts';

const i = instrumentOf(bitcoin);
const usdt = (amount: number) => amount * 1_000_000;

test('1,000 USDT at 61,500: a value of 0.016 BTC, on 20x a margin of 0.325 BTC', () => {
  expect(lotsOfMoney(i, 'quote', usdt(1_000), 6_150_000, 20)).toBe(16);
  expect(lotsOfMoney(i, 'margin', usdt(1_000), 6_150_000, 20)).toBe(325);
  expect(moneyOfLots(i, 'quote', 16, 6_150_000, 20)).toBe(usdt(984));
  expect(moneyOfLots(i, 'margin', 325, 6_150_000, 20)).toBe(999_375_000);
});

test('without a price or money there is no size', () => {
  expect(lotsOfMoney(i, 'quote', usdt(1_000), 0, 20)).toBe(0);
  expect(lotsOfMoney(i, 'margin', 0, 6_150_000, 20)).toBe(0);
  expect(moneyOfLots(i, 'margin', 5, 0, 20)).toBe(0);
});

test('one lot more would cost more than was written', () => {
  const money = fc.integer({ min: 1, max: usdt(1_000_000) });
  fc.assert(
    fc.property(money, fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 125 }), (paid, price, leverage) => {
      for (const unit of ['quote', 'margin'] as const) {
        const lots = lotsOfMoney(i, unit, paid, price, leverage);
        expect(moneyOfLots(i, unit, lots, price, leverage)).toBeLessThanOrEqual(paid);
        expect(moneyOfLots(i, unit, lots + 1, price, leverage)).toBeGreaterThan(paid);
      }
    }),
  );
});
