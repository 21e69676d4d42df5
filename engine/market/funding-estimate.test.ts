// Rules 8.3 to 8.5: premium, weighting, clamp, cap, coverage, and that payers and receivers cancel out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../money/units.ts';
import {
  averagePremium,
  estimatedFunding,
  fundingAmount,
  fundingCap,
  fundingRate,
  INTEREST_RATE,
  PREMIUM_CLAMP,
  premiumSample,
  untilFundingMs,
} from './funding-estimate.ts';

const CAP = 300_000;
const PERCENT = 1_000_000;

describe('8.3, 8.4 funding rate', () => {
  test('the premium is where the impact prices leave the index', () => {
    expect(premiumSample(60_030, 60_040, 60_000)).toBe(50_000);
    expect(premiumSample(59_990, 59_970, 60_000)).toBe(-50_000);
    expect(premiumSample(59_995, 60_005, 60_000)).toBe(0);
  });

  test('later samples weigh more', () => {
    expect(averagePremium([0, 0, 300])).toBe(150);
    expect(averagePremium([300, 0, 0])).toBe(50);
    expect(averagePremium([])).toBe(0);
  });

  test.each([
    ['inside -0.04 % to 0.06 % the rate is the interest', -0.04 * PERCENT, INTEREST_RATE],
    ['inside -0.04 % to 0.06 % the rate is the interest', 0.06 * PERCENT, INTEREST_RATE],
    ['above, the premium less the clamp', 0.0601 * PERCENT, 10_100],
    ['below, the premium plus the clamp', -0.0402 * PERCENT, 9_800],
    ['never above the cap', 5 * PERCENT, CAP],
    ['never below the cap', -5 * PERCENT, -CAP],
  ])('%s: %i', (_rule, premium, rate) => {
    expect(fundingRate(premium, INTEREST_RATE, PREMIUM_CLAMP, 8, CAP)).toBe(rate);
  });

  test('a shorter interval pays its share', () => {
    expect(fundingRate(0.15 * PERCENT, INTEREST_RATE, PREMIUM_CLAMP, 4, CAP)).toBe(50_000);
  });

  test('cap is 0.75 x the first bracket’s rate', () => {
    expect(fundingCap(400_000, 75_000_000)).toBe(300_000);
  });

  test('under half of the samples the rate is 0', () => {
    expect(estimatedFunding(Array(49).fill(PERCENT), 100, INTEREST_RATE, 8, CAP)).toBe(0);
    expect(estimatedFunding(Array(50).fill(PERCENT), 100, INTEREST_RATE, 8, CAP)).toBe(CAP);
  });
});

describe('8.5 settlement', () => {
  const units = unitsOf(2, 3);

  test('long pays and short receives when the rate is positive, and the other way', () => {
    expect(fundingAmount(units, 1, 6_000_000_00, 1_000, 10_000)).toBe(-6_000_000);
    expect(fundingAmount(units, -1, 6_000_000_00, 1_000, 10_000)).toBe(6_000_000);
    expect(fundingAmount(units, 1, 6_000_000_00, 1_000, -10_000)).toBe(6_000_000);
  });

  test('both are floored: what matched sides pay is never less than what they receive', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: -300_000, max: 300_000 }),
        (mark, lots, rate) => {
          const sum = fundingAmount(units, 1, mark, lots, rate) + fundingAmount(units, -1, mark, lots, rate);
          expect(sum === 0 || sum === -1).toBe(true);
        },
      ),
    );
  });

  test('time until settlement counts whole intervals of UTC', () => {
    const eight = 8 * 3_600_000;
    expect(untilFundingMs(0, eight)).toBe(eight);
    expect(untilFundingMs(eight - 1, eight)).toBe(1);
    expect(untilFundingMs(1_700_000_000_000, eight)).toBe(eight - (1_700_000_000_000 % eight));
  });
});
