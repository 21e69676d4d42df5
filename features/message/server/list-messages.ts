// A member's own messages as pages, and how many of them wait unread.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import type { Answer, Call, Session } from '@maru/kit/server/feature.ts';
import { type countUnreadMessages, KEPT_DAYS, type listMessages, type MessageKind } from '../contract.ts';

const PAGE = 20;
const MAX_PAGE = 100;
const KEPT_MS = KEPT_DAYS * DAY_MS;

interface Row {
  id: number;
  kind: MessageKind;
  title: string;
  content: string;
  link: string | null;
  created_at: Date;
  read_at: Date | null;
}

export async function listOwnMessages(
  context: AppContext,
  call: Call<Out<typeof listMessages.query>>,
): Promise<Answer<Out<typeof listMessages.reply>>> {
  const { site, member } = call.session as Session;
  const { resultType, isReadStrs, kind, page = 0, size = PAGE } = call.query;
  const limit = resultType === 'Count' ? 0 : Math.min(size, MAX_PAGE);
  const isRead = isReadStrs?.length === 1 ? isReadStrs[0] : null;
  const { from, to } = dateRange(call.query);
  const oldest = context.clock.now() - KEPT_MS;
  const mine = `FROM message_message WHERE site_id = $1 AND member_id = $2 AND deleted_at IS NULL
    AND created_at >= $3 AND created_at < $4 AND ($5::boolean IS NULL OR (read_at IS NOT NULL) = $5) AND ($6::text IS NULL OR kind = $6)`;
  const values = [site, member, new Date(Math.max(from ?? oldest, oldest)), new Date(to ?? 8.64e15), isRead, kind ?? null];
  const language = call.language;
  const [rows, count] = await Promise.all([
    context.pool.query<Row>(
      `SELECT id, kind, title_${language} AS title, content_${language} AS content, link, created_at, read_at ${mine}
       ORDER BY id DESC LIMIT $7 OFFSET $8`,
      [...values, limit, page * limit],
    ),
    context.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${mine}`, values),
  ]);
  const content = rows.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    content: row.content,
    link: row.link,
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  }));
  return { data: { content, page, size: limit, totalElements: count.rows[0].n } };
}

export async function countOwnUnread(context: AppContext, call: Call): Promise<Answer<Out<typeof countUnreadMessages.reply>>> {
  const { site, member } = call.session as Session;
  const { rows } = await context.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM message_message WHERE site_id = $1 AND member_id = $2 AND read_at IS NULL AND deleted_at IS NULL
     AND kind <> 'CONTACT' AND created_at >= $3`,
    [site, member, new Date(context.clock.now() - KEPT_MS)],
  );
  return { data: { count: rows[0].n } };
}

/** What is past its days goes for good. */
export async function forgetOldMessages(context: AppContext): Promise<void> {
  await context.pool.query('DELETE FROM message_message WHERE created_at < $1', [new Date(context.clock.now() - KEPT_MS)]);
}
