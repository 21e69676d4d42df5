// The audit log's calls: its list, its check, and its export with a reason, within limits.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { listCsv } from '@maru/kit/contract/list.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type AuditEntry, checkAudit, exportAudit, listAudit } from '../audit-contract.ts';
import { auditFileColumns } from '../audit-list-contract.ts';
import { checkChain } from './audit-check.ts';
import { auditColumns, type AuditRow } from './audit-log.ts';
import { grantsOf } from './grants.ts';
import type { OwnParts } from './own-desk.ts';
import { holds } from './rights.ts';

const PAGE = 50;
const MAX_PAGE = 200;
export const EXPORT_LINES = 10_000;
/** Exports of one operator: five at once, then one in ten minutes. */
const EXPORTS = { perSecond: 1 / 600, burst: 5 };

type Filter = Omit<Out<typeof listAudit.query>, 'page' | 'size'>;

export function auditRoutes(parts: () => OwnParts): BoundRoute[] {
  return [
    handle(listAudit, async (context, call) => {
      const { page = 0, size = PAGE } = call.query;
      const limit = Math.min(size, MAX_PAGE);
      const values = await choice(context, call, parts(), call.query);
      const [rows, count] = await Promise.all([
        readRows(context, values, limit, page * limit),
        context.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM operator_audit WHERE ${CHOSEN}`, values),
      ]);
      const siteOf = await siteNames(context);
      const content = rows.map((row) => present(parts(), row, siteOf(row.site_id)));
      return { data: { content, page, size: limit, totalElements: count.rows[0].n } };
    }),
    handle(checkAudit, async ({ pool, clock, config }) => ({ data: await checkChain(pool, clock.now(), config.dataDir) })),
    handleOperator(exportAudit, async (context, call, audit) => {
      const waitMs = context.shared.limit('operator.auditExports', EXPORTS).take((call.session as Session).member);
      if (waitMs > 0) throw new Refusal('AUDIT_EXPORT_LIMIT', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });
      const { reason, ...filter } = call.query;
      const values = await choice(context, call, parts(), filter);
      const rows = await readRows(context, values, EXPORT_LINES + 1, 0);
      if (rows.length > EXPORT_LINES) throw new Refusal('AUDIT_EXPORT_LARGE', { limit: EXPORT_LINES });
      await audit({ target: 'audit', after: { lines: rows.length, filter }, reason });
      const siteOf = await siteNames(context);
      const bytes = Buffer.from(
        `\uFEFF${listCsv(
          auditFileColumns,
          rows.map((row) => ({ ...present(parts(), row, siteOf(row.site_id)), before: row.before, after: row.after })),
          { say: ({ ko }) => ko, moment: (at) => at },
        )}\r\n`,
        'utf8',
      );
      const name = `audit-${call.site.code}-${utcDayText(context.clock.now())}.csv`;
      return { data: null, file: { type: 'text/csv; charset=utf-8', bytes, isInline: false, name, maxAge: 0 } };
    }),
  ];
}

const CHOSEN = `(site_id = $1 OR ($2 AND (site_id IS NULL OR site_id IN (SELECT id FROM site_site WHERE given_up_at IS NOT NULL)))) AND ($3::bigint IS NULL OR operator_id = $3) AND ($4::text[] IS NULL OR action = ANY($4))
      AND ($5::text IS NULL OR target = $5) AND ($6::boolean IS NULL OR (refusal IS NOT NULL) = $6)
      AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)
      AND ($9::text IS NULL OR lower(operator_name) = lower($9)) AND ($10::text IS NULL OR ip = $10 OR ($11 AND starts_with(ip, $10)))`;

/** Of this site; lines of the installation, and of brands given up, for those who read the log at all sites. */
async function choice(context: AppContext, call: Call, { gateway }: OwnParts, filter: Filter): Promise<unknown[]> {
  const own = await grantsOf(context.pool, (call.session as Session).member);
  const { operatorId, operator, ip, action, target, refused, startDate, endDate } = filter;
  return [
    call.site.id,
    holds(own.everywhere, listAudit.right as string),
    operatorId ?? null,
    action === undefined ? null : gateway.actionsLike(action),
    target ?? null,
    refused === undefined ? null : refused === 'true',
    startDate === undefined ? null : momentOf(startDate, false),
    endDate === undefined ? null : momentOf(endDate, true),
    operator?.trim() || null,
    ip ?? null,
    // A part of an address ends where one of its numbers does: `10.1` is not the beginning of `10.10.0.1`.
    ip !== undefined && /[.:]$/.test(ip),
  ];
}

/** A day without a time is whole: its end is the next day's start. */
function momentOf(text: string, isEnd: boolean): Date {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal('INVALID_FIELD', { field: isEnd ? 'endDate' : 'startDate' });
  return new Date(isEnd && !text.includes('T') ? at + DAY_MS : at);
}

async function readRows({ pool }: AppContext, values: unknown[], limit: number, offset: number): Promise<AuditRow[]> {
  const { rows } = await pool.query<AuditRow>(
    `SELECT ${auditColumns} FROM operator_audit WHERE ${CHOSEN} ORDER BY seq DESC LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return rows;
}

/** Codes of sites; one given up is named with its number beside, since its code may be another's now. */
async function siteNames({ sites, pool }: AppContext): Promise<(id: number | null) => string | null> {
  const { rows } = await pool.query<{ id: number; code: string }>('SELECT id, code FROM site_site WHERE given_up_at IS NOT NULL');
  const gone = new Map(rows.map(({ id, code }) => [id, `${code} (${id})`]));
  return (id) => (id === null ? null : (gone.get(id) ?? sites.byId(id)?.code ?? String(id)));
}

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function present({ gateway }: OwnParts, row: AuditRow, site: string | null): AuditEntry {
  return {
    seq: Number(row.seq),
    at: row.at.toISOString(),
    operator:
      row.operator_name === '' ? null : { id: row.operator_id === null ? null : Number(row.operator_id), username: row.operator_name },
    site,
    action: row.action,
    actionName: gateway.actionName(row.action),
    right: row.right_name,
    target: row.target,
    before: jsonOf(row.before),
    after: jsonOf(row.after),
    reason: row.reason,
    refusal: row.refusal,
    ip: row.ip,
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
  };
}
