// Candles in SQL: closed ones are written in one statement a second, history is read by page.
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import { type Interval, intervals, type PriceType } from '../contract.ts';
import { type CandleBar, extendBar } from './candle-series.ts';
import { intervalId } from './intervals.ts';

/** One-second candles are kept this long; the others for ever. */
export const SECONDS_KEPT_MS = 6 * 3_600_000;

/** Candles of each interval that a fresh installation's past is made up of. */
export const BACK_FILL_CANDLES = 1000;

export interface StoredBar {
  symbol: number;
  priceType: PriceType;
  interval: Interval;
  bar: CandleBar;
}

const columns = ['open_at', 'open', 'high', 'low', 'close', 'lots', 'quote'] as const;
const insertSql = `
  INSERT INTO market_candle (symbol, period, open_at, open, high, low, close, lots, quote, is_simulated)
  SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::boolean[])`;
/** A candle cut in two by a restart is one: its second part is added to the first. */
const mergeSql = `${insertSql}
  ON CONFLICT (symbol, period, open_at) DO UPDATE SET
    high = greatest(market_candle.high, excluded.high), low = least(market_candle.low, excluded.low), close = excluded.close,
    lots = market_candle.lots + excluded.lots, quote = market_candle.quote + excluded.quote,
    is_simulated = market_candle.is_simulated AND excluded.is_simulated`;

/** The first part of a candle whose later part may be there: it says where the candle opened, not where it closed. */
const headSql = mergeSql.replace('close = excluded.close', 'open = excluded.open');

/** Writes bars; `merge` for live ones, `head` for what came before a live one, plain for the back-fill of an empty table. */
export async function writeBars(pool: Pool, rows: readonly StoredBar[], mode: 'merge' | 'head' | 'fill'): Promise<void> {
  if (rows.length === 0) return;
  // Text literals of arrays: the driver's own way through JS arrays takes four times as long.
  const list = (pick: (row: StoredBar) => number | boolean) => `{${rows.map(pick).join(',')}}`;
  const values = [
    list((row) => row.symbol),
    list((row) => intervalId(row.interval)),
    list(({ bar }) => bar.openAt),
    list(({ bar }) => bar.open),
    list(({ bar }) => bar.high),
    list(({ bar }) => bar.low),
    list(({ bar }) => bar.close),
    list(({ bar }) => bar.lots),
    list(({ bar }) => bar.quote),
    list(({ bar }) => bar.isSimulated),
  ];
  await inQuickTransaction(pool, (client) => client.query(statements[mode], values));
}

const statements = { merge: mergeSql, head: headSql, fill: `${insertSql} ON CONFLICT DO NOTHING` } as const;

/** Candles are no money: their commits need not wait for the disk. */
export async function inQuickTransaction(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SET LOCAL synchronous_commit = off');
    await work(client);
  });
}

/** The newest `limit` candles that opened before `before`, oldest first. */
export async function readBars(pool: Pool, symbol: number, interval: Interval, before: number, limit: number): Promise<CandleBar[]> {
  const { rows } = await pool.query<string[]>({
    text: `SELECT ${columns.join(', ')}, is_simulated FROM market_candle WHERE symbol = $1 AND period = $2 AND open_at < $3 ORDER BY open_at DESC LIMIT $4`,
    values: [symbol, intervalId(interval), before, limit],
    rowMode: 'array',
  });
  return rows.reverse().map(barOfRow);
}

/** When each interval's newest candle opened, of those before `before`. */
export async function newestBars(pool: Pool, symbol: number, before: number): Promise<Map<Interval, number>> {
  const { rows } = await pool.query<{ period: number; newest: number | null }>(
    `SELECT period, (SELECT max(open_at) FROM market_candle c WHERE c.symbol = $1 AND c.period = p.period AND c.open_at < $2) AS newest
     FROM unnest($3::smallint[]) AS p (period)`,
    [symbol, before, intervals.map(intervalId)],
  );
  return new Map(rows.flatMap(({ period, newest }) => (newest === null ? [] : [[intervals[period], Number(newest)] as const])));
}

