// Moves within a window: taken when the lowest or highest of it is so far away, never over a longer time, as a plain list would.
import { describe, expect, it } from 'vitest';
import { MoveLine, type WaitingMove } from './move-line.ts';

const MINUTE = 60_000;
const wait = (id: number, percent: number, way: WaitingMove['way'] = 'BOTH'): WaitingMove => ({ id, moveBp: percent * 100, way });
const ids = (moved: readonly { waiting: WaitingMove }[]) => moved.map(({ waiting }) => waiting.id);

describe('moves within a window', () => {
  it('are reached at their very percent from the lowest or highest, the smallest first, each once', () => {
    const line = new MoveLine<WaitingMove>(60);
    for (const each of [wait(1, 5), wait(2, 3, 'RISE'), wait(3, 3, 'FALL'), wait(4, 3)]) line.add(each);
    expect(line.take(10_000, 0)).toEqual([]);
    expect(line.take(10_299, MINUTE)).toEqual([]);
    expect(line.take(10_300, 2 * MINUTE)).toMatchObject([
      { waiting: { id: 2 }, from: 10_000 },
      { waiting: { id: 4 }, from: 10_000 },
    ]);
    expect(line.take(9_992, 3 * MINUTE)).toEqual([]);
    expect(line.take(9_991, 4 * MINUTE)).toMatchObject([{ waiting: { id: 3 }, from: 10_300 }]);
    expect(line.take(9_785, 5 * MINUTE)).toMatchObject([{ waiting: { id: 1 }, from: 10_300 }]);
    expect(line.size).toBe(0);
  });

  it('of a longer time than the window are none', () => {
    const line = new MoveLine<WaitingMove>(60);
    line.add(wait(1, 5));
    for (let minute = 0; minute <= 240; minute++) expect(line.take(10_000 + 8 * minute, minute * MINUTE)).toEqual([]);
    expect(line.moves(11_920, 240 * MINUTE)).toEqual({ rise: 412, fall: 0 });
  });

  it('see what was recorded before, and not what is older than the window', () => {
    const line = new MoveLine<WaitingMove>(15);
    line.add(wait(1, 5, 'RISE'));
    line.take(10_400, 20 * MINUTE);
    line.seed([
      { at: MINUTE, low: 9_000, high: 9_100 },
      { at: 10 * MINUTE, low: 10_000, high: 10_050 },
    ]);
    expect(line.moves(10_400, 20 * MINUTE)).toEqual({ rise: 400, fall: 0 });
    expect(ids(line.take(10_500, 21 * MINUTE))).toEqual([1]);
  });

  it('behave as a list that is searched whole, over 4,000 random prices', () => {
    let seed = 11;
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const line = new MoveLine<WaitingMove>(5);
    const heard: { at: number; price: number }[] = [];
    let list: WaitingMove[] = [];
    let [now, price, began] = [0, 10_000, 0];
    for (let i = 1; i <= 4_000; i++) {
      const waiting = wait(i, 1 + random(6), (['RISE', 'FALL', 'BOTH'] as const)[random(3)]);
      line.add(waiting);
      list.push(waiting);
      now += random(9_000);
      price = Math.max(5_000, price + random(241) - 120);
      // A part of the window begins with its first price and is kept or dropped as a whole.
      if (i === 1 || now - began >= 5_000) began = now;
      heard.push({ at: began, price });
      const inside = heard.filter(({ at }) => at > began - 5 * MINUTE);
      const [low, high] = [Math.min(...inside.map((h) => h.price)), Math.max(...inside.map((h) => h.price))];
      const isReached = ({ way, moveBp }: WaitingMove) =>
        (way !== 'FALL' && price * 10_000 >= low * (10_000 + moveBp)) || (way !== 'RISE' && price * 10_000 <= high * (10_000 - moveBp));
      expect(ids(line.take(price, now)).toSorted((a, b) => a - b)).toEqual(list.filter(isReached).map(({ id }) => id));
      list = list.filter((each) => !isReached(each));
    }
    expect(line.size).toBe(list.length);
  });
});
