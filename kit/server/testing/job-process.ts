// A process of its own with one job, for tests: does the rows of `todo` one after the other and stops itself where it is told to.
import type { DatabaseAddress } from '../database.ts';
import { createPool } from '../database.ts';
import { createJobs } from '../jobs.ts';
import { checkLease } from '../lease.ts';
import { fencedQuery, inTransaction } from '../transaction.ts';

export interface JobProcessOptions {
  address: DatabaseAddress;
  leaseMs: number;
  /** At the second row it sends itself the signal, before its transaction begins or after its effect is written. */
  signal?: 'SIGSTOP' | 'SIGKILL';
  place?: 'before' | 'within';
  /**
   * row: effect and note in one transaction. engine: a command with a request key made of the work, which is known for ever, then the note.
   * outside: taken fenced, looked at once more before it leaves, noted as a fact.
   */
  kind?: 'row' | 'engine' | 'outside';
}

const { address, leaseMs, signal, place, kind = 'row' } = JSON.parse(process.argv[2]) as JobProcessOptions;
const pool = createPool(address, { name: 'job process', max: 4 });
const log = { warn: (facts: { err: Error }) => process.send?.(`fault ${facts.err.message}`), info: () => process.send?.('lost') };
const jobs = createJobs({ pool, log: log as never, leaseMs });
let hasStopped = false;

const stopHere = (at: typeof place) => {
  if (signal === undefined || at !== place || hasStopped) return;
  hasStopped = true;
  process.send?.('midst', () => process.kill(process.pid, signal));
  return new Promise((resolve) => setTimeout(resolve, 50));
};

const works = {
  row: (n: number) =>
    inTransaction(pool, async (client) => {
      await client.query('INSERT INTO effect (n, pid) VALUES ($1, $2)', [n, process.pid]);
      if (n === 2) await stopHere('within');
      await client.query('UPDATE todo SET done = true WHERE n = $1', [n]);
    }),
  async engine(n: number) {
    await pool.query('INSERT INTO effect (n, pid, key) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING', [n, process.pid, `todo|${n}`]);
    if (n === 2) await stopHere('within');
    await pool.query('UPDATE todo SET done = true WHERE n = $1', [n]);
  },
  async outside(n: number) {
    await fencedQuery(pool, 'UPDATE todo SET tries = tries + 1 WHERE n = $1', [n]);
    if (n === 2) await stopHere('within');
    await checkLease(pool);
    await pool.query('INSERT INTO effect (n, pid) VALUES ($1, $2)', [n, process.pid]);
    await pool.query('UPDATE todo SET done = true WHERE n = $1', [n]);
  },
};

jobs.every({ name: 'rows.todo', everyMs: 20, fault: 'waits' }, async () => {
  const { rows } = await pool.query<{ n: number }>('SELECT n FROM todo WHERE NOT done ORDER BY n LIMIT 1');
  for (const { n } of rows) {
    if (n === 2) await stopHere('before');
    await works[kind](n);
  }
});
jobs.begin();
process.on('disconnect', () => process.exit());
