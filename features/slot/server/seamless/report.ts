// What a provider says that a day came to (UTC), kept beside what our own rows say of it; they are compared whenever they are looked at.
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { DAY_MS, dayOfText, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Pool } from 'pg';
import { z } from 'zod/mini';
import { pointDecimals, pointText } from '../games.ts';
const count = z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000));
const sum = z.strictObject({ count, amount: z.string().check(z.regex(/^\d{1,20}(\.\d{1,10})?$/)) });

/** Transactions that were answered with success, by the time of the provider's first asking; a rollback counts what it gave back. */
export const reportBody = z.strictObject({
  date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  debit: sum,
  credit: sum,
  rollback: sum,
});
export type GameReport = z.output<typeof reportBody>;

export const flows = ['debit', 'credit', 'rollback'] as const;
/** Amounts in the smallest unit. */
export type DayFlows = Record<(typeof flows)[number], { count: number; amount: number }>;

/** Told again it takes the place of what was told before. */
export async function keepReport(context: AppContext, site: SiteConfig, provider: string, report: GameReport): Promise<object> {
  const ends = (dayOfText(report.date) + 1) * DAY_MS;
  const now = context.clock.now();
  // Of a day that still goes on nothing can be said.
  if (!(ends <= now)) throw new Refusal('INVALID_FIELD', { field: 'date' });
  const told = Object.fromEntries(
    flows.map((flow) => [flow, { count: report[flow].count, amount: unitsOf(site, report[flow].amount, `${flow}.amount`) }]),
  ) as DayFlows;
  await context.pool.query(
    `INSERT INTO slot_game_report (site_id, provider, day, told, told_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (site_id, provider, day) DO UPDATE SET told = EXCLUDED.told, told_at = EXCLUDED.told_at`,
    [site.id, provider, report.date, JSON.stringify(told), new Date(now)],
  );
  const ours = await ourDay(context.pool, site.id, provider, report.date);
  return { date: report.date, agrees: isSameDay(told, ours), ours: shownFlows(site, ours) };
}

function unitsOf(site: SiteConfig, text: string, field: string): number {
  const units = readDecimal(text, pointDecimals(site));
  if (typeof units !== 'number' || units < 0) throw new Refusal('INVALID_FIELD', { field });
  return units;
}

const noFlows = (): DayFlows => ({ debit: { count: 0, amount: 0 }, credit: { count: 0, amount: 0 }, rollback: { count: 0, amount: 0 } });

export const isSameDay = (one: DayFlows, other: DayFlows): boolean =>
  flows.every((flow) => one[flow].count === other[flow].count && one[flow].amount === other[flow].amount);

export const shownFlows = (site: SiteConfig, of: DayFlows) =>
  Object.fromEntries(flows.map((flow) => [flow, { count: of[flow].count, amount: pointText(site, of[flow].amount) }])) as Record<
    (typeof flows)[number],
    { count: number; amount: string }
  >;

/** A rollback's row moves what its debit took; of one that never came, nothing. */
const OURS = `
  SELECT t.provider, to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, t.kind, count(*)::int AS count,
    sum(CASE WHEN t.kind = 'rollback' THEN coalesce(d.amount, 0) ELSE t.amount END)::float8 AS amount
  FROM slot_game_tx t LEFT JOIN slot_game_tx d
    ON d.site_id = t.site_id AND d.provider = t.provider AND d.tx_id = t.of_tx AND d.answer IS NOT NULL
  WHERE t.site_id = $1 AND t.answer IS NOT NULL AND t.created_at >= $2 AND t.created_at < $3
  GROUP BY 1, 2, 3`;

async function ourDay(pool: Pool, site: number, provider: string, day: string): Promise<DayFlows> {
  const from = Date.parse(`${day}T00:00:00Z`);
  const days = await ourDays(pool, site, from, from + DAY_MS);
  return days.get(`${provider} ${day}`) ?? noFlows();
}

async function ourDays(pool: Pool, site: number, from: number, to: number): Promise<Map<string, DayFlows>> {
  const { rows } = await pool.query<{ provider: string; day: string; kind: (typeof flows)[number]; count: number; amount: number }>(OURS, [
    site,
    new Date(from),
    new Date(to),
  ]);
  const days = new Map<string, DayFlows>();
  for (const { provider, day, kind, count: n, amount } of rows) {
    const name = `${provider} ${day}`;
    const of = days.get(name) ?? noFlows();
    of[kind] = { count: n, amount };
    days.set(name, of);
  }
  return days;
}

export interface ComparedDay {
  provider: string;
  day: string;
  ours: DayFlows;
  /** Undefined: the provider has told nothing of it. */
  told: DayFlows | undefined;
  toldAt: Date | undefined;
}

/** Days that are over, of the last `most`, on which either side knows of something; the newest first. */
export async function comparedDays(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  most: number,
): Promise<ComparedDay[]> {
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const ours = await ourDays(pool, site, today - most * DAY_MS, today);
  const { rows } = await pool.query<{ provider: string; day: string; told: DayFlows; told_at: Date }>(
    'SELECT provider, day::text AS day, told, told_at FROM slot_game_report WHERE site_id = $1 AND day >= $2',
    [site, utcDayText(today - most * DAY_MS)],
  );
  const told = new Map(rows.map((row) => [`${row.provider} ${row.day}`, row]));
  return [...new Set([...ours.keys(), ...told.keys()])]
    .map((name) => {
      const [provider, day] = name.split(' ');
      const report = told.get(name);
      return { provider, day, ours: ours.get(name) ?? noFlows(), told: report?.told, toldAt: report?.told_at };
    })
    .toSorted((a, b) => (a.day < b.day ? 1 : -1));
}
