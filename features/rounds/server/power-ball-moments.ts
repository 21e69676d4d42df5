// The public value of every power ball cut-off, kept as it passes: rounds that nobody bet on have a draw as well, for all sites at once.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Job } from '@maru/kit/server/jobs.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { type Entropy, ENTROPY_WAIT_MS, entropyHash } from '../evidence.ts';
import { roundsService } from './rounds-service.ts';
import { isOffered, siteOptions } from './site-options.ts';

const LOOK_MS = 250;
/** A beacon is waited for so long after a round's end, and no longer: then the engine voids those with bets. */
const VOID_AFTER_MS = 600_000;
/** Cut-offs that are decided in one look: a long rest leaves many. */
const AT_ONCE = 50;
const KEPT_DAYS = 8;

/** Keeps values while it runs. */
export function startDrawMoments(context: AppContext): Job {
  let watch = new MomentWatch(context);
  return context.jobs.every({ name: 'rounds.drawMoments', everyMs: LOOK_MS, fault: 'public values of draws wait' }, ({ isNew }) => {
    if (isNew) watch = new MomentWatch(context);
    return watch.look(context.clock.now());
  });
}

class MomentWatch {
  readonly #context: AppContext;
  /** The newest cut-off kept; undefined: not looked yet. */
  #last: number | undefined;
  /** Cut-offs without a value yet, with the latest end of a round that they are of: rows of their own, so that a restart knows them. */
  readonly #open = new Map<number, number>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  async look(now: number): Promise<void> {
    this.#last ??= await this.#begin(now);
    const passed = [...this.#cutoffs(this.#last, now)];
    if (passed.length > 0) await this.#keepOpen(passed);
    this.#last = now;
    // None waits for another: a beacon may be late for many.
    const decided = await Promise.all([...this.#open].slice(0, AT_ONCE).map(([at, endAt]) => this.#decide(at, endAt, now)));
    if (decided.some(Boolean))
      await this.#context.pool.query('DELETE FROM rounds_draw_moment WHERE at_ms < $1', [now - KEPT_DAYS * DAY_MS]);
  }

  /** What a server before us left open; and while none ran cut-offs passed as well. */
  async #begin(now: number): Promise<number> {
    const { pool } = this.#context;
    const open = await pool.query<{ at: number; end: number }>(
      'SELECT at_ms AS at, end_ms AS end FROM rounds_draw_moment WHERE end_ms IS NOT NULL ORDER BY at_ms',
    );
    for (const { at, end } of open.rows) this.#open.set(at, end);
    const { rows } = await pool.query<{ at: number | null }>('SELECT max(at_ms) AS at FROM rounds_draw_moment');
    return Math.max(rows[0].at ?? now - LOOK_MS, now - KEPT_DAYS * DAY_MS);
  }

  async #keepOpen(passed: readonly [number, number][]): Promise<void> {
    await fencedQuery(
      this.#context.pool,
      'INSERT INTO rounds_draw_moment (at_ms, end_ms) SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING',
      [passed.map(([at]) => at), passed.map(([, end]) => end)],
    );
    for (const [at, endAt] of passed) this.#open.set(at, endAt);
  }

  /** Moments after `from` at which betting on some site's power ball closed, oldest first. */
  #cutoffs(from: number, to: number): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const site of this.#context.sites.all())
      for (const option of siteOptions(site)) {
        if (option.family !== 'P' || !isOffered(site, option)) continue;
        const { durationMs, cutoffMs } = option;
        const first = (Math.floor((from + cutoffMs) / durationMs) + 1) * durationMs - cutoffMs;
        for (let at = first; at <= to; at += durationMs) found.set(at, Math.max(at + cutoffMs, found.get(at) ?? 0));
      }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  /** Its value, or that there will be none: as of rounds with bets, which the engine voids by time (rules 11.7). */
  async #decide(at: number, endAt: number, now: number): Promise<boolean> {
    const { publicValues } = this.#context.services.use(roundsService);
    const isBeacon = publicValues.plan.kind === 'beacon';
    const isLate = now >= (isBeacon ? endAt + VOID_AFTER_MS : at + ENTROPY_WAIT_MS);
    // Ticks that came in time count whenever we look; a beacon's word does not.
    const value = isBeacon && isLate ? null : ((await publicValues.after(at, now)) ?? (isLate ? null : undefined));
    if (value === undefined) return false;
    await this.#keep(at, value);
    return this.#open.delete(at);
  }

  async #keep(at: number, value: Entropy | null): Promise<void> {
    await fencedQuery(
      this.#context.pool,
      'UPDATE rounds_draw_moment SET hash = $2, value = $3, end_ms = NULL WHERE at_ms = $1 AND end_ms IS NOT NULL',
      [at, value === null ? null : entropyHash(value), value === null ? null : JSON.stringify(value)],
    );
  }
}

/** Hashes of the public values between two cut-offs, both included, by cut-off; null: there was none in time, its draws are void. */
export async function momentHashes(
  { pool }: Pick<AppContext, 'pool'>,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await pool.query<{ at: number; hash: string | null }>(
    'SELECT at_ms AS at, hash FROM rounds_draw_moment WHERE at_ms BETWEEN $1 AND $2 AND end_ms IS NULL',
    [from, to],
  );
  return new Map(rows.map(({ at, hash }) => [at, hash]));
}

export async function momentAt({ pool }: Pick<AppContext, 'pool'>, at: number): Promise<{ hash: string; value: Entropy } | undefined> {
  const { rows } = await pool.query<{ hash: string; value: Entropy }>(
    'SELECT hash, value FROM rounds_draw_moment WHERE at_ms = $1 AND hash IS NOT NULL',
    [at],
  );
  return rows[0];
}
