// Acts on many members as rows: what was asked for by whom, whom the server chose, and what became of each.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import type { Writer } from '@maru/operator/contract.ts';
import type { BulkAct } from '../../../bulk-contract.ts';
import type { MemberJob } from '../../../member-job-contract.ts';

export const jobMigration: Migration = {
  name: '0434-account-member-job',
  sql: `
    CREATE TABLE account_job (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id integer NOT NULL REFERENCES site_site (id),
      operator_id bigint NOT NULL,
      operator_name text NOT NULL,
      -- Of the call: sent again, it finds this job.
      request_key text,
      -- Print of what was asked, keyed by the installation's storage key.
      asked text NOT NULL,
      act text NOT NULL,
      days integer,
      reason text NOT NULL,
      state text NOT NULL CHECK (state IN ('ASKED', 'WAITING', 'RUNNING', 'DONE', 'STOPPED')),
      fault text,
      stopped_by text,
      -- Of a second person: its request, and who agreed.
      approval_id bigint,
      decided_by bigint,
      total integer NOT NULL DEFAULT 0,
      done integer NOT NULL DEFAULT 0,
      refused integer NOT NULL DEFAULT 0,
      ip text NOT NULL,
      request_id text NOT NULL,
      asked_at timestamptz NOT NULL,
      ended_at timestamptz,
      UNIQUE (operator_id, request_key)
    );
    CREATE INDEX account_job_site ON account_job (site_id, id DESC);
    CREATE INDEX account_job_open ON account_job (id) WHERE state IN ('ASKED', 'WAITING', 'RUNNING');
    -- A member stands in a job once, and its result is written in the transaction that treats it.
    CREATE TABLE account_job_member (
      job_id bigint NOT NULL REFERENCES account_job (id) ON DELETE CASCADE,
      -- No reference: a choice of many would lock every one of them, and wait for whoever is being treated.
      member_id bigint NOT NULL,
      result text CHECK (result IN ('DONE', 'REFUSED')),
      code text,
      at timestamptz,
      PRIMARY KEY (job_id, member_id)
    );
    CREATE INDEX account_job_member_left ON account_job_member (job_id, member_id) WHERE result IS NULL;
    CREATE INDEX account_job_member_refused ON account_job_member (job_id, code) WHERE result = 'REFUSED';`,
};

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
  const { rows } = await sql.query('SELECT * FROM account_job WHERE site_id = $1 AND id = $2', [site, id]);
  return (rows as JobRow[]).at(0);
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
