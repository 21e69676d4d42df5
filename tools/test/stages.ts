// The stages of the test run: what each executes, and how its outcome is counted.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Stage {
  name: string;
  /** Command lines of project tools, each counted as one check. */
  checks?: readonly (readonly string[])[];
  /** Vitest project, counted by test. */
  project?: string;
  needsChromium?: boolean;
  /** Test files at once, where it is not one a core: waiting for databases and clocks takes no core. */
  workers?: number;
}

export interface StageResult {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
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
  { name: 'walls', project: 'walls' },
  {
    name: 'lint',
    checks: [
      ['oxlint', '--quiet'],
      ['biome', 'check', '.', '--diagnostic-level=error'],
    ],
  },
  { name: 'unit', project: 'unit' },
  { name: 'server', project: 'server', workers: 3 },
  { name: 'browser', project: 'browser', workers: 2, needsChromium: true },
];

/**
 * What runs one after the other; the lists of one step run side by side, each in its own order. Only stages that leave half the
 * machine alone stand beside another: the server and browser stages have clocks of their own to keep.
 */
export const steps: readonly (readonly (readonly string[])[])[] = [[['types', 'lint', 'walls'], ['unit']], [['server']], [['browser']]];

/** With `isShared`, the output comes as a whole at the end, so that two stages do not mix their lines. */
export async function runStage(stage: Stage, isShared: boolean): Promise<StageResult> {
  const lines: string[] = [];
  const say: Say | undefined = isShared ? (text) => lines.push(text) : undefined;
  if (!isShared) console.log(`\n== ${stage.name}`);
  const before = performance.now();
  const counts = stage.project ? await runProject(stage, say) : await runChecks(stage.checks ?? [], say);
  const seconds = (performance.now() - before) / 1000;
  if (isShared) process.stdout.write(`\n== ${stage.name} (${seconds.toFixed(1)} s)\n${lines.join('')}`);
  return { name: stage.name, seconds, ...counts };
}

/** Takes output instead of the terminal. */
type Say = (text: string) => void;

type Counts = Pick<StageResult, 'passed' | 'failed' | 'skipped'>;

async function runChecks(checks: readonly (readonly string[])[], say: Say | undefined): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [tool, ...args] of checks) {
    const code = await run([binOf(tool), ...args], say);
    (say ?? ((text: string) => process.stdout.write(text)))(`${code === 0 ? 'ok  ' : 'FAIL'} ${[tool, ...args].join(' ')}\n`);
    if (code === 0) counts.passed++;
    else counts.failed++;
  }
  return counts;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  success: boolean;
}

async function runProject({ project = '', workers }: Stage, say: Say | undefined): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-test-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    if (workers !== undefined) args.push(`--maxWorkers=${workers}`);
    const code = await run([binOf('vitest'), ...args], say);
    if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
    const r = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
    // A file that fails to load has no failed test of its own; an unhandled error fails the run.
    const hidden = r.numFailedTests === 0 && (code !== 0 || !r.success) ? Math.max(1, r.numFailedTestSuites) : 0;
    return { passed: r.numPassedTests, failed: r.numFailedTests + hidden, skipped: r.numPendingTests + r.numTodoTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Path of a package's own executable script. */
function binOf(name: string): string {
  const owners: Record<string, string> = { tsc: 'typescript', biome: '@biomejs/biome' };
  const require = createRequire(import.meta.url);
  const folder = join(root, 'node_modules', owners[name] ?? name);
  const manifest = require(join(folder, 'package.json')) as { bin: string | Record<string, string> };
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name]);
}

function run(command: readonly string[], say: Say | undefined): Promise<number> {
  return new Promise((done) => {
    const env = { ...process.env, NODE_ENV: 'test', PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` };
    const child = spawn(process.execPath, [...command], {
      cwd: root,
      stdio: say === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => say?.(text));
    child.on('close', (code) => done(code ?? 1));
  });
}
