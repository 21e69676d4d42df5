// Keeps the embedded database up: nobody else would start it again when it was killed or told to stop by hand, or for want of memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { isStopping, runningPostmaster, stopPostmaster } from './embedded-postgres-process.ts';

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
    if (signal.aborted) return;
    const running = runningPostmaster(cluster);
    if (running !== undefined && !isStopping(running)) continue;
    try {
      if (running !== undefined) await endStopping(cluster, running.pid, say);
      else if (waitMs === LOOK_MS) say('the database ended by itself: starting it again');
      await start();
      waitMs = LOOK_MS;
      say('the database is up again');
    } catch (error) {
      waitMs = Math.min(waitMs * 2, RETRY_MAX_MS);
      say(`the database does not start: ${(error as Error).message}`);
    }
  }
}

/** SIGTERM means to PostgreSQL: nobody new, and wait for those who are there. Ours are there for ever. */
async function endStopping(cluster: string, pid: number, say: (text: string) => void): Promise<void> {
  say(`the database was told to stop (process ${pid}) and takes no new connections: ending it and starting it again`);
  await stopPostmaster(cluster);
}
