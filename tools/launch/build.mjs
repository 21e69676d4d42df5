// Builds what a start needs and the sources changed under since the last time: the web app, and the threads of engines and projector.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heartbeat, root, say } from './host.mjs';

const web = {
  what: 'the web app',
  app: 'member',
  proof: 'index.html',
  sources: ['apps/member', 'kit/web', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'server', 'testing', 'recordings'],
};
const workers = {
  what: 'the engine threads',
  app: 'server',
  proof: 'sources.json',
  sources: ['apps/server', 'kit/server', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'],
  skipped: ['node_modules', 'dist', 'web', 'testing', 'recordings'],
};

export const ensureWebBuilt = (node) => ensureBuilt(node, web);
export const ensureWorkersBuilt = (node) => ensureBuilt(node, workers);

/** No-op when the build is current. */
async function ensureBuilt(node, build) {
  const dist = join(root, 'apps', build.app, 'dist');
  const stampFile = join(dist, '.built-from');
  const stamp = fingerprint(build);
  if (existsSync(stampFile) && existsSync(join(dist, build.proof)) && readFileSync(stampFile, 'utf8') === stamp) return;
  say(`building ${build.what}`);
  const before = Date.now();
  const stop = heartbeat(() => `still building (${Math.round((Date.now() - before) / 1000)} s)`);
  try {
    await vite(node, build);
  } finally {
    stop();
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`${build.what} built in ${((Date.now() - before) / 1000).toFixed(1)} s`);
}

function vite(node, { app, what }) {
  return new Promise((done, fail) => {
    const child = spawn(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'apps', app),
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${what} did not build (code ${code}); see the message above.`))));
  });
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
