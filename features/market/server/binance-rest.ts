// Depth snapshots from the venue, one at a time and not too often; a refusal is respected for as long as it says.
import { readSnapshot, type VenueSnapshot } from './binance-messages.ts';

/** A snapshot of 1,000 levels weighs 20 of 2,400 a minute. */
const BETWEEN_MS = 250;
const TIMEOUT_MS = 5000;

export interface SnapshotRequests {
  ask(pair: string, onAnswer: (snapshot: VenueSnapshot | undefined) => void): void;
  stop(): void;
}

export function openSnapshotRequests(options: { restUrl: string; betweenMs?: number; log?(message: string): void }): SnapshotRequests {
  const waiting: { pair: string; onAnswer: (snapshot: VenueSnapshot | undefined) => void }[] = [];
  const stopping = new AbortController();
  let isBusy = false;

  async function serve(): Promise<void> {
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined && !stopping.signal.aborted; next = waiting.shift()) {
      const answer = await fetchSnapshot(next.pair);
      if (stopping.signal.aborted) break;
      next.onAnswer(answer.snapshot);
      await pause(Math.max(options.betweenMs ?? BETWEEN_MS, answer.waitMs));
    }
    isBusy = false;
  }

  async function fetchSnapshot(pair: string): Promise<{ snapshot: VenueSnapshot | undefined; waitMs: number }> {
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(`${options.restUrl}/fapi/v1/depth?symbol=${pair}&limit=1000`, { signal });
      if (response.ok) return { snapshot: readSnapshot(await response.json()), waitMs: 0 };
      const waitMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
      options.log?.(`depth of ${pair}: the venue answered ${response.status}`);
      return { snapshot: undefined, waitMs };
    } catch (error) {
      if (!stopping.signal.aborted) options.log?.(`depth of ${pair}: ${(error as Error).message}`);
      return { snapshot: undefined, waitMs: 1000 };
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  return {
    ask(pair, onAnswer) {
      waiting.push({ pair, onAnswer });
      if (!isBusy) void serve();
    },
    stop: () => stopping.abort(),
  };
}
