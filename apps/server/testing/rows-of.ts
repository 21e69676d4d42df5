// All that a site has in the database, as one hash a table: what changed nothing leaves it as it is.
import type { TestServer } from './harness.ts';

/** Everything SQL holds of a site, but for when somebody was last seen, and alerts and how sending them went, which come by themselves. */
export async function rowsOf({ context }: TestServer, site: number): Promise<Record<string, string>> {
  const { pool } = context;
  const { rows } = await pool.query<{ t: string }>(
    "SELECT table_name AS t FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'site_id' AND table_name <> 'operator_alert' ORDER BY 1",
  );
  const all: Record<string, string> = {};
  for (const { t } of rows) {
    const text = `SELECT md5(coalesce(string_agg(r, '|' ORDER BY r), '')) AS h FROM (SELECT (to_jsonb(x) - 'last_seen_at' - 'seen_at' - 'used_at' - 'last_ok_at' - 'failing_since' - 'fault')::text AS r FROM ${t} x WHERE site_id = $1) y`;
    all[t] = (await pool.query<{ h: string }>(text, [site])).rows[0].h;
  }
  return all;
}
