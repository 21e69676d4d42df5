// Popups that a page shows at its start: open by switch and by date, of the site or of the installation.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { type getPopup, type listPopups, type Popup, popupTypes } from '../contract.ts';
import { cleanHtml } from './clean-html.ts';

const MAX_PAGE = 50;

interface Row {
  id: number;
  type: number;
  title: string;
  content: string;
  link: string | null;
  width: number;
}

async function present(row: Row): Promise<Popup> {
  const { id, type, title, link, width } = row;
  const content = type === popupTypes.html ? await cleanHtml(row.content) : row.content;
  return { id, type, title, content, width, isShow: true, ...(link === null ? {} : { link }) };
}

const openOnes = (language: 'ko' | 'en') =>
  `SELECT id, type, title_${language} AS title, content_${language} AS content, link, width, count(*) OVER ()::int AS total FROM notice_popup
   WHERE (site_id = $1 OR site_id IS NULL) AND is_show AND NOT is_realtime AND deleted_at IS NULL
     AND (start_at IS NULL OR start_at <= $2) AND (end_at IS NULL OR end_at > $2) AND ($3::bigint IS NULL OR id = $3)
   ORDER BY sort_order, id DESC LIMIT $4 OFFSET $5`;

export async function listOpenPopups(
  context: AppContext,
  call: Call<Out<typeof listPopups.query>>,
): Promise<Answer<Out<typeof listPopups.reply>>> {
  const { resultType, page = 0, size = MAX_PAGE } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const values = [call.site.id, new Date(context.clock.now()), null, limit, page * limit];
  const { rows } = await context.pool.query<Row & { total: number }>(openOnes(call.language), values);
  const content = resultType === 'Count' ? [] : await Promise.all(rows.map(present));
  return { data: { content, page, size: limit, totalElements: rows[0]?.total ?? 0 } };
}

export async function readPopup(context: AppContext, call: Call<Out<typeof getPopup.query>>): Promise<Answer<Out<typeof getPopup.reply>>> {
  const values = [call.site.id, new Date(context.clock.now()), call.query.id, 1, 0];
  const { rows } = await context.pool.query<Row>(openOnes(call.language), values);
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return { data: await present(rows[0]) };
}
