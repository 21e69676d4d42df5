// The line of what is due: in order of time, each once, and nothing of what was put off.
import { expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

it('takes what is due, the longest due first, and no more than asked', () => {
  const queue = new DueQueue();
  for (const [id, at] of [
    [1, 50],
    [2, 10],
    [3, 30],
    [4, 90],
  ])
    queue.put(id, at);
  expect(queue.take(9, 10)).toEqual([]);
  expect(queue.take(60, 2)).toEqual([2, 3]);
  expect(queue.take(60, 10)).toEqual([1]);
  expect([queue.size, queue.has(4), queue.has(1)]).toEqual([1, true, false]);
});

it('an id put again is due at its new time alone', () => {
  const queue = new DueQueue();
  queue.put(1, 10);
  queue.put(1, 100);
  expect(queue.take(50, 10)).toEqual([]);
  queue.put(1, 5);
  expect(queue.take(50, 10)).toEqual([1]);
  expect(queue.take(1000, 10)).toEqual([]);
});

it('thousands come out in order', () => {
  const queue = new DueQueue();
  const at = (id: number) => (id * 7919) % 10_007;
  for (let id = 0; id < 5000; id++) queue.put(id, at(id));
  const taken = queue.take(Number.MAX_SAFE_INTEGER, 5000);
  expect(taken).toHaveLength(5000);
  expect(taken.map(at)).toEqual(taken.map(at).toSorted((a, b) => a - b));
});

it('what is begun and ended over and over takes no room, and what stands keeps its turn', () => {
  const queue = new DueQueue();
  for (let id = 0; id < 20; id++) queue.put(id, 90_000 - id);
  for (let now = 100; now < 10_000; now++) {
    queue.put(now, now + 60_000);
    queue.put(now, now);
    expect(queue.take(now, 1)).toEqual([now]);
    expect(queue.service).toBeLessThan(150);
  }
  expect(queue.take(90_000, 100)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
});
