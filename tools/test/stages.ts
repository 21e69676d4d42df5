// The stages of the test run, and how they are executed: tools one after the other, beside them the tests, pages last and by themselves.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Counts } from './stage-counts.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Stage {
  name: string;
  /** Command lines of project tools, each counted as one check; a stage without them is a Vitest project of that name. */
  checks?: readonly (readonly string[])[];
  needsChromium?: boolean;
}

/** `seconds` is from the stage's first file to the end of its last: stages overlap. */
export interface StageResult extends Counts {
  name: string;
}

export const stages: readonly Stage[] = [
  {
    name: 'types',
    checks: [
      ['tsc', '-p', 'engine/tsconfig.json'],
      ['tsc', '-p', 'tsconfig.node.json'],
      ['tsc', '-p', 'tsconfig.web.json'],
    ],
  },
  { name: 'walls' },
  {
    name: 'lint',
    checks: [
      ['oxlint', '--quiet'],
      ['biome', 'check', '.', '--diagnostic-level=error'],
    ],
  },
  { name: 'unit' },
  { name: 'server' },
  { name: 'browser', needsChromium: true },
];

const cores = Math.max(2, availableParallelism());

/**
 * Runs of Vitest, one after the other. Files wait for a database or a clock much of their time: one more than cores. A page keeps
 * its core busy, and a market whose ladder comes late has nothing to sell (rules 3.3): one of them a core, and nothing beside them.
 */
const runs = [
  { projects: ['walls', 'unit', 'server'], workers: cores + 1 },
  { projects: ['browser'], workers: cores },
] as const;

/** Runs these stages so that every core is busy: the tools in a line of their own, beside the tests. */
export async function runStages(chosen: readonly Stage[]): Promise<StageResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-test-'));
  try {
    const tools = chosen.filter(({ checks }) => checks !== undefined);
    const projects = chosen.filter(({ checks }) => checks === undefined).map(({ name }) => name);
    const [checked, tested] = await Promise.all([runTools(tools, folder, projects.length > 0), runProjects(projects, folder)]);
    return [...checked, ...tested];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Beside tests, the output of a tool comes as a whole at its end, so that lines do not mix. */
async function runTools(tools: readonly Stage[], folder: string, isBesideTests: boolean): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const { name, checks = [] } of tools) {
    const result = { name, seconds: 0, passed: 0, failed: 0, skipped: 0 };
    const lines: string[] = [];
    const before = performance.now();
    for (const command of checks) {
      const [tool, ...args] = command;
      const code = await run([binOf(tool), ...args], folder, isBesideTests ? (text) => lines.push(text) : undefined);
      lines.push(`${code === 0 ? 'ok  ' : 'FAIL'} ${command.join(' ')}\n`);
      if (code === 0) result.passed++;
      else result.failed++;
    }
    result.seconds = (performance.now() - before) / 1000;
    console.log(`\n== ${name} (${result.seconds.toFixed(1)} s)\n${lines.join('')}`);
    results.push(result);
  }
  return results;
}

async function runProjects(wanted: readonly string[], folder: string): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const { projects, workers } of runs) {
    const chosen = projects.filter((project) => wanted.includes(project));
    if (chosen.length > 0) results.push(...(await runVitest(chosen, workers, folder)));
  }
  return results;
}

async function runVitest(projects: readonly string[], workers: number, folder: string): Promise<StageResult[]> {
  const report = join(folder, 'counts.json');
  rmSync(report, { force: true });
  const code = await run(
    [binOf('vitest'), 'run', ...projects.flatMap((project) => ['--project', project]), `--maxWorkers=${workers}`],
    folder,
  );
  const counts = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Record<string, Counts>) : {};
  const results = projects.map((name) => ({ name, ...(counts[name] ?? { seconds: 0, passed: 0, failed: 1, skipped: 0 }) }));
  // What no test accounts for: an unhandled error, or a run that ended early.
  if (code !== 0 && results.every(({ failed }) => failed === 0)) results[0].failed = 1;
  return results;
}

/** Path of a package's own executable script. */
function binOf(name: string): string {
  const owners: Record<string, string> = { tsc: 'typescript', biome: '@biomejs/biome' };
  const require = createRequire(import.meta.url);
  const folder = join(root, 'node_modules', owners[name] ?? name);
  const manifest = require(join(folder, 'package.json')) as { bin: string | Record<string, string> };
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name]);
}

function run(command: readonly string[], folder: string, say?: (text: string) => void): Promise<number> {
  return new Promise((done) => {
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      MARU_TEST_COUNTS: join(folder, 'counts.json'),
      // Hundreds of threads and processes load the same modules: each is compiled once a run.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const child = spawn(process.execPath, [...command], {
      cwd: root,
      stdio: say === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => say?.(text));
    child.on('close', (code) => done(code ?? 1));
  });
}
