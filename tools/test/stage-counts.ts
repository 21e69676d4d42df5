// A reporter of Vitest that counts by stage, for the table at the end of the run; a test that never ran counts as failed.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Counts {
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
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
      const { state } = test.result();
      if (state === 'pending') counts.failed++;
      else counts[state]++;
    }
    // A file that does not load, or whose hook fails, may have no failed test of its own.
    if (!module.ok() && counts.failed === before) counts.failed++;
  }

  #of(project: string): Counts {
    const counts = this.#counts.get(project) ?? { seconds: 0, passed: 0, failed: 0, skipped: 0 };
    this.#counts.set(project, counts);
    return counts;
  }
}
