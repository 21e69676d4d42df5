// What the desk of contents shows: entries of a board and popups with their state, and one of each as it is written.
import { attachmentStore } from '@maru/file/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call } from '@maru/kit/server/feature.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type {
  ContentState,
  DeskContent,
  DeskContentRow,
  DeskPopup,
  DeskPopupRow,
  getDeskContent,
  getDeskPopup,
  listDeskContents,
  listDeskPopups,
} from '../admin-contract.ts';
import type { Board, Category } from '../board-contract.ts';
import { findRow, type DeskRow } from './desk-rows.ts';

const PAGE = 30;
const MAX_PAGE = 100;

/** As it stands in SQL; `open` is the switch's column. $2 now. */
const stateSql = (open: string, published: string) => `CASE
  WHEN NOT ${open} THEN CASE WHEN ${published} IS NULL THEN 'DRAFT' ELSE 'CLOSED' END
  WHEN start_at > $2 THEN 'SCHEDULED' WHEN end_at <= $2 THEN 'ENDED' ELSE 'OPEN' END`;
const contentState = stateSql('is_open', 'published_at');
/** Sent or made public: the same mark. */
const popupState = stateSql('is_show', 'sent_at');

interface SharedRow {
  id: number;
  title: string;
  state: ContentState;
  has_draft: boolean;
  sort_order: number;
  start_at: Date | null;
  end_at: Date | null;
  updated_at: Date;
  written_by: number | null;
  total: number;
}
interface ContentRecord extends SharedRow {
  board: Board;
  category: Category;
  is_pinned: boolean;
  views: number;
  yes: number;
  no: number;
}
interface PopupRecord extends SharedRow {
  type: number;
  is_realtime: boolean;
  sent_at: Date | null;
}
type Names = ReadonlyMap<number, { name: string }>;

async function namesOf(context: AppContext, rows: readonly SharedRow[]): Promise<Names> {
  const ids = [...new Set(rows.map((row) => row.written_by).filter((id) => id !== null))];
  return ids.length === 0 ? new Map() : await context.services.use(operatorNames).of(ids);
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
const shared = (row: SharedRow, names: Names) => ({
  id: row.id,
  title: row.title,
  state: row.state,
  hasDraft: row.has_draft,
  sortOrder: row.sort_order,
  startDate: iso(row.start_at),
  endDate: iso(row.end_at),
  updatedAt: row.updated_at.toISOString(),
  operator: row.written_by === null ? null : { id: row.written_by, name: names.get(row.written_by)?.name ?? `#${row.written_by}` },
});
const contentRow = (row: ContentRecord, names: Names): DeskContentRow => ({
  ...shared(row, names),
  board: row.board,
  category: row.category,
  isPinned: row.is_pinned,
  views: row.views,
  helpful: { yes: row.yes, no: row.no },
});
const popupRow = (row: PopupRecord, names: Names): DeskPopupRow => ({
  ...shared(row, names),
  type: row.type,
  isRealtime: row.is_realtime,
  sentAt: iso(row.sent_at),
});

interface Requested {
  site: number;
  language: 'ko' | 'en';
  board?: Board;
  id?: number;
  state?: string | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
}

const likeOf = (search: string | undefined) => (search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null);

async function contentRows(context: AppContext, requested: Requested): Promise<ContentRecord[]> {
  const { rows } = await context.pool.query<ContentRecord>(
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT c.*, title_${requested.language} AS title, draft IS NOT NULL AS has_draft, ${contentState} AS state,
         (SELECT count(*)::int FROM notice_vote v WHERE v.content_id = c.id AND v.is_helpful) AS yes,
         (SELECT count(*)::int FROM notice_vote v WHERE v.content_id = c.id AND NOT v.is_helpful) AS no
       FROM notice_notice c WHERE site_id = $1 AND deleted_at IS NULL AND ($3::text IS NULL OR board = $3) AND ($4::bigint IS NULL OR id = $4)
         AND ($5::text IS NULL OR title_ko ILIKE $5 OR title_en ILIKE $5)
     ) x WHERE ($6::text IS NULL OR state = $6) ORDER BY is_pinned DESC, sort_order, coalesce(start_at, created_at) DESC, id DESC
     LIMIT $7 OFFSET $8`,
    [
      requested.site,
      new Date(context.clock.now()),
      requested.board ?? null,
      requested.id ?? null,
      likeOf(requested.search),
      requested.state ?? null,
      requested.limit,
      requested.offset,
    ],
  );
  return rows;
}

async function popupRows(context: AppContext, requested: Requested): Promise<PopupRecord[]> {
  const { rows } = await context.pool.query<PopupRecord>(
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT p.*, title_${requested.language} AS title, draft IS NOT NULL AS has_draft, ${popupState} AS state
       FROM notice_popup p WHERE site_id = $1 AND deleted_at IS NULL AND ($3::bigint IS NULL OR id = $3)
         AND ($4::text IS NULL OR title_ko ILIKE $4 OR title_en ILIKE $4)
     ) x WHERE ($5::text IS NULL OR state = $5) ORDER BY sort_order, id DESC LIMIT $6 OFFSET $7`,
    [
      requested.site,
      new Date(context.clock.now()),
      requested.id ?? null,
      likeOf(requested.search),
      requested.state ?? null,
      requested.limit,
      requested.offset,
    ],
  );
  return rows;
}

