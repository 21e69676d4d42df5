// TP/SL by price, return and money name the same price (rules 7.3, 7.4), and know which side they belong on.
import { costOf } from '@maru/engine/money/cost.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exitFigures, isOnItsSide, rewardToRisk, signShown, ticksOfPnl, ticksOfRoe, writtenHundredths } from './entry-tpsl.ts';
import { instrumentOf } from './instrument.ts';
import { bitcoin } from './testing/bitcoin-option.ts';

const i = instrumentOf(bitcoin);
const base = (side: 1 | -1, lots = 150, entry = 6_154_000) => ({
  side,
  lots,
  entryCost: costOf(entry, lots, i.units.costNum),
  leverage: 20,
});

describe('one price, three ways to write it', () => {
  test('a long of 0.150 at 61,540 with TP 62,800 wins 189 USDT, 40.95 %', () => {
    expect(exitFigures(i, base(1), 6_280_000)).toEqual({ pnl: 189_000_000, roe: 4_095 });
    expect(exitFigures(i, base(1), 6_090_000)).toEqual({ pnl: -96_000_000, roe: -2_080 });
  });

  test('money leads back to its price', () => {
    expect(ticksOfPnl(i, base(1), 189_000_000)).toBe(6_280_000);
    expect(ticksOfPnl(i, base(-1), 189_000_000)).toBe(6_154_000 - 126_000);
    expect(ticksOfPnl(i, base(1), -96_000_000)).toBe(6_090_000);
  });

  test('what is asked in money is never missed by rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1_000_000, max: 50_000_000 }),
        fc.boolean(),
        (lots, pnl, isLong) => {
          const b = base(isLong ? 1 : -1, lots);
          const ticks = ticksOfPnl(i, b, pnl);
          if (ticks !== undefined) expect(exitFigures(i, b, ticks)!.pnl).toBeGreaterThanOrEqual(pnl);
        },
      ),
    );
  });

  test('a return leads to the price that gives at least it', () => {
    const ticks = ticksOfRoe(i, base(1), 4_095)!;
    expect(exitFigures(i, base(1), ticks)!.roe).toBeGreaterThanOrEqual(4_095);
    expect(ticks - 6_280_000).toBeLessThanOrEqual(100);
  });

  test('a loss larger than the price has none', () => {
    expect(ticksOfPnl(i, base(1), -100_000_000_000)).toBeUndefined();
  });
});

test('sides: a long’s TP above, its SL below; a short’s the other way', () => {
  expect(isOnItsSide('takeProfit', 1, 101, 100)).toBe(true);
  expect(isOnItsSide('stopLoss', 1, 101, 100)).toBe(false);
  expect(isOnItsSide('takeProfit', -1, 99, 100)).toBe(true);
  expect(isOnItsSide('stopLoss', -1, 100, 100)).toBe(false);
});

// A phone's decimal pad has no minus (issue 3 section 4: by price, percent or PnL).
describe('a number written for a leg', () => {
  test('of a stop is a loss, of a take profit a win, without a sign', () => {
    expect(writtenHundredths('stopLoss', '30')).toBe(-3_000);
    expect(writtenHundredths('takeProfit', '30')).toBe(3_000);
    expect(writtenHundredths('stopLoss', '12.5')).toBe(-1_250);
  });

  test('with a minus is a loss, never a win of it', () => {
    expect(writtenHundredths('stopLoss', '-30')).toBe(-3_000);
    expect(writtenHundredths('takeProfit', '-30')).toBe(-3_000);
  });

  test('keeps the sign that was turned: a stop may secure a win', () => {
    expect(writtenHundredths('stopLoss', '30', 1)).toBe(3_000);
    expect(writtenHundredths('takeProfit', '30', -1)).toBe(-3_000);
  });

  test('that is none yet', () => {
    for (const text of ['', '-', '.', 'x']) expect(writtenHundredths('stopLoss', text)).toBeUndefined();
  });

  test('shows the sign of what it brings', () => {
    expect(signShown('stopLoss', undefined)).toBe(-1);
    expect(signShown('takeProfit', undefined)).toBe(1);
    expect(signShown('stopLoss', { pnl: 10_000, roe: 1 })).toBe(1);
    expect(signShown('takeProfit', { pnl: -10_000, roe: -1 })).toBe(-1);
  });
});

test('reward to risk needs both ends', () => {
  expect(rewardToRisk({ pnl: 189_000_000, roe: 0 }, { pnl: -96_000_000, roe: 0 })).toBe(197);
  expect(rewardToRisk({ pnl: 189_000_000, roe: 0 }, undefined)).toBeUndefined();
});
