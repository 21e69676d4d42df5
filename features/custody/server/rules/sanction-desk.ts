// Addresses under sanctions that a site's operators keep beside the installation's file: added at once, taken off by two persons.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, type Writer } from '@maru/operator/contract.ts';
import { addDeskSanctions, dropDeskSanction, listDeskSanctions } from '../../rules-admin-contract.ts';
import { type NamedAddress, readSanctionLines, sameAddress } from './sanctions.ts';

const KIND = 'custody.sanction';
const PAGE = 20;
const MAX_PAGE = 100;
const ADDRESS = /^[A-Za-z0-9.:_-]{3,128}$/;

interface SanctionRow {
  sanctionId: number;
  address: string;
  list: string;
  added: number;
}

const listHandler = handleOperator(listDeskSanctions, async ({ pool }, { site, query }) => {
  const { page = 0, size = PAGE } = query;
  const limit = Math.min(size, MAX_PAGE);
  const search = query.search ? sameAddress(query.search) : null;
  const where = 'FROM custody_sanction WHERE site_id = $1 AND ($2::text IS NULL OR same = $2)';
  const { rows } = await pool.query<SanctionRow>(
    `SELECT sanction_id::float8 AS "sanctionId", address, list, added_ms::float8 AS added ${where} ORDER BY sanction_id DESC LIMIT $3 OFFSET $4`,
    [site.id, search, limit, page * limit],
  );
  const { rows: all } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n ${where}`, [site.id, search]);
  const content = rows.map(({ added, ...row }) => ({ ...row, addedAt: new Date(added).toISOString() }));
  return { data: { content, page, size: limit, totalElements: all[0].n } };
});

/** What no chain would call an address is a mistake of whoever pasted it, not a line to pass over. */
function readLines(text: string): NamedAddress[] {
  const lines = readSanctionLines(text);
  const wrong = lines.find(({ address }) => !ADDRESS.test(address));
  if (wrong !== undefined) throw new Refusal('SANCTION_LINE', { field: 'text', line: String(wrong.line) });
  return lines;
}

const addHandler = handleOperator(addDeskSanctions, async (context, { site, body, session }, audit) => {
  const { text, reason } = body;
  const lines = readLines(text);
  const added = await inTransaction(context.pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO custody_sanction (site_id, same, address, list, added_ms, added_by)
       SELECT $1, same, address, list, $5, $6 FROM unnest($2::text[], $3::text[], $4::text[]) AS l(same, address, list) ON CONFLICT DO NOTHING`,
      [
        site.id,
        lines.map(({ address }) => sameAddress(address)),
        lines.map(({ address }) => address),
        lines.map(({ list }) => list),
        context.clock.now(),
        (session as Session).member,
      ],
    );
    const count = rowCount ?? 0;
    if (count === 0) throw new Refusal('COIN_SAME');
    await audit({ target: 'sanctions', after: { lines: lines.length, added: count }, reason }, client);
    return count;
  });
  return { data: { added } };
});

async function lockRow(sql: Writer, site: number, id: number): Promise<Pick<SanctionRow, 'address' | 'list'>> {
  const { rows } = await sql.query<Pick<SanctionRow, 'address' | 'list'>>(
    'SELECT address, list FROM custody_sanction WHERE site_id = $1 AND sanction_id = $2 FOR UPDATE',
    [site, id],
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'sanctionId' });
  return rows[0];
}

const dropHandler = handleOperator(dropDeskSanction, async (context, call) => {
  const { site, body } = call;
  const { sanctionId, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) => {
    const before = await lockRow(client, site.id, sanctionId);
    return context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `sanction:${sanctionId}`,
      summary: { ko: `제재 명단에서 ${before.address} 빼기`, en: `Take ${before.address} off the sanctions list` },
      payload: { sanctionId },
      before,
      after: null,
      reason,
    });
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

export const sanctionDeskRoutes = [listHandler, addHandler, dropHandler];

export function registerSanctionApprovals({ services }: AppContext): void {
  const idOf = ({ payload }: AskedRequest) => (payload as { sanctionId: number }).sanctionId;
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '제재 명단에서 빼기', en: 'Taking an address off the sanctions list' },
    right: 'custody.write',
    live: async (_context, sql, request) => ({ before: await lockRow(sql, request.site, idOf(request)), after: null }),
    async apply(_context, sql, request) {
      await lockRow(sql, request.site, idOf(request));
      await sql.query('DELETE FROM custody_sanction WHERE site_id = $1 AND sanction_id = $2', [request.site, idOf(request)]);
    },
  });
}
