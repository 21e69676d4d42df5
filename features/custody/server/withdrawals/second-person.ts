// Which request for a second person waits for a withdrawal: one at a time, until it is decided, taken back or too old.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { APPROVAL_LIFE_MS } from '@maru/operator/admin-contract.ts';
import type { PoolClient } from 'pg';

/** What nobody decided in time waits no more. */
export const isSecondAsked = ({ secondAsked }: { secondAsked: number | null }, now: number): boolean =>
  secondAsked !== null && now - secondAsked < APPROVAL_LIFE_MS;

/** Within the transaction that has the row's lock. */
export async function refuseAsked({ clock }: Pick<AppContext, 'clock'>, client: PoolClient, id: number): Promise<void> {
  const { rows } = await client.query<{ requestId: number; secondAsked: number | null }>(
    'SELECT second_request::float8 AS "requestId", second_ms::float8 AS "secondAsked" FROM custody_withdrawal WHERE withdrawal_id = $1',
    [id],
  );
  const row = rows.at(0);
  if (row !== undefined && isSecondAsked(row, clock.now())) throw new Refusal('WITHDRAW_ASKED', { requestId: row.requestId });
}

export async function noteSecond(
  client: PoolClient,
  id: number,
  asked: { requestId: number; operator: number; at: number } | null,
): Promise<void> {
  await client.query('UPDATE custody_withdrawal SET second_request = $2, second_by = $3, second_ms = $4 WHERE withdrawal_id = $1', [
    id,
    asked?.requestId ?? null,
    asked?.operator ?? null,
    asked?.at ?? null,
  ]);
}
