// The thread that explains: replays the site's journal to one command, beside everything else, and ends.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { type ReplayPlaces, replayCommand } from '@maru/kit/server/replay-command.ts';
import type { Explanation } from '../../explain-contract.ts';
import { explanationOf, type Subject } from './explanation.ts';
import { watchMoment } from './moment.ts';

export interface ExplainTask {
  places: ReplayPlaces;
  site: SiteConfig;
  account: number;
  subject: Subject;
}
export type ExplainResult = { found: Explanation | undefined } | { failed: string };

const task = workerData as ExplainTask;
const port = parentPort as MessagePort;
port.postMessage(await run(task).catch((error: unknown): ExplainResult => ({ failed: String((error as Error).stack ?? error) })));

async function run({ places, site, account, subject }: ExplainTask): Promise<ExplainResult> {
  const { address, snapshotDir, archiveDir, capacity } = places;
  const store = openPostgresJournal(address, { connections: 1 });
  try {
    const watch = watchMoment(account, subject.seq);
    const source = { site: site.id, store, maker: engineMaker(capacity), snapshotDir, archiveDir };
    const reached = await replayCommand(source, subject.seq, watch);
    return { found: reached ? explanationOf(watch.moment(), site, subject) : undefined };
  } finally {
    await store.close();
  }
}
