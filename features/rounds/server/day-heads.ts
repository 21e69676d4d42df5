// Publishes each site's day: heads of its chains and the opened seed, once, chained to the day before. A day without a record has none.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { daySignatureText } from '../day-key.ts';
import { FIRST_PREVIOUS } from '../evidence.ts';
import { DAY_FORMAT, DAY_TOLD_AFTER_MS, type DayFile, type DayHead, DAYS_SEALED_AHEAD, sealDay } from '../evidence-day.ts';
import { DayKeys, signatureOf } from './day-keys.ts';
import type { Draws } from './draws.ts';
import { siteOptions } from './site-options.ts';

const LOCK = 0x64617973;
/** Days that are told in one go after a long rest. */
const MOST_DAYS = 40;

// Days with records that are over and not told yet, oldest first: from day to day by the index, however many records a day has.
const UNTOLD = `WITH RECURSIVE days (day) AS (
    SELECT (SELECT settled_ms FROM rounds_evidence WHERE site_id = $1 AND settled_ms < $2
      AND settled_ms >= COALESCE((SELECT max(day) - date '1970-01-01' + 1 FROM rounds_day_head WHERE site_id = $1), 0) * ${DAY_MS}::bigint
      ORDER BY settled_ms LIMIT 1) / ${DAY_MS}
    UNION ALL
    SELECT (SELECT settled_ms FROM rounds_evidence WHERE site_id = $1 AND settled_ms < $2 AND settled_ms >= (days.day + 1) * ${DAY_MS}
      ORDER BY settled_ms LIMIT 1) / ${DAY_MS} FROM days WHERE days.day IS NOT NULL)
  SELECT day FROM days WHERE day IS NOT NULL LIMIT ${MOST_DAYS}`;
const LATE = `SELECT 1 FROM (SELECT settled_ms FROM rounds_waiting WHERE site_id = $1 ORDER BY settled_seq LIMIT 1) w WHERE settled_ms < $2`;
// A chain's numbers have no gaps and rise with their moments: its last of the day, and how many came since the last of the days before.
const HEADS = `WITH RECURSIVE options (option) AS (
    SELECT (SELECT option FROM rounds_evidence WHERE site_id = $1 ORDER BY option LIMIT 1)
    UNION ALL
    SELECT (SELECT option FROM rounds_evidence e WHERE site_id = $1 AND e.option > o.option ORDER BY option LIMIT 1)
    FROM options o WHERE o.option IS NOT NULL)
  SELECT o.option, e.number, e.hash, e.number - COALESCE((SELECT number FROM rounds_evidence
      WHERE site_id = $1 AND option = o.option AND settled_ms < $2 ORDER BY settled_ms DESC, number DESC LIMIT 1), 0) AS records
  FROM options o CROSS JOIN LATERAL (SELECT number, hash FROM rounds_evidence
    WHERE site_id = $1 AND option = o.option AND settled_ms < $3 ORDER BY settled_ms DESC, number DESC LIMIT 1) e ORDER BY o.option`;
const LAST = 'SELECT number, hash, record FROM rounds_day_head WHERE site_id = $1 ORDER BY number DESC LIMIT 1';

