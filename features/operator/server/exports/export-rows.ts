// Exports as rows: what was asked for by whom, how far it is, and where its file lies until it is deleted.
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { ExportJob, exportStates } from '../../export-contract.ts';

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
  const { rows } = await sql.query<ExportRow>('SELECT * FROM operator_export WHERE id = $1 AND operator_id = $2 AND site_id = $3', [
    id,
    operator,
    site,
  ]);
  return rows[0];
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
