// Asking for an export, how far it is, its end and its file: each by the right of its kind, whenever it is asked.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { cancelExport, fetchExport, listExports, startExport } from '../../export-contract.ts';
import { grantsOf, rightsAt } from '../grants.ts';
import { holds } from '../rights.ts';
import { takeOrAsk } from './ask-export.ts';
import { type ExportRow, presentJob, rowOf } from './export-rows.ts';
import type { Exporter } from './run-exports.ts';

const SHOWN = 30;
/** Of one operator, asked for, waiting or running. */
const AT_ONCE = 3;

type Parts = () => Exporter;

async function mayOf({ pool }: AppContext, { session, site }: Pick<Call, 'session' | 'site'>): Promise<(right: string) => boolean> {
  const rights = rightsAt(await grantsOf(pool, (session as Session).member), site.id);
  return (right) => holds(rights, right);
}

export function exportRoutes(parts: Parts): BoundRoute[] {
  return [
    handle(listExports, async (context, call) => {
      const may = await mayOf(context, call);
      const { sources } = parts();
      const { rows } = await context.pool.query<ExportRow>(
        'SELECT * FROM operator_export WHERE operator_id = $1 AND site_id = $2 ORDER BY id DESC LIMIT $3',
        [(call.session as Session).member, call.site.id, SHOWN],
      );
      const kinds = [...sources.values()]
        .filter(({ right }) => may(right))
        .map(({ kind, name, alone }) => ({
          kind,
          name,
          aloneADay: alone?.mostADay ?? null,
        }));
      return { data: { kinds, jobs: rows.map((row) => presentJob(row, sources.get(row.kind)?.name)) } };
    }),
    startExportHandler(parts),
    handleOperator(cancelExport, async (context, call, audit) => {
      const row = await ownRow(context, call, call.body.id);
      await parts().cancel(row);
      await audit({ target: `export:${row.id}`, before: { state: row.state } });
      return { data: { done: true as const } };
    }),
    handleOperator(fetchExport, async (context, call, audit) => {
      const row = await ownRow(context, call, Number(call.query.id));
      const source = parts().sources.get(row.kind);
      if (source === undefined || !(await mayOf(context, call))(source.right)) throw new Refusal('NO_PERMISSION');
      if (row.state !== 'DONE' || row.file === null) throw new Refusal('EXPORT_NOT_READY');
      await audit({ target: `export:${row.id}`, after: { kind: row.kind, rows: row.rows } });
      const name = `${call.site.code}-${row.kind}-${row.asked_at.toISOString().slice(0, 10)}.csv`;
      const file = {
        type: 'text/csv; charset=utf-8',
        bytes: new Uint8Array(),
        path: parts().pathOf(row.file),
        isInline: false,
        name,
        maxAge: 0,
      };
      return { data: null, file };
    }),
  ];
}

const startExportHandler = (parts: Parts) =>
  handleOperator(startExport, async (context, call, audit) => {
    const { kind, startDate, endDate, reason } = call.body;
    const exporter = parts();
    const source = exporter.sources.get(kind);
    if (source === undefined) throw new Refusal('EXPORT_KIND', { field: 'kind' });
    if (!(await mayOf(context, call))(source.right)) throw new Refusal('NO_PERMISSION');
    const { member, username } = call.session as Session;
    const row = await inTransaction(context.pool, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('operator_export'), $1)`, [member]);
      const open = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM operator_export WHERE operator_id = $1 AND state IN ('ASKED', 'WAITING', 'RUNNING')`,
        [member],
      );
      if (open.rows[0].n >= AT_ONCE) throw new Refusal('EXPORT_BUSY', { most: AT_ONCE });
      const { rows } = await client.query<ExportRow>(
        `INSERT INTO operator_export (site_id, operator_id, operator_name, kind, start_date, end_date, reason, ip, request_id, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
        [
          call.site.id,
          member,
          username,
          kind,
          startDate ?? null,
          endDate ?? null,
          reason,
          call.ip,
          call.requestId,
          new Date(context.clock.now()),
        ],
      );
      const taken = await takeOrAsk(context, client, call, source, rows[0]);
      await audit({ target: `export:${taken.id}`, after: { kind, startDate, endDate }, reason }, client);
      return taken;
    });
    if (row.state === 'ASKED') throw new Refusal('APPROVAL_REQUIRED', { requestId: row.approval_id });
    exporter.hurry();
    return { data: presentJob(row, source.name) };
  });

/** Of whoever asked, at this site; of anybody else's nothing is known. */
async function ownRow(context: AppContext, call: Pick<Call, 'session' | 'site'>, id: number): Promise<ExportRow> {
  const row = await rowOf(context.pool, (call.session as Session).member, call.site.id, id);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return row;
}
