// npm run crash -- --rounds --cycles N [--seed S]: kills a server whose time runs fast around everything that is decided of a round, while
// members play, and proves that each bet stands once and each round is settled or given back once (rules 11.7, ADR 0023).
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkEvidence } from '@maru/rounds/evidence-check.ts';
import { FAST_TIME, fastNow, type FastTime } from '@maru/app-server/testing/fast-time.ts';
import { runningPostmaster } from '@maru/kit/server/embedded-postgres-process.ts';
import { clusterOf } from '@maru/kit/server/embedded-postgres-note.ts';
import { seeded } from './random.ts';
import { PLAYER_PASSWORD, RoundLoad } from './round-load.ts';
import { nextKill } from './round-moments.ts';
import { verifyRounds } from './round-verify.ts';
import { freePort, ServerProcess, withServer } from './server-process.ts';

export interface RoundsRun {
  cycles: number;
  seed: number;
  clients: number;
  /** So many times faster than the machine's clock. */
  factor: number;
  databaseUrl: string | undefined;
}

const entry = fileURLToPath(new URL('../../apps/server/testing/fast-server.ts', import.meta.url));
const PLAYERS = 6;
/** Every so many kills falls into the start, takes the database along. */
const [IN_START, WITH_DATABASE] = [7, 12];
/** Time to play between a start and the next kill. */
const LEAD_MS = 300;
/** A round that nobody settled is void after ten minutes. */
const VOID_MS = 660_000;

export async function crashRounds(run: RoundsRun, dataDir: string): Promise<boolean> {
  return withServer(await processOf(dataDir, run), (server) => crashUnder(server, run, dataDir));
}

async function crashUnder(server: ServerProcess, run: RoundsRun, dataDir: string): Promise<boolean> {
  const random = seeded(run.seed);
  let time: FastTime = { from: Date.now(), to: Math.ceil(Date.now() / 3_600_000) * 3_600_000, factor: run.factor };
  const told = () => ({ [FAST_TIME]: JSON.stringify(time) });
  server.start({ ...told(), MARU_TEST_PLAYERS: String(PLAYERS) });
  await server.ready();
  await playersStand(server.url);
  const load = new RoundLoad({
    url: server.url,
    run: `r${run.seed}`,
    clients: run.clients,
    players: PLAYERS,
    random,
    now: () => fastNow(time),
  });
  load.start();
  const kills = new Map<string, number>();
  const readyMs: number[] = [];
  for (let cycle = 0; cycle < run.cycles; cycle++) {
    const name = await killOnce(cycle, server, dataDir, run, () => fastNow(time), random);
    kills.set(name, 1 + (kills.get(name) ?? 0));
    server.start(told());
    if ((cycle + 1) % IN_START !== IN_START - 1) readyMs.push(await server.ready());
  }
  await server.ready();
  await playOn(server.url);
  await load.end();
  // A long outage at the end: what nobody could settle is void by time.
  await server.stop();
  time = { ...time, to: time.to + VOID_MS };
  server.start(told());
  await server.ready();
  const evidence = await checkAllEvidence(server.url);
  await practiceEnds(server.url);
  const code = await server.stop();
  return tell(run, { load, kills, readyMs, evidence, code, verdict: await verifyRounds(dataDir, run.databaseUrl, load) });
}

async function processOf(dataDir: string, { databaseUrl }: RoundsRun): Promise<ServerProcess> {
  return new ServerProcess(dataDir, await freePort(), entry, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
}

const logIn = (url: string, player: number): Promise<Response> =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: `player${player}`, password: PLAYER_PASSWORD }),
  });

/** The last of them can log in. */
async function playersStand(url: string): Promise<void> {
  while (!(await logIn(url, PLAYERS)).ok) await sleep(100);
}

/** No player has a practice bet open. */
async function practiceEnds(url: string): Promise<void> {
  for (let player = 1; player <= PLAYERS; player++) {
    let token: string | undefined;
    for (;;) {
      token ??= ((await (await logIn(url, player)).json()) as { data?: { accessToken?: string } }).data?.accessToken;
      const answer = await fetch(`${url}/api/trade/practice`, { headers: { authorization: `Bearer ${token}` } });
      // Time runs fast: a token is soon over.
      if (answer.status === 401) token = undefined;
      else if (((await answer.json()) as { data?: { open: unknown[] } }).data?.open.length === 0) break;
      await sleep(250);
    }
  }
}

