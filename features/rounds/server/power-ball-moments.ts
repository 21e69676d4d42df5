// The public value of every power ball cut-off, kept as it passes: rounds that nobody bet on have a draw as well, for all sites at once.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Entropy, ENTROPY_WAIT_MS, entropyHash } from '../evidence.ts';
import { roundsRoom } from './rounds-room.ts';
import { isOffered, siteOptions } from './site-options.ts';

const LOOK_MS = 250;
const KEPT_DAYS = 8;
const DAY_MS = 86_400_000;

/** Keeps values while it runs; answers how to stop. */
export function startDrawMoments(context: AppContext): () => Promise<void> {
  const watch = new MomentWatch(context);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= watch
      .look(context.clock.now())
      .catch((error: unknown) => context.log.warn({ err: error }, 'public values of draws wait'))
      .finally(() => {
        running = undefined;
      });
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

class MomentWatch {
  readonly #context: AppContext;
  #last = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  async look(now: number): Promise<void> {
    const at = this.#latestCutoff(now);
    if (at <= this.#last) return;
    const value = await this.#context.services.use(roundsRoom).publicValues.after(at, now);
    if (value === undefined && now <= at + ENTROPY_WAIT_MS) return;
    // Too late for it: nobody could draw with it any more.
    this.#last = at;
    if (value !== undefined) await this.#keep(at, value);
  }

  /** The newest moment at which betting on some site's power ball closed; 0 where none is played. */
  #latestCutoff(now: number): number {
    let latest = 0;
    for (const site of this.#context.sites.all())
      for (const option of siteOptions(site)) {
        if (option.family !== 'P' || !isOffered(site, option)) continue;
        const { durationMs, cutoffMs } = option;
        latest = Math.max(latest, Math.floor((now + cutoffMs) / durationMs) * durationMs - cutoffMs);
      }
    return latest;
  }

  async #keep(at: number, value: Entropy): Promise<void> {
    const { pool } = this.#context;
    const hash = entropyHash(value);
    await pool.query('INSERT INTO rounds_draw_moment (at_ms, hash, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      at,
      hash,
      JSON.stringify(value),
    ]);
    await pool.query('DELETE FROM rounds_draw_moment WHERE at_ms < $1', [at - KEPT_DAYS * DAY_MS]);
  }
}

/** Hashes of the public values between two cut-offs, both included, by cut-off. */
export async function momentHashes({ pool }: Pick<AppContext, 'pool'>, from: number, to: number): Promise<ReadonlyMap<number, string>> {
  const { rows } = await pool.query<{ at: number; hash: string }>(
    'SELECT at_ms AS at, hash FROM rounds_draw_moment WHERE at_ms BETWEEN $1 AND $2',
    [from, to],
  );
  return new Map(rows.map(({ at, hash }) => [at, hash]));
}

export async function momentAt({ pool }: Pick<AppContext, 'pool'>, at: number): Promise<{ hash: string; value: Entropy } | undefined> {
  const { rows } = await pool.query<{ hash: string; value: Entropy }>('SELECT hash, value FROM rounds_draw_moment WHERE at_ms = $1', [at]);
  return rows[0];
}
