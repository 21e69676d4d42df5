// The gate of R1: 20 seeds x 10,000 commands through both engines, no invariant broken, no difference.
import { describe, expect, test } from 'vitest';
import { simulate } from './simulator.ts';

describe('the simulator', () => {
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

  test.each(seeds)('seed %i: 10,000 commands without violation or difference', (seed) => {
    const report = simulate(seed, 10_000);
    const rerun = `npm run sim -- --seeds 1 --from ${seed} --commands ${report.commands} --crashes 0`;
    expect({ violations: report.violations, differences: report.differences }, rerun).toEqual({ violations: [], differences: [] });
    expect(report.commands).toBe(10_000);
    // A run that refuses everything would prove nothing.
    expect(report.accepted).toBeGreaterThan(3_000);
    expect(report.fills).toBeGreaterThan(500);
    expect(report.faults).toBeGreaterThan(20);
  });
});
