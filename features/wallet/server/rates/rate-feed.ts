// What every source of currency rates looks like to the wallets, in the shape of the market's feeds: one stream of updates, a health, a mark.
//
// No provider of won rates is chosen yet, so there is one source: the demo's, which proves nothing and says so.
import type { rateSources } from '@maru/site/contract.ts';

export type RateSource = (typeof rateSources)[number];

export interface RateUpdate {
  currency: string;
  /** What one USDT is, as plain decimal text. */
  rate: string;
  /** Our own clock when it came: ages are judged by it. */
  receivedAtMs: number;
}
export type RateListener = (update: RateUpdate) => void;

export interface RateFeedHealth {
  readonly state: 'starting' | 'live' | 'down' | 'stopped';
  /** Our clock at the last news; 0 before the first. */
  readonly lastNewsAtMs: number;
}

export interface RateFeed {
  readonly source: RateSource;
  /** Its rates are made up. */
  readonly isDemo: boolean;
  /** Resolves once it is on its way; news may come later. */
  start(listener: RateListener): Promise<void>;
  /** Sources without a connection of their own emit here what is due; the others do nothing. */
  advance(nowMs: number): void;
  health(): RateFeedHealth;
  stop(): Promise<void>;
}

const DEMO_RATES = { KRW: '1382' } as const;
const DEMO_EVERY_MS = 5_000;

/** A won that stands still, told anew every few seconds. */
export function createDemoRateFeed(): RateFeed {
  let listener: RateListener | undefined;
  let lastNewsAtMs = 0;
  return {
    source: 'demo',
    isDemo: true,
    async start(listen) {
      listener = listen;
    },
    advance(nowMs) {
      if (listener === undefined || Math.abs(nowMs - lastNewsAtMs) < DEMO_EVERY_MS) return;
      lastNewsAtMs = nowMs;
      for (const [currency, rate] of Object.entries(DEMO_RATES)) listener({ currency, rate, receivedAtMs: nowMs });
    },
    health: () => ({ state: listener === undefined ? 'stopped' : lastNewsAtMs === 0 ? 'starting' : 'live', lastNewsAtMs }),
    async stop() {
      listener = undefined;
    },
  };
}
