// The entry as an operator runs it: production by DATABASE_URL, one server per data directory, busy ports, kill -9, graceful stop.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clusterOf } from '@maru/kit/server/embedded-postgres-note.ts';
import { removeCluster } from '@maru/kit/server/embedded-postgres.ts';
import { runningPostmaster } from '@maru/kit/server/embedded-postgres-process.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { freePort } from '../../tools/crash/server-process.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { urlOf } from './testing/database-url.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Run {
  child: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
}
const runs: Run[] = [];
const folders: string[] = [];
const databases: TestDatabase[] = [];

afterEach(async () => {
  for (const { child, exited } of runs.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders) await removeCluster(folder);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'maru-main-'));
  folders.push(path);
  return path;
}

async function database(): Promise<string> {
  const fresh = await freshDatabase();
  databases.push(fresh);
  return urlOf(fresh.address);
}

const launcher = `import(${JSON.stringify(join(root, 'tools/launch/pinned.mjs'))}).then(async (m) => {
  process.exitCode = await m.runKeptUp(process.execPath, ['apps/server/main.ts']);
});`;

/** The compose file's command with these settings; `kept`: by the part of the launcher that keeps it up. */
function start(env: Record<string, string>, { kept = false, stdio }: { kept?: boolean; stdio?: StdioOptions } = {}): Run {
  const child = spawn(process.execPath, kept ? ['-e', launcher] : ['apps/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, MARU_LOG: 'error', ...env },
    stdio: stdio ?? ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const run = { child, output: () => text, exited: once(child, 'exit').then(([code]) => code as number | null) };
  runs.push(run);
  return run;
}

async function ready(run: Run, port: number): Promise<void> {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(100)) {
    if (run.child.exitCode !== null) throw new Error(`the server ended:\n${run.output()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`not ready within 180 s:\n${run.output()}`);
}

/** Parts that are not well, once the server answers. */
async function failingParts(port: number): Promise<string[] | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  const { data } = ((await answer?.json()) ?? {}) as { data?: { parts: Record<string, { ok: boolean }> } };
  return data && Object.entries(data.parts).flatMap(([part, { ok }]) => (ok ? [] : [part]));
}

async function logIn(port: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost' },
    body: JSON.stringify({ username: 'demo1', password: 'demo1234' }),
  });
}

describe('the entry command of compose.yaml', () => {
  it('starts in production on DATABASE_URL, without demo accounts, and stops gracefully', async () => {
    const port = await freePort();
    const run = start({
      NODE_ENV: 'production',
      DATABASE_URL: await database(),
      MARU_DATA: folder(),
      PORT: String(port),
      MARU_FEED: 'replay',
      MARU_ADMIN_HOST: 'desk.example',
    });
    // All but the feed: a recording is not played where money is real.
    await expect.poll(() => failingParts(port), { timeout: 180_000, interval: 100 }).toEqual(['feed']);
    expect((await logIn(port)).status).toBeGreaterThanOrEqual(400);
    run.child.kill('SIGTERM');
    expect(await run.exited).toBe(0);
    expect(run.output()).not.toMatch(/demo1/);
    // What the screen names is there, and what is not for real money says so.
    expect(run.output()).toMatch(/https:\/\/desk\.example\/admin {2}npm run operator/);
    expect(run.output()).toMatch(/replay \(.*not for real money/);
  });

  it('says which setting is wrong, and refuses demo accounts on a public address', async () => {
    const wrong = start({ PORT: 'four', MARU_DATA: folder() });
    expect(await wrong.exited).toBe(1);
    expect(wrong.output()).toMatch(/PORT=four/);
    const open = start({ HOST: '0.0.0.0', MARU_DEMO: 'on', MARU_DATA: folder(), PORT: '0' });
    expect(await open.exited).toBe(1);
    expect(open.output()).toMatch(/MARU_DEMO/);
  });
});

describe('a start that is stopped', () => {
  it('by SIGTERM before it is ready leaves no database behind', async () => {
    const data = folder();
    chmodSync(data, 0o711);
    const run = start({ MARU_DEMO: 'on', MARU_DATA: data, PORT: '0', MARU_SECOND_PORT: '0' });
    while (!run.output().includes('database migrated')) {
      if (run.child.exitCode !== null) throw new Error(`the server ended:\n${run.output()}`);
      await sleep(20);
    }
    const cluster = clusterOf(data) as string;
    expect(runningPostmaster(cluster)).toBeDefined();
    run.child.kill('SIGTERM');
    expect(await run.exited, run.output()).toBe(0);
    expect(run.output()).toContain('stopped');
    expect(runningPostmaster(cluster)).toBeUndefined();
  });
});

describe('faults around the process', () => {
  it('RES-02 standard output, standard error and the log on a full disk: calls go on, and a stop stops', async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const env = { MARU_DEMO: 'on', DATABASE_URL: await database(), MARU_DATA: folder(), MARU_LOG: 'debug', MARU_LOG_FILE: '/dev/full' };
    const run = start({ ...env, PORT: String(port), MARU_SECOND_PORT: '0' }, { stdio: ['ignore', full, full] });
    closeSync(full);
    await ready(run, port);
    for (let i = 0; i < 50; i++) expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect((await account(port)).point).toBe('10000.000000');
    run.child.kill('SIGTERM');
    expect(await run.exited).toBe(0);
  });

  it('as npm start runs it: killed it is started again and says so, Ctrl+C ends it, refused settings end it at once', async () => {
    const [data, url, port] = [folder(), await database(), await freePort()];
    const env = { MARU_DEMO: 'on', DATABASE_URL: url, MARU_DATA: data, PORT: String(port), MARU_SECOND_PORT: '0' };
    const run = start(env, { kept: true });
    await ready(run, port);
    process.kill(await serverPid(data), 'SIGKILL');
    await expect.poll(() => run.output()).toMatch(/오류로 끝나 0.2초 뒤 다시 시작합니다 · the server ended by a fault \(SIGKILL\)/);
    await expect.poll(() => run.output().match(/Maru is open/g)?.length).toBe(2);
    await ready(run, port);
    expect((await account(port)).point).toBe('10000.000000');
    run.child.kill('SIGINT');
    expect(await run.exited).toBe(0);
    const refused = start({ ...env, PORT: 'four' }, { kept: true });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).not.toMatch(/starting it again/);
  });
});

describe('the embedded database told to stop by SIGTERM', () => {
  it('is up again within seconds and says so; told so together with the server, as by a service manager, both end', async () => {
    const [data, port] = [folder(), await freePort()];
    chmodSync(data, 0o711);
    const run = start({ MARU_DEMO: 'on', MARU_DATA: data, PORT: String(port), MARU_SECOND_PORT: '0' });
    await ready(run, port);
    const cluster = clusterOf(data) as string;
    const postmaster = () => runningPostmaster(cluster)?.pid as number;
    const told = postmaster();
    const began = performance.now();
    process.kill(told, 'SIGTERM');
    await expect.poll(run.output).toContain(`the database was told to stop (process ${told})`);
    await expect.poll(run.output).toContain('the database is up again');
    await ready(run, port);
    console.log(`REL smart stop to ready ${Math.round(performance.now() - began)} ms`);
    expect((await account(port)).point).toBe('10000.000000');
    process.kill(postmaster(), 'SIGTERM');
    run.child.kill('SIGTERM');
    expect(await run.exited, run.output()).toBe(0);
    expect(run.output()).not.toMatch(/with a fault/);
    expect(postmaster()).toBeUndefined();
  });
});

/** Of the server below the launcher. */
async function serverPid(data: string): Promise<number> {
  return (JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { pid: number }).pid;
}

describe('one server per data directory', () => {
  it('refuses a second, names the first; a named busy port is said', async () => {
    const [data, url] = [folder(), await database()];
    const port = await freePort();
    const first = start({ MARU_DEMO: 'on', DATABASE_URL: url, MARU_DATA: data, PORT: String(port), MARU_SECOND_PORT: '0' });
    await ready(first, port);
    const second = start({ MARU_DEMO: 'on', DATABASE_URL: url, MARU_DATA: data, PORT: String(await freePort()), MARU_SECOND_PORT: '0' });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`process ${first.child.pid}`);
    const third = start({
      MARU_DEMO: 'on',
      DATABASE_URL: await database(),
      MARU_DATA: folder(),
      PORT: String(port),
      MARU_SECOND_PORT: '0',
    });
    expect(await third.exited).toBe(1);
    expect(third.output()).toMatch(new RegExp(`port ${port} is in use`));
  });

  it('R3: after kill -9 the next start finds the same balances', async () => {
    const [data, url] = [folder(), await database()];
    const port = await freePort();
    const env = { MARU_DEMO: 'on', DATABASE_URL: url, MARU_DATA: data, PORT: String(port), MARU_SECOND_PORT: '0' };
    const first = start(env);
    await ready(first, port);
    const before = await account(port);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start(env);
    await ready(second, port);
    expect(await account(port)).toEqual(before);
    expect(before.point).toBe('10000.000000');
  });
});

async function account(port: number): Promise<{ point: string }> {
  const { data } = (await (await logIn(port)).json()) as { data: { accessToken: string } };
  const answer = await fetch(`http://127.0.0.1:${port}/api/futures/futures_cross`, {
    headers: { authorization: `Bearer ${data.accessToken}` },
  });
  const body = (await answer.json()) as { data: { point: string } };
  return { point: body.data.point };
}
