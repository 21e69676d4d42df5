// Sign-up without codes, for tests and benches that need members and prove something else.
import type { AppContext } from '@maru/kit/server/context.ts';

/** In the rows too, so that it lasts over a restart. */
export async function openSignUp({ pool, sites }: Pick<AppContext, 'pool' | 'sites'>): Promise<void> {
  await pool.query(`UPDATE site_site SET config = config - 'signUp'`);
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM site_site WHERE opened_at IS NULL');
  const closed = new Set(rows.map(({ id }) => id));
  sites.replace(
    sites.all().map(({ signUp: _, ...site }) => site),
    closed,
  );
}
