// The desk's view of a site's files: whose, how large, what they hang on, how much of the day's number a member has used; and the cleanup by hand.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type { DeskFileRow, listDeskFiles, sweepFiles } from '../admin-contract.ts';
import type { FileFacts, FileUser } from '../contract.ts';
import type { FileStore } from './file-store.ts';
import { forgetLooseFiles, forgetUnusedFiles } from './attachment-store.ts';

const PAGE = 30;
const MAX_PAGE = 100;

interface Row extends FileFacts {
  owner_id: number;
  is_operators: boolean;
  is_public: boolean;
  attached_at: Date | null;
  created_at: Date;
  username: string | null;
  today: number;
  total: number;
}

const states = {
  ALL: 'true',
  HELD: 'attached_at IS NOT NULL AND NOT is_public',
  PUBLIC: 'is_public',
  LOOSE: 'attached_at IS NULL',
} as const;

async function rowsOf(context: AppContext, call: Call<Out<typeof listDeskFiles.query>>, limit: number, offset: number): Promise<Row[]> {
  const { state = 'ALL', owner, search } = call.query;
  const like = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const since = new Date(context.clock.now() - DAY_MS);
  const { rows } = await context.pool.query<Row>(
    `SELECT f.*, m.username, count(*) OVER ()::int AS total, CASE WHEN f.is_operators THEN 0 ELSE (SELECT count(*)::int FROM file_file d
       WHERE d.site_id = f.site_id AND d.owner_id = f.owner_id AND NOT d.is_operators AND d.created_at > $2) END AS today
     FROM file_file f LEFT JOIN account_member m ON NOT f.is_operators AND m.id = f.owner_id
     WHERE f.site_id = $1 AND ${states[state]} AND ($3::boolean IS NULL OR f.is_operators = $3)
       AND ($4::text IS NULL OR f.name ILIKE $4 OR m.username ILIKE $4)
     ORDER BY f.created_at DESC, f.id LIMIT $5 OFFSET $6`,
    [call.site.id, since, owner === undefined ? null : owner === 'OPERATOR', like, limit, offset],
  );
  return rows;
}

export async function listFilesOfSite(
  context: AppContext,
  call: Call<Out<typeof listDeskFiles.query>>,
): Promise<Answer<Out<typeof listDeskFiles.reply>>> {
  const { page = 0, size = PAGE } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const [rows, sums] = await Promise.all([
    rowsOf(context, call, limit, page * limit),
    context.pool.query<{ bytes: number; loose: number }>(
      'SELECT coalesce(sum(size), 0)::float8 AS bytes, count(*) FILTER (WHERE attached_at IS NULL)::int AS loose FROM file_file WHERE site_id = $1',
      [call.site.id],
    ),
  ]);
  const ids = [...new Set(rows.filter((row) => row.is_operators).map((row) => row.owner_id))];
  const names = ids.length === 0 ? new Map<number, { name: string }>() : await context.services.use(operatorNames).of(ids);
  const content = rows.map(
    (row): DeskFileRow => ({
      id: row.id,
      name: row.name,
      type: row.type,
      size: row.size,
      width: row.width,
      height: row.height,
      owner: {
        kind: row.is_operators ? 'OPERATOR' : 'MEMBER',
        id: row.owner_id,
        name: row.is_operators ? (names.get(row.owner_id)?.name ?? `#${row.owner_id}`) : (row.username ?? ''),
      },
      state: row.is_public ? 'PUBLIC' : row.attached_at === null ? 'LOOSE' : 'HELD',
      createdAt: row.created_at.toISOString(),
      today: row.today,
    }),
  );
  return { data: { content, page, size: limit, totalElements: rows[0]?.total ?? 0, ...sums.rows[0] } };
}

export async function sweepSite(
  context: AppContext,
  store: FileStore,
  call: Call,
  audit: Audit,
  users: readonly FileUser[],
): Promise<Answer<Out<typeof sweepFiles.reply>>> {
  const loose = await forgetLooseFiles(context, store, call.site.id);
  const unused = await forgetUnusedFiles(context, store, call.site.id, users);
  const swept = { count: loose.count + unused.ids.length, bytes: loose.bytes + unused.bytes };
  await audit({ target: 'files', after: { ...swept, unused: unused.ids } });
  return { data: swept };
}
