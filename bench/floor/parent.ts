// Starts the bench's server process and asks it questions.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloorAsk, FloorReady } from './server.ts';

export interface BenchFloor extends FloorReady {
  /** CPU of the whole server process so far, its clock, both ms. */
  cpu(): Promise<{ cpuMs: number; at: number }>;
  /** So many more members of the first site, as rows alone: nobody of them logs in. */
  crowd(count: number): Promise<unknown>;
  lag(): Promise<{ lag: { site: number; behind: number; ageMs: number }[] }>;
  stop(): Promise<void>;
}

export async function openBenchFloor(members: number): Promise<BenchFloor> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('./server.ts', import.meta.url)), String(members)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // One question at a time; an end while one is open fails it.
  let asked = Promise.withResolvers<unknown>();
  child.on('message', (answer) => asked.resolve(answer));
  child.on('exit', () => asked.reject(new Error('the bench server ended')));
  child.on('error', (error) => asked.reject(error));
  asked.promise.catch(() => {});
  const next = async <T>(ask?: FloorAsk): Promise<T> => {
    if (ask) {
      asked = Promise.withResolvers<unknown>();
      asked.promise.catch(() => {});
      child.send(ask);
    }
    return (await asked.promise) as T;
  };
  const ready = await next<FloorReady>();
  return {
    ...ready,
    cpu: () => next({ type: 'cpu' }),
    crowd: (count) => next({ type: 'crowd', count }),
    lag: () => next({ type: 'lag' }),
    async stop() {
      child.send({ type: 'stop' } satisfies FloorAsk);
      await once(child, 'exit');
    },
  };
}
