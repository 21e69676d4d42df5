// Token buckets by key: so much a second, so much at once. Memory is bounded: full buckets are forgotten.
import type { Clock } from './clock.ts';

export interface RateLimit {
  /** 0 when `cost` may pass now (and is taken), else ms until it may. */
  take(key: string | number, cost?: number): number;
  /** What `take` would answer, without taking. */
  peek(key: string | number, cost?: number): number;
  /** Gives back what was taken for something that turned out harmless. */
  refund(key: string | number, cost?: number): void;
  /** Forgets a key, as after a successful login. */
  reset(key: string | number): void;
  readonly size: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Tokens are fractions: what is short by rounding alone counts as there. */
const NEARLY = 1e-6;

export function createRateLimit(clock: Clock, rate: { perSecond: number; burst: number }, maxKeys = 100_000): RateLimit {
  const buckets = new Map<string | number, Bucket>();
  const perMs = rate.perSecond / 1000;

  const refill = (bucket: Bucket, now: number) => {
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
  };
  const waitMs = (tokens: number, cost: number) => (tokens >= cost - NEARLY ? 0 : Math.max(1, Math.ceil((cost - tokens) / perMs - NEARLY)));
  const forgetFull = (now: number) => {
    for (const [key, bucket] of buckets) {
      refill(bucket, now);
      if (bucket.tokens >= rate.burst) buckets.delete(key);
    }
    // An attacker who spends from very many keys must not grow the map: the oldest go, full or not.
    for (const key of buckets.keys()) {
      if (buckets.size < maxKeys * 0.9) break;
      buckets.delete(key);
    }
  };

  return {
    take(key, cost = 1) {
      const now = clock.now();
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        if (buckets.size >= maxKeys) forgetFull(now);
        bucket = { tokens: rate.burst, at: now };
        buckets.set(key, bucket);
      }
      refill(bucket, now);
      const wait = waitMs(bucket.tokens, cost);
      if (wait === 0) bucket.tokens -= cost;
      return wait;
    },
    peek(key, cost = 1) {
      const bucket = buckets.get(key);
      if (bucket === undefined) return 0;
      refill(bucket, clock.now());
      return waitMs(bucket.tokens, cost);
    },
    refund(key, cost = 1) {
      const bucket = buckets.get(key);
      if (bucket !== undefined) bucket.tokens = Math.min(rate.burst, bucket.tokens + cost);
    },
    reset: (key) => void buckets.delete(key),
    get size() {
      return buckets.size;
    },
  };
}
