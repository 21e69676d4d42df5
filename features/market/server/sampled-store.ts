// Candles of mark, index and premium in SQL, beside those of the last price and bounded: the finer, the sooner they are dropped.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import type { Pool } from 'pg';
import { type Interval, intervals, priceTypes } from '../contract.ts';
import type { CandleBar } from './candle-series.ts';
import { inQuickTransaction, type StoredBar } from './candle-store.ts';
import { type CarriedCandles, carriedCandles, carriedFrom } from './carried-candles.ts';
import { finerOf, intervalId } from './intervals.ts';
import type { SampledPrice } from './symbol-market.ts';
import { marketSymbols } from './symbol-table.ts';

/** Hourly and longer ones stay for ever: 9,000 a year, symbol and price. */
export const SAMPLED_KEPT_MS: Readonly<Partial<Record<Interval, number>>> = {
  '1s': HOUR_MS,
  '1m': 30 * DAY_MS,
  '3m': 30 * DAY_MS,
  '5m': 365 * DAY_MS,
  '15m': 365 * DAY_MS,
  '30m': 365 * DAY_MS,
};
export const sampledPrices = priceTypes.filter((type) => type !== 'LAST');
const typeId = (type: SampledPrice) => priceTypes.indexOf(type);

/** A candle cut in two by a restart is one. */
const UPSERT = `
  INSERT INTO market_sampled_candle (symbol, price_type, period, open_at, open, high, low, close, is_simulated)
  SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[])
  ON CONFLICT (symbol, price_type, period, open_at) DO UPDATE SET
    high = greatest(market_sampled_candle.high, excluded.high), low = least(market_sampled_candle.low, excluded.low),
    close = excluded.close, is_simulated = market_sampled_candle.is_simulated AND excluded.is_simulated`;

/** The first part of a candle whose later part may be there. */
const UPSERT_HEAD = UPSERT.replace('close = excluded.close', 'open = excluded.open');

export async function writeSampled(pool: Pool, rows: readonly StoredBar[], mode: 'merge' | 'head' = 'merge'): Promise<void> {
  if (rows.length === 0) return;
  const bars = (pick: (bar: CandleBar) => number) => integerArray(rows.map(({ bar }) => pick(bar)));
  const values = [
    integerArray(rows.map(({ symbol }) => symbol)),
    integerArray(rows.map(({ priceType }) => typeId(priceType as SampledPrice))),
    integerArray(rows.map(({ interval }) => intervalId(interval))),
    bars(({ openAt }) => openAt),
    bars(({ open }) => open),
    bars(({ high }) => high),
    bars(({ low }) => low),
    bars(({ close }) => close),
    `{${rows.map(({ bar }) => bar.isSimulated).join(',')}}`,
  ];
  await inQuickTransaction(pool, (client) => client.query(statementOf(mode, values)));
}

const statementOf = (mode: 'merge' | 'head', values: unknown[]) =>
  mode === 'merge' ? { name: 'market-sampled-upsert', text: UPSERT, values } : { text: UPSERT_HEAD, values };

const COLUMNS = 'open_at, open, high, low, close, is_simulated';

/** The newest `limit` that opened before `before`, oldest first. */
export async function readSampled(
  pool: Pool,
  symbol: number,
  type: SampledPrice,
  interval: Interval,
  before: number,
  limit: number,
): Promise<CandleBar[]> {
  const { rows } = await pool.query<(string | boolean)[]>({
    text: `SELECT ${COLUMNS} FROM market_sampled_candle WHERE symbol = $1 AND price_type = $2 AND period = $3 AND open_at < $4 ORDER BY open_at DESC LIMIT $5`,
    values: [symbol, typeId(type), intervalId(interval), before, limit],
    rowMode: 'array',
  });
  return rows.reverse().map(barOfRow);
}

