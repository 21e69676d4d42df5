// What follows an approval outside SQL: done behind the commit, again after a crash until the engine answers, and written down as it answered.
import { createHash } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { ApprovedRequest, Desk, Outcome } from '../contract.ts';
import { type ApprovalRecord, askedOf, type Kinds } from './approval-rows.ts';
import type { AuditLog } from './audit-log.ts';

/** What the log calls the engine's answer to what was agreed to. */
export const APPLY_ACTION = 'applyApproval';
const AGAIN_MS = 5_000;
/** Younger ones are still under way in the call that decided them. */
const AGED_MS = 10_000;

export interface Finisher {
  /** Notes the outcome once, with its line in the log; nothing where it is noted, or where the kind has nothing left to do. */
  finish(row: ApprovalRecord, decidedBy: number, isAgain: boolean): Promise<void>;
  /** What a crash or a busy engine left. */
  finishLeftOver(agedMs?: number): Promise<void>;
  /** As long as the server runs. */
  keepFinishing(): void;
}

export const approvedOf = (row: ApprovalRecord, decidedBy: number): ApprovedRequest => ({
  ...askedOf(row),
  decidedBy,
  requestKey: `approval-${createHash('sha256').update(`${row.id} ${row.content_hash}`).digest('base64url').slice(0, 32)}`,
});

export function createFinisher(context: AppContext, log: AuditLog, kinds: Kinds, board: Pick<Desk, 'tell'>): Finisher {
  const { pool, clock } = context;
  const finish: Finisher['finish'] = async (row, decidedBy, isAgain) => {
    const kind = kinds.get(row.kind);
    if (kind?.finish === undefined) return;
    const done = await kind.finish(context, approvedOf(row, decidedBy), isAgain).catch(failureOf);
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ username: string }>(
        `UPDATE operator_approval a SET outcome = $2, result = $3, fault = $4, applied_at = $5 FROM operator_operator o
         WHERE a.id = $1 AND a.outcome = 'PENDING' AND o.id = a.decided_by RETURNING o.username`,
        [row.id, done.outcome, JSON.stringify(done.result ?? null), done.fault ?? null, new Date(clock.now())],
      );
      if (rows.length === 0) return;
      await log.write(
        {
          operator: { id: decidedBy, username: rows[0].username },
          site: row.site_id,
          action: APPLY_ACTION,
          right: kind.right,
          target: row.target,
          after: { request: Number(row.id), kind: row.kind, ...done },
          reason: row.reason,
          // Nothing of it was done.
          ...(done.outcome === 'FAILED' && { refusal: done.fault ?? 'UNAVAILABLE' }),
          ip: 'host',
          requestId: '',
        },
        client,
      );
    });
    board.tell(row.site_id, { type: 'APPROVAL', kind: row.kind, id: Number(row.id) });
  };
  const finishLeftOver = async (agedMs = AGED_MS) => {
    const { rows } = await pool.query<ApprovalRecord & { decided_by: number }>(
      `SELECT * FROM operator_approval WHERE outcome = 'PENDING' AND decided_at <= $1 ORDER BY decided_at`,
      [new Date(clock.now() - agedMs)],
    );
    for (const row of rows) {
      await finish(row, Number(row.decided_by), true).catch((error: unknown) =>
        context.log.warn({ err: error, request: row.id, kind: row.kind }, 'an approved request waits to be applied'),
      );
    }
  };
  return {
    finish,
    finishLeftOver,
    keepFinishing() {
      const options = { name: 'operator.approvals', everyMs: AGAIN_MS, fault: 'approved requests wait to be applied' };
      context.jobs.every(options, () => finishLeftOver());
    },
  };
}

/** A refusal is an answer; whatever else was thrown is none, and it is asked again. */
function failureOf(error: unknown): Outcome {
  if (!(error instanceof Refusal) || error.code === 'UNAVAILABLE') throw error;
  return { outcome: 'FAILED', fault: error.code };
}
