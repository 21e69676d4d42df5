// Properties of funding, mark and liquidation steps over every listed symbol: rounding stays with the house, rates stay inside their
// bounds, the mark is one of its parts, and a liquidation shared out by steps gives away no more than there is.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equityShare, settleLiquidation, tierReduction } from '../futures/bankruptcy.ts';
import { maintenanceMargin, notionalAtMark } from '../futures/margin.ts';
import { breakEvenPrice } from '../futures/pnl.ts';
import * as funding from '../market/funding-estimate.ts';
import { markPrice, median3 } from '../market/mark.ts';
import { listedSymbols } from '../market/symbols.ts';
import { buildTiers, tierOf } from '../market/tiers.ts';
import { costOf } from '../money/cost.ts';
import { RATE_ONE, unitsOf } from '../money/units.ts';

const markets = listedSymbols.map((s) => ({ s, u: unitsOf(s.tickDecimals, s.lotDecimals), tiers: buildTiers(s.tiers) }));
const rate = fc.integer({ min: -3_000_000, max: 3_000_000 });
const place = fc.constantFrom(...markets).chain((m) => {
  const mark = Math.round(Number(m.s.referencePrice) * 10 ** (m.s.tickDecimals + 2));
  const most = Math.round((Number(m.s.tiers[m.s.tiers.length - 1][0]) / Number(m.s.referencePrice) / 3) * 10 ** m.s.lotDecimals);
  return fc.record({
    m: fc.constant(m),
    mark: fc.integer({ min: Math.max(1, mark >> 1), max: mark * 2 + 1 }),
    lots: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: Math.max(2, most) })),
  });
});
const runs = { numRuns: 1_500 };

describe('8.5 funding', () => {
  test('what is paid is never less, what is received never more, than the exact figure; both by less than one unit', () => {
    fc.assert(
      fc.property(place, rate, fc.constantFrom(1, -1), ({ m, mark, lots }, r, side) => {
        const exact = BigInt(-side) * BigInt(lots) * BigInt(mark) * BigInt(m.u.costNum) * BigInt(r);
        const unit = BigInt(m.u.costDen) * 100n * BigInt(RATE_ONE);
        const paid = BigInt(funding.fundingAmount(m.u, side, mark, lots, r)) * unit;
        expect(paid <= exact && paid > exact - unit).toBe(true);
      }),
      runs,
    );
  });

  test('matched members net to nothing, but for less than one unit each that stays with the house', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(place, rate, cuts, ({ m, mark }, r, longs) => {
        const total = longs.reduce((sum, lots) => sum + lots, 0);
        const amounts = longs.map((lots) => funding.fundingAmount(m.u, 1, mark, lots, r));
        amounts.push(funding.fundingAmount(m.u, -1, mark, total, r));
        const house = -amounts.reduce((sum, amount) => sum + amount, 0) + 0;
        expect(house).toBeGreaterThanOrEqual(0);
        expect(house).toBeLessThan(longs.length + 1);
      }),
      runs,
    );
  });

  test('8.4 the rate stays inside its cap, never falls when the premium rises, and is the interest inside the band', () => {
    const cap = fc.integer({ min: 1, max: 3_000_000 });
    const premium = fc.integer({ min: -5_000_000, max: 5_000_000 });
    fc.assert(
      fc.property(premium, premium, cap, fc.constantFrom(1, 2, 4, 8), (a, b, c, hours) => {
        const at = (p: number) => funding.fundingRate(p, funding.INTEREST_RATE, funding.PREMIUM_CLAMP, hours, c);
        expect(Math.abs(at(a))).toBeLessThanOrEqual(c);
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
      runs,
    );
    for (let p = -40_000; p <= 60_000; p += 1_000) {
      expect(funding.fundingRate(p, funding.INTEREST_RATE, funding.PREMIUM_CLAMP, 8, 3_000_000)).toBe(funding.INTEREST_RATE);
    }
  });

  test('8.3 an average lies between its samples; padding with zeros draws it to zero', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 50 }), (samples) => {
        const average = funding.averagePremium(samples);
        expect(average).toBeGreaterThanOrEqual(Math.min(...samples));
        expect(average).toBeLessThanOrEqual(Math.max(...samples));
        const padded = funding.averagePremium([...samples, ...samples.map(() => 0)]);
        if (samples.every((s) => s >= 0)) expect(padded).toBeLessThanOrEqual(average);
      }),
      runs,
    );
  });
});

