// One line per step of a start with its seconds, and a line of its own when a step takes long: silence looks like a hang.
const QUIET_MS = 4_000;

export interface Progress {
  say(line: string): void;
  /** Seconds since the process began to start. */
  seconds(): number;
  /** The start is over: no more lines by itself. */
  done(): void;
}

export function startProgress(write: (line: string) => void = (line) => process.stderr.write(line), quietMs = QUIET_MS): Progress {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let last = '';
  let saidAt = began;
  const print = (line: string) => {
    saidAt = performance.now();
    for (const [i, part] of line.split('\n').entries()) {
      write(i === 0 ? `maru ${seconds().toFixed(1).padStart(5)}s  ${part}\n` : `              ${part}\n`);
    }
  };
  const timer = setInterval(() => {
    if (performance.now() - saidAt >= quietMs) print(last === '' ? 'still starting' : `still at it: ${last}`);
  }, quietMs / 4).unref();
  return {
    say: (line) => {
      last = line;
      print(line);
    },
    seconds,
    done: () => clearInterval(timer),
  };
}
