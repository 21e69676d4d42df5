// Acts on many members as rows: what was asked for by whom, whom the server chose, and what became of each.
import type { AppContext } from '@maru/kit/server/context.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import type { Writer } from '@maru/operator/contract.ts';
import type { BulkAct } from '../../../bulk-contract.ts';
import type { MemberJob } from '../../../member-job-contract.ts';

export interface JobRow {
  id: number;
  site_id: number;
  operator_id: number;
  operator_name: string;
  request_key: string | null;
  asked: string;
  act: BulkAct;
  days: number | null;
  reason: string;
  state: MemberJob['state'];
  fault: string | null;
  stopped_by: string | null;
  approval_id: number | null;
  decided_by: number | null;
  total: number;
  done: number;
  refused: number;
  ip: string;
  request_id: string;
  asked_at: Date;
  ended_at: Date | null;
}

export async function jobAt(sql: Writer, site: number, id: number): Promise<JobRow | undefined> {
  const { rows } = await sql.query<JobRow>('SELECT * FROM account_job WHERE site_id = $1 AND id = $2', [site, id]);
  return rows.at(0);
}

/** Jobs as they are shown, with how many were refused for which reason. */
export async function presentJobs(context: AppContext, rows: readonly JobRow[], viewer: number): Promise<MemberJob[]> {
  const refused = await context.pool.query<{ job: number; code: string; n: number }>(
    `SELECT job_id AS job, code, count(*)::int AS n FROM account_job_member
     WHERE job_id = ANY($1::bigint[]) AND result = 'REFUSED' GROUP BY 1, 2 ORDER BY n DESC, code`,
    [rows.filter((row) => row.refused > 0).map(({ id }) => id)],
  );
  const words = (code: string, data?: Record<string, unknown>) => context.services.find(errorWords)?.(code, data) ?? { ko: code, en: code };
  return rows.map((row) => ({
    id: row.id,
    act: row.act,
    days: row.days,
    reason: row.reason,
    state: row.state,
    fault: row.fault === null ? null : { code: row.fault, words: words(row.fault, { by: row.stopped_by ?? '' }) },
    total: row.total,
    done: row.done,
    refused: row.refused,
    refusals: refused.rows.filter(({ job }) => job === row.id).map(({ code, n }) => ({ code, words: words(code), count: n })),
    by: row.operator_name,
    isOwn: Number(row.operator_id) === viewer,
    requestId: row.approval_id === null ? null : Number(row.approval_id),
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}
