// One step of a withdrawal's state: only from where it may be made, whoever else wanted another one at the same moment.
import type { PoolClient } from 'pg';
import type { WithdrawalState } from '../../withdraw-contract.ts';

export interface Move {
  from: readonly WithdrawalState[];
  to: WithdrawalState;
  now: number;
  reason?: string | null;
}

/** False: it was in none of these states, and is as it was. */
export async function moveState(client: PoolClient, id: number, { from, to, now, reason }: Move): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE custody_withdrawal SET state = $3, changed_ms = $4, reason = coalesce($5, reason), waits = NULL
     WHERE withdrawal_id = $1 AND state = ANY($2)`,
    [id, from, to, now, reason ?? null],
  );
  if (rowCount !== 1) return false;
  await noteStep(client, id, to, now);
  return true;
}

export async function noteStep(client: PoolClient, id: number, state: WithdrawalState | 'REPLACED', now: number): Promise<void> {
  await client.query('INSERT INTO custody_withdrawal_step (withdrawal_id, state, at_ms) VALUES ($1, $2, $3)', [id, state, now]);
}
