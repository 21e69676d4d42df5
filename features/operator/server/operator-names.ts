// Who somebody was, for lists of other features that hold operators' ids.
import type { Pool } from 'pg';
import type { OperatorNames } from '../contract.ts';

export function createOperatorNames(pool: Pool): OperatorNames {
  return {
    async of(ids, sql = pool) {
      const { rows } = await sql.query<{ id: number; username: string; name: string }>(
        'SELECT id, username, name FROM operator_operator WHERE id = ANY ($1::bigint[])',
        [[...new Set(ids)]],
      );
      return new Map(rows.map(({ id, username, name }) => [Number(id), { username, name }]));
    },
  };
}
