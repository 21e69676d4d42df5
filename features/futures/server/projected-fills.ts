// Fills on their way to SQL: columns straight from the event words.
import type { PoolClient } from 'pg';
import { integerArray } from '@maru/kit/server/sql-array.ts';

/** Words of OrderFilled in the order of the insert's columns: account, seq, index, order, symbol, flags, role, price, lots, fee, pnl, trade, position, time. */
const WORDS = [4, 1, 2, 6, 5, 7, 10, 8, 9, 11, 12, 13, 15, 3] as const;

const INSERT = `INSERT INTO futures_fill (site_id, account, seq, idx, order_id, symbol, flags, role, price, lots, fee, realized_pnl, trade_id,
  position_id, time_ms)
SELECT $1, * FROM unnest($2::int[], $3::bigint[], $4::int[], $5::bigint[], $6::smallint[], $7::smallint[], $8::smallint[], $9::bigint[], $10::bigint[],
  $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])`;

export interface FillColumns {
  add(e: Float64Array, i: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

export function createFillColumns(): FillColumns {
  const columns: number[][] = WORDS.map(() => []);
  return {
    add(e, i) {
      for (let c = 0; c < WORDS.length; c++) columns[c].push(e[i + WORDS[c]]);
    },
    async write(client, site) {
      if (columns[0].length === 0) return;
      await client.query({ name: 'futures-fill-insert', text: INSERT, values: [site, ...columns.map(integerArray)] });
    },
  };
}
