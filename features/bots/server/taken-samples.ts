// What takers bought and sold in each five minutes, as the exchange heard the reference market's trades. The same for every site.
import type { Pool } from 'pg';
import { marketReader } from '@maru/market/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { add, negated } from './decimals.ts';
import { directionOf, isSweptAt, KEPT_MS, oldestFirst, SAMPLE_MS, type SampleSpan } from './sample-span.ts';

export interface TakenSample {
  /** The beginning of its period. */
  at: number;
  bought: string;
  sold: string;
}

/** Whole periods alone: of one of which five minutes are missing the sums would be too low. */
export async function readTaken(pool: Pool, symbol: string, span: SampleSpan): Promise<TakenSample[]> {
  const { rows } = await pool.query<TakenSample>(
    `SELECT at_ms - at_ms % $4 AS at, sum(bought)::text AS bought, sum(sold)::text AS sold FROM bots_taken_sample
     WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 GROUP BY 1 HAVING count(*) = $4 / ${SAMPLE_MS} ORDER BY 1 ${directionOf(span)} LIMIT $5`,
    [symbol, span.from, span.to, span.periodMs, span.limit],
  );
  return oldestFirst(rows, span);
}

/** Remembers how far the sums had come at the last moment; what lies between two is a period's. */
export class TakenNotes {
  readonly #context: AppContext;
  #before: { at: number; sums: ReadonlyMap<string, { bought: string; sold: string }> } | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** `isInTime` false: the moment was missed, so neither the period before nor the one after it is known. */
  async note(at: number, isInTime: boolean): Promise<void> {
    const before = this.#before;
    this.#before = isInTime ? { at, sums: this.#sums() } : undefined;
    if (before === undefined || this.#before === undefined || before.at !== at - SAMPLE_MS) return;
    const rows = [...this.#before.sums].flatMap(([symbol, now]) => {
      const then = before.sums.get(symbol);
      return then === undefined ? [] : [{ symbol, bought: add(now.bought, negated(then.bought)), sold: add(now.sold, negated(then.sold)) }];
    });
    const { pool } = this.#context;
    await pool.query(
      `INSERT INTO bots_taken_sample (symbol, at_ms, bought, sold)
       SELECT s, $1, b, d FROM unnest($2::text[], $3::numeric[], $4::numeric[]) AS t (s, b, d) ON CONFLICT DO NOTHING`,
      [before.at, rows.map(({ symbol }) => symbol), rows.map(({ bought }) => bought), rows.map(({ sold }) => sold)],
    );
    if (isSweptAt(at)) await pool.query('DELETE FROM bots_taken_sample WHERE at_ms < $1', [at - KEPT_MS]);
  }

  #sums(): Map<string, { bought: string; sold: string }> {
    const { services, sites } = this.#context;
    const reader = services.use(marketReader);
    const symbols = new Set(sites.all().flatMap(({ symbols: codes }) => codes));
    return new Map(
      [...symbols].flatMap((symbol) => {
        const taken = reader.taken(symbol);
        return taken === undefined ? [] : [[symbol, taken] as const];
      }),
    );
  }
}
