// The calls of the approvals page.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import {
  type ApprovalRow,
  claimApproval,
  decideApproval,
  getApproval,
  listApprovals,
  releaseApproval,
  withdrawApproval,
} from '../approval-contract.ts';
import type { Desk, FoundRow, NumberFinder, WaitingKind } from '../contract.ts';
import { type ApprovalRecord, approvalSelect, present, statusSql } from './approval-rows.ts';
import { viewerOf } from './approval-viewer.ts';
import type { ApprovalDesk } from './ask-approval.ts';
import { claim, decide, release, withdraw } from './decide-approval.ts';
import { lookAt } from './live-values.ts';

const PAGE = 50;
const MAX_PAGE = 100;

interface Parts {
  approvals: ApprovalDesk;
  board: Desk;
}

export function approvalRoutes(parts: () => Parts): BoundRoute[] {
  const shown = async (context: AppContext, call: Call, id: number) => ({ data: await oneOf(context, parts(), call, id) });
  const told = async (context: AppContext, call: Call, row: ApprovalRecord) => {
    parts().board.tell(call.site.id, { type: 'APPROVAL', kind: row.kind, id: Number(row.id) });
    return shown(context, call, Number(row.id));
  };
  return [
    handle(listApprovals, (context, call) => listOf(context, parts(), call)),
    handle(getApproval, (context, call) => shown(context, call, call.query.id)),
    handleOperator(claimApproval, async (context, call, audit) =>
      told(context, call, await claim(context, call, audit, parts().approvals.kinds)),
    ),
    handleOperator(releaseApproval, async (context, call, audit) => told(context, call, await release(context, call, audit))),
    handleOperator(decideApproval, async (context, call, audit) =>
      told(context, call, await decide(context, call, audit, parts().approvals)),
    ),
    handleOperator(withdrawApproval, async (context, call, audit) =>
      told(context, call, await withdraw(context, call, audit, parts().approvals.kinds)),
    ),
  ];
}

/** A request by its number. */
export const approvalFinder = ({ pool }: AppContext): NumberFinder => ({
  right: 'approval.read',
  async find(sites, number) {
    const { rows } = await pool.query<FoundRow>(
      `SELECT 'REQUEST' AS kind, site_id AS site, id::text AS number, NULL::bigint AS "playerId", '' AS username
       FROM operator_approval WHERE id = $2 AND site_id = ANY($1)`,
      [[...sites], number],
    );
    return rows;
  },
});

/** What the nav counts: all kinds together. */
export function waitingApprovals({ pool, clock }: AppContext): WaitingKind {
  return {
    kind: 'approval',
    right: 'approval.read',
    async count(site) {
      const { rows } = await pool.query<{ n: number; since: Date | null }>(
        `SELECT count(*)::int AS n, min(asked_at) AS since FROM operator_approval WHERE site_id = $1 AND status = 'WAITING' AND expires_at > $2`,
        [site, new Date(clock.now())],
      );
      return { count: rows[0].n, since: rows[0].since };
    },
  };
}

async function oneOf(context: AppContext, { approvals }: Parts, call: Call, id: number): Promise<ApprovalRow> {
  const { rows } = await context.pool.query(`${approvalSelect} WHERE a.site_id = $1 AND a.id = $2`, [call.site.id, id]);
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
  const row = rows[0] as Parameters<typeof present>[0];
  const isOpen = row.status === 'WAITING' && row.expires_at.getTime() > context.clock.now();
  const look = isOpen ? await lookAt(context, context.pool, approvals.kinds.get(row.kind), row) : undefined;
  return present(row, approvals.kinds, await viewerOf(context, call), look);
}

async function listOf(
  context: AppContext,
  { approvals }: Parts,
  call: Call<Out<typeof listApprovals.query>>,
): Promise<Answer<Out<typeof listApprovals.reply>>> {
  const { pool, clock } = context;
  const { status = 'WAITING', kind, page = 0, size = PAGE } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const now = new Date(clock.now());
  const where = `WHERE a.site_id = $1 AND ($2::text IS NULL OR a.kind = $2)
    AND ${statusSql} = $4`;
  const order = status === 'WAITING' ? 'a.asked_at, a.id' : 'a.id DESC';
  const values = [call.site.id, kind ?? null, now, status];
  const [rows, count, waiting, viewer] = await Promise.all([
    pool.query(`${approvalSelect} ${where} ORDER BY ${order} LIMIT $5 OFFSET $6`, [...values, limit, page * limit]),
    pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM operator_approval a ${where}`, values),
    pool.query<{ kind: string; n: number }>(
      `SELECT kind, count(*)::int AS n FROM operator_approval WHERE site_id = $1 AND status = 'WAITING' AND expires_at > $2 GROUP BY kind ORDER BY kind`,
      [call.site.id, now],
    ),
    viewerOf(context, call),
  ]);
  return {
    data: {
      content: rows.rows.map((row) => present(row, approvals.kinds, viewer)),
      page,
      size: limit,
      totalElements: count.rows[0].n,
      waiting: waiting.rows.map((row) => ({
        kind: row.kind,
        kindName: approvals.kinds.get(row.kind)?.name ?? { ko: row.kind, en: row.kind },
        count: row.n,
      })),
    },
  };
}
