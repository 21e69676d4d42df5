// Room for a pane's legend: a share of the values' span, never what the library would take for pixels.
import { expect, test } from 'vitest';
import { gapFor } from './legend-space.ts';

test('a legend keeps its pixels free of bars, in a low pane half of it', () => {
  expect(gapFor(24, 60)).toBeCloseTo(24 / 36, 10);
  for (const height of [32, 44, 48, 60, 300]) {
    const gap = gapFor(24, height);
    // From 1 on the library reads pixels: a phone's strip of 44 px had none free.
    expect(gap).toBeLessThan(1);
    const free = (height * gap) / (1 + gap);
    expect(free).toBeGreaterThanOrEqual(Math.min(24, height * 0.48) - 0.001);
  }
});
