// Builds what a start needs and the sources changed under since the last time: the web app, the back office, and the threads of engines and projector.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './host.mjs';
import { withLock } from './lock.mjs';
import { runStep } from './step.mjs';

const web = {
  what: 'the web app',
  app: 'member',
  proof: 'index.html',
  sources: ['apps/member', 'kit/web', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'server', 'testing', 'recordings', 'admin', 'desk'],
};
const desk = {
  what: 'the back office',
  app: 'admin',
  proof: 'index.html',
  sources: ['apps/admin', 'apps/member/build', 'kit/web', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'server', 'testing', 'recordings'],
};
const screens = {
  what: 'the first screens',
  app: 'member/first-screen',
  proof: 'thread.mjs',
  sources: web.sources,
  skipped: web.skipped,
};
const workers = {
  what: 'the engine threads',
  app: 'server',
  proof: 'sources.json',
  sources: ['apps/server', 'kit/server', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'web', 'admin', 'testing', 'recordings'],
};
const offlineTool = {
  what: 'the offline tool of cold storage',
  app: 'cold-signer',
  proof: 'cold-signer.mjs',
  sources: ['apps/cold-signer', 'chains', 'kit/server/seal.ts', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'testing', 'demo'],
};

export const ensureWebBuilt = async (node) => {
  await ensureBuilt(node, web);
  await ensureBuilt(node, screens);
  await ensureBuilt(node, desk);
};
export const ensureWorkersBuilt = (node) => ensureBuilt(node, workers);
export const ensureOfflineToolBuilt = (node) => ensureBuilt(node, offlineTool);

/** No-op when the build is current. */
async function ensureBuilt(node, build) {
  if (!isCurrent(build)) await withLock(async (working) => void (isCurrent(build) || (await make(node, build, working))));
}

const distOf = (build) => join(root, 'apps', build.app, 'dist');
const stampOf = (build) => join(distOf(build), '.built-from');

function isCurrent(build) {
  if (!existsSync(stampOf(build)) || !existsSync(join(distOf(build), build.proof))) return false;
  return readFileSync(stampOf(build), 'utf8') === fingerprint(build);
}

async function make(node, build, working) {
  const { app, what } = build;
  const stamp = fingerprint(build);
  say(`building ${what}`);
  const before = performance.now();
  const code = await runStep(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'], {
    cwd: join(root, 'apps', app),
    env: { ...process.env, NODE_ENV: 'production' },
    doing: 'building',
    onStart: working,
  });
  if (code !== 0) throw new Error(`만들지 못했습니다 · ${what} did not build (code ${code}); see the message above.`);
  mkdirSync(distOf(build), { recursive: true });
  writeFileSync(stampOf(build), stamp);
  say(`${what} built in ${((performance.now() - before) / 1000).toFixed(1)} s`);
}

/** Paths, sizes and change times of every source file the build may read. */
function fingerprint({ sources, skipped }) {
  const hash = createHash('sha256');
  for (const source of sources) add(join(root, source), hash, skipped);
  return hash.digest('hex');
}

function add(path, hash, skipped) {
  if (!existsSync(path)) return;
  const stat = statSync(path);
  if (!stat.isDirectory()) {
    hash.update(`${path.slice(root.length)} ${stat.size} ${Math.trunc(stat.mtimeMs)}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (skipped.includes(name) || /\.test\.tsx?$/.test(name)) continue;
    add(join(path, name), hash, skipped);
  }
}
