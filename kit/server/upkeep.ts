// The engine thread's end of the upkeep thread: started when first needed, one job after the other.
import { Worker } from 'node:worker_threads';
import type { UpkeepAnswer, UpkeepJob } from './upkeep-thread.ts';

/** A built engine thread has the built one beside it. */
const upkeepThread = new URL(`upkeep-thread${import.meta.url.endsWith('.mjs') ? '.mjs' : '.ts'}`, import.meta.url);

export class Upkeep {
  #thread: Worker | undefined;
  #waiting = new Map<number, (answer: UpkeepAnswer) => void>();
  #lastId = 0;
  readonly #module: URL;

  constructor(module = upkeepThread) {
    this.#module = module;
  }

  /** Throws what the job threw. */
  async run(job: UpkeepJob): Promise<UpkeepAnswer> {
    const thread = (this.#thread ??= this.#start());
    const id = ++this.#lastId;
    const answer = await new Promise<UpkeepAnswer>((resolve) => {
      this.#waiting.set(id, resolve);
      thread.ref();
      thread.postMessage({ id, job });
    });
    if (this.#waiting.size === 0) thread.unref();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(this.#module, { name: 'upkeep' });
    const settle = (answer: UpkeepAnswer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    };
    // Of one that crashed both events come, the second when the next thread may be at work already.
    const end = (reason: string) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      for (const id of Array.from(this.#waiting.keys())) settle({ id, error: reason });
    };
    thread.on('message', settle);
    thread.on('error', (error) => end((error as Error).message));
    thread.on('exit', () => end('the upkeep thread ended'));
    return thread;
  }
}
