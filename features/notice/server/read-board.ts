// What everyone may read of a board: what is open now, of the site and of the installation, in the reader's language.
import { type FileFacts, attachmentStore } from '@maru/file/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import {
  type Board,
  boardCategories,
  type Category,
  type ContentItem,
  type ContentRow,
  type getNotice,
  type listNoticeCategories,
  type listNotices,
  type Period,
} from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { cleanHtml } from './clean-html.ts';
import { firstPicture, plainText } from './plain-text.ts';

const PAGE = 10;
const MAX_PAGE = 50;
const SUMMARY_LETTERS = 120;
/** Boards that a page shows whole, in the operator's order. */
const wholeBoards: readonly Board[] = ['faq', 'static'];

/** $1 site, $2 board, $3 now. */
export const visible = `(site_id = $1 OR site_id IS NULL) AND board = $2 AND is_open AND deleted_at IS NULL
  AND (start_at IS NULL OR start_at <= $3) AND (end_at IS NULL OR end_at > $3)`;
/** A scheduled one is as old as its opening. */
const shownAt = 'coalesce(start_at, created_at)';

interface Row {
  id: number;
  site_id: number | null;
  category: Category;
  title: string;
  content: string;
  is_pinned: boolean;
  views: number;
  shown_at: Date;
  /** A draft beside it changes nothing here. */
  published_at: Date;
  event_from: Date | null;
  event_until: Date | null;
  file_ids: string[];
  helpful: number;
  mine: boolean | null;
}

const columns = (
  language: 'ko' | 'en',
) => `id, site_id, category, title_${language} AS title, content_${language} AS content, is_pinned, views,
  ${shownAt} AS shown_at, coalesce(published_at, updated_at) AS published_at, event_from, event_until, file_ids`;

/** What its members say of it, and what this one said. $n is the member, 0 for a guest. */
const helpful = (n: number) => `(SELECT count(*)::int FROM notice_vote v WHERE v.content_id = c.id AND v.is_helpful) AS helpful,
  (SELECT v.is_helpful FROM notice_vote v WHERE v.content_id = c.id AND v.site_id = $1 AND v.member_id = $${n}) AS mine`;

function periodOf(board: Board, { event_from: from, event_until: until }: Row, now: number): Period | null {
  if (board !== 'promotion') return null;
  const state = from !== null && from.getTime() > now ? 'AHEAD' : until !== null && until.getTime() <= now ? 'ENDED' : 'RUNNING';
  return { startDate: from?.toISOString() ?? null, endDate: until?.toISOString() ?? null, state };
}

function present(board: Board, row: Row, now: number): ContentRow {
  return {
    id: row.id,
    category: row.category,
    title: row.title,
    summary: plainText(row.content).slice(0, SUMMARY_LETTERS),
    picture: firstPicture(row.content),
    period: periodOf(board, row, now),
    isPinned: row.is_pinned,
    views: row.views,
    createdAt: row.shown_at.toISOString(),
  };
}

/** Running events first, then those ahead; elsewhere pinned ones, then the operator's order, then the newest. */
const orderOf = (board: Board) =>
  board === 'promotion'
    ? `is_pinned DESC, (event_until IS NOT NULL AND event_until <= $3), (event_from IS NOT NULL AND event_from > $3), sort_order, ${shownAt} DESC, id DESC`
    : `is_pinned DESC, sort_order, ${shownAt} DESC, id DESC`;

export function listBoard(board: Board) {
  return async (
    context: AppContext,
    call: Call<Out<typeof listNotices.query> | { category?: Category }>,
  ): Promise<Answer<Out<typeof listNotices.reply>>> => {
    const { resultType, category, search, page = 0, size = PAGE } = call.query as Out<typeof listNotices.query>;
    const limit = resultType === 'Count' ? 0 : Math.min(size, MAX_PAGE);
    const { language } = call;
    const now = context.clock.now();
    // Wildcards of the search are letters like any other.
    const like = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
    const where = `FROM notice_notice c WHERE ${visible} AND ($4::text IS NULL OR category = $4)
      AND ($5::text IS NULL OR title_${language} ILIKE $5 OR regexp_replace(content_${language}, '<[^>]*>', '', 'g') ILIKE $5)`;
    const values = [call.site.id, board, new Date(now), category ?? null, like];
    const [rows, count] = await Promise.all([
      context.pool.query<Row>(`SELECT ${columns(language)}, ${helpful(8)} ${where} ORDER BY ${orderOf(board)} LIMIT $6 OFFSET $7`, [
        ...values,
        limit,
        page * limit,
        memberOf(call),
      ]),
      context.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${where}`, values),
    ]);
    const isWhole = wholeBoards.includes(board);
    const content = await Promise.all(
      rows.rows.map(async (row) => ({
        ...present(board, row, now),
        ...(isWhole && { content: await cleanHtml(row.content), helpful: { count: row.helpful, mine: row.mine } }),
      })),
    );
    return { data: { content, page, size: limit, totalElements: count.rows[0].n } };
  };
}

/** An operator's id is no member's. */
const memberOf = ({ session }: Call) => (session === undefined || session.account < 0 ? 0 : session.member);

export async function findContent(context: AppContext, call: Call, board: Board, id: number): Promise<Row> {
  const { rows } = await context.pool.query<Row>(
    `SELECT ${columns(call.language)}, ${helpful(5)} FROM notice_notice c WHERE ${visible} AND id = $4`,
    [call.site.id, board, new Date(context.clock.now()), id, memberOf(call)],
  );
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0];
}

async function neighbour(context: AppContext, call: Call, board: Board, row: Row, side: 'older' | 'newer') {
  const sign = side === 'older' ? '<' : '>';
  const direction = side === 'older' ? 'DESC' : 'ASC';
  const { rows } = await context.pool.query<{ id: number; title: string }>(
    `SELECT id, title_${call.language} AS title FROM notice_notice WHERE ${visible} AND (${shownAt}, id) ${sign} ($4, $5)
     ORDER BY ${shownAt} ${direction}, id ${direction} LIMIT 1`,
    [call.site.id, board, new Date(context.clock.now()), row.shown_at, row.id],
  );
  return rows[0] ?? null;
}

async function filesOf(context: AppContext, site: number, ids: readonly string[]): Promise<FileFacts[]> {
  if (ids.length === 0) return [];
  const found = await context.services.use(attachmentStore).describe(site, ids);
  return ids.map((id) => found.get(id)).filter((file) => file !== undefined);
}

/** An address counts once an hour. */
export function readBoard(board: Board, views: () => RateLimit) {
  return async (context: AppContext, call: Call<Out<typeof getNotice.query>>): Promise<Answer<ContentItem>> => {
    const { id } = call.query;
    const row = await findContent(context, call, board, id);
    if (views().take(`${call.ip} ${id}`) === 0) await context.pool.query('UPDATE notice_notice SET views = views + 1 WHERE id = $1', [id]);
    const [previous, next, files, content] = await Promise.all([
      neighbour(context, call, board, row, 'older'),
      neighbour(context, call, board, row, 'newer'),
      filesOf(context, call.site.id, row.file_ids),
      // Cleaned when it was written; once more here, so that no other way into the table reaches a page.
      cleanHtml(row.content),
    ]);
    const facts = { content, files, previous, next, updatedAt: row.published_at.toISOString() };
    return { data: { ...present(board, row, context.clock.now()), ...facts } };
  };
}

export async function listCategories(_context: AppContext, call: Call): Promise<Answer<Out<typeof listNoticeCategories.reply>>> {
  return { data: boardCategories.notice.map((code) => ({ code, name: categoryNames[code][call.language] })) };
}
