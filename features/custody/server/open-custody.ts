// Whether deposits or withdrawals are under way or test coins asked for: the demo's processes run on for them.
import type { Pool } from 'pg';

export async function hasOpenCustody(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM custody_deposit WHERE state IN ('SEEN', 'CONFIRMING', 'CREDITED'))
       OR EXISTS (SELECT 1 FROM custody_withdrawal WHERE state IN ('APPROVED', 'SIGNED', 'SENT') AND payee IS NULL)
       OR EXISTS (SELECT 1 FROM custody_sweep WHERE state = 'OPEN')
       OR EXISTS (SELECT 1 FROM custody_test_coin WHERE tx_hash IS NULL) AS open`,
  );
  return rows[0]?.open ?? false;
}
