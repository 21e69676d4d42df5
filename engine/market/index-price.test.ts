// Rules 8.1: a deviating source is out until five minutes inside, a silent one has no weight, disagreement halts.
import { describe, expect, test } from 'vitest';
import { INSIDE_MS, type IndexSource, median, readIndex, SOURCE_SILENT_MS } from './index-price.ts';

const NOW = 1_000_000;
const source = (price: number, more: Partial<IndexSource> = {}): IndexSource => ({ price, weight: 1, at: NOW, insideSince: 0, ...more });

describe('8.1 index price', () => {
  test('three sources in good standing: weighted average', () => {
    expect(readIndex([source(100, { weight: 2 }), source(101), source(103)], NOW)).toMatchObject({ index: 101, standing: 'ok' });
  });

  test('one more than 3 % from the median gets no weight', () => {
    const reading = readIndex([source(10_000), source(10_010), source(10_320)], NOW);
    expect(reading).toMatchObject({ index: 10_005, standing: 'ok' });
    expect(reading.sources[2].insideSince).toBe(-1);
    // Exactly 3 % is still inside.
    expect(readIndex([source(10_000), source(10_000), source(10_300)], NOW).sources[2].insideSince).toBe(0);
  });

  test('it comes back after five minutes inside, not before', () => {
    let sources: readonly IndexSource[] = [source(10_000), source(10_000), source(20_000)];
    sources = readIndex(sources, NOW).sources;
    const at = (now: number, price: number) => {
      sources = readIndex(
        sources.map((s, i) => ({ ...s, at: now, price: i === 2 ? price : 10_000 })),
        now,
      ).sources;
      return readIndex(sources, now).index;
    };
    expect(at(NOW + 1_000, 10_100)).toBe(10_000);
    expect(at(NOW + INSIDE_MS, 10_100)).toBe(10_000);
    expect(at(NOW + 1_000 + INSIDE_MS, 10_100)).toBe(10_033);
    // Outside again, and its five minutes begin anew.
    expect(at(NOW + 2_000 + INSIDE_MS, 20_000)).toBe(10_000);
    expect(at(NOW + 3_000 + INSIDE_MS, 10_100)).toBe(10_000);
  });

  test('more than one deviates: the median of all stands', () => {
    expect(readIndex([source(10_000), source(10_400), source(9_500), source(10_010)], NOW)).toMatchObject({
      index: 10_005,
      standing: 'ok',
    });
  });

  test('a source silent for 10 s has no weight', () => {
    expect(readIndex([source(100), source(102), source(900, { at: NOW - SOURCE_SILENT_MS })], NOW)).toMatchObject({
      index: 101,
      standing: 'ok',
    });
    expect(readIndex([source(100), source(102), source(103, { at: NOW - SOURCE_SILENT_MS + 1 })], NOW).index).toBe(102);
  });

  test('two sources more than 3 % apart, or none: halt; one: no liquidation', () => {
    expect(readIndex([source(10_000), source(10_301)], NOW).standing).toBe('halt');
    expect(readIndex([source(10_000), source(10_300)], NOW)).toMatchObject({ standing: 'ok', index: 10_150 });
    expect(readIndex([source(10_000)], NOW)).toMatchObject({ standing: 'single', index: 10_000 });
    expect(readIndex([], NOW).standing).toBe('halt');
    expect(readIndex([source(0), source(0)], NOW).standing).toBe('halt');
  });

  test('median of an even number is the half-even mean of the middle two', () => {
    expect([median([5, 1, 3]), median([1, 2]), median([1, 4, 2, 9])]).toEqual([3, 2, 3]);
  });
});
