// Exports as rows: what was asked for by whom, how far it is, and where its file lies until it is deleted.
import type { Migration } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { ExportJob, exportStates } from '../../export-contract.ts';

export const exportMigration: Migration = {
  name: '0226-operator-export',
  sql: `
CREATE TABLE operator_export (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  operator_name text NOT NULL,
  kind text NOT NULL,
  start_date text,
  end_date text,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  rows bigint NOT NULL DEFAULT 0,
  total bigint,
  bytes bigint NOT NULL DEFAULT 0,
  -- A name that nobody guesses, under the installation's data; NULL = no file.
  file text,
  ip text NOT NULL,
  request_id text NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  expires_at timestamptz
);
CREATE INDEX operator_export_own ON operator_export (operator_id, site_id, id DESC);
CREATE INDEX operator_export_open ON operator_export (id) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX operator_export_files ON operator_export (expires_at) WHERE file IS NOT NULL;
`,
};

/** Lists of which one person takes so much alone. */
export const askedExportMigration: Migration = {
  name: '0435-operator-export-asked',
  sql: `
ALTER TABLE operator_export DROP CONSTRAINT operator_export_state_check,
  ADD CONSTRAINT operator_export_state_check CHECK (state IN ('ASKED', 'WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- Rows that stand as taken by its asker alone.
  ADD COLUMN counted bigint,
  ADD COLUMN approval_id bigint,
  ADD COLUMN decided_by bigint;
`,
};

export interface ExportRow {
  id: number;
  site_id: number;
  operator_id: number;
  operator_name: string;
  kind: string;
  start_date: string | null;
  end_date: string | null;
  reason: string;
  state: (typeof exportStates)[number];
  rows: number;
  counted: number | null;
  approval_id: number | null;
  decided_by: number | null;
  total: number | null;
  bytes: number;
  file: string | null;
  ip: string;
  request_id: string;
  asked_at: Date;
  ended_at: Date | null;
  expires_at: Date | null;
}

export async function rowOf(sql: SqlWriter, operator: number, site: number, id: number): Promise<ExportRow | undefined> {
  const { rows } = await sql.query('SELECT * FROM operator_export WHERE id = $1 AND operator_id = $2 AND site_id = $3', [
    id,
    operator,
    site,
  ]);
  return (rows as ExportRow[])[0];
}

export const presentJob = (row: ExportRow, name: ExportJob['name'] | undefined): ExportJob => ({
  id: row.id,
  kind: row.kind,
  name: name ?? { ko: row.kind, en: row.kind },
  state: row.state,
  startDate: row.start_date,
  endDate: row.end_date,
  reason: row.reason,
  rows: row.rows,
  total: row.total,
  bytes: row.bytes,
  requestId: row.approval_id,
  askedAt: row.asked_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  expiresAt: row.file === null ? null : (row.expires_at?.toISOString() ?? null),
});
