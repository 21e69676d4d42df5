// Members whose loss could not be judged yet are looked at again: many of them together, and no sweep beside another.
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { expect, it } from 'vitest';
import { startLossWatch } from './loss-watch.ts';

const MEMBERS = 30;

/** Everybody has a limit; the rows of their results never come. */
function standing() {
  const asked = { looks: 0, now: 0, most: 0 };
  let tell: (batch: EventBatch) => void = () => {};
  const answers = (text: string): unknown[] => {
    if (text.includes('UNION')) return Array.from({ length: MEMBERS }, (_, member) => ({ site_id: 1, member_id: member }));
    return text.includes('FROM account_limit') ? [{ kind: 'LOSS', amount: 5, next_amount: null, next_at: null }] : [];
  };
  const context = {
    pool: { query: async (text: string) => ({ rows: answers(text) }) },
    clock: { now: () => 0 },
    sites: { byId: () => ({ timeZone: 'Asia/Seoul' }) },
    services: { use: () => ({ accountOf: (_: number, member: number) => member }), find: () => undefined },
    engine: { onBatch: (listener: typeof tell) => (tell = listener) },
    projections: {
      async waitFor() {
        asked.looks++;
        asked.most = Math.max(asked.most, ++asked.now);
        await sleep(20);
        asked.now--;
        return false;
      },
    },
    log: console,
    // No sweep of its own: those of the test alone.
    jobs: { every: () => undefined },
  } as unknown as AppContext;
  const results = new Float64Array(EVENT_WORDS * MEMBERS);
  for (let member = 0; member < MEMBERS; member++) {
    const at = member * EVENT_WORDS;
    [results[at], results[at + 4], results[at + 9]] = [EventKind.LedgerPosted, member, PostingReason.RealizedPnl];
  }
  return { asked, context, tellResults: () => tell({ site: 1, events: results, lastSeq: 9 } as EventBatch) };
}

it('looks at whoever waits once a sweep, some at a time, however many sweeps are asked for', async () => {
  const { asked, context, tellResults } = standing();
  const watch = await startLossWatch(context);
  tellResults();
  await expect.poll(() => asked.looks).toBe(MEMBERS);
  await expect.poll(() => asked.now).toBe(0);
  [asked.looks, asked.most] = [0, 0];
  await Promise.all([watch.sweep(), watch.sweep(), watch.sweep()]);
  expect(asked.looks).toBe(MEMBERS);
  expect(asked.most).toBeGreaterThan(1);
  expect(asked.most).toBeLessThan(MEMBERS);
  await watch.sweep();
  expect(asked.looks).toBe(2 * MEMBERS);
});
