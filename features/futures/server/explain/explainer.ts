// Explanations at bounded cost: one replay at a time for the installation, few a minute for a member, none longer than a limit.
import { Worker } from 'node:worker_threads';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { addDuration } from '@maru/kit/server/metrics.ts';
import { createRateLimit } from '@maru/kit/server/rate-limit.ts';
import { replayPlaces } from '@maru/kit/server/replay-command.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { Explanation } from '../../explain-contract.ts';
import type { ExplainResult, ExplainTask } from './explain-worker.ts';
import type { Subject } from './explanation.ts';

const TIMEOUT_MS = 20_000;
const RATE = { perSecond: 0.2, burst: 12 };
/** Who may wait behind the replay that runs. */
const MAX_WAITING = 4;

export interface Explainer {
  /** Throws EXPLAIN_BUSY, EXPLAIN_TIMEOUT, EXPLAIN_UNKNOWN. */
  explain(site: SiteConfig, account: number, subject: Subject): Promise<Explanation>;
  stop(): Promise<void>;
}
export const explainer = serviceKey('futures.explainer').of<Explainer>();

export interface ExplainLimits {
  timeoutMs?: number;
  rate?: { perSecond: number; burst: number };
}

export function createExplainer(context: AppContext, limits: ExplainLimits = {}): Explainer {
  const rate = createRateLimit(context.clock, limits.rate ?? RATE);
  const observe = addDuration(context.metrics, 'maru_explain_ms', 'Explanations, waiting for their turn included');
  const running = new Set<Worker>();
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async explain(site, account, subject) {
      const waitMs = rate.take(`${site.id}|${account}`);
      if (waitMs > 0) throw new Refusal('EXPLAIN_BUSY', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      if (waiting > MAX_WAITING) throw new Refusal('EXPLAIN_BUSY', { retryAfterSeconds: 2 });
      waiting++;
      const task: ExplainTask = { places: context.services.use(replayPlaces), site, account, subject };
      const began = performance.now();
      const mine = turn.then(() => runTask(task, running, limits.timeoutMs ?? TIMEOUT_MS));
      turn = mine.catch(() => {});
      const result = await mine.finally(() => {
        waiting--;
        observe(performance.now() - began);
      });
      if ('failed' in result) {
        context.log.error({ site: site.id, seq: subject.seq, reason: result.failed }, 'not explained');
        throw new Refusal('UNAVAILABLE');
      }
      if (result.found === undefined) throw new Refusal('EXPLAIN_UNKNOWN');
      return result.found;
    },
    async stop() {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

async function runTask(task: ExplainTask, running: Set<Worker>, timeoutMs: number): Promise<ExplainResult> {
  const worker = new Worker(new URL('./explain-worker.ts', import.meta.url), { name: 'explain', workerData: task });
  running.add(worker);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ExplainResult>((done, fail) => {
      timer = setTimeout(() => fail(new Refusal('EXPLAIN_TIMEOUT', { limit: String(Math.ceil(timeoutMs / 1000)) })), timeoutMs);
      worker.once('message', done);
      worker.once('error', (error) => done({ failed: String(error.stack) }));
      worker.once('exit', () => done({ failed: 'the thread ended without an answer' }));
    });
  } finally {
    clearTimeout(timer);
    running.delete(worker);
    await worker.terminate();
  }
}
