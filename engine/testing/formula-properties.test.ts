// Properties of the money formulas over every listed symbol: rounding never favours the member, parts telescope to the whole,
// both sides of 2^53 agree, and a bracket border belongs to the bracket below it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankruptcyPrice, tierReduction } from '../futures/bankruptcy.ts';
import { tradingFee } from '../futures/fee.ts';
import { liquidationRoots, priceAtTick } from '../futures/liquidation-price.ts';
import { initialMargin, isLiquidatable, maintenanceMargin, notionalAtMark, releasedMargin, removableMargin } from '../futures/margin.ts';
import { maxOpenLots } from '../futures/max-open.ts';
import { estimatedCost, orderCost } from '../futures/order-cost.ts';
import { realizedPnl, releasedCost, unrealizedPnl } from '../futures/pnl.ts';
import { buildTiers, maxNotionalOf, tierOf } from '../market/tiers.ts';
import { listedSymbols } from '../market/symbols.ts';
import { addCost, type Cost, costOf } from '../money/cost.ts';
import { RATE_ONE, unitsOf } from '../money/units.ts';

const markets = listedSymbols.map((s) => ({ s, u: unitsOf(s.tickDecimals, s.lotDecimals), tiers: buildTiers(s.tiers) }));
const market = fc.constantFrom(...markets);
const side = fc.constantFrom(1, -1);
const leverage = fc.integer({ min: 1, max: 125 });

/** A price near the symbol's own and a quantity worth between nothing and its largest bracket. */
const trade = market.chain((m) => {
  const ticks = Number(m.s.referencePrice) * 10 ** m.s.tickDecimals;
  const most = (m.s.tiers[m.s.tiers.length - 1][0] / Number(m.s.referencePrice)) * 10 ** m.s.lotDecimals;
  const size = fc.oneof(
    fc.integer({ min: 1, max: Math.max(2, Math.round(most / 3)) }),
    fc.integer({ min: 1, max: Math.max(2, Math.round(most / 30000)) }),
    fc.integer({ min: 1, max: 40 }),
  );
  const price = fc.integer({ min: Math.max(1, Math.round(ticks * 0.4)), max: Math.round(ticks * 2.5) + 1 });
  return fc.record({ m: fc.constant(m), price, other: price, lots: size });
});

const exact = (m: (typeof markets)[number], price: number, lots: number) => BigInt(price) * BigInt(lots) * BigInt(m.u.costNum);

