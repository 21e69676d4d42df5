// The public value of a draw: its source fixed before the first bet, the value once after the cut-off and kept before it is used.
import type { Pool } from 'pg';
import type { DrawPlan, Entropy } from '../evidence.ts';

interface Key {
  option: number;
  ordinal: number;
}

export async function keptEntropy(pool: Pool, site: number, { option, ordinal }: Key): Promise<Entropy | undefined> {
  const { rows } = await pool.query<{ entropy: Entropy }>(
    'SELECT entropy FROM rounds_entropy WHERE site_id = $1 AND option = $2 AND ordinal = $3',
    [site, option, ordinal],
  );
  return rows[0]?.entropy;
}

/** Whoever writes first has fixed it; answers what stands. */
export async function keepEntropy(pool: Pool, site: number, key: Key, entropy: Entropy): Promise<Entropy> {
  await pool.query('INSERT INTO rounds_entropy (site_id, option, ordinal, entropy) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    site,
    key.option,
    key.ordinal,
    JSON.stringify(entropy),
  ]);
  return (await keptEntropy(pool, site, key)) ?? entropy;
}

export async function keptPlan(pool: Pool, site: number, { option, ordinal }: Key): Promise<DrawPlan | undefined> {
  const { rows } = await pool.query<{ plan: DrawPlan }>(
    'SELECT plan FROM rounds_draw_plan WHERE site_id = $1 AND option = $2 AND ordinal = $3',
    [site, option, ordinal],
  );
  return rows[0]?.plan;
}

/** As keepEntropy: the first stands. */
export async function keepPlan(pool: Pool, site: number, key: Key, plan: DrawPlan): Promise<DrawPlan> {
  await pool.query('INSERT INTO rounds_draw_plan (site_id, option, ordinal, plan) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    site,
    key.option,
    key.ordinal,
    JSON.stringify(plan),
  ]);
  return (await keptPlan(pool, site, key)) ?? plan;
}
