// The alarm's steps: 10 and 5 percent of the meter, each once, armed again only well above it.
import { expect, it } from 'vitest';
import { alarmLevel, METER_SPAN } from './liquidation-alarm.ts';

const at = (share: number) => Math.round(share * METER_SPAN);

it.each([
  [0.2, 0, 0],
  [0.1, 0, 1],
  [0.051, 1, 1],
  [0.05, 1, 2],
  [0.06, 2, 2],
  [0.08, 2, 1],
  [0.11, 1, 1],
  [0.13, 1, 0],
])('%d of the meter left, level %i before: %i', (share, before, level) => {
  expect(alarmLevel(at(share), before)).toBe(level);
  expect(alarmLevel(-at(share), before)).toBe(level);
});

it('a position that cannot be liquidated has no level', () => expect(alarmLevel(undefined, 2)).toBe(0));
