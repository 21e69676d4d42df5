// A feed at a twentieth of the price, in small: seeds of each end, both engines, nothing done by a price that is not believed (13.15).
import { describe, expect, test } from 'vitest';
import { WrongFeedEnd, WrongFeedRun } from './wrong-feed-run.ts';

describe('tape, book and index of a symbol all at a twentieth of the price', () => {
  test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
    'seed %i: nobody is liquidated, nothing fires, no round is settled by it',
    async (seed) => {
      const report = await (await WrongFeedRun.open(seed)).run();
      expect(report.problems, `npm run sim -- --seeds 0 --crashes 0 --from ${seed} --wrong-feeds 1`).toEqual([]);
      expect(report.refused).toBeGreaterThan(0);
      expect(report.voided).toBeGreaterThan(0);
      // What was held back comes once it is believed: a run in which nothing waited would prove nothing.
      if (report.end === WrongFeedEnd.Confirmed) expect(report.liquidations).toBeGreaterThan(0);
    },
  );
});
