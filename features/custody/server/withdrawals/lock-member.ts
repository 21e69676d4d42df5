// One member's withdrawals and list of addresses are changed one after another, whichever of the site's servers is asked.
import type { PoolClient } from 'pg';

export async function lockMember(client: PoolClient, { site, account }: { site: number; account: number }): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`custody.withdraw|${site}|${account}`]);
}
