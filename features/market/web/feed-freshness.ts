// How old what we see is: the server's own age of the feed plus the time since its last word reached us (decisions.md, staleness: 3 s and 10 s).
import type { FeedState, Ticker } from '@maru/market/contract.ts';

export type Quote = Ticker & {
  /** performance.now() when it came. */
  receivedAtMs: number;
};
export interface Freshness {
  state: FeedState;
  /** Whole seconds, for words. */
  seconds: number;
  /** Halted because sources of the index disagree: news comes, and nobody knows which is right. */
  isApart?: true;
  /** Halted because this server hears no live source of it. */
  hasNoFeed?: true;
}

const STALE_MS = 3_000;
const HALT_MS = 10_000;
/** The server speaks at least this often even when nothing moves; silence within it says nothing. */
const SPEAKS_EVERY_MS = 1_500;

/** `isAway`: the page's own connection is lost, so what it shows is old from that moment. */
export function freshnessOf(quote: Quote | undefined, nowMs: number, isAway = false): Freshness {
  if (!quote) return { state: 'stale', seconds: 0 };
  if (quote.feed === 'closed') return { state: 'closed', seconds: 0 };
  const silenceMs = nowMs - quote.receivedAtMs;
  const ageMs = quote.ageMs + (silenceMs > SPEAKS_EVERY_MS ? silenceMs : 0);
  const seconds = Math.floor(ageMs / 1_000);
  if (quote.feed === 'halted' || ageMs >= HALT_MS) return { state: 'halted', seconds, ...haltedFor(quote) };
  if (quote.feed === 'unsafe') return { state: 'unsafe', seconds };
  if (quote.feed === 'stale' || ageMs >= STALE_MS || isAway) return { state: 'stale', seconds };
  return { state: 'live', seconds };
}

function haltedFor({ doubt }: Quote): Pick<Freshness, 'isApart' | 'hasNoFeed'> {
  if (doubt?.why === 'NO_FEED') return { hasNoFeed: true };
  return doubt?.why === 'SOURCES_APART' ? { isApart: true } : {};
}
