// R2, R4, R5 in small: crashes on the simulated journal lose nothing acknowledged and double nothing; damage is always noticed.
import { describe, expect, test } from 'vitest';
import { Random } from '@maru/engine/testing/random.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import type { JournalEntry } from '@maru/kit/server/journal/journal-entry.ts';
import { emptyEngine, replay } from '@maru/kit/server/recovery.ts';
import { CrashRun, CRASH_SITE } from './crash-run.ts';

const maker = engineMaker('small');

async function* pages(rows: JournalEntry[]): AsyncGenerator<JournalEntry[]> {
  yield rows;
}

/** A copy with one bit turned in one field of one row, a row left out, or two rows exchanged. */
function damaged(rows: readonly JournalEntry[], random: Random): JournalEntry[] {
  const copy = rows.map((row) => ({ ...row, bytes: new Uint8Array(row.bytes), chainHash: new Uint8Array(row.chainHash) }));
  const at = random.below(copy.length - 1);
  const row = copy[at];
  switch (random.below(6)) {
    case 0:
      copy.splice(at, 1);
      break;
    case 1:
      [copy[at], copy[at + 1]] = [copy[at + 1], copy[at]];
      break;
    case 2:
      row.chainHash[random.below(32)] ^= 1 << random.below(8);
      break;
    case 3:
      row[random.pick(['count', 'epoch', 'logicVersion', 'engineTime', 'facts', 'crc32'] as const)] += 1;
      break;
    default:
      row.bytes[random.below(row.bytes.length)] ^= 1 << random.below(8);
  }
  return copy;
}

describe('crashes on the simulated journal', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i: nothing lost, nothing doubled, recovered to the byte', async (seed) => {
    const report = await new CrashRun(seed).run(25, 60);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ crashes: 25, lost: 0, doubled: 0 });
    expect(report.acked).toBeGreaterThan(100);
  });

  test('every damaged row is noticed, and what stands before it is read', async () => {
    const run = new CrashRun(11);
    expect((await run.run(4, 60)).problems).toEqual([]);
    const random = new Random(3);
    let silent = 0;
    for (let i = 0; i < 400; i++) {
      const at = emptyEngine(CRASH_SITE, maker);
      const rows = damaged(run.journal.rows, random);
      const outcome = await replay(CRASH_SITE, at, pages(rows), maker).then(
        () => 'accepted',
        (error: { code?: string }) => error.code ?? String(error),
      );
      if (!['JOURNAL_CORRUPT', 'RECOVERY_REFUSED'].includes(outcome)) silent += 1;
    }
    expect(silent).toBe(0);
    const whole = emptyEngine(CRASH_SITE, maker);
    await replay(CRASH_SITE, whole, pages([...run.journal.rows]), maker);
    expect(whole.point.seq).toBe(run.journal.rows.reduce((sum, row) => sum + row.count, 0));
  });
});
