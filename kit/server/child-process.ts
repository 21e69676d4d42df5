// Processes of ours beside the server: told what they need by a line on their standard input, and gone when that ends, however it does.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The child's side. `open` gets what the parent gave, and answers how to stop. Ends with its parent, also with one that was killed. */
export async function keepChild(open: (given: unknown) => Promise<() => Promise<void>>): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) return;
  const stop = await open(JSON.parse(first.value));
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop().catch(() => undefined);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());
  while (!(await lines.next()).done);
  await end();
}

export interface Child {
  /** Undefined while it runs. */
  readonly exitCode: number | undefined;
  readonly pid: number | undefined;
  /** Asked to end, killed where it does not. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  script: URL;
  given: unknown;
  env?: Readonly<Record<string, string>>;
  /** Each line it writes. */
  onLine(line: string): void;
}

const STOP_WITHIN_MS = 5_000;

export function startChild({ script, given, env = {}, onLine }: ChildOptions): Child {
  // Nothing of our own environment leaks in: it holds the installation's secrets.
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let exitCode: number | undefined;
  const ended = new Promise<void>((done) => {
    child.on('error', (error) => {
      onLine(String(error));
      exitCode ??= 1;
      done();
    });
    child.on('exit', (code) => {
      exitCode = code ?? 1;
      done();
    });
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  // One that ended at once has closed its end.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(given)}\n`);
  return {
    get exitCode() {
      return exitCode;
    },
    pid: child.pid,
    async stop() {
      if (exitCode !== undefined) return;
      child.stdin.end();
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(kill);
    },
  };
}
