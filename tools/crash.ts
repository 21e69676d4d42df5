// npm run crash -- --cycles N [--seed S] [--rounds | --custody]: kills the real server at random moments under load from members who retry with the
// same ids, starts it again each time, and proves that nothing acknowledged is lost and nothing took effect twice.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningPostmaster } from '@maru/kit/server/embedded-postgres-process.ts';
import { clusterOf } from '@maru/kit/server/embedded-postgres-note.ts';
import { removeCluster } from '@maru/kit/server/embedded-postgres.ts';
import { crashCustody } from './crash/custody.ts';
import { Load } from './crash/load.ts';
import { type Random, seeded } from './crash/random.ts';
import { crashRounds } from './crash/rounds.ts';
import { freePort, ServerProcess, withServer } from './crash/server-process.ts';
import { verify } from './crash/verify.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '25' },
    seed: { type: 'string' },
    clients: { type: 'string' },
    /** Rounds in place of orders, and how fast their time runs. */
    rounds: { type: 'boolean', default: false },
    factor: { type: 'string', default: '12' },
    /** Coins in and out in place of orders; watcher, signer and nodes are killed too. */
    custody: { type: 'boolean', default: false },
  },
});
const cycles = Number(values.cycles);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);

/** Every fourth kill falls into the start, every eighth takes the database with it. */
async function killOnce(cycle: number, server: ServerProcess, dataDir: string, random: Random): Promise<void> {
  if (cycle % 4 === 3) await sleep(random() * 1_500);
  else {
    await server.ready();
    await sleep(random() * 800);
  }
  await server.kill();
  if (cycle % 8 !== 6) return;
  const cluster = clusterOf(dataDir);
  const postmaster = cluster === undefined ? undefined : runningPostmaster(cluster);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
}

function percentile(all: number[], p: number): number {
  return all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.ceil(p * all.length) - 1)] ?? 0;
}

async function run(server: ServerProcess, dataDir: string): Promise<boolean> {
  const random = seeded(seed);
  server.start();
  await server.ready();
  const load = new Load({ url: server.url, run: `c${seed}`, clients: Number(values.clients ?? 64), random });
  load.start();
  const recoverMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    await killOnce(cycle, server, dataDir, random);
    server.start();
    if (cycle % 4 !== 2) recoverMs.push(await server.ready());
  }
  await server.ready();
  await sleep(1_000);
  await load.end();
  const code = await server.stop();
  const v = await verify(dataDir, load.acked);
  const refused = [...load.refused].map(([name, n]) => `${name}:${n}`).join(',') || 'none';
  console.log(
    `crash seed=${seed} sent=${load.sent} refused=${refused} seq=${v.seq} snapshots_equal=${v.snapshotsCompared} rows_wrong=${v.rowsWrong} ledger_sum=${v.ledgerSum} stop_code=${code}`,
  );
  for (const text of load.contradictions.slice(0, 5)) console.log(`crash contradiction ${text}`);
  const doubled = v.doubled + load.contradictions.length;
  const hash = v.hashOk && v.snapshotsCompared > 0 ? 'ok' : 'DIFFERS';
  console.log(
    `kill9 cycles=${cycles} acked=${load.acked.length} lost=${v.lost} doubled=${doubled} recover_p99_ms=${Math.round(percentile(recoverMs, 0.99))} hash=${hash}`,
  );
  return v.lost === 0 && doubled === 0 && v.rowsWrong === 0 && v.ledgerSum === 0 && hash === 'ok' && code === 0 && load.acked.length > 0;
}

const dir = mkdtempSync(join(tmpdir(), 'maru-crash-'));
// Passable: as root the database's user must get through.
chmodSync(dir, 0o711);
const dataDir = join(dir, 'data');
const again = `crash again: npm run crash -- --cycles ${cycles} --seed ${seed}${values.rounds ? ' --rounds' : ''}${values.custody ? ' --custody' : ''}`;
try {
  const { rounds, custody, clients = '8', factor } = values;
  const asked = { cycles, seed, clients: Number(clients), factor: Number(factor), databaseUrl: process.env.DATABASE_URL };
  const isGood = custody
    ? await crashCustody({ ...asked, clients: 4 }, dataDir)
    : rounds
      ? await crashRounds(asked, dataDir)
      : await withServer(new ServerProcess(dataDir, await freePort()), (server) => run(server, dataDir));
  if (!isGood) console.log(again);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  // Said before the cleanup, which may fail for the same reason and would be all that is seen.
  console.error(again, error);
  process.exitCode = 1;
} finally {
  await removeCluster(dataDir);
  rmSync(dir, { recursive: true, force: true });
}