describe('8.2 mark', () => {
  test('the mark is the median of its three parts, or the mean of two without a last price', () => {
    const price = fc.integer({ min: 1_000, max: 10_000_000 });
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: -400_000, max: 400_000 }),
        fc.array(fc.integer({ min: -500, max: 500 })),
        price,
        (index, r, basis, last) => {
          const of = (contract: number) =>
            markPrice({ index, basis, fundingRate: r, untilFundingMs: 3_600_000, intervalMs: 28_800_000, last: contract });
          const { price1, price2, mark } = of(last);
          expect([price1, price2, last].toSorted((a, b) => a - b)[1]).toBe(mark);
          expect(median3(price1, price2, last)).toBe(mark);
          if (basis.length < 10) expect(price2).toBe(price1);
          const silent = of(0);
          expect(Math.abs(silent.mark * 2 - silent.price1 - silent.price2)).toBeLessThanOrEqual(1);
        },
      ),
      runs,
    );
  });
});

describe('9 liquidation in steps', () => {
  test('9.3 stepping down reaches the first bracket, one bracket a step, and maintenance margin only falls', () => {
    fc.assert(
      fc.property(place, ({ m, mark, lots }) => {
        let held = lots;
        let tier = tierOf(m.tiers, notionalAtMark(m.u, mark, held));
        while (tier > 0) {
          const left = held - tierReduction(m.u, m.tiers, mark, held);
          const next = tierOf(m.tiers, notionalAtMark(m.u, mark, left));
          expect(next).toBeLessThan(tier);
          expect(maintenanceMargin(m.u, m.tiers, mark, left)).toBeLessThanOrEqual(maintenanceMargin(m.u, m.tiers, mark, held));
          held = left;
          tier = next;
        }
      }),
      runs,
    );
  });

  test('9.4 equity shared by maintenance margin is never more than the equity', () => {
    const margins = fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), margins, (equity, parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const shared = parts.reduce((sum, part) => sum + equityShare(equity, part, total), 0);
        expect(shared).toBeLessThanOrEqual(equity);
        expect(shared).toBeGreaterThan(equity - parts.length);
      }),
      runs,
    );
  });

  test('9.5 fee, refund and deficit account for all of it, and a fee is only taken of what is left', () => {
    const money = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(money, fc.integer({ min: -2_000_000_000, max: 1_000_000_000 }), money, (backing, realized, fee) => {
        const settled = settleLiquidation(backing, realized, fee);
        expect(settled.fee + settled.refund - settled.deficit).toBe(backing + realized);
        expect(Math.min(settled.fee, settled.refund, settled.deficit)).toBeGreaterThanOrEqual(0);
        expect(settled.fee).toBeLessThanOrEqual(fee);
        if (settled.deficit > 0) expect(settled.fee + settled.refund).toBe(0);
      }),
      runs,
    );
  });
});

describe('7.5 break-even', () => {
  test('moves against the side that pays: up for a long, down for a short, by the flows spread over the lots', () => {
    const flow = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(place, fc.constantFrom(1, -1), flow, flow, flow, ({ m, mark, lots }, side, feesPaid, fundingPaid, realizedPnl) => {
        const price = Math.max(1, Math.trunc(mark / 100));
        const cost = costOf(price, lots, m.u.costNum);
        const flat = breakEvenPrice(m.u, side, lots, cost, { feesPaid: 0, fundingPaid: 0, realizedPnl: 0 }, 8);
        const moved = breakEvenPrice(m.u, side, lots, cost, { feesPaid, fundingPaid, realizedPnl }, 8);
        const paid = feesPaid + fundingPaid - realizedPnl;
        if (paid === 0) expect(moved).toBe(flat);
        else expect((moved - flat) * BigInt(side) * BigInt(Math.sign(paid)) >= 0n).toBe(true);
      }),
      runs,
    );
  });
});
