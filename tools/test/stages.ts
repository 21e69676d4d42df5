// The stages of the test run, and how they are executed: servers, then pages; beside them, with what time is left over, all that only computes.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Counts, noCounts } from './stage-counts.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Stage {
  name: string;
  /** Command lines of project tools, each counted as one check; a stage without them is a Vitest project of that name. */
  checks?: readonly (readonly string[])[];
  needsChromium?: boolean;
  /** Runs without, and says so. */
  wantsLitecoind?: boolean;
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
  { name: 'server', wantsLitecoind: true },
  { name: 'browser', needsChromium: true },
];

const cores = Math.max(2, availableParallelism());

interface Lane {
  /** Only takes what the others leave over of the cores. */
  isPatient: boolean;
  /** One after the other. */
  runs: readonly { stages: readonly string[]; workers?: number }[];
}

/**
 * Lanes run beside each other. Servers wait for a database or a clock much of their time: one file more than cores. A page keeps its
 * core busy, and a market whose ladder comes late has nothing to sell (rules 3.3): one of them a core. The rest only computes.
 */
const lanes: readonly Lane[] = [
  {
    isPatient: false,
    runs: [
      { stages: ['server'], workers: cores + 1 },
      { stages: ['browser'], workers: cores },
    ],
  },
  { isPatient: true, runs: [{ stages: ['types'] }, { stages: ['lint'] }] },
  { isPatient: true, runs: [{ stages: ['walls', 'unit'], workers: cores }] },
];

/** Where a run works, and how. */
interface Place {
  folder: string;
  compiled: string;
  isPatient: boolean;
  /** Its output is shown as it comes; else as a whole at its end, so that lines do not mix. */
  isShown: boolean;
}

export async function runStages(chosen: readonly Stage[]): Promise<StageResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-test-'));
  const isChosen = (lane: Lane) => lane.runs.some(({ stages: names }) => chosen.some(({ name }) => names.includes(name)));
  try {
    const used = lanes.filter(isChosen);
    const isShared = used.some(({ isPatient }) => !isPatient);
    const results = await Promise.all(
      used.map((lane, i) => {
        const place = { compiled: join(folder, 'compiled'), isPatient: isShared && lane.isPatient, isShown: i === 0 };
        return runLane(lane, chosen, (name) => ({ ...place, folder: join(folder, name) }));
      }),
    );
    return results.flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runLane({ runs }: Lane, chosen: readonly Stage[], placeOf: (name: string) => Place): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const { stages: names, workers = cores } of runs) {
    const wanted = chosen.filter(({ name }) => names.includes(name));
    if (wanted.length === 0) continue;
    const place = placeOf(wanted[0].name);
    mkdirSync(place.folder);
    const tools = wanted.filter(({ checks }) => checks !== undefined);
    for (const tool of tools) results.push(await runTools(tool, place));
    const projects = wanted.filter((stage) => !tools.includes(stage)).map(({ name }) => name);
    if (projects.length > 0) results.push(...(await runVitest(projects, workers, place)));
  }
  return results;
}

async function runTools({ name, checks = [] }: Stage, place: Place): Promise<StageResult> {
  const result = { name, ...noCounts() };
  const before = performance.now();
  for (const [tool, ...args] of checks) {
    const code = await run([binOf(tool), ...args], place);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${[tool, ...args].join(' ')}`);
    if (code === 0) result.passed++;
    else {
      result.failed++;
      result.failures.push([tool, ...args].join(' '));
    }
  }
  result.seconds = (performance.now() - before) / 1000;
  return result;
}

async function runVitest(projects: readonly string[], workers: number, place: Place): Promise<StageResult[]> {
  const only = projects.flatMap((project) => ['--project', project]);
  const code = await run([binOf('vitest'), 'run', ...only, `--maxWorkers=${workers}`], place);
  const report = countsIn(place);
  const counts = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Record<string, Counts>) : {};
  const results = projects.map((name) => ({
    name,
    ...(counts[name] ?? { ...noCounts(), failed: 1, failures: ['the run ended before its report'] }),
  }));
  // What no test accounts for: an unhandled error, or a run that ended early.
  if (code !== 0 && results.every(({ failed }) => failed === 0)) {
    results[0].failed = 1;
    results[0].failures.push('an error outside any test: see above');
  }
  return results;
}

const countsIn = ({ folder }: Place) => join(folder, 'counts.json');

/** Path of a package's own executable script. */
function binOf(name: string): string {
  const owners: Record<string, string> = { tsc: 'typescript', biome: '@biomejs/biome' };
  const require = createRequire(import.meta.url);
  const folder = join(root, 'node_modules', owners[name] ?? name);
  const manifest = require(join(folder, 'package.json')) as { bin: string | Record<string, string> };
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name]);
}

/** Of twenty, the least pressing: a tenth of what the others get where they want all. */
const PATIENCE = 10;

function run(command: readonly string[], place: Place): Promise<number> {
  const [program, ...args] = [...(place.isPatient ? ['nice', '-n', String(PATIENCE)] : []), process.execPath, ...command];
  return new Promise((done) => {
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      MARU_TEST_COUNTS: countsIn(place),
      // Hundreds of threads and processes load the same modules: each is compiled once a run.
      NODE_COMPILE_CACHE: place.compiled,
    };
    const child = spawn(program, args, { cwd: root, stdio: place.isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'], env });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    child.on('error', () => done(1));
    child.on('close', (code) => {
      if (lines.length > 0) console.log(lines.join('').trimEnd());
      done(code ?? 1);
    });
  });
}
