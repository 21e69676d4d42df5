// The public value of a draw, fixed once after its cut-off and kept before it is used.
import type { Pool } from 'pg';
import type { TickEntropy } from '../evidence.ts';

interface Key {
  option: number;
  ordinal: number;
}

export async function keptEntropy(pool: Pool, site: number, { option, ordinal }: Key): Promise<TickEntropy | undefined> {
  const { rows } = await pool.query<{ entropy: TickEntropy }>(
    'SELECT entropy FROM rounds_entropy WHERE site_id = $1 AND option = $2 AND ordinal = $3',
    [site, option, ordinal],
  );
  return rows[0]?.entropy;
}

/** Whoever writes first has fixed it; answers what stands. */
export async function keepEntropy(pool: Pool, site: number, key: Key, entropy: TickEntropy): Promise<TickEntropy> {
  await pool.query('INSERT INTO rounds_entropy (site_id, option, ordinal, entropy) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    site,
    key.option,
    key.ordinal,
    JSON.stringify(entropy),
  ]);
  return (await keptEntropy(pool, site, key)) ?? entropy;
}
