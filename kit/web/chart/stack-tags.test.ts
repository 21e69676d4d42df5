// Tags keep 22 between centres, dock at the edge, and yield by rank.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverOf, stackTags, taggedOf } from './stack-tags.ts';

describe('price tags', () => {
  it('stand at their price when there is room', () => {
    expect(
      stackTags(
        [
          { id: 'a', y: 100, rank: 1 },
          { id: 'b', y: 140, rank: 0 },
        ],
        400,
        22,
      ).map((p) => [p.id, p.y, p.displaced]),
    ).toEqual([
      ['a', 100, false],
      ['b', 140, false],
    ]);
  });
  it('the lower rank yields and gets a leader', () => {
    const [last, order] = stackTags(
      [
        { id: 'order', y: 102, rank: 1 },
        { id: 'last', y: 100, rank: 9 },
      ],
      400,
      22,
    );
    expect(last.id).toBe('last');
    expect(last.y).toBeCloseTo(100, 2);
    expect(order).toMatchObject({ id: 'order', lineY: 102, displaced: true });
    expect(order.y).toBeCloseTo(122, 2);
  });
  it('stand in the order of their prices, docked ones too', () => {
    const places = stackTags(
      [
        { id: 'last', y: 390, rank: 9 },
        { id: 'entry', y: 380, rank: 6 },
        { id: 'order', y: 700, rank: 4 },
        { id: 'liquidation', y: 9_000, rank: 7 },
      ],
      400,
      22,
    );
    expect(places.map((p) => p.id)).toEqual(['entry', 'last', 'order', 'liquidation']);
    expect(places.at(-1)?.y).toBe(389);
  });
  it('a price outside the view docks at the edge', () => {
    expect(stackTags([{ id: 'liq', y: 900, rank: 1 }], 400, 22)[0]).toMatchObject({
      y: 389,
      docked: 'bottom',
      lineY: 400,
      displaced: false,
    });
    expect(stackTags([{ id: 'tp', y: -5, rank: 1 }], 400, 22)[0]).toMatchObject({ y: 11, docked: 'top' });
  });
  it('never overlap while there is room for all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ y: fc.integer({ min: -50, max: 450 }), rank: fc.integer({ min: 0, max: 4 }) }), { maxLength: 7 }),
        (tags) => {
          const places = stackTags(
            tags.map((t, i) => ({ ...t, id: String(i) })),
            400,
            22,
          );
          for (const a of places) for (const b of places) if (a !== b) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(22 - 1e-6);
        },
      ),
    );
  });
});

describe('tags where there are more lines than room', () => {
  const orders = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `order${i}`, y: from + i * step, rank: 4 }));
  const own = [
    { id: 'last', y: 200, rank: 9 },
    { id: 'entry', y: 220, rank: 6 },
    { id: 'liquidation', y: 9_000, rank: 7 },
  ];
  it('all have theirs while there is room', () => {
    expect(taggedOf([...own, ...orders(5, 40, 30)], 400, 22, 200).size).toBe(8);
  });
  it('of two hundred out of view the two nearest at an edge, and never one of rank less', () => {
    const tagged = taggedOf([...orders(200, 500, 10), ...own], 400, 22, 200);
    expect([...tagged].toSorted()).toEqual(['entry', 'last', 'liquidation', 'order0', 'order1']);
  });
  it('of two hundred in view those nearest to the last price, as many as fit', () => {
    const tagged = taggedOf([...own, ...orders(200, 0, 2)], 400, 22, 200);
    expect(tagged.size).toBe(18);
    expect(tagged.has('order100')).toBe(true);
    expect(tagged.has('order0')).toBe(false);
    const places = stackTags(
      [...own, ...orders(200, 0, 2)].filter(({ id }) => tagged.has(id)),
      400,
      22,
    );
    for (const a of places) for (const b of places) if (a !== b) expect(Math.abs(a.y - b.y)).toBeGreaterThan(18);
  });
});

describe('figures of the axis behind tags', () => {
  it.each([
    ['one in the middle is hidden by the tag itself', 100, [100], [], { above: 0, below: 0 }],
    ['one that looks out above', 100, [90], [], { above: 8, below: 0 }],
    ['one that looks out below', 100, [114], [], { above: 0, below: 12 }],
    ['one that stands clear is left', 100, [116, 84], [], { above: 0, below: 0 }],
    ['between two tags only the room between them is covered', 100, [111], [122], { above: 0, below: 4 }],
    ['tags that touch leave nothing to cover', 100, [109], [118], { above: 0, below: 0 }],
    ['the tag itself is no other', 100, [110], [100], { above: 0, below: 8 }],
  ] as const)('%s', (_, y, figures, tags, cover) => expect(coverOf(y, figures, tags)).toEqual(cover));
});