/** The oldest `limit` that opened at `from` or later and before `before`; and when the very first opened. */
export async function readSampledFrom(
  pool: Pool,
  symbol: number,
  type: SampledPrice,
  interval: Interval,
  from: number,
  before: number,
  limit: number,
): Promise<{ bars: CandleBar[]; firstAt: number | undefined }> {
  const own = 'FROM market_sampled_candle WHERE symbol = $1 AND price_type = $2 AND period = $3';
  const key = [symbol, typeId(type), intervalId(interval)];
  const [found, first] = await Promise.all([
    pool.query<(string | boolean)[]>({
      text: `SELECT ${COLUMNS} ${own} AND open_at >= $4 AND open_at < $5 ORDER BY open_at LIMIT $6`,
      values: [...key, from, before, limit],
      rowMode: 'array',
    }),
    pool.query<{ first: number | null }>(`SELECT min(open_at) AS first ${own}`, key),
  ]);
  const [{ first: at }] = first.rows;
  return { bars: found.rows.map(barOfRow), firstAt: at ?? undefined };
}

function barOfRow(row: readonly (string | boolean)[]): CandleBar {
  const [openAt, open, high, low, close] = row.slice(0, 5).map(Number);
  return { openAt, open, high, low, close, lots: 0, quote: 0, isSimulated: row[5] === true };
}

/** A symbol's candles that a stop or a crash cut off, put together again from closed finer ones. */
export async function carriedSampled(pool: Pool, symbol: number, now: number): Promise<Map<SampledPrice, CarriedCandles>> {
  const kept = await pool.query<{ type: number; period: number; newest: number | null }>(
    `SELECT type, period, (SELECT max(open_at) FROM market_sampled_candle c
       WHERE c.symbol = $1 AND c.price_type = type AND c.period = p.period AND c.open_at < $2) AS newest
     FROM unnest($3::smallint[]) AS t (type) CROSS JOIN unnest($4::smallint[]) AS p (period)`,
    [symbol, now, sampledPrices.map(typeId), intervals.map(intervalId)],
  );
  const steps = sampledPrices.flatMap((type) => {
    const own = kept.rows.filter((row) => row.type === typeId(type) && row.newest !== null);
    const newest = new Map(own.map(({ period, newest: at }) => [intervals[period], Number(at)]));
    return intervals.flatMap((interval) => {
      const finer = finerOf[interval];
      return finer === undefined ? [] : [{ type, newest, finer, from: carriedFrom(interval, newest, now) }];
    });
  });
  const { rows } = await pool.query<(string | boolean)[]>({
    text: `SELECT ${COLUMNS}, step FROM unnest($2::smallint[], $3::smallint[], $4::bigint[]) WITH ORDINALITY AS s (type, period, since, step)
      JOIN market_sampled_candle c ON c.symbol = $1 AND c.price_type = s.type AND c.period = s.period AND c.open_at >= s.since AND c.open_at < $5
      ORDER BY step, open_at`,
    values: [
      symbol,
      steps.map(({ type }) => typeId(type)),
      steps.map(({ finer }) => intervalId(finer)),
      steps.map(({ from }) => from),
      now,
    ],
    rowMode: 'array',
  });
  const out = new Map<SampledPrice, CarriedCandles>();
  for (const type of sampledPrices) {
    const read = (finer: Interval, from: number) => {
      const at = steps.findIndex((step) => step.type === type && step.finer === finer && step.from === from);
      return rows.filter((row) => Number(row[6]) === at + 1).map(barOfRow);
    };
    const newest = steps.find((step) => step.type === type)?.newest ?? new Map();
    out.set(type, await carriedCandles(now, newest, read));
  }
  return out;
}

export async function dropOldSampled(pool: Pool, now: number): Promise<void> {
  for (const [interval, keptMs] of Object.entries(SAMPLED_KEPT_MS)) {
    await pool.query('DELETE FROM market_sampled_candle WHERE symbol = ANY($1) AND price_type = ANY($2) AND period = $3 AND open_at < $4', [
      marketSymbols.map(({ id }) => id),
      sampledPrices.map(typeId),
      intervalId(interval as Interval),
      now - keptMs,
    ]);
  }
}
