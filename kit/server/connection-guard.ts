// One connection that is held open for nothing but to be lost: when a database crashes it takes every connection with it.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';

const RETRY_MS = 250;
const CONNECT_MS = 2_500;

/**
 * Calls `onDoubt` when the connection was lost, and again when there is one anew: what was committed without waiting for the disk
 * may be gone by then. Answers how to end it.
 */
export function guardConnection(address: DatabaseAddress, onDoubt: () => void): () => void {
  const ended = new AbortController();
  let client: pg.Client | undefined;
  const hold = async (): Promise<void> => {
    for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
      const held = new pg.Client({ ...address, application_name: 'maru guard', connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
      const lost = new Promise<void>((resolve) => held.once('end', resolve));
      held.on('error', () => {});
      client = held;
      try {
        await held.connect();
        if (!isFirst && !ended.signal.aborted) onDoubt();
        await lost;
        if (!ended.signal.aborted) onDoubt();
      } catch {
        // Away still: asked again.
      }
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  };
  void hold();
  return () => {
    ended.abort();
    void client?.end().catch(() => {});
  };
}
