// The file of a move out of cold storage: handed out, taken back signed, or given up. What is in it only the watcher judges, which has the chain's library.
import { readSigned } from '@maru/chains/cold-order.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import { bringColdSigned, dropColdMove, readColdFile } from '../../cold-admin-contract.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { tellCold } from './cold-address.ts';
import { dropMove } from './drop-move.ts';

interface MoveRow {
  siteCode: string;
  text: string | null;
  hash: string | null;
  until: number | null;
  isReady: boolean;
}

async function moveOf(sql: Pool | PoolClient, site: number, id: number): Promise<MoveRow> {
  const { rows } = await sql.query<MoveRow>(
    `SELECT m.site_code AS "siteCode", m.order_text AS text, m.order_hash AS hash, m.until_ms::float8 AS until,
       s.state = 'OPEN' AND EXISTS (SELECT 1 FROM custody_payout p WHERE p.sweep_id = m.sweep_id AND p.state = 'PREPARED') AS "isReady"
     FROM custody_cold_move m JOIN custody_sweep s ON s.sweep_id = m.sweep_id WHERE m.sweep_id = $1 AND s.site_id = $2 FOR UPDATE OF m`,
    [id, site],
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  return rows[0];
}

const fileHandler = handleOperator(readColdFile, async ({ pool }, { site, query }, audit) => {
  const { moveId } = query;
  const { siteCode, text, isReady } = await moveOf(pool, site.id, moveId);
  if (!isReady || text === null) throw new Refusal('COLD_LATE');
  await audit({ target: `coldMove:${moveId}` });
  return { data: { name: `cold-${siteCode}-${moveId}.json`, text } };
});

const signedHandler = handleOperator(bringColdSigned, async (context, { site, session, body }, audit) => {
  const { moveId, text } = body;
  const order = orderNamed(text);
  await inTransaction(context.pool, async (client) => {
    const { hash, until, isReady } = await moveOf(client, site.id, moveId);
    if (!isReady) throw new Refusal('COLD_LATE');
    if (order !== hash) throw new Refusal('COLD_OTHER_FILE');
    if (until === null || context.clock.now() > until) throw new Refusal('COLD_EXPIRED');
    await client.query('UPDATE custody_cold_move SET signed = $2, signed_by = $3, refused = NULL WHERE sweep_id = $1', [
      moveId,
      text,
      session?.member ?? null,
    ]);
    await audit({ target: `coldMove:${moveId}`, after: { order } }, client);
  });
  context.services.use(custodyProcesses).wake();
  tellCold(context, site.id);
  return { data: {} };
});

function orderNamed(text: string): string {
  try {
    return readSigned(text).order;
  } catch {
    throw new Refusal('COLD_NO_FILE');
  }
}

const dropHandler = handleOperator(dropColdMove, async (context, { site, body }, audit) => {
  const { moveId, reason } = body;
  await inTransaction(context.pool, async (client) => {
    await moveOf(client, site.id, moveId);
    if (!(await dropMove(client, moveId, { reason: 'GIVEN_UP', now: context.clock.now() }))) throw new Refusal('COLD_LATE');
    await audit({ target: `coldMove:${moveId}`, after: { state: 'DROPPED' }, reason }, client);
  });
  tellCold(context, site.id);
  return { data: {} };
});

export const coldMoveRoutes = [fileHandler, signedHandler, dropHandler];
