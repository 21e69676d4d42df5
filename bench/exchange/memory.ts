// Where a server's memory is: each thread's heap and what it holds outside of it, and what of the process's resident memory is its own.
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';

/** MB. */
export interface ThreadMemory {
  name: string;
  /** Main thread: after a collection. Others cannot be told to collect: the least since the last question, which the next collection comes near. */
  heap: number;
  /** Buffers and native objects held from the heap. Shared ones count in each thread that holds them. */
  outside: number;
}

export interface ServerMemory {
  threads: ThreadMemory[];
  /** All of the process, and what of it is no mapped file. */
  rss: number;
  own: number;
}

const MB = 1 / 2 ** 20;
const LOOK_EVERY_MS = 2_000;

/** Of this process, from now on: call before the first thread is started. */
export function watchMemory() {
  const workers = new Map<Worker, ThreadMemory | undefined>();
  process.on('worker', (worker) => {
    workers.set(worker, undefined);
    worker.once('exit', () => workers.delete(worker));
  });
  setInterval(() => void Promise.all([...workers.keys()].map(look)), LOOK_EVERY_MS).unref();

  async function look(worker: Worker): Promise<void> {
    // It may end meanwhile.
    const seen = await worker.getHeapStatistics().catch(() => undefined);
    if (seen === undefined || !workers.has(worker)) return;
    const heap = seen.used_heap_size * MB;
    const least = workers.get(worker)?.heap ?? heap;
    workers.set(worker, { name: worker.threadName ?? 'worker', heap: Math.min(heap, least), outside: seen.external_memory * MB });
  }

  return {
    async now(): Promise<ServerMemory> {
      await Promise.all([...workers.keys()].map(look));
      const others = [...workers.values()].filter((thread) => thread !== undefined);
      for (const worker of workers.keys()) workers.set(worker, undefined);
      return { threads: [mainThread(), ...others], ...resident() };
    },
    /** A heap snapshot of every thread, for a tool that compares two of them; each stands still while its own is made. */
    async snapshot(dir: string, mark: string): Promise<void> {
      await pipeline(getHeapSnapshot(), createWriteStream(join(dir, `${mark}-main.heapsnapshot`)));
      for (const worker of workers.keys()) {
        await pipeline(await worker.getHeapSnapshot(), createWriteStream(join(dir, `${mark}-${worker.threadName}.heapsnapshot`)));
      }
    },
  };
}

function mainThread(): ThreadMemory {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 2; i++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return { name: 'main', heap: heapUsed * MB, outside: external * MB };
}

function resident(): { rss: number; own: number } {
  const text = readFileSync('/proc/self/smaps_rollup', 'latin1');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
  return { rss: kilobytes('Rss') / 1024, own: kilobytes('Anonymous') / 1024 };
}
