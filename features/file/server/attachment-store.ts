// Files that are there: given to those who may see them, held by what they hang on, thrown away when they hang on nothing.
import { DAY_MS, DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { downloadDeskFile } from '../admin-contract.ts';
import type { downloadFile, FileFacts, AttachmentStore, FileUser } from '../contract.ts';
import { type FileStore, keyOf } from './file-store.ts';

const LOOSE_MS = DAY_MS;
const KEPT_SECONDS = DAY_SECONDS;
/** A page that was taken down may come back, and readers may have it open. */
const UNUSED_MS = 30 * DAY_MS;

interface Row extends FileFacts {
  owner_id: number;
  is_operators: boolean;
  viewer_id: number | null;
  is_public: boolean;
}

async function find(context: AppContext, site: number, id: string): Promise<Row> {
  const { rows } = await context.pool.query<Row>('SELECT * FROM file_file WHERE site_id = $1 AND id = $2', [site, id]);
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0];
}

async function serve(store: FileStore, site: number, row: Row): Promise<Answer<unknown>> {
  const bytes = await store.read(keyOf(site, row.id));
  if (bytes === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  const isInline = row.type.startsWith('image/');
  return { data: null, file: { type: row.type, bytes, isInline, name: row.name, maxAge: KEPT_SECONDS } };
}

/** What one may not see does not exist. An operator's upload is no member's, whatever its number. */
export async function giveFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof downloadFile.query>>,
): Promise<Answer<Out<typeof downloadFile.reply>>> {
  const row = await find(context, call.site.id, call.query.id);
  const member = call.session?.member;
  const isOwn = member !== undefined && ((!row.is_operators && row.owner_id === member) || row.viewer_id === member);
  if (!row.is_public && !isOwn) throw new Refusal('NOT_FOUND', { field: 'id' });
  return await serve(store, call.site.id, row);
}

export async function giveDeskFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof downloadDeskFile.query>>,
): Promise<Answer<unknown>> {
  return await serve(store, call.site.id, await find(context, call.site.id, call.query.id));
}

export function createAttachmentStore(context: AppContext): AttachmentStore {
  return {
    async attach(sql, { site, owner, viewer, ids }) {
      if (ids.length === 0) return;
      const isOperator = 'operator' in owner;
      const { rowCount } = await sql.query(
        `UPDATE file_file SET attached_at = $5, viewer_id = $4
         WHERE site_id = $1 AND owner_id = $2 AND is_operators = $6 AND id = ANY ($3) AND attached_at IS NULL`,
        [site, isOperator ? owner.operator : owner.member, ids, viewer, new Date(context.clock.now()), isOperator],
      );
      if (rowCount !== new Set(ids).size) throw new Refusal('FILE_UNKNOWN');
    },
    async arePublic(site, ids) {
      const { rows } = await context.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM file_file WHERE site_id = $1 AND id = ANY ($2) AND is_public',
        [site, ids],
      );
      return rows[0].n === new Set(ids).size;
    },
    async letGo(sql, site, member, which) {
      await sql.query(
        `UPDATE file_file SET attached_at = NULL, viewer_id = NULL, created_at = to_timestamp(0)
         WHERE site_id = $1 AND owner_id = $2 AND NOT is_operators AND ($3 OR attached_at IS NULL)`,
        [site, member, which === 'all'],
      );
    },
    async describe(site, ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await context.pool.query<FileFacts>(
        'SELECT id, name, type, size, width, height FROM file_file WHERE site_id = $1 AND id = ANY ($2)',
        [site, ids],
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}

/** Uploads of a form that was never sent; of one site, or of all. */
export async function forgetLooseFiles(context: AppContext, store: FileStore, site?: number): Promise<{ count: number; bytes: number }> {
  const before = new Date(context.clock.now() - LOOSE_MS);
  const { rows } = await context.pool.query<{ id: string; site_id: number; size: number }>(
    'DELETE FROM file_file WHERE attached_at IS NULL AND created_at < $1 AND ($2::integer IS NULL OR site_id = $2) RETURNING id, site_id, size',
    [before, site ?? null],
  );
  for (const row of rows) await store.remove(keyOf(row.site_id, row.id));
  return { count: rows.length, bytes: rows.reduce((sum, { size }) => sum + size, 0) };
}

/** Public files of a site that no content names any more: pressed by an operator, never by the clock. Answers their ids too. */
export async function forgetUnusedFiles(
  context: AppContext,
  store: FileStore,
  site: number,
  users: readonly FileUser[],
): Promise<{ ids: string[]; bytes: number }> {
  if (users.length === 0) return { ids: [], bytes: 0 };
  const before = new Date(context.clock.now() - UNUSED_MS);
  const { rows: old } = await context.pool.query<{ id: string }>(
    'SELECT id FROM file_file WHERE site_id = $1 AND is_public AND is_operators AND created_at < $2',
    [site, before],
  );
  const ids = old.map(({ id }) => id);
  const used = new Set((await Promise.all(users.map((user) => user(site, ids)))).flat());
  const { rows } = await context.pool.query<{ id: string; size: number }>(
    'DELETE FROM file_file WHERE site_id = $1 AND id = ANY ($2) RETURNING id, size',
    [site, ids.filter((id) => !used.has(id))],
  );
  for (const { id } of rows) await store.remove(keyOf(site, id));
  return { ids: rows.map(({ id }) => id), bytes: rows.reduce((sum, { size }) => sum + size, 0) };
}
