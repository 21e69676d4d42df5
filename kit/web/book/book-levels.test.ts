// What a ladder shows: grouping never flatters a price, sums run outwards, own orders keep their mark.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layBook, placeOf, rowAt, rowNumber, rowTop } from './book-layout.ts';
import { bidShare, groupLevels, groupPrice, groupingSteps, usualStep } from './book-levels.ts';
import { scaledText, sharedPrefix, unitsOfText, steppedText } from './scaled-text.ts';
import { createStillLadder, HOLD_CAP_MS } from './still-ladder.ts';

const none: ReadonlySet<number> = new Set();

describe('grouping', () => {
  it('sums levels of one step, bids down and asks up', () => {
    const asks = [
      { price: 101, size: 1 },
      { price: 105, size: 2 },
      { price: 110, size: 4 },
      { price: 111, size: 8 },
    ];
    expect(groupLevels(asks, 'ask', 10, 9, none).map((r) => [r.price, r.size, r.sum])).toEqual([
      [110, 7, 7],
      [120, 8, 15],
    ]);
    const bids = [
      { price: 99, size: 1 },
      { price: 91, size: 2 },
      { price: 90, size: 4 },
      { price: 89, size: 8 },
    ];
    expect(groupLevels(bids, 'bid', 10, 9, none).map((r) => [r.price, r.size, r.sum])).toEqual([
      [90, 7, 7],
      [80, 8, 15],
    ]);
  });

  it('never makes a price look better and loses no lot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: fc.integer({ min: 1, max: 9_999 }), size: fc.integer({ min: 1, max: 500 }) }), { maxLength: 40 }),
        fc.constantFrom(1, 5, 10, 100),
        (levels, step) => {
          for (const side of ['bid', 'ask'] as const) {
            const sorted = levels.toSorted((a, b) => (side === 'bid' ? b.price - a.price : a.price - b.price));
            const rows = groupLevels(sorted, side, step, 1_000, none);
            expect(rows.at(-1)?.sum ?? 0).toBe(levels.reduce((sum, l) => sum + l.size, 0));
            for (const level of levels) {
              const grouped = groupPrice(level.price, step, side);
              expect(side === 'bid' ? grouped <= level.price : grouped >= level.price).toBe(true);
              expect(Math.abs(grouped - level.price)).toBeLessThan(step);
            }
          }
        },
      ),
    );
  });

  it('marks the row that holds an own order', () => {
    const rows = groupLevels(
      [
        { price: 104, size: 1 },
        { price: 121, size: 1 },
      ],
      'ask',
      10,
      9,
      new Set([104]),
    );
    expect(rows.map((r) => r.own)).toEqual([true, false]);
  });

  it('offers steps that fit the price', () => {
    expect(groupingSteps(6_184_260)).toContain(1_000);
    expect(groupingSteps(6_184_260)[0]).toBe(1);
    expect(groupingSteps(150)).toEqual([1]);
  });

  it('shares are whole percent; of an empty book there is none', () => {
    const level = (size: string) => [['1', size]] as const;
    expect(bidShare({ bids: level('57'), asks: level('43') })).toBe(57);
    expect(bidShare({ bids: level('57'), asks: [] })).toBe(100);
    expect(bidShare({ bids: [], asks: [] })).toBeUndefined();
  });
});

describe('text', () => {
  it.each([
    [6184260, 2, '61,842.60'],
    [0, 3, '0.000'],
    [7, 0, '7'],
    [1234567, 0, '1,234,567'],
    [-5, 2, '−0.05'],
  ])('%i at %i decimals is %s', (units, decimals, text) => {
    expect(scaledText(units, decimals)).toBe(text);
  });

  it('goes back to the same units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 0, max: 6 }), (units, decimals) => {
        expect(unitsOfText(scaledText(units, decimals).replaceAll(',', ''), decimals)).toBe(units);
      }),
    );
  });

  it('dims what a price shares with the last one, only at equal length', () => {
    expect(sharedPrefix('61,970.0', '61,842.6')).toBe(3);
    expect(sharedPrefix('9,970.0', '61,842.6')).toBe(0);
  });
});

describe('rows and places', () => {
  const layout = layBook('both', 300, 576, 20, 48);
  it('finds the row under a point again', () => {
    for (const side of ['bid', 'ask'] as const)
      for (let i = 0; i < 13; i++) expect(rowAt(layout, rowTop(layout, side, i) + 7)).toEqual({ side, index: i });
    expect(rowAt(layout, 13 * 20 + 10)).toBeUndefined();
    expect([rowAt(layout, -1), rowAt(layout, 568)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['bid', { asks: 0, bids: 18 }, 48, 0],
    ['ask', { asks: 18, bids: 0 }, 340, 17],
  ] as const)('%ss alone fill the height, the price at their best row', (view, rows, bestTop, bestNumber) => {
    const alone = layBook(view, 300, 424, 20, 48);
    expect(alone).toMatchObject({ ...rows, rowHeight: 20 });
    expect(rowTop(alone, view, 0)).toBe(bestTop);
    const best = { side: view, index: 0 };
    expect(rowAt(alone, bestTop + 7)).toEqual(best);
    expect(rowNumber(alone, best)).toBe(bestNumber);
    expect(placeOf(alone, bestNumber)).toEqual(best);
    expect(rowAt(alone, view === 'bid' ? 20 : 380)).toBeUndefined();
  });

  it('a side alone in more room than its twenty levels need grows into it', () => {
    expect(layBook('bid', 300, 588, 20, 48)).toMatchObject({ bids: 20, rowHeight: 27 });
    expect(layBook('both', 300, 588, 20, 48)).toMatchObject({ bids: 13, asks: 13, rowHeight: 20 });
  });
});

describe('the still ladder', () => {
  it('holds at most 1.5 s however much the pointer moves', () => {
    const ladder = createStillLadder();
    ladder.move(3, 0);
    ladder.move(4, 1_000);
    expect(ladder.heldMs(1_000)).toBe(500);
    expect(ladder.heldMs(HOLD_CAP_MS)).toBe(0);
    ladder.move(4, 2_000);
    expect(ladder.heldMs(2_000)).toBe(0);
    ladder.move(5, 2_100);
    expect(ladder.heldMs(2_100)).toBe(HOLD_CAP_MS);
  });

  it('drops a click when the price changed between press and release', () => {
    const ladder = createStillLadder();
    ladder.press(100);
    expect(ladder.release(101)).toBeUndefined();
    ladder.press(100);
    expect(ladder.release(100)).toBe(100);
    expect(ladder.release(100)).toBeUndefined();
  });
});

describe('prices of a grouped ladder', () => {
  it.each([
    [6_193_000, 2, 1_000, '61,930'],
    [6_193_000, 2, 10, '61,930.0'],
    [6_193_012, 2, 1, '61,930.12'],
    [6_193_050, 2, 50, '61,930.5'],
    [21_059, 4, 10, '2.105'],
  ])('%d at %d decimals by %d reads %s', (units, decimals, step, text) => {
    expect(steppedText(units, decimals, step)).toBe(text);
  });
});

describe('where a ladder begins', () => {
  it('a dear symbol by whole units, a cheap one by its tick', () => {
    // 61,600.00 in hundredths: rows of 1 USDT; 2.2012 in ten-thousandths: of a tick.
    expect(usualStep(6_160_000, groupingSteps(6_160_000))).toBe(100);
    expect(usualStep(22_012, groupingSteps(22_012))).toBe(1);
    expect(usualStep(0, groupingSteps(0))).toBe(1);
  });
});