async function killOnce(
  cycle: number,
  server: ServerProcess,
  dataDir: string,
  { factor }: RoundsRun,
  now: () => number,
  random: () => number,
): Promise<string> {
  let name = 'start';
  if (cycle % IN_START === IN_START - 1) await sleep(random() * 1_500);
  else {
    await server.ready();
    const kill = nextKill(cycle, now(), LEAD_MS * factor, random);
    ({ name } = kill);
    await sleep(Math.max(0, (kill.at - now()) / factor));
  }
  await server.kill();
  if (cycle % WITH_DATABASE !== WITH_DATABASE - 1) return name;
  const cluster = clusterOf(dataDir);
  const postmaster = cluster === undefined ? undefined : runningPostmaster(cluster);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  return name;
}

interface ListedRound {
  tradeRoundId: number;
  status: number;
  hasEvidence: boolean;
}

/** All rounds with bets, as anyone is told them. */
async function listRounds(url: string): Promise<ListedRound[]> {
  const rounds: ListedRound[] = [];
  for (let page = 0; ; page++) {
    const { content } = (await read(`${url}/api/public/trade_round?page=${page}&size=100`)) as { content: ListedRound[] };
    rounds.push(...content);
    if (content.length < 100) return rounds;
  }
}

const read = async (address: string) => ((await (await fetch(address)).json()) as { data?: unknown }).data;

/** Until a round has come to a result: a machine that starts slowly misses many boundaries, and voids alone would prove little. */
async function playOn(url: string): Promise<void> {
  while (!(await listRounds(url)).some(({ status }) => status === 1 || status === 2)) await sleep(500);
}

interface Checked {
  records: number;
  wrong: string[];
}

/** Every round's record as anyone can fetch and check it; waits until none is missing. */
async function checkAllEvidence(url: string): Promise<Checked> {
  let rounds = await listRounds(url);
  while (!rounds.every(({ status, hasEvidence }) => status !== 0 && hasEvidence)) {
    await sleep(200);
    rounds = await listRounds(url);
  }
  const wrong: string[] = [];
  for (const { tradeRoundId } of rounds) {
    const file = (await read(`${url}/api/trade/round/evidence?tradeRoundId=${tradeRoundId}`)) as Parameters<typeof checkEvidence>[0];
    for (const check of checkEvidence(file)) if (!check.isRight && !check.isMissing) wrong.push(`${tradeRoundId} ${check.name}`);
  }
  return { records: rounds.length, wrong };
}

interface Outcome {
  load: RoundLoad;
  kills: ReadonlyMap<string, number>;
  readyMs: readonly number[];
  evidence: Checked;
  code: number | null;
  verdict: Awaited<ReturnType<typeof verifyRounds>>;
}

function tell({ cycles, seed }: RoundsRun, { load, kills, readyMs, evidence, code, verdict: v }: Outcome): boolean {
  const ready = readyMs.toSorted((a, b) => a - b);
  const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, n]) => `${name}:${n}`).join(',') || 'none';
  console.log(
    `crash seed=${seed} sent=${load.sent} cancelled=${load.cancelled} refused=${list(load.refused)} kills=${list(kills)} ` +
      `recover_median_ms=${Math.round(ready[ready.length >> 1] ?? 0)} snapshots_equal=${v.snapshotsCompared} stop_code=${code}`,
  );
  for (const text of [...load.contradictions, ...v.faults, ...evidence.wrong].slice(0, 10)) console.log(`crash contradiction ${text}`);
  const doubled = v.doubled + load.contradictions.length + v.faults.length;
  const hash = v.hashOk && v.snapshotsCompared > 0 ? 'ok' : 'DIFFERS';
  console.log(
    `kill9 rounds cycles=${cycles} acked=${load.acked.length} lost=${v.lost} doubled=${doubled} bets=${v.bets} spins=${v.spins} ` +
      `rounds=${v.rounds} void=${v.voided} unended=${v.unended} evidence=${evidence.records} evidence_wrong=${evidence.wrong.length} ` +
      `rows_wrong=${v.rowsWrong} ledger_sum=${v.ledgerSum} hash=${hash}`,
  );
  const { practice: p } = v;
  console.log(
    `kill9 practice acked=${load.practised.length} lost=${p.lost} doubled=${p.doubled} bets=${p.bets} unended=${p.unended} ` +
      `purses_wrong=${p.pursesWrong} purses_unknown=${p.pursesUnknown}`,
  );
  const practiceFaults = p.lost + p.doubled + p.unended + p.pursesWrong;
  const faults = practiceFaults + v.lost + doubled + v.unended + v.rowsWrong + evidence.wrong.length;
  return faults === 0 && v.ledgerSum === 0 && hash === 'ok' && code === 0 && load.acked.length > 0 && v.rounds > v.voided;
}
