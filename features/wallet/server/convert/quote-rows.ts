// Quotes as rows: made, taken by one request for ever, and ended in one way. A number from outside is looked up as the member's own or not at all.
import type { AppContext } from '@maru/kit/server/context.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';

/** OPEN: to be looked at; TAKEN: on its way to the engine; then DONE or REFUSED. */
export interface QuoteRow {
  id: number;
  site: number;
  account: number;
  fromAsset: number;
  toAsset: number;
  amount: number;
  received: number;
  num: number;
  den: number;
  spread: number;
  /** Micro-USDT of what is given. */
  value: number;
  shortMost: number;
  longMost: number;
  quotedMs: number;
  endsMs: number;
  state: 'OPEN' | 'TAKEN' | 'DONE' | 'REFUSED';
  takenMs: number | null;
  seq: number | null;
  fault: string | null;
}

/** So long a price is held. */
const LIFE_MS = 10_000;

const COLUMNS = `quote_id::float8 AS id, site_id AS site, account, from_asset AS "fromAsset", to_asset AS "toAsset", amount::float8 AS amount,
  received::float8 AS received, num::float8 AS num, den::float8 AS den, spread, value::float8 AS value, short_most::float8 AS "shortMost",
  long_most::float8 AS "longMost", quoted_ms::float8 AS "quotedMs", ends_ms::float8 AS "endsMs", state, taken_ms::float8 AS "takenMs",
  seq::float8 AS seq, fault`;

export type NewQuote = Pick<
  QuoteRow,
  'site' | 'account' | 'fromAsset' | 'toAsset' | 'amount' | 'received' | 'num' | 'den' | 'spread' | 'value' | 'shortMost' | 'longMost'
>;

export async function insertQuote({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, q: NewQuote): Promise<QuoteRow> {
  const now = clock.now();
  const { rows } = await pool.query<QuoteRow>(
    `INSERT INTO wallet_quote (site_id, account, from_asset, to_asset, amount, received, num, den, spread, value, short_most, long_most, quoted_ms, ends_ms, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'OPEN') RETURNING ${COLUMNS}`,
    [
      q.site,
      q.account,
      q.fromAsset,
      q.toAsset,
      q.amount,
      q.received,
      q.num,
      q.den,
      q.spread,
      q.value,
      q.shortMost,
      q.longMost,
      now,
      now + LIFE_MS,
    ],
  );
  return rows[0];
}

interface Owner {
  site: number;
  account: number;
}

export async function ownQuote(pool: Pool, { site, account }: Owner, id: number): Promise<QuoteRow | undefined> {
  const { rows } = await pool.query<QuoteRow>(`SELECT ${COLUMNS} FROM wallet_quote WHERE quote_id = $1 AND site_id = $2 AND account = $3`, [
    id,
    site,
    account,
  ]);
  return rows[0];
}

/** The one that a request took, whenever that was. */
export async function quoteTakenBy(pool: Pool | PoolClient, { site, account }: Owner, requestKey: string): Promise<QuoteRow | undefined> {
  const { rows } = await pool.query<QuoteRow>(
    `SELECT ${COLUMNS} FROM wallet_quote WHERE site_id = $1 AND account = $2 AND request_key = $3`,
    [site, account, requestKey],
  );
  return rows[0];
}

const COUNTED = `site_id = $1 AND account = $2 AND state IN ('TAKEN', 'DONE') AND taken_ms > $3`;

/** Micro-USDT by asset that a member converted within the day behind now, either way. */
export async function convertedToday(sql: Pool | PoolClient, { site, account }: Owner, now: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ asset: number; value: number }>(
    `SELECT asset, sum(value)::float8 AS value FROM (
       SELECT from_asset AS asset, value FROM wallet_quote WHERE ${COUNTED}
       UNION ALL SELECT to_asset, value FROM wallet_quote WHERE ${COUNTED}) each GROUP BY asset`,
    [site, account, now - DAY_MS],
  );
  return new Map(rows.map(({ asset, value }) => [asset, value]));
}

/** `isMine`: by this very call; else by another one of the same request, which may have been about something else. */
export interface Taken {
  taken: QuoteRow;
  isMine: boolean;
}

/**
 * A quote is one request's from here on. `requestKey` null: the request has none, and can ask nothing again. Throws what keeps it from
 * being taken; two at once stand one behind the other.
 */
export function takeQuote(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  quote: QuoteRow,
  requestKey: string | null,
  dayMost: number,
): Promise<Taken> {
  const { site, account, id, value, fromAsset, toAsset } = quote;
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`wallet.convert|${site}|${account}`]);
    const now = clock.now();
    const same = requestKey === null ? undefined : await quoteTakenBy(client, quote, requestKey);
    if (same !== undefined) return { taken: same, isMine: false };
    const today = await convertedToday(client, quote, now);
    const most = Math.max(today.get(fromAsset) ?? 0, today.get(toAsset) ?? 0) + value;
    if (most > dayMost) throw new Refusal('CONVERT_DAY', { field: 'point' });
    const { rows } = await client.query<QuoteRow>(
      `UPDATE wallet_quote SET state = 'TAKEN', taken_ms = $2, request_key = $3 WHERE quote_id = $1 AND state = 'OPEN' AND ends_ms >= $2
       RETURNING ${COLUMNS}`,
      [id, now, requestKey],
    );
    if (rows.length > 0) return { taken: rows[0], isMine: true };
    throw new Refusal(quote.endsMs < now ? 'QUOTE_EXPIRED' : 'QUOTE_USED');
  });
}

export async function noteDone(pool: Pool, id: number, seq: number, doneMs: number): Promise<void> {
  await pool.query(`UPDATE wallet_quote SET state = 'DONE', seq = $2, done_ms = $3 WHERE quote_id = $1 AND state = 'TAKEN'`, [
    id,
    seq,
    doneMs,
  ]);
}

export async function noteRefused(pool: Pool, id: number, fault: string): Promise<void> {
  await pool.query(`UPDATE wallet_quote SET state = 'REFUSED', fault = $2 WHERE quote_id = $1 AND state = 'TAKEN'`, [id, fault]);
}

/** Taken so long ago that whoever took them is gone. */
export async function leftTaken(pool: Pool, before: number): Promise<QuoteRow[]> {
  const { rows } = await pool.query<QuoteRow>(
    `SELECT ${COLUMNS} FROM wallet_quote WHERE state = 'TAKEN' AND taken_ms < $1 ORDER BY quote_id LIMIT 100`,
    [before],
  );
  return rows;
}

/** Quotes that nobody took are of no use to anybody an hour later. */
export async function forgetQuotes(pool: Pool, before: number): Promise<void> {
  await pool.query(`DELETE FROM wallet_quote WHERE state = 'OPEN' AND ends_ms < $1`, [before]);
}
