// One line per step of a start with its seconds, and a line of its own when a step takes long: silence looks like a hang.
import { writeSync } from 'node:fs';

const QUIET_MS = 4_000;

export interface Progress {
  say(line: string): void;
  /** Seconds since the process began to start. */
  seconds(): number;
  /** The start is over: no more lines by itself. */
  done(): void;
  /** Where the time went, from the start of the process: "code 0.9, starting the database 0.4, …", in seconds. */
  phases(): string;
}

/** Standard output or error of a terminal, a pipe or a file: one that is full or gone is no reason to end. */
export function print(fd: 1 | 2, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // Nobody can be told.
  }
}

export function startProgress(write: (line: string) => void = (line) => print(2, line), quietMs = QUIET_MS): Progress {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let last = '';
  const steps: { name: string; at: number }[] = [{ name: 'code', at: 0 }];
  let saidAt = began;
  const tell = (line: string) => {
    saidAt = performance.now();
    for (const [i, part] of line.split('\n').entries()) {
      write(i === 0 ? `maru ${seconds().toFixed(1).padStart(5)}s  ${part}\n` : `              ${part}\n`);
    }
  };
  const timer = setInterval(() => {
    if (performance.now() - saidAt >= quietMs) tell(last === '' ? 'still starting' : `still at it: ${last}`);
  }, quietMs / 4).unref();
  return {
    say: (line) => {
      last = line;
      steps.push({ name: line.split('\n', 1)[0], at: performance.now() });
      tell(line);
    },
    seconds,
    done: () => {
      clearInterval(timer);
      steps.push({ name: '', at: performance.now() });
    },
    phases: () =>
      steps
        .slice(0, -1)
        .map(({ name, at }, i) => `${name} ${((steps[i + 1].at - at) / 1000).toFixed(1)}`)
        .join(', '),
  };
}
