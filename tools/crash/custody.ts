// npm run crash -- --custody --cycles N [--seed S]: kills server, watcher, signer and the chains' nodes at random moments while members bring
// coins in and send them out, and proves that nothing is paid twice or forgotten: at the end the ledger is the chain (issue 15, 8).
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@maru/kit/server/database-open.ts';
import pg from 'pg';
import { CustodyLoad } from './custody-load.ts';
import { type CustodyVerdict, verifyCustody } from './custody-verify.ts';
import { type Random, seeded } from './random.ts';
import { freePort, ServerProcess, withServer } from './server-process.ts';

export interface CustodyRun {
  cycles: number;
  seed: number;
  clients: number;
}

const victims = { watcher: 'apps/custody/main.ts', signer: 'apps/signer/main.ts', node: '/bin/anvil' } as const;
type Victim = keyof typeof victims | 'server';
const order: readonly Victim[] = ['watcher', 'signer', 'server', 'watcher', 'node', 'signer'];
/** Between two kills: long enough for a block, short enough that steps are cut in two. */
const [LEAD_MS, MORE_MS] = [2_000, 6_000];
const END_MS = 10 * 60_000;
/** Until the first withdrawal is on its way, and until what was killed is back; the limits only end what hangs. */
const [BEGUN_MS, BACK_MS] = [120_000, 60_000];

export async function crashCustody(run: CustodyRun, dataDir: string): Promise<boolean> {
  return withServer(new ServerProcess(dataDir, await freePort()), (server) => crashUnder(server, run, dataDir));
}

async function crashUnder(server: ServerProcess, { cycles, seed, clients }: CustodyRun, dataDir: string): Promise<boolean> {
  const random = seeded(seed);
  server.start();
  await server.ready();
  const load = new CustodyLoad({ url: server.url, run: `k${seed}`, clients, random });
  await onDatabase(dataDir, anybodyMayComeAndGo);
  // What changed in the site's row holds from its next start on.
  await server.stop();
  server.start();
  await server.ready();
  await load.prepare();
  await onDatabase(dataDir, ['UPDATE account_withdrawal_hold SET lifted_at = now() WHERE lifted_at IS NULL']);
  load.start();
  await load.begun(BEGUN_MS);
  const kills = new Map<string, number>();
  for (let cycle = 0; cycle < cycles; cycle++) {
    await sleep(LEAD_MS + random() * MORE_MS);
    const victim = await killOne(server, order[cycle % order.length], random);
    kills.set(victim, 1 + (kills.get(victim) ?? 0));
  }
  await load.end();
  const isOver = await load.over(END_MS);
  const code = await server.stop();
  return tell({ cycles, seed, load, kills, isOver, code, verdict: await verifyCustody(dataDir, load.acked) });
}

interface Outcome {
  cycles: number;
  seed: number;
  load: CustodyLoad;
  kills: ReadonlyMap<string, number>;
  isOver: boolean;
  code: number | null;
  verdict: CustodyVerdict;
}

/** Answers whether all is as it should be. */
function tell({ cycles, seed, load, kills, isOver, code, verdict: v }: Outcome): boolean {
  const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, n]) => `${name}:${n}`).join(',') || 'none';
  console.log(
    `crash seed=${seed} sent=${load.sent} refused=${list(load.refused)} kills=${list(kills)} is_over=${isOver} stop_code=${code}`,
  );
  const faults = [...load.contradictions, ...v.faults, ...(isOver ? [] : load.open.map((one) => `still open: ${one}`))];
  for (const text of faults.slice(0, 10)) console.log(`crash contradiction ${text}`);
  const doubled = v.doubled + load.contradictions.length;
  console.log(
    `kill9 custody cycles=${cycles} acked=${load.acked.length} confirmed=${v.confirmed} deposits=${v.deposits} forgotten=${v.forgotten} ` +
      `paid_twice=${doubled} chain_differs=${v.differs} coins=${v.coins} ledger_sum=${v.ledgerSum}`,
  );
  return isOver && v.forgotten === 0 && doubled === 0 && v.differs === 0 && v.ledgerSum === 0 && code === 0 && v.confirmed > 0;
}

/** Codes, limits and rules about habits have tests of their own, and nobody here waits for a day. */
const anybodyMayComeAndGo = [
  `UPDATE site_site SET config = config - 'signUp'`,
  'UPDATE custody_terms SET travel_from_won = NULL',
  'UPDATE custody_level SET day_limit = NULL, month_limit = NULL',
  `UPDATE custody_rule SET is_on = false WHERE rule <> 'AMOUNT'`,
];

/** The running server's. */
async function onDatabase(dataDir: string, statements: readonly string[]): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
    await database.close();
  }
}

/** A node is asked to end, as a machine that goes down does: what it forgot of its blocks would be another chain. */
async function killOne(server: ServerProcess, wanted: Victim, random: Random): Promise<Victim> {
  const below = wanted === 'server' ? [] : await runningBelow(server, victims[wanted]);
  if (below.length > 0) {
    process.kill(below[Math.floor(random() * below.length)], wanted === 'node' ? 'SIGTERM' : 'SIGKILL');
    return wanted;
  }
  await server.kill();
  server.start();
  await server.ready();
  return 'server';
}

/** What was killed a moment ago is back when somebody has looked at deposits again. */
async function runningBelow(server: ServerProcess, program: string): Promise<number[]> {
  for (const until = performance.now() + BACK_MS; ; ) {
    const found = pidsBelow(server.pid, program);
    if (found.length > 0 || performance.now() > until) return found;
    await sleep(50);
  }
}

/** Processes below ours alone, whose command names this program. */
function pidsBelow(root: number | undefined, program: string): number[] {
  const parents = new Map<number, { parent: number; command: string }>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(Number(name), { parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ') });
    } catch {
      // Gone in between.
    }
  const isBelow = (pid: number): boolean => {
    const found = parents.get(pid);
    return found !== undefined && (found.parent === root || isBelow(found.parent));
  };
  return [...parents]
    .filter(([pid, { command }]) => command.split(' ').some((word) => word.endsWith(program)) && isBelow(pid))
    .map(([pid]) => pid);
}
