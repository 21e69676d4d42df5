// Rules 11.6 and 12.3: no odds of which the house keeps nothing, to the last unit, for every bet type there is.
import { guardsHouse, POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { expect, it } from 'vitest';
import { drawTypes, judgeOdds } from './odds-guard.ts';

const rate = (text: string) => parseDecimal(text, 8) as number;

it('11.6: a side of a price round pays 1.50 to 1.98', () => {
  for (const [odds, isAllowed] of [
    ['1.5', true],
    ['1.98', true],
    ['1.49999999', false],
    ['1.98000001', false],
  ] as const)
    expect([odds, judgeOdds(false, 'UP', rate(odds))?.isAllowed]).toEqual([odds, isAllowed]);
  expect(judgeOdds(false, 'DOWN', rate('1.95'))).toMatchObject({ probability: '0.5', product: '0.975', least: '1.5', most: '1.98' });
  expect(judgeOdds(false, 'PB_ODD', rate('1.95'))).toBeUndefined();
});

it('12.3: of every market the most is allowed and one unit more is not', () => {
  drawTypes.forEach((type, market) => {
    const { most, least } = judgeOdds(true, type, 0)!;
    expect([type, judgeOdds(true, type, rate(most))?.isAllowed, judgeOdds(true, type, rate(most) + 1)?.isAllowed]).toEqual([
      type,
      true,
      false,
    ]);
    expect(guardsHouse(market, rate(least))).toBe(true);
    expect(judgeOdds(true, type, POWER_BALL_MARKETS[market].defaultOdds)?.isAllowed).toBe(true);
  });
  expect(judgeOdds(true, 'PB_ODD', rate('2'))).toMatchObject({ probability: '0.5', product: '1', isAllowed: false });
  expect(judgeOdds(true, 'PB_ODD', 0)).toMatchObject({ isOff: true, isAllowed: true });
  expect(judgeOdds(true, 'UP', rate('1.9'))).toBeUndefined();
});
