// Files that are there: given to those who may see them, held by what they hang on, thrown away when they hang on nothing.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { downloadFile, FileFacts, FileShelf } from '../contract.ts';
import { type FileStore, keyOf } from './file-store.ts';
import { isOperator } from './upload.ts';

const LOOSE_MS = 86_400_000;
const KEPT_SECONDS = 86_400;

interface Row extends FileFacts {
  owner_id: number;
  viewer_id: number | null;
  is_public: boolean;
}

/** What one may not see does not exist. */
export async function giveFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof downloadFile.query>>,
): Promise<Answer<Out<typeof downloadFile.reply>>> {
  const { rows } = await context.pool.query<Row>('SELECT * FROM file_file WHERE site_id = $1 AND id = $2', [call.site.id, call.query.id]);
  const [row] = rows;
  const member = call.session?.member;
  const maySee = row?.is_public || (row !== undefined && member !== undefined && (row.owner_id === member || row.viewer_id === member));
  if (row === undefined || !(maySee || isOperator(call.session))) throw new Refusal('NOT_FOUND', { field: 'id' });
  const bytes = await store.read(keyOf(call.site.id, row.id));
  if (bytes === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  const isInline = row.type.startsWith('image/');
  return { data: null, file: { type: row.type, bytes, isInline, name: row.name, maxAge: KEPT_SECONDS } };
}

export function createShelf(context: AppContext): FileShelf {
  return {
    async attach(sql, { site, owner, viewer, ids }) {
      if (ids.length === 0) return;
      const { rowCount } = await sql.query(
        `UPDATE file_file SET attached_at = $5, viewer_id = $4
         WHERE site_id = $1 AND owner_id = $2 AND id = ANY ($3) AND attached_at IS NULL`,
        [site, owner, ids, viewer, new Date(context.clock.now())],
      );
      if (rowCount !== new Set(ids).size) throw new Refusal('FILE_UNKNOWN');
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

/** Uploads of a form that was never sent. */
export async function forgetLooseFiles(context: AppContext, store: FileStore): Promise<void> {
  const before = new Date(context.clock.now() - LOOSE_MS);
  const { rows } = await context.pool.query<{ id: string; site_id: number }>(
    'DELETE FROM file_file WHERE attached_at IS NULL AND created_at < $1 RETURNING id, site_id',
    [before],
  );
  for (const { id, site_id: site } of rows) await store.remove(keyOf(site, id));
}
