// The one entry of every npm script: runs on the host's Node, installs what is missing, then hands over to the pinned Node.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureOfflineToolBuilt, ensureWebBuilt, ensureWorkersBuilt } from './launch/build.mjs';
import { checkHost, root, say } from './launch/host.mjs';
import { ensureInstalled } from './launch/install.mjs';
import { runKeptUp, runPinned } from './launch/pinned.mjs';
import { Stopped } from './launch/step.mjs';

/** command -> what it runs on the pinned Node, and whether it (given its arguments) needs the built web app or the built threads. */
const commands = {
  start: {
    script: 'apps/server/main.ts',
    web: true,
    workers: true,
    isKeptUp: true,
    env: { MARU_DEMO: process.env.NODE_ENV === 'production' ? '' : '1' },
  },
  /** Everything a service needs before its first start, and nothing started. */
  build: { web: true, workers: true, offlineTool: true },
  dev: { script: 'tools/dev.ts', env: { MARU_DEMO: '1' } },
  test: {
    script: 'tools/test.ts',
    web: (stages) => stages.length === 0 || stages.includes('browser'),
    workers: (stages) => stages.length === 0 || stages.includes('server') || stages.includes('browser'),
  },
  check: { script: 'tools/test.ts', args: ['types', 'walls', 'lint', 'unit'] },
  bench: {
    script: 'tools/bench.ts',
    web: (names) => names.length === 0 || names.includes('trade-screen') || names.includes('first-load'),
    workers: true,
  },
  sim: { script: 'tools/sim.ts' },
  crash: { script: 'tools/crash.ts', workers: true },
  replay: { script: 'tools/replay.ts' },
  backup: { script: 'tools/backup.ts' },
  'accept-journal-end': { script: 'tools/accept-journal-end.ts' },
  restore: { script: 'tools/restore.ts' },
  operator: { script: 'tools/operator.ts' },
  signer: { script: 'apps/signer/command.ts' },
  'day-key': { script: 'tools/day-key.ts' },
  messages: { script: 'tools/messages.ts' },
  'rebuild-projections': { script: 'tools/rebuild-projections.ts' },
};

const isWanted = (build, args) => (typeof build === 'function' ? build(args) : build === true);

async function main() {
  const [name = 'start', ...rest] = process.argv.slice(2);
  const command = commands[name];
  if (!command) {
    say(`unknown command "${name}". Known: ${Object.keys(commands).join(', ')}`);
    return 2;
  }
  checkHost();
  const node = await ensureInstalled();
  if (command.script !== undefined && !existsSync(resolve(root, command.script))) {
    say(`${command.script} is missing: this checkout is not whole.`);
    return 1;
  }
  if (isWanted(command.web, rest)) await ensureWebBuilt(node);
  if (isWanted(command.workers, rest)) await ensureWorkersBuilt(node);
  if (isWanted(command.offlineTool, rest)) await ensureOfflineToolBuilt(node);
  if (command.script === undefined) {
    say('installed and built');
    return 0;
  }
  const env = {};
  for (const [key, value] of Object.entries(command.env ?? {})) if (value && process.env[key] === undefined) env[key] = value;
  const run = command.isKeptUp ? runKeptUp : runPinned;
  return run(node, [resolve(root, command.script), ...(command.args ?? []), ...rest], env);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof Stopped ? error.code : 1;
  },
);
