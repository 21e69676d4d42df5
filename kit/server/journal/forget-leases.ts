// Takes away the leases of journals that nobody will write again; the journals stay.
import type { Pool } from 'pg';

/** With its lease a journal's end would be asked for a snapshot at the next change of rules (former-release.ts), and nobody makes one. */
export async function forgetLeases(pool: Pool, sites: readonly number[]): Promise<void> {
  if (sites.length > 0) await pool.query('DELETE FROM engine_lease WHERE site = ANY ($1)', [sites]);
}
