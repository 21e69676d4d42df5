// The line of levels takes out exactly what a price has reached, as a plain list would.
import { describe, expect, it } from 'vitest';
import { LevelLine, type Waiting } from './level-line.ts';

const rise = (id: number, level: number): Waiting => ({ id, level, way: 'RISE' });
const fall = (id: number, level: number): Waiting => ({ id, level, way: 'FALL' });

describe('levels that wait for a price', () => {
  it('are reached at their very price, the nearest first, of one level the older first', () => {
    const line = new LevelLine<Waiting>();
    for (const each of [rise(1, 105), rise(2, 101), rise(3, 101), fall(4, 99), fall(5, 90)]) line.add(each);
    expect(line.take(100)).toEqual([]);
    expect(line.take(101).map(({ id }) => id)).toEqual([2, 3]);
    expect(line.take(89).map(({ id }) => id)).toEqual([4, 5]);
    expect(line.size).toBe(1);
  });

  it('behave as a list that is searched whole, over 3,000 random steps', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const line = new LevelLine<Waiting>();
    let list: Waiting[] = [];
    for (let id = 1; id <= 3_000; id++) {
      const waiting: Waiting = { id, level: 900 + random(200), way: random(2) === 0 ? 'RISE' : 'FALL' };
      line.add(waiting);
      list.push(waiting);
      if (random(3) === 0) {
        const gone = list[random(list.length)];
        line.remove(gone);
        list = list.filter((each) => each !== gone);
      }
      if (random(2) === 0) {
        const price = 900 + random(200);
        const isReached = (each: Waiting) => (each.way === 'RISE' ? each.level <= price : each.level >= price);
        const taken = line.take(price).map((each) => each.id);
        expect(taken.toSorted((a, b) => a - b)).toEqual(list.filter(isReached).map((each) => each.id));
        list = list.filter((each) => !isReached(each));
      }
    }
    expect(line.size).toBe(list.length);
  });
});
