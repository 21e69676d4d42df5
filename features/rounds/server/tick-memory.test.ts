// Rule 11.4: the last tick at or before a boundary counts, by the time our clock received it.
import { expect, test } from 'vitest';
import { TickMemory } from './tick-memory.ts';

const tick = (id: number, receivedAt: number, price = 100 + id) => ({ id, price, eventAt: receivedAt - 3, receivedAt });

function memoryOf(...times: number[]): TickMemory {
  const memory = new TickMemory();
  times.forEach((time, i) => memory.add(tick(i + 1, time)));
  return memory;
}

test('the last tick at or before the moment, and the one before it', () => {
  const memory = memoryOf(1000, 1500, 2000, 2000, 2001);
  expect(memory.at(2000)).toMatchObject({ tick: { id: 4 }, before: { id: 3 } });
  expect(memory.at(1999)).toMatchObject({ tick: { id: 2 }, before: { id: 1 } });
  expect(memory.at(1000)).toMatchObject({ tick: { id: 1 }, before: undefined });
  expect(memory.at(999).tick).toBeUndefined();
  expect(new TickMemory().at(999)).toEqual({ tick: undefined, before: undefined, near: [] });
});

test('neighbours of the chosen tick on both sides, oldest first', () => {
  const memory = memoryOf(...Array.from({ length: 40 }, (_, i) => i * 100));
  const ids = memory.at(2000).near.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(ids).toContain(21);
  expect(Math.max(...ids)).toBe(27);
  expect(ids.length).toBeLessThanOrEqual(13);
});

test('the first ticks after a moment, and a ring that has gone round', () => {
  const memory = memoryOf(...Array.from({ length: 5000 }, (_, i) => i));
  expect(memory.after(4990, 4).map(({ receivedAt }) => receivedAt)).toEqual([4991, 4992, 4993, 4994]);
  expect(memory.after(4999, 4)).toEqual([]);
  expect(memory.at(4995).tick?.receivedAt).toBe(4995);
  expect(memory.at(3).tick).toBeUndefined();
  expect(memory.latest?.receivedAt).toBe(4999);
});

test('the first ticks after a moment that the ring has forgotten are not made up from later ones', () => {
  const memory = memoryOf(...Array.from({ length: 5000 }, (_, i) => i));
  expect(memory.after(903, 2)).toEqual([]);
  expect(memory.after(904, 2).map(({ receivedAt }) => receivedAt)).toEqual([905, 906]);
});
