// What a release must pass, as tests: so many seeds x 10,000 commands through both engines, no invariant broken, no difference. Two files share
// the seeds, so that two cores do.
import { describe, expect, test } from 'vitest';
import { CommandKind } from '../wire/command-kind.ts';
import { isCrowded, simulate } from './simulator.ts';

const COMMANDS = 10_000;
/** A site so full that hardly a bet finds room may see none of these. */
const RARE: readonly CommandKind[] = [CommandKind.CancelBet, CommandKind.SellBet];

/** Commands that no member, operator or feed of the run sent with success: a new one without its naive twin and generator stands here. */
const missing = (kinds: ReadonlySet<CommandKind>) =>
  Object.entries(CommandKind).filter(([, kind]) => !kinds.has(kind) && !RARE.includes(kind));

export function testSeeds(from: number, to: number): void {
  describe('the simulator', () => {
    const seeds = Array.from({ length: to - from + 1 }, (_, i) => from + i);

    test.each(seeds)('seed %i: 10,000 commands without violation or difference', (seed) => {
      const report = simulate(seed, COMMANDS);
      const rerun = `npm run sim -- --seeds 1 --from ${seed} --commands ${report.commands} --crashes 0`;
      expect({ violations: report.violations, differences: report.differences }, rerun).toEqual({ violations: [], differences: [] });
      expect(report.commands).toBe(COMMANDS);
      // A run that refuses everything would prove nothing. A crowded site trades less, and must meet its walls often.
      const crowded = isCrowded(seed);
      expect(report.accepted).toBeGreaterThan(3_000);
      expect(report.fills).toBeGreaterThan(crowded ? 100 : 200);
      expect(report.faults).toBeGreaterThan(20);
      expect(report.met.OrderTriggered ?? 0).toBeGreaterThan(5);
      expect(report.met.FundingSettled ?? 0).toBeGreaterThan(crowded ? 0 : 5);
      expect(report.liquidations).toBeGreaterThan(0);
      expect(missing(report.kinds)).toEqual([]);
      if (crowded) expect(report.met['CommandRejected.CAPACITY_FULL'] ?? 0).toBeGreaterThan(300);
    });
  });
}