export async function listContents(
  context: AppContext,
  call: Call<Out<typeof listDeskContents.query>>,
): Promise<Answer<Out<typeof listDeskContents.reply>>> {
  const { page = 0, size = PAGE, board, state, search } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const requested = { site: call.site.id, language: call.language, board, state, search, limit, offset: page * limit };
  const rows = await contentRows(context, requested);
  const names = await namesOf(context, rows);
  return { data: { content: rows.map((row) => contentRow(row, names)), page, size: limit, totalElements: rows[0]?.total ?? 0 } };
}

export async function listPopupsOfSite(
  context: AppContext,
  call: Call<Out<typeof listDeskPopups.query>>,
): Promise<Answer<Out<typeof listDeskPopups.reply>>> {
  const { page = 0, size = PAGE, state, search } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const rows = await popupRows(context, { site: call.site.id, language: call.language, state, search, limit, offset: page * limit });
  const names = await namesOf(context, rows);
  return { data: { content: rows.map((row) => popupRow(row, names)), page, size: limit, totalElements: rows[0]?.total ?? 0 } };
}

/** The draft where there is one; its dates are text, the row's are dates. */
function written(row: DeskRow) {
  const of = (name: string) => (row.draft === null ? row[name] : row.draft[name]);
  const day = (name: string) => {
    const value = of(name) as Date | string | null | undefined;
    return value ? new Date(value).toISOString() : undefined;
  };
  return {
    of,
    dates: { ...(day('start_at') && { startDate: day('start_at') }), ...(day('end_at') && { endDate: day('end_at') }) },
    event: { ...(day('event_from') && { eventFrom: day('event_from') }), ...(day('event_until') && { eventUntil: day('event_until') }) },
    words: {
      title: of('title_ko') as string,
      content: of('content_ko') as string,
      titleEn: of('title_en') as string,
      contentEn: of('content_en') as string,
      sortOrder: of('sort_order') as number,
    },
  };
}

export async function seeContent(context: AppContext, call: Call<Out<typeof getDeskContent.query>>): Promise<Answer<DeskContent>> {
  const { id } = call.query;
  const row = await findRow(context.pool, 'content', call.site.id, id);
  const rows = await contentRows(context, { site: call.site.id, language: call.language, id, limit: 1, offset: 0 });
  const { of, dates, event, words } = written(row);
  const fileIds = of('file_ids') as string[];
  const files = fileIds.length === 0 ? new Map() : await context.services.use(attachmentStore).describe(call.site.id, fileIds);
  return {
    data: {
      ...contentRow(rows[0], await namesOf(context, rows)),
      words: { category: of('category') as Category, ...words, isPinned: of('is_pinned') as boolean, ...dates, ...event, fileIds },
      files: fileIds.map((fileId) => files.get(fileId)).filter((file) => file !== undefined),
    },
  };
}

export async function seePopup(context: AppContext, call: Call<Out<typeof getDeskPopup.query>>): Promise<Answer<DeskPopup>> {
  const { id } = call.query;
  const row = await findRow(context.pool, 'popup', call.site.id, id);
  const rows = await popupRows(context, { site: call.site.id, language: call.language, id, limit: 1, offset: 0 });
  const { of, dates, words } = written(row);
  const link = of('link') as string | null;
  const form = { type: of('type') as 1 | 2, ...words, ...dates, width: of('width') as number, ...(link === null ? {} : { link }) };
  return { data: { ...popupRow(rows[0], await namesOf(context, rows)), words: form } };
}
