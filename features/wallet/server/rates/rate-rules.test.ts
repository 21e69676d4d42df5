// When a rate may be converted at, and why no round trip gains by it (I14): moves of an hour, ages, bounds, the floor of the spread.
import { conversionOf, conversionRate } from '@maru/engine/money/conversion.ts';
import { USUAL_MOVE } from '@maru/site/contract.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { describe, expect, it } from 'vitest';
import { judgeRate, lastHour, leastSpread, rulesOf, spreadOf } from './rate-rules.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const rules = { maxMove: USUAL_MOVE, maxAgeMs: null, least: null, most: null };
const judge = (stood: [string, number][], more = {}, nowMs = NOW) =>
  judgeRate(
    stood.map(([rate, minutesAgo]) => ({ rate, atMs: NOW - minutesAgo * 60_000 })),
    NOW,
    { ...rules, ...more },
    nowMs,
  );

describe('a rate that moves', () => {
  it('is converted at while any two of an hour lie within the bound, exactly', () => {
    expect(
      judge([
        ['1382', 600],
        ['1395.82', 5],
      ]).state,
    ).toBe('OPEN');
    expect(
      judge([
        ['1382', 600],
        ['1395.82000001', 5],
      ]).state,
    ).toBe('MOVED');
    expect(
      judge([
        ['1395.82000001', 600],
        ['1382', 5],
      ]).state,
    ).toBe('MOVED');
  });

  it('counts slices together, there and back too, and opens an hour after the first of them went', () => {
    const slices: [string, number][] = [
      ['1382', 600],
      ['1390', 40],
      ['1398', 20],
      ['1406', 1],
    ];
    const halted = judge(slices);
    // Up to 20 minutes ago 1390 stood, which lies too far from 1406.
    expect(halted).toEqual({ state: 'MOVED', opensAtMs: NOW - 20 * 60_000 + HOUR });
    expect(judge(slices, {}, (halted.opensAtMs as number) - 1).state).toBe('MOVED');
    expect(judge(slices, {}, halted.opensAtMs as number).state).toBe('OPEN');
    expect(
      judge([
        ['1382', 600],
        ['1400', 30],
        ['1382', 1],
      ]).state,
    ).toBe('MOVED');
  });

  it('forgets what no hour needs, and keeps the rate that stood as the hour began', () => {
    const stood = [600, 90, 61, 30].map((minutes) => ({ rate: String(minutes), atMs: NOW - minutes * 60_000 }));
    expect(lastHour(stood, NOW).map(({ rate }) => rate)).toEqual(['61', '30']);
  });
});

it('a rate that nobody confirmed in its time, or out of its bounds, is refused', () => {
  const old = { maxAgeMs: 10 * 60_000 };
  expect([judge([['1382', 600]], old).state, judge([['1382', 600]], old, NOW + 600_001).state]).toEqual(['OPEN', 'OLD']);
  expect(judge([['1382', 600]], { least: '1382.1' }).state).toBe('RANGE');
  expect(judge([['1382', 600]], { most: '1381.9' }).state).toBe('RANGE');
});

it('a source ages in minutes, a hand in days, and the site token has no market to be older than', () => {
  const of = (conversion: object | undefined, currency: string) => rulesOf({ ...hanok, conversion } as typeof hanok, currency).maxAgeMs;
  expect([of({ spread: 0, source: 'demo' }, 'KRW'), of(undefined, 'KRW'), of(undefined, 'BKT')]).toEqual([600_000, 72 * HOUR, null]);
  expect(of({ spread: 0, maxAge: 30 }, 'BKT')).toBe(1_800_000);
});

it('I14: at the least spread no trip there and back gains, whatever the rate did between within its bound', () => {
  for (const maxMove of [0, 1, 333_333, 1_000_000, 5_000_000]) {
    const conversion = { spread: 0, maxMove };
    expect(spreadOf(conversion)).toBe(leastSpread(conversion));
    const spread = spreadOf(conversion);
    for (const base of [1_000, 1_382, 9_999]) {
      // The whole bound, cut to eight decimals.
      const high = (base * (100_000_000 + maxMove)) / 100_000_000;
      const [low, top] = [conversionRate(String(base), 0), conversionRate(high.toFixed(8).replace(/\.?0+$/, ''), 0)];
      if (low === undefined || top === undefined) throw new Error('no rate');
      for (const given of [1_000, 1_000_003, 777_777_777, 100_000_000_000]) {
        const out = conversionOf(given, spread, top.num, top.den)?.received ?? 0;
        const back = out === 0 ? 0 : (conversionOf(out, spread, low.den, low.num)?.received ?? 0);
        expect(back).toBeLessThanOrEqual(given);
      }
    }
  }
});
