// The real server as a process of its own, on its own data, to be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const main = fileURLToPath(new URL('../../apps/server/main.ts', import.meta.url));

/** A variable of ours, handed on when it is set. */
const kept = (name: string): Record<string, string> => (process.env[name] === undefined ? {} : { [name]: process.env[name] });

export class ServerProcess {
  readonly url: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  /** Last lines it wrote, for the report of a failure. */
  output = '';

  readonly #main: string;

  /** `entry`: another process than the server itself; `more`: what it is told beyond the usual. */
  constructor(dataDir: string, port: number, entry = main, more: Readonly<Record<string, string>> = {}) {
    this.#main = entry;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      PATH: process.env.PATH ?? '',
      ...kept('NODE_COMPILE_CACHE'),
      PORT: String(port),
      MARU_SECOND_PORT: '0',
      MARU_DATA: dataDir,
      MARU_DEMO: 'on',
      MARU_LOG: 'warn',
      MARU_CAPACITY: 'medium',
      MARU_ORDER_RATE: '100000:100000',
      MARU_CALL_RATE: '100000:100000',
      MARU_LOGIN_RATE: '10000:10000',
      ...more,
    };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** `once`: told to this start alone. */
  start(once: Readonly<Record<string, string>> = {}): void {
    this.#child = spawn(process.execPath, [this.#main], { env: { ...this.#env, ...once }, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer) => {
      this.output = (this.output + chunk).slice(-8_000);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
  }

  /** ms from now until it says it can trade; throws when it ends. The limit only ends what hangs. */
  async ready(timeoutMs = 900_000): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < timeoutMs) {
      if (this.#child?.exitCode !== null) break;
      const isReady = await fetch(`${this.url}/readyz`)
        .then((r) => r.ok)
        .catch(() => false);
      if (isReady) return performance.now() - began;
      await sleep(25);
    }
    throw new Error(`the server did not become ready:\n${this.output}`);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Graceful; answers the exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }
}

/** However it went, its process ends before its data are removed. */
export async function withServer<T>(server: ServerProcess, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  try {
    return await work(server);
  } finally {
    await server.kill();
  }
}

/** A port for a server of our own: below those that the system gives to outgoing connections, which would take it in between. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
