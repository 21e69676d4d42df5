// How every bench prints its result: one line a machine can read, from at least seven passes.
import { spawnSync } from 'node:child_process';

export interface BenchLine {
  name: string;
  /** What is judged, in `unit`. */
  value: number;
  unit: string;
  /** Cost of one operation at the best pass and at the median pass, e.g. ns a command. */
  min: number;
  median: number;
  /** What it is measured against: a package in the same run, or the figure. */
  yardstick: number;
  ratio: number;
}

export function printBench(line: BenchLine): void {
  const parts = Object.entries(line).map(([key, value]) => `${key}=${typeof value === 'number' ? shorten(value) : value}`);
  console.log(`BENCH ${parts.join(' ')}`);
}

/** Runs `pass` at least `count` times and returns what each returned, smallest first. */
export function measure(count: number, pass: () => number): number[] {
  const results: number[] = [];
  for (let i = 0; i < Math.max(7, count); i++) results.push(pass());
  return results.sort((a, b) => a - b);
}

export function medianOf(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1];
}

/** Nanoseconds on the wall that `work` takes; for short work, whose best passes no other job interrupts. */
export function timeNs(work: () => void): number {
  const from = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - from);
}

/** Nanoseconds of this thread's own processor time that `work` takes: what a busy machine's other jobs take does not count. */
export function cpuNs(work: () => void): number {
  const from = process.threadCpuUsage();
  work();
  const used = process.threadCpuUsage(from);
  return (used.user + used.system) * 1000;
}

/** True when run with --smoke or BENCH_SMOKE=1: the smallest size that still proves the bench works. */
export const isSmoke = process.env.BENCH_SMOKE === '1' || process.argv.includes('--smoke');

function shorten(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

/** Runs each shape in a process of its own: what V8 learned from one would bend the code of the next. */
export function eachAlone<Shape extends { name: string }>(shapes: readonly Shape[], bench: (shape: Shape) => void): void {
  const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
  for (const shape of shapes) {
    if (only === shape.name) bench(shape);
    if (only !== undefined) continue;
    const run = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1), `--only=${shape.name}`], { stdio: 'inherit' });
    if (run.status !== 0) process.exitCode = 1;
  }
}
