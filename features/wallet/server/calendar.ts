// Days of a site's own calendar, counted from 1970.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export const DAY_MS = 86_400_000;

/** The site's day at this moment. */
export function dayAt(timeZone: string, timeMs: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(timeMs);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS;
}

/** 2026-11-21 */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Where the projection finds which day a posting belongs to. */
export async function keepCalendar({ pool }: Pick<AppContext, 'pool'>, { id, timeZone }: SiteConfig): Promise<void> {
  await pool.query(
    `INSERT INTO wallet_calendar VALUES ($1, $2) ON CONFLICT (site_id) DO UPDATE SET time_zone = excluded.time_zone
     WHERE wallet_calendar.time_zone <> excluded.time_zone`,
    [id, timeZone],
  );
}
