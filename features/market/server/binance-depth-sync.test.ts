// Binance's own rules for keeping a book in step, and its figures read without floats.
import { describe, expect, test } from 'vitest';
import { DepthSync } from './binance-depth-sync.ts';
import { readVenueMessage, venueUnits, type VenueDepthDiff } from './binance-messages.ts';

describe('depth sync by the venue’s rules', () => {
  const units = { tickDecimals: 2, lotDecimals: 3 };
  const diff = (first: number, last: number, previous: number | undefined, bid = '100.00'): VenueDepthDiff => ({
    type: 'diff',
    pair: 'X',
    eventAt: 1,
    first,
    last,
    previous,
    bids: [[bid, '1.000']],
    asks: [],
  });
  const snapshot = (last: number) => ({
    type: 'snapshot' as const,
    last,
    bids: [['99.00', '1.000'] as [string, string]],
    asks: [['101.00', '1.000'] as [string, string]],
  });

  test('futures: the first kept diff straddles the snapshot, then pu equals the u before', () => {
    let asked = 0;
    const sync = new DepthSync(units, () => asked++);
    sync.diff(diff(1, 5, 0));
    sync.diff(diff(6, 10, 5));
    expect([asked, sync.isLive]).toEqual([1, false]);
    expect(sync.snapshot(snapshot(8))).toBe(true);
    expect([sync.last, sync.isLive]).toEqual([10, true]);
    expect(sync.diff(diff(12, 20, 10))).toBe(true);
    expect(sync.diff(diff(22, 25, 21))).toBe(false);
    expect([sync.gaps, sync.isLive, asked]).toEqual([1, false, 2]);
  });

  test('spot: U equals the u before plus one', () => {
    const sync = new DepthSync(units, () => {});
    sync.diff(diff(6, 10, undefined));
    sync.snapshot(snapshot(8));
    expect(sync.diff(diff(11, 12, undefined))).toBe(true);
    expect(sync.diff(diff(14, 15, undefined))).toBe(false);
    expect(sync.gaps).toBe(1);
  });

  test('a quantity of zero removes the level, less than a lot counts as none', () => {
    const sync = new DepthSync(units, () => {});
    sync.diff(diff(1, 9, 0));
    sync.snapshot(snapshot(8));
    expect(sync.book.bids.best()).toBe(10_000);
    sync.diff({
      ...diff(10, 11, 9),
      bids: [
        ['100.00', '0.0004'],
        ['99.00', '0.000'],
      ],
    });
    expect(sync.book.bids.size).toBe(0);
  });
});

test('venue figures are read exactly: bids cut down, asks up, no floats', () => {
  expect(venueUnits('61837.63000000', 2)).toBe(6_183_763);
  expect(venueUnits('0.29', 2)).toBe(29);
  expect(venueUnits('1.005', 2)).toBe(100);
  expect(venueUnits('1.005', 2, true)).toBe(101);
  expect(venueUnits('7', 3)).toBe(7000);
  expect(() => venueUnits('1e5', 2)).toThrow();
  expect(() => venueUnits('-1', 2)).toThrow();
  expect(readVenueMessage('{"result":null,"id":1}')).toBeUndefined();
});
