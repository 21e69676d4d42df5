// Many sites on one machine: from a new row to its first page, what an idle site costs in memory, processor time and journal.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { startServer } from '../apps/server/server.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const SITES = isSmoke ? 5 : 200;
const SYMBOLS = 20;
const SINGLE = isSmoke ? 2 : 7;
const WATCH_MS = isSmoke ? 2_000 : 30_000;
const FIRST_ID = 100;
const PAGE_MS = 5_000;
const SITE_BYTES = 2 * 2 ** 20;

const dataDir = mkdtempSync(join(tmpdir(), 'maru-sites-'));
const env = { PORT: '0', MARU_SECOND_PORT: '0', MARU_DATA: dataDir, MARU_DEMO: 'on', MARU_LOG: 'error' };
const server = await startServer({ config: loadConfig(env), say: () => {} });
const port = Number(new URL(server.url).port);

const siteOf = (n: number): SiteConfig => ({
  ...hanok,
  id: FIRST_ID + n,
  code: `bench-${n}`,
  name: { ko: `사이트 ${n}`, en: `Site ${n}` },
  hosts: [`bench-${n}.test`],
  symbols: hanok.symbols.slice(0, SYMBOLS),
});

async function insert(first: number, count: number): Promise<void> {
  const sites = Array.from({ length: count }, (_, i) => siteOf(first + i));
  await server.context.pool.query('INSERT INTO site_site (id, code, config) SELECT * FROM unnest($1::int[], $2::text[], $3::jsonb[])', [
    sites.map(({ id }) => id),
    sites.map(({ code }) => code),
    sites.map((site) => JSON.stringify(site)),
  ]);
}

/** The page of a host as a browser gets it; the default site's until its own is open. */
function page(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: '/', headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve(text));
    });
    call.on('error', reject);
    call.end();
  });
}

async function untilPage(n: number): Promise<void> {
  while (!(await page(`bench-${n}.test`)).includes(`사이트 ${n}`)) await sleep(10);
}

const residentBytes = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

async function idleCpu(): Promise<number> {
  const from = process.cpuUsage();
  await sleep(WATCH_MS);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / WATCH_MS;
}

async function journalRows(): Promise<number> {
  return (await server.context.pool.query('SELECT count(*)::int AS n FROM journal')).rows[0].n;
}

const line = (name: string, unit: string, yardstick: number, sorted: readonly number[]) =>
  printBench({
    name,
    value: medianOf(sorted),
    unit,
    min: sorted[0],
    median: medianOf(sorted),
    yardstick,
    ratio: yardstick / medianOf(sorted),
  });

try {
  await sleep(5_000);
  const times: number[] = [];
  for (let n = 0; n < SINGLE; n++) {
    const began = performance.now();
    await insert(n, 1);
    await untilPage(n);
    times.push(performance.now() - began);
  }
  line(
    'new-site-first-page',
    'ms',
    PAGE_MS,
    times.sort((a, b) => a - b),
  );
  const [bytesBefore, cpuBefore] = [residentBytes(), await idleCpu()];
  const began = performance.now();
  await insert(SINGLE, SITES - SINGLE);
  await untilPage(SITES - 1);
  console.log(`  ${SITES - SINGLE} rows at once: all open after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await sleep(5_000);
  const rows = await journalRows();
  const cpuAfter = await idleCpu();
  // The heap of a process that has just begun shrinks more than the sites take: never told as less than nothing.
  const resident = residentBytes();
  line('idle-site-memory', 'bytes', SITE_BYTES, [Math.max(1, (resident - bytesBefore) / (SITES - SINGLE))]);
  console.log(
    `  ${Math.round(bytesBefore / 2 ** 20)} MB resident before, ${Math.round(resident / 2 ** 20)} MB with ${SITES} sites, threads included`,
  );
  line('idle-sites-cpu', '%core', 100, [(cpuAfter - cpuBefore) * 100]);
  console.log(`  ${SITES} sites of ${SYMBOLS} symbols: ${(cpuAfter * 100).toFixed(1)} % of a core with the market running,`);
  console.log(`  ${(cpuBefore * 100).toFixed(1)} % before; ${(await journalRows()) - rows} journal rows in ${WATCH_MS / 1000} s`);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
