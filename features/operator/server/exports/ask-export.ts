// Exports of more than one person takes alone: one request, decided on kind, days and number of rows, and nothing is written before a yes.
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { ExportSource } from '../../admin-contract.ts';
import { type ApprovalKind, approvals, type AskedRequest, type AskingCall, type Writer } from '../../contract.ts';
import type { ExportRow } from './export-rows.ts';
import type { Exporter } from './run-exports.ts';

const kindOf = ({ kind }: Pick<ExportSource, 'kind'>) => `export.${kind}`;
const jobOf = (request: AskedRequest) => (request.payload as { export: number }).export;

export type Days = Pick<ExportRow, 'site_id' | 'start_date' | 'end_date'>;
export function valuesOf({ site_id, start_date, end_date }: Days): unknown[] {
  const { from, to } = dateRange({ startDate: start_date ?? undefined, endDate: end_date ?? undefined });
  return [site_id, from ?? null, to ?? null];
}

export async function countRows(client: Writer, source: ExportSource, days: Days): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::float8 AS n FROM (${source.sql}) x`, valuesOf(days));
  return rows[0].n;
}

/** In the transaction that wrote the row: taken alone, or asked for; then the row waits for a yes. */
export async function takeOrAsk(
  { services }: AppContext,
  client: Writer,
  call: AskingCall,
  source: ExportSource,
  row: ExportRow,
): Promise<ExportRow> {
  if (source.alone === undefined) return row;
  const n = await countRows(client, source, row);
  const isAlone = await source.alone.take(client, { site: row.site_id, operator: row.operator_id }, n);
  if (isAlone) return changed(client, row.id, 'counted = $2', n);
  const requestId = await services.use(approvals).ask(call, client, {
    kind: kindOf(source),
    site: row.site_id,
    target: `export:${row.id}`,
    summary: { ko: `${source.name.ko} ${n}행 내보내기`, en: `Export ${n} rows: ${source.name.en}` },
    payload: { export: row.id },
    before: null,
    after: { kind: row.kind, startDate: row.start_date, endDate: row.end_date, rows: n },
    reason: row.reason,
  });
  return changed(client, row.id, ASKED, requestId);
}

const ASKED = "state = 'ASKED', approval_id = $2";

async function changed(client: Writer, id: number, change: 'counted = $2' | typeof ASKED, value: number): Promise<ExportRow> {
  const { rows } = await client.query<ExportRow>(`UPDATE operator_export SET ${change} WHERE id = $1 RETURNING *`, [id, value]);
  return rows[0];
}

/** Of a kind that has such a bound; `exporter` writes what was agreed to. */
export function askedKind(source: ExportSource, exporter: Exporter): ApprovalKind<AppContext> {
  return {
    kind: kindOf(source),
    name: { ko: `${source.name.ko} 내보내기`, en: `Export: ${source.name.en}` },
    right: source.right,
    async live(_context, sql, request) {
      const { rows } = await sql.query(`SELECT 1 FROM operator_export WHERE id = $1 AND state = 'ASKED'`, [jobOf(request)]);
      if (rows.length === 0) throw new Refusal('EXPORT_OVER');
      return { before: request.before, after: request.after };
    },
    async apply(_context, client, request) {
      const text = `UPDATE operator_export SET state = 'WAITING', decided_by = $2 WHERE id = $1 AND state = 'ASKED'`;
      const { rowCount } = await client.query(text, [jobOf(request), request.decidedBy]);
      if (rowCount !== 1) throw new Refusal('EXPORT_OVER');
    },
    async declined({ clock }, client, request) {
      const text = `UPDATE operator_export SET state = 'CANCELLED', ended_at = $2 WHERE id = $1 AND state = 'ASKED'`;
      await client.query(text, [jobOf(request), new Date(clock.now())]);
    },
    async after() {
      exporter.hurry();
    },
  };
}
