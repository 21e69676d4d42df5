// The time zone by which the projection says what day of a site a posting belongs to.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

/** Where the projection finds which day a posting belongs to. */
export async function keepCalendar({ pool }: Pick<AppContext, 'pool'>, { id, timeZone }: SiteConfig): Promise<void> {
  await pool.query(
    `INSERT INTO wallet_calendar VALUES ($1, $2) ON CONFLICT (site_id) DO UPDATE SET time_zone = excluded.time_zone
     WHERE wallet_calendar.time_zone <> excluded.time_zone`,
    [id, timeZone],
  );
}
