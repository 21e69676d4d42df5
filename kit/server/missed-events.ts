// What an account missed while this process could not remember it (a restart, a long absence): read from the journal, at bounded cost.
//
// One replay at a time for all who wait, each followed by a rest of twice its length; few a minute for a member. Who is refused
// fetches its state anew, which is always right.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { serviceKey } from '../contract/service.ts';
import type { AppContext } from './context.ts';
import type { MissedAsk, MissedResult, MissedTask } from './missed-thread.ts';
import { addDuration } from './metrics.ts';
import { createRateLimit } from './rate-limit.ts';
import { replayPlaces } from './replay-command.ts';

export interface MissedEvents {
  /** Event records of the account from one sequence to another, both included; undefined when they are not to be had. */
  of(site: number, account: number, fromSeq: number, untilSeq: number): Promise<Float64Array | undefined>;
  stop(): Promise<void>;
}
export const missedEvents = serviceKey('kit.missedEvents').of<MissedEvents>();

const RATE = { perSecond: 0.1, burst: 6 };
const MAX_WAITING = 1_000;
const REACH = 300_000;
const TIMEOUT_MS = 20_000;
/** How long those who come together are gathered into one replay. */
const GATHER_MS = 20;

/** By its package, so that it is found from a built thread too. */
const thread = createRequire(import.meta.url).resolve('@maru/kit/server/missed-thread.ts');

interface Waiting {
  ask: MissedAsk;
  resolve(words: Float64Array | undefined): void;
}

export function createMissedEvents(context: Pick<AppContext, 'clock' | 'log' | 'metrics' | 'services'>, reach = REACH): MissedEvents {
  const rate = createRateLimit(context.clock, RATE);
  const observe = addDuration(context.metrics, 'maru_missed_ms', 'Replays of the journal for returning clients');
  const lines = new Map<number, Waiting[]>();
  const running = new Set<Worker>();
  const busy = new Set<number>();
  let isStopped = false;

  const serve = async (site: number) => {
    busy.add(site);
    await sleep(GATHER_MS);
    for (let asked = take(lines, site); asked.length > 0; asked = take(lines, site)) {
      const began = performance.now();
      const asks = asked.map(({ ask }) => ask);
      const result = await replayIn({ places: context.services.use(replayPlaces), site, asks, reach }, running);
      observe(performance.now() - began);
      if ('failed' in result && !isStopped) context.log.warn({ site, reason: result.failed }, 'missed events were not read');
      asked.forEach(({ resolve }, i) => resolve('found' in result ? result.found[i] : undefined));
      await sleep(2 * (performance.now() - began), undefined, { ref: false });
    }
    busy.delete(site);
  };

  return {
    of(site, account, fromSeq, untilSeq) {
      const line = lines.get(site) ?? [];
      if (isStopped || line.length >= MAX_WAITING || rate.take(`${site}|${account}`) > 0) return Promise.resolve(undefined);
      lines.set(site, line);
      return new Promise((resolve) => {
        line.push({ ask: { account, fromSeq, untilSeq }, resolve });
        if (!busy.has(site)) void serve(site);
      });
    },
    async stop() {
      isStopped = true;
      for (const line of lines.values()) for (const { resolve } of line.splice(0)) resolve(undefined);
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

function take(lines: Map<number, Waiting[]>, site: number): Waiting[] {
  const asked = lines.get(site) ?? [];
  lines.delete(site);
  return asked;
}

async function replayIn(task: MissedTask, running: Set<Worker>): Promise<MissedResult> {
  const worker = new Worker(thread, { name: 'missed-events', workerData: task });
  running.add(worker);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<MissedResult>((done) => {
      timer = setTimeout(() => done({ failed: `longer than ${TIMEOUT_MS} ms` }), TIMEOUT_MS);
      worker.once('message', done);
      worker.once('error', (error) => done({ failed: String((error as Error).stack) }));
      worker.once('exit', () => done({ failed: 'the thread ended without an answer' }));
    });
  } finally {
    clearTimeout(timer);
    running.delete(worker);
    await worker.terminate();
  }
}