/** The oldest `limit` that opened at `from` or later and before `before`. */
export async function readBarsFrom(
  pool: Pool,
  symbol: number,
  interval: Interval,
  from: number,
  before: number,
  limit: number,
): Promise<CandleBar[]> {
  const { rows } = await pool.query<string[]>({
    text: `SELECT ${columns.join(', ')}, is_simulated FROM market_candle WHERE symbol = $1 AND period = $2 AND open_at >= $3 AND open_at < $4 ORDER BY open_at LIMIT $5`,
    values: [symbol, intervalId(interval), from, before, limit],
    rowMode: 'array',
  });
  return rows.map(barOfRow);
}

function barOfRow(row: readonly (string | boolean)[]): CandleBar {
  const [openAt, open, high, low, close, lots, quote] = row.slice(0, 7).map(Number);
  return { openAt, open, high, low, close, lots, quote, isSimulated: row[7] === true };
}

/** As readBars, but only what was made up: a fresh installation's back-fill is the oldest there is. */
export async function readMadeUp(pool: Pool, symbol: number, interval: Interval, before: number, limit: number): Promise<CandleBar[]> {
  const { rows } = await pool.query<string[]>({
    text: `SELECT * FROM (SELECT ${columns.join(', ')}, is_simulated FROM market_candle WHERE symbol = $1 AND period = $2 ORDER BY open_at LIMIT ${BACK_FILL_CANDLES + 1}) oldest
      WHERE is_simulated AND open_at < $3 ORDER BY open_at DESC LIMIT $4`,
    values: [symbol, intervalId(interval), before, limit],
    rowMode: 'array',
  });
  return rows.reverse().map(barOfRow);
}

/** Symbols whose past is there: the week is the last interval that the back-fill writes. */
export async function filledSymbols(pool: Pool): Promise<Set<number>> {
  const { rows } = await pool.query<{ symbol: number }>(`SELECT DISTINCT symbol FROM market_candle WHERE period = ${intervalId('1w')}`);
  return new Set(rows.map(({ symbol }) => symbol));
}

export async function dropOldSeconds(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM market_candle WHERE period = $1 AND open_at < $2', [intervalId('1s'), now - SECONDS_KEPT_MS]);
}

/** Candles closed since the last write, waiting; readers see them too. */
export class CandleWriter {
  readonly #write: (rows: readonly StoredBar[]) => Promise<void>;
  #waiting: StoredBar[] = [];
  #writing: readonly StoredBar[] = [];
  #busy: Promise<void> | undefined;

  constructor(write: (rows: readonly StoredBar[]) => Promise<void>) {
    this.#write = write;
  }

  add(row: StoredBar): void {
    this.#waiting.push(row);
  }

  /** Closed candles of a series that may not be in SQL yet. */
  unwritten(symbol: number, interval: Interval, priceType: PriceType): CandleBar[] {
    return [...this.#writing, ...this.#waiting]
      .filter((row) => row.symbol === symbol && row.interval === interval && row.priceType === priceType)
      .map(({ bar }) => bar);
  }

  /** Writes what waits; keeps it for the next try when the database is away, within bounds. */
  async flush(): Promise<void> {
    await this.#busy;
    if (this.#waiting.length === 0) return;
    this.#writing = this.#waiting.slice(-50_000);
    this.#waiting = [];
    const rows = mergeDoubles(this.#writing);
    this.#busy = this.#write(rows)
      .catch((error: unknown) => {
        this.#waiting = [...this.#writing, ...this.#waiting];
        throw error;
      })
      .finally(() => {
        this.#writing = [];
        this.#busy = undefined;
      });
    await this.#busy;
  }
}

// One statement may touch a row only once.
function mergeDoubles(rows: readonly StoredBar[]): StoredBar[] {
  const byKey = new Map<string, StoredBar>();
  for (const row of rows) {
    const key = `${row.symbol} ${row.priceType} ${row.interval} ${row.bar.openAt}`;
    const present = byKey.get(key);
    if (present === undefined) byKey.set(key, { ...row, bar: { ...row.bar } });
    else extendBar(present.bar, row.bar);
  }
  return [...byKey.values()];
}
