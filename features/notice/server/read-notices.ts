// What everyone may read: open notices of the site and of the installation, in the reader's language.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { type getNotice, type listNoticeCategories, type listNotices, noticeCategories, type NoticeCategory } from '../contract.ts';
import { cleanHtml } from './clean-html.ts';

const PAGE = 10;
const MAX_PAGE = 50;
/** To everyone of a site: its own and those of the installation. */
const visible = '(site_id = $1 OR site_id IS NULL) AND is_open AND deleted_at IS NULL';

interface Row {
  id: number;
  category: NoticeCategory;
  title: string;
  content: string;
  is_pinned: boolean;
  views: number;
  created_at: Date;
  updated_at: Date;
}

const present = (row: Row) => ({
  id: row.id,
  category: row.category,
  title: row.title,
  isPinned: row.is_pinned,
  views: row.views,
  createdAt: row.created_at.toISOString(),
});

export async function listOpenNotices(
  context: AppContext,
  call: Call<Out<typeof listNotices.query>>,
): Promise<Answer<Out<typeof listNotices.reply>>> {
  const { resultType, category, search, page = 0, size = PAGE } = call.query;
  const limit = resultType === 'Count' ? 0 : Math.min(size, MAX_PAGE);
  const language = call.language;
  // Wildcards of the search are letters like any other.
  const like = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const where = `FROM notice_notice WHERE ${visible} AND ($2::text IS NULL OR category = $2)
    AND ($3::text IS NULL OR title_${language} ILIKE $3 OR regexp_replace(content_${language}, '<[^>]*>', '', 'g') ILIKE $3)`;
  const values = [call.site.id, category ?? null, like];
  const [rows, count] = await Promise.all([
    context.pool.query<Row>(
      `SELECT id, category, title_${language} AS title, is_pinned, views, created_at ${where}
       ORDER BY is_pinned DESC, created_at DESC, id DESC LIMIT $4 OFFSET $5`,
      [...values, limit, page * limit],
    ),
    context.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${where}`, values),
  ]);
  return { data: { content: rows.rows.map(present), page, size: limit, totalElements: count.rows[0].n } };
}

/** An address counts once an hour. */
export async function readNotice(
  context: AppContext,
  views: RateLimit,
  call: Call<Out<typeof getNotice.query>>,
): Promise<Answer<Out<typeof getNotice.reply>>> {
  const { id } = call.query;
  const { rows } = await context.pool.query<Row>(
    `SELECT id, category, title_${call.language} AS title, content_${call.language} AS content, is_pinned, views, created_at, updated_at
     FROM notice_notice WHERE ${visible} AND id = $2`,
    [call.site.id, id],
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (views.take(`${call.ip} ${id}`) === 0) await context.pool.query('UPDATE notice_notice SET views = views + 1 WHERE id = $1', [id]);
  // Cleaned when it was written; once more here, so that no other way into the table reaches a page.
  const content = await cleanHtml(row.content);
  return { data: { ...present(row), content, updatedAt: row.updated_at.toISOString() } };
}

const names: Readonly<Record<NoticeCategory, { ko: string; en: string }>> = {
  NOTICE: { ko: '공지', en: 'Notice' },
  LISTING: { ko: '상장', en: 'Listing' },
  GUIDE: { ko: '안내', en: 'Guide' },
  EVENT: { ko: '이벤트', en: 'Event' },
};

export async function listCategories(_context: AppContext, call: Call): Promise<Answer<Out<typeof listNoticeCategories.reply>>> {
  return { data: noticeCategories.map((code) => ({ code, name: names[code][call.language] })) };
}