export class DayHeads {
  readonly #context: AppContext;
  readonly #draws: Draws;
  readonly keys: DayKeys;
  /** The last day that each site was looked at for: one look a day. */
  readonly #looked = new Map<number, number>();
  readonly #telling = new Map<number, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(context: AppContext, draws: Draws) {
    this.#context = context;
    this.#draws = draws;
    this.keys = new DayKeys(context.config.secrets.storageKey);
  }

  /**
   * Tells every day of the site that is over. Whoever asks meanwhile waits for the same, and sites take turns: a lookup of the day for
   * everybody holds one connection and not one for each site.
   */
  tell(site: SiteConfig, now: number): Promise<void> {
    const known = this.#telling.get(site.id);
    if (known !== undefined) return known;
    const telling = this.#last.then(() => this.#tellSite(site, now)).finally(() => this.#telling.delete(site.id));
    this.#telling.set(site.id, telling);
    this.#last = telling.catch(() => {});
    return telling;
  }

  async #tellSite(site: SiteConfig, now: number): Promise<void> {
    const over = Math.floor((now - DAY_TOLD_AFTER_MS) / DAY_MS);
    if ((this.#looked.get(site.id) ?? 0) >= over) return;
    // Rows that are behind may yet bring a record of the day.
    const seq = appliedSeq(this.#context.engine, site.id);
    if (!(await this.#context.projections.waitFor(site.id, seq))) return;
    const isTold = await inTransaction(this.#context.pool, (client) => this.#tellDays(client, site, over * DAY_MS));
    if (isTold) this.#looked.set(site.id, over);
  }

  async #tellDays(client: PoolClient, site: SiteConfig, until: number): Promise<boolean> {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK, site.id]);
    const late = await client.query(LATE, [site.id, until]);
    if (late.rowCount !== 0) return false;
    const { rows } = await client.query<{ day: number }>(UNTOLD, [site.id, until]);
    for (const { day } of rows) await this.#tellDay(client, site, Number(day) * DAY_MS);
    return rows.length < MOST_DAYS;
  }

  async #tellDay(client: PoolClient, site: SiteConfig, from: number): Promise<void> {
    const [last] = (await client.query<{ number: number; hash: string }>(LAST, [site.id])).rows;
    const [number, previous] = [(last?.number ?? 0) + 1, last?.hash ?? FIRST_PREVIOUS];
    const sealed = sealDay({
      format: DAY_FORMAT,
      site: site.code,
      siteNumber: String(site.id),
      day: utcDayText(from),
      from: String(from),
      to: String(from + DAY_MS),
      heads: await headsOf(client, site, from),
      seed: await this.#draws.openedDay(utcDayText(from), client),
      coming: await this.#coming(client, from),
      number: String(number),
      previous,
    });
    const now = this.#context.clock.now();
    const by = await this.keys.sign(client, daySignatureText(sealed.hash), now);
    if (by === undefined)
      this.#context.log.error({ day: utcDayText(from) }, 'a day is told unsigned: its key was sealed under another storage key');
    await client.query(
      `INSERT INTO rounds_day_head (site_id, number, day, record, hash, at, signature, key)
       VALUES ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), $7, $8)`,
      [site.id, number, utcDayText(from), sealed.record, sealed.hash, now, by?.signature ?? null, by?.key ?? null],
    );
  }

  /** Seals of the days after, as far as they are made. */
  async #coming(client: PoolClient, from: number): Promise<{ day: string; seal: string }[]> {
    const days = Array.from({ length: DAYS_SEALED_AHEAD + 1 }, (_, i) => utcDayText(from + (i + 1) * DAY_MS));
    return (await this.#draws.seals(days, client)).map(({ date, seal }) => ({ day: date, seal }));
  }
}

async function headsOf(client: PoolClient, site: SiteConfig, from: number): Promise<DayHead[]> {
  const { rows } = await client.query<{ option: number; number: number; hash: string; records: number }>(HEADS, [
    site.id,
    from,
    from + DAY_MS,
  ]);
  return rows.map(({ option, number, hash, records }) => ({
    tradeOptionId: String(option + 1),
    code: siteOptions(site)[option]?.code ?? '',
    number: String(number),
    hash,
    records: String(records),
  }));
}

interface HeadRow {
  number: number;
  record: string;
  hash: string;
  signature: string | null;
  key: number | null;
}

/** What was published of a day, with the day before it. */
export async function publishedDay(pool: AppContext['pool'], site: number, day: string): Promise<DayFile | undefined> {
  const columns = 'SELECT number, record, hash, signature, key FROM rounds_day_head WHERE site_id = $1';
  const [row] = (await pool.query<HeadRow>(`${columns} AND day = $2`, [site, day])).rows;
  if (row === undefined) return undefined;
  const [before] = (await pool.query<{ record: string }>(`${columns} AND number = $2`, [site, row.number - 1])).rows;
  const signed = await signatureOf(pool, row);
  return { record: row.record, hash: row.hash, ...(before && { previousRecord: before.record }), ...(signed && { signed }) };
}

export async function latestDay(pool: AppContext['pool'], site: number): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    `SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM rounds_day_head WHERE site_id = $1`,
    [site],
  );
  return rows[0]?.day ?? null;
}
