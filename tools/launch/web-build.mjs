// Builds the web app when its sources changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heartbeat, root, say } from './host.mjs';

const sources = ['apps/member', 'kit/web', 'kit/contract', 'features', 'engine', 'sites', 'package-lock.json'];
const dist = join(root, 'apps', 'member', 'dist');
const stampFile = join(dist, '.built-from');

/** No-op when the build is current. */
export async function ensureWebBuilt(node) {
  const stamp = fingerprint();
  if (existsSync(stampFile) && existsSync(join(dist, 'index.html')) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('building the web app');
  const before = Date.now();
  const stop = heartbeat(() => `still building (${Math.round((Date.now() - before) / 1000)} s)`);
  try {
    await vite(node);
  } finally {
    stop();
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`web app built in ${((Date.now() - before) / 1000).toFixed(1)} s`);
}

function vite(node) {
  return new Promise((done, fail) => {
    const child = spawn(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'apps', 'member'),
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`the web app did not build (code ${code}); see the message above.`))));
  });
}

/** Paths, sizes and change times of every source file the build may read. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) add(join(root, source), hash);
  return hash.digest('hex');
}

function add(path, hash) {
  if (!existsSync(path)) return;
  const stat = statSync(path);
  if (!stat.isDirectory()) {
    hash.update(`${path.slice(root.length)} ${stat.size} ${Math.trunc(stat.mtimeMs)}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (['node_modules', 'dist', 'server', 'testing', 'recordings'].includes(name) || /\.test\.tsx?$/.test(name)) continue;
    add(join(path, name), hash);
  }
}
