// Keeps the embedded database up: nobody else would start it again when it was killed by hand or for want of memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPostmaster } from './embedded-postgres-process.ts';

const LOOK_MS = 500;
const RETRY_MAX_MS = 10_000;

/** Answers how to stop: the watch first, then the database. */
export function keepUp(
  cluster: string,
  start: () => Promise<unknown>,
  stop: () => Promise<void>,
  say: (text: string) => void,
): () => Promise<void> {
  const leaving = new AbortController();
  const watch = look(cluster, start, say, leaving.signal);
  return async () => {
    leaving.abort();
    await watch;
    await stop();
  };
}

async function look(cluster: string, start: () => Promise<unknown>, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  let waitMs = LOOK_MS;
  while (!signal.aborted) {
    await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || runningPostmaster(cluster)) continue;
    if (waitMs === LOOK_MS) say('the database ended by itself: starting it again');
    try {
      await start();
      waitMs = LOOK_MS;
      say('the database is up again');
    } catch (error) {
      waitMs = Math.min(waitMs * 2, RETRY_MAX_MS);
      say(`the database does not start: ${(error as Error).message}`);
    }
  }
}
