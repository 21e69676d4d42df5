// What a member may resume from is bounded, in messages and in characters; beyond it the client is told to fetch anew.
import { expect, test } from 'vitest';
import { createEventRing } from './socket-ring.ts';

const entry = (seq: number, chars: number) => ({ seq, index: 0, queue: 'bets', tail: 'x'.repeat(chars) });

test('long messages push old ones out before their number does, the newest always stays', () => {
  const ring = createEventRing(0);
  for (let seq = 1; seq <= 10; seq++) ring.add(entry(seq, 20_000));
  expect(ring.after('bets', 7, 0)?.map(({ seq }) => seq)).toEqual([8, 9, 10]);
  expect(ring.after('bets', 6, 0)).toBeUndefined();
  ring.add(entry(11, 200_000));
  expect(ring.after('bets', 10, 0)?.map(({ seq }) => seq)).toEqual([11]);
  expect(ring.floor).toEqual({ seq: 10, index: 0 });
});

test('short ones are bounded by their number', () => {
  const ring = createEventRing(0);
  for (let seq = 1; seq <= 300; seq++) ring.add(entry(seq, 10));
  expect(ring.after('bets', 44, 0)).toHaveLength(256);
  expect(ring.after('bets', 43, 0)).toBeUndefined();
});