describe('1.2 rounding is never in the member’s favour', () => {
  test('fees and margins are at least the exact figure, and less than one unit above', () => {
    fc.assert(
      fc.property(trade, leverage, fc.integer({ min: 0, max: 2_000_000 }), ({ m, price, lots }, l, rate) => {
        const cost = exact(m, price, lots);
        const fee = BigInt(tradingFee(m.u, price, lots, rate)) * BigInt(m.u.costDen) * BigInt(RATE_ONE);
        expect(fee >= cost * BigInt(rate) && fee < cost * BigInt(rate) + BigInt(m.u.costDen) * BigInt(RATE_ONE)).toBe(true);
        const margin = BigInt(initialMargin(m.u, price, lots, l)) * BigInt(m.u.costDen) * BigInt(l);
        expect(margin >= cost && margin < cost + BigInt(m.u.costDen) * BigInt(l)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('unrealized and realized PnL are at most the exact figure, and less than one unit below', () => {
    fc.assert(
      fc.property(trade, side, ({ m, price, other, lots }, s) => {
        const entry = costOf(price, lots, m.u.costNum);
        const gain = BigInt(s) * (exact(m, other, lots) - exact(m, price, lots));
        for (const pnl of [unrealizedPnl(m.u, s, other * 100, lots, entry), realizedPnl(m.u, s, other, lots, entry)]) {
          const units = BigInt(pnl) * BigInt(m.u.costDen);
          expect(units <= gain && units > gain - BigInt(m.u.costDen)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a cost held as a number and the same cost as a BigInt give the same results', () => {
    fc.assert(
      fc.property(trade, side, fc.integer({ min: 1, max: 999 }), ({ m, price, other, lots }, s, part) => {
        const entry = exact(m, price, lots);
        if (entry > BigInt(Number.MAX_SAFE_INTEGER)) return;
        const closing = Math.max(1, Math.floor((lots * part) / 1000));
        expect(unrealizedPnl(m.u, s, other * 100 + 7, lots, Number(entry))).toBe(unrealizedPnl(m.u, s, other * 100 + 7, lots, entry));
        expect(BigInt(releasedCost(m.u, s, Number(entry), lots, closing))).toBe(BigInt(releasedCost(m.u, s, entry, lots, closing)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('7.3 partial closes telescope', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 });

  test('released costs and margins sum to the whole, and the PnL never exceeds one close of everything', () => {
    fc.assert(
      fc.property(trade, side, parts, ({ m, price, other, lots }, s, shares) => {
        const whole = costOf(price, lots, m.u.costNum);
        let entry: Cost = whole;
        let held = lots;
        let margin = 1_234_567_891;
        let released = 0n;
        let pnl = 0;
        for (const share of [...shares, 1000]) {
          const closing = Math.min(held, Math.max(1, Math.floor((held * share) / 1000)));
          if (held === 0) break;
          const part = releasedCost(m.u, s, entry, held, closing);
          expect(BigInt(part) <= BigInt(entry)).toBe(true);
          pnl += realizedPnl(m.u, s, other, closing, part);
          released += BigInt(part);
          margin -= releasedMargin(margin, held, closing);
          entry = addCost(entry, -part);
          held -= closing;
        }
        expect([released, BigInt(entry), held, margin]).toEqual([BigInt(whole), 0n, 0, 0]);
        expect(pnl).toBeLessThanOrEqual(realizedPnl(m.u, s, other, lots, whole));
        expect(pnl).toBeGreaterThan(realizedPnl(m.u, s, other, lots, whole) - shares.length - 2);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('6.6 brackets', () => {
  test.each(markets.map((m) => [m.s.base, m] as const))(
    '%s: a cap belongs to its own bracket; margin is continuous across it',
    (_base, m) => {
      for (let i = 0; i < m.tiers.caps.length - 1; i++) {
        const cap = m.tiers.caps[i];
        expect([tierOf(m.tiers, cap - 1), tierOf(m.tiers, cap), tierOf(m.tiers, cap + 1)]).toEqual([i, i, i + 1]);
        const at = (tier: number) => BigInt(cap) * BigInt(m.tiers.mmrs[tier]) - BigInt(m.tiers.cums[tier]) * BigInt(RATE_ONE);
        expect(at(i)).toBe(at(i + 1));
        expect(maxNotionalOf(m.tiers, m.tiers.maxLeverages[i])).toBeGreaterThanOrEqual(cap);
      }
      expect(maxNotionalOf(m.tiers, 126)).toBe(0);
    },
  );

  test('maintenance margin is at least exact and grows with the notional', () => {
    fc.assert(
      fc.property(trade, ({ m, price, lots }) => {
        const mark = price * 100 + 13;
        const notional = exact(m, mark, lots);
        const tier = tierOf(m.tiers, notionalAtMark(m.u, mark, lots));
        const mm = maintenanceMargin(m.u, m.tiers, mark, lots);
        const scaled = BigInt(mm + m.tiers.cums[tier]) * BigInt(m.u.costDen) * 100n * BigInt(RATE_ONE);
        expect(scaled >= notional * BigInt(m.tiers.mmrs[tier])).toBe(true);
        expect(maintenanceMargin(m.u, m.tiers, mark + 1, lots)).toBeGreaterThanOrEqual(mm);
        expect(mm).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('9.3 a step down reaches the next lower bracket and no further than needed', () => {
    fc.assert(
      fc.property(trade, ({ m, price, lots }) => {
        const mark = price * 100;
        const tier = tierOf(m.tiers, notionalAtMark(m.u, mark, lots));
        const cut = tierReduction(m.u, m.tiers, mark, lots);
        if (tier === 0) {
          expect(cut).toBe(lots);
          return;
        }
        expect(notionalAtMark(m.u, mark, lots - cut)).toBeLessThanOrEqual(m.tiers.caps[tier - 1]);
        expect(notionalAtMark(m.u, mark, lots - cut + 1)).toBeGreaterThan(m.tiers.caps[tier - 1]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('6.4, 6.5 cost and quantity', () => {
  test('what the screen estimates is never below what the engine reserves', () => {
    fc.assert(
      fc.property(trade, side, leverage, ({ m, price, other, lots }, s, l) => {
        const cost = orderCost(m.u, s, price, other * 100, lots, l, 40_000).cost;
        expect(estimatedCost(m.u, s, price, other * 100, lots, l, 40_000)).toBeGreaterThanOrEqual(cost);
      }),
    );
  });

  test('the largest quantity is affordable, and a little more is not', () => {
    fc.assert(
      fc.property(trade, side, leverage, fc.integer({ min: 1, max: 1_000_000_000_000 }), ({ m, price, other }, s, l, available) => {
        const lots = maxOpenLots(m.u, { side: s, price, mark: other * 100, leverage: l, takerFee: 40_000, available });
        const cost = (q: number) => orderCost(m.u, s, price, other * 100, q, l, 40_000).cost;
        if (lots > 0) expect(cost(lots)).toBeLessThanOrEqual(available);
        expect(cost(lots + 1) > available - 3 || cost(lots + 1) > available).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('9.1, 9.2 liquidation', () => {
  const position = fc.record({ t: trade, s: side, l: leverage });

  test('the shown price liquidates, one tick before it does not', () => {
    fc.assert(
      fc.property(position, ({ t: { m, price, lots }, s, l }) => {
        const entry = costOf(price, lots, m.u.costNum);
        const wallet = initialMargin(m.u, price, lots, l);
        const roots = liquidationRoots(m.u, m.tiers, [{ side: s, lots, entryCost: entry }], wallet);
        const tick = priceAtTick(s > 0 ? roots.lower : roots.upper, s);
        if (tick <= 0 || tick > 4_000_000_000) return;
        const liquidates = (at: number) =>
          isLiquidatable(wallet + unrealizedPnl(m.u, s, at * 100, lots, entry), maintenanceMargin(m.u, m.tiers, at * 100, lots));
        // Shown never later than it acts: a tick further has acted for certain; a tick nearer only if two figures were rounded against the member.
        expect(liquidates(tick - s)).toBe(true);
        const slack = 2;
        const near = (tick + s) * 100;
        const capacity = wallet + unrealizedPnl(m.u, s, near, lots, entry) - maintenanceMargin(m.u, m.tiers, near, lots);
        expect(capacity).toBeGreaterThanOrEqual(-slack);
      }),
      { numRuns: 2000 },
    );
  });

  test('equity at the bankruptcy price is never below zero', () => {
    fc.assert(
      fc.property(position, ({ t: { m, price, lots }, s, l }) => {
        const entry = costOf(price, lots, m.u.costNum);
        const wallet = initialMargin(m.u, price, lots, l);
        const decimals = m.u.tickDecimals + 4;
        const at = bankruptcyPrice(m.u, s, lots, entry, wallet, decimals);
        const value = at * BigInt(lots) * BigInt(m.u.costNum) - BigInt(entry) * 10_000n;
        expect(BigInt(wallet) * BigInt(m.u.costDen) * 10_000n + BigInt(s) * value >= 0n).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('5.6 what may be removed leaves the initial margin', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 0, max: 1_000_000_000 }), ({ t: { m, price, other, lots }, s, l }, extra) => {
        const entry = costOf(price, lots, m.u.costNum);
        const wallet = initialMargin(m.u, price, lots, l) + extra;
        const pnl = unrealizedPnl(m.u, s, other * 100, lots, entry);
        const removable = removableMargin(m.u, wallet, pnl, other * 100, lots, entry, l);
        expect(removable).toBeGreaterThanOrEqual(0);
        if (removable > 0) expect(wallet - removable + Math.min(0, pnl)).toBeGreaterThanOrEqual(initialMargin(m.u, price, lots, l));
      }),
    );
  });
});
