// The calculators answer with the engine's figures (rules 6.5, 7.3, 7.4, 9.1): checked against sums done by hand.
import { describe, expect, test } from 'vitest';
import { liquidationOf, mostOf, profitOf, targetOf } from './calculators.ts';
import { instrumentOf } from './instrument.ts';
import { bitcoin } from './testing/bitcoin-option.ts';

const i = instrumentOf(bitcoin);
const usdt = (amount: number) => Math.round(amount * 1_000_000);

describe('PnL', () => {
  test('a long of 0.5 at 60,000 sold at 61,200 on 10x: +600, ROE 20 %, fees of both sides taken off', () => {
    const answer = profitOf(i, 1, 10, 6_000_000, 6_120_000, 500)!;
    expect(answer.margin).toBe(usdt(3_000));
    expect(answer.pnl).toBe(usdt(600));
    expect(answer.roe).toBe(2_000);
    expect(answer.fees).toBe(usdt(12 + 12.24));
    expect(answer.net).toBe(usdt(600 - 24.24));
  });

  test('a short loses what a long wins', () => {
    expect(profitOf(i, -1, 10, 6_000_000, 6_120_000, 500)!.pnl).toBe(usdt(-600));
  });

  test('nothing is reckoned from an empty field', () => {
    expect(profitOf(i, 1, 10, 0, 6_120_000, 500)).toBeUndefined();
  });
});

describe('target price', () => {
  test('EP x (1 + s x ROE / L): 50 % on 20x is 2.5 % away', () => {
    expect(targetOf(i, 1, 20, 6_000_000, 5_000)).toBe(6_150_000);
    expect(targetOf(i, -1, 20, 6_000_000, 5_000)).toBe(5_850_000);
  });

  test('a return that no price gives has no answer', () => {
    expect(targetOf(i, -1, 1, 6_000_000, 10_000)).toBeUndefined();
  });
});

describe('liquidation', () => {
  test('a larger margin keeps it farther away, and a long’s lies below', () => {
    const near = liquidationOf(i, 1, 6_000_000, 100, usdt(300))!;
    const far = liquidationOf(i, 1, 6_000_000, 100, usdt(900))!;
    expect(near).toBeLessThan(6_000_000);
    expect(far).toBeLessThan(near);
    expect(liquidationOf(i, -1, 6_000_000, 100, usdt(300))!).toBeGreaterThan(6_000_000);
  });

  test('who holds more than the position is worth cannot be liquidated', () => {
    expect(liquidationOf(i, 1, 6_000_000, 100, usdt(6_100))).toBe(0);
  });

  test('nothing behind it has no answer, too little one beyond its own entry', () => {
    expect(liquidationOf(i, -1, 6_000_000, 1_000, 0)).toBeUndefined();
    expect(liquidationOf(i, -1, 6_000_000, 1_000, usdt(10))!).toBeLessThan(6_000_000);
    expect(liquidationOf(i, 1, 6_000_000, 1_000, usdt(10))!).toBeGreaterThan(6_000_000);
  });
});

describe('largest position', () => {
  const MARK = 6_000_000_00;
  test('an entry on the wrong side of the mark opens with a loss: unit = P x (1 / L + fee) + s x (P - MP)', () => {
    const unit = 60_000 * (0.05 + 0.0004) + 1_660;
    expect(mostOf(i, -1, 20, 6_000_000, usdt(10_000), 6_166_000_00)!.lots).toBe(Math.floor((10_000 / unit) * 1_000));
    expect(mostOf(i, 1, 20, 6_000_000, usdt(10_000), 6_166_000_00)!.lots).toBe(Math.floor((10_000 / (unit - 1_660)) * 1_000));
  });

  test('balance / (price x (1 / L + taker fee)), floored to the lot', () => {
    const answer = mostOf(i, 1, 10, 6_000_000, usdt(1_000), MARK)!;
    expect(answer.lots).toBe(Math.floor((1_000 / (60_000 * (0.1 + 0.0004))) * 1_000));
    expect(answer.isByBracket).toBe(false);
  });

  test('the bracket of the leverage ends it where money would not', () => {
    expect(mostOf(i, 1, 10, 6_000_000, usdt(1_000_000_000), MARK)!.isByBracket).toBe(true);
  });
});
