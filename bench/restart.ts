// From kill -9 to ready: the real server on its own data, killed again and again; where the time goes, and what of it is its own work.
//
// A start on a machine that does other things waits for a core. So beside each start a process that only counts runs for a second of
// its own time: how much longer that takes by the clock is how much longer everything takes, and the bound is stretched by it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeCluster } from '@maru/kit/server/embedded-postgres.ts';
import { Load } from '../tools/crash/load.ts';
import { seeded } from '../tools/crash/random.ts';
import { freePort, ServerProcess } from '../tools/crash/server-process.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const PASSES = isSmoke ? 2 : 7;
/** Asked of a machine that does nothing else. */
const QUIET_MS = 3_000;
const COUNT_MS = 500;
const TICKS_A_SECOND = 100;

/** Clock over processor time of a process that only counts, beside whatever runs now. */
async function stretchNow(): Promise<number> {
  const code = `const t = performance.now(); let c; do { for (let i = 0; i < 1e5; i++); c = process.cpuUsage(); }
    while ((c.user + c.system) / 1000 < ${COUNT_MS}); console.log((performance.now() - t) / ((c.user + c.system) / 1000));`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return Math.max(1, Number(text.toString()));
}

/** Processor time of the server's process and its threads so far, ms. */
function cpuMs(dataDir: string): number {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number };
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

const dir = mkdtempSync(join(tmpdir(), 'maru-restart-'));
chmodSync(dir, 0o711);
const dataDir = join(dir, 'data');
process.env.NODE_COMPILE_CACHE ??= join(dir, 'compiled');
try {
  const server = new ServerProcess(dataDir, await freePort());
  server.start();
  await server.ready();
  const load = new Load({ url: server.url, run: 'restart', clients: 16, random: seeded(1) });
  load.start();
  const times: number[] = [];
  const ratios: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    await sleep(2_000);
    await server.kill();
    server.output = '';
    const stretch = stretchNow();
    server.start();
    const ms = await server.ready();
    const cpu = cpuMs(dataDir);
    const stretched = await stretch;
    times.push(ms);
    ratios.push(ms / (QUIET_MS * stretched));
    await sleep(200);
    const phases = /phases +(.*)/.exec(server.output)?.[1] ?? '';
    console.log(`  ready ${Math.round(ms)} ms, own cpu ${cpu} ms, machine x${stretched.toFixed(1)}: ${phases}`);
  }
  await load.end();
  await server.stop();
  times.sort((a, b) => a - b);
  ratios.sort((a, b) => a - b);
  const ratio = medianOf(ratios);
  const value = medianOf(times);
  printBench({ name: 'restart', value, unit: 'ms', min: times[0] * 1e6, median: value * 1e6, yardstick: value / ratio, ratio });
  if (ratio > 1 && !isSmoke) process.exitCode = 1;
} finally {
  await removeCluster(dataDir);
  rmSync(dir, { recursive: true, force: true });
}
