// A reporter of Vitest that counts by stage and keeps what failed, for the end of the run; a test that never ran counts as failed.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Counts {
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and why, a few lines each: the end of a log is what is left of a long one. */
  failures: string[];
}

/** Enough of an error to know what to look for. */
const ERROR_LINES = 12;

export const noCounts = (): Counts => ({ seconds: 0, passed: 0, failed: 0, skipped: 0, failures: [] });

type Failed = ReturnType<TestModule['errors']>[number];

function told(what: string, errors: readonly Failed[]): string {
  const words = errors.map(({ message, diff, stack }) => [message, diff, stack].filter(Boolean).join('\n'));
  const lines = words.join('\n').split('\n').slice(0, ERROR_LINES);
  return [what, ...lines.map((line) => `    ${line}`)].join('\n');
}

export class StageCounts implements Reporter {
  readonly #path: string;
  readonly #counts = new Map<string, Counts>();
  readonly #began = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
  }

  onTestModuleQueued({ project }: TestModule): void {
    if (!this.#began.has(project.name)) this.#began.set(project.name, performance.now());
  }

  onTestModuleEnd({ project }: TestModule): void {
    const began = this.#began.get(project.name) ?? performance.now();
    this.#of(project.name).seconds = (performance.now() - began) / 1000;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) this.#count(module);
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(this.#counts)));
  }

  #count(module: TestModule): void {
    const counts = this.#of(module.project.name);
    const before = counts.failed;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'passed' || state === 'skipped') counts[state]++;
      else this.#fail(counts, `${module.relativeModuleId} > ${test.fullName}`, errors);
    }
    // A file that does not load, or whose hook fails, may have no failed test of its own.
    if (!module.ok() && counts.failed === before) this.#fail(counts, module.relativeModuleId, module.errors());
  }

  #fail(counts: Counts, what: string, errors: readonly Failed[]): void {
    counts.failed++;
    counts.failures.push(told(what, errors));
  }

  #of(project: string): Counts {
    const counts = this.#counts.get(project) ?? noCounts();
    this.#counts.set(project, counts);
    return counts;
  }
}
