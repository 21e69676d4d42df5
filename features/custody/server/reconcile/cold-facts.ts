// What cold storage holds of a coin, and what should lie there by the moves that blocks have and by what came unannounced.
import type { PoolClient } from 'pg';
import { FROM_COLD, TO_COLD } from './swept.ts';

const COLD = `SELECT
   (SELECT coalesce(sum(b.amount), 0) FROM custody_balance b JOIN custody_cold c ON c.chain = b.chain AND c.address = b.address
    WHERE c.site_id = $1 AND b.chain = $2 AND b.coin = $3)::text AS has,
   (SELECT coalesce(sum(e.amount * power(10::numeric, $5::int) / power(10::numeric, $6::int) + e.dust), 0) FROM custody_entry e
    WHERE e.site_id = $1 AND e.wallet_type = $3 AND e.name LIKE 'COLD|%' AND e.is_due)::text AS given,
   (SELECT coalesce(sum(t.amount), 0) FROM (${TO_COLD}) t)::text AS came,
   (SELECT coalesce(sum(f.amount), 0) FROM (${FROM_COLD}) f)::text AS gone`;

const whole = (text: string) => BigInt(text.replace(/\.0*$/, ''));

/** `of`: site, chain, coin, height; `units`: digits that the chain has beyond the ledger, and the ledger beyond the chain. */
export async function readCold(client: PoolClient, of: readonly unknown[], units: readonly number[]) {
  const { rows } = await client.query<{ has: string; given: string; came: string; gone: string }>(COLD, [...of, ...units]);
  const [{ has, given, came, gone }] = rows;
  return { cold: whole(has), recordedCold: whole(given) + whole(came) - whole(gone) };
}
