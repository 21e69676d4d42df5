// Operators write: cleaned before it is stored, their own site's rows only, told at once to every open page where they ask for it.
import type { Out } from '@maru/kit/contract/route.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { siteNoticeTopic, sitePopupTopic } from '@maru/site/contract.ts';
import { type deleteNotice, POPUP_WIDTH, popupTypes, type saveNotice, type savePopup } from '../contract.ts';
import { cleanHtml, isEmptyHtml, ownPicture } from './clean-html.ts';

type Saved = Answer<{ id: number }>;
interface Words {
  ko: { title: string; content: string };
  en: { title: string; content: string };
}

async function cleanWords(body: { title: string; content: string; titleEn?: string; contentEn?: string }): Promise<Words> {
  const ko = { title: body.title, content: await cleanHtml(body.content) };
  const contentEn = body.contentEn === undefined ? ko.content : await cleanHtml(body.contentEn);
  if (isEmptyHtml(ko.content) || isEmptyHtml(contentEn)) throw new Refusal('CONTENT_EMPTY');
  return { ko, en: { title: body.titleEn ?? body.title, content: contentEn } };
}

/** The row of this site, changed or new. */
async function put(
  context: AppContext,
  table: string,
  site: number,
  id: number | undefined,
  row: Record<string, unknown>,
): Promise<number> {
  const names = Object.keys(row);
  const values = Object.values(row);
  const sql =
    id === undefined
      ? `INSERT INTO ${table} (site_id, ${names.join(', ')}) VALUES ($1, ${names.map((_, i) => `$${i + 2}`).join(', ')}) RETURNING id`
      : `UPDATE ${table} SET ${names.map((name, i) => `${name} = $${i + 3}`).join(', ')} WHERE site_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`;
  const { rows } = await context.pool.query<{ id: number }>(sql, id === undefined ? [site, ...values] : [site, id, ...values]);
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0].id;
}

export async function writeNotice(context: AppContext, call: Call<undefined, Out<typeof saveNotice.body>>): Promise<Saved> {
  const { site, member: operator } = call.session as Session;
  const { body } = call;
  const { ko, en } = await cleanWords(body);
  const now = new Date(context.clock.now());
  const id = await put(context, 'notice_notice', site, body.id, {
    category: body.category,
    title_ko: ko.title,
    title_en: en.title,
    content_ko: ko.content,
    content_en: en.content,
    is_pinned: body.isPinned ?? false,
    is_open: body.isOpen,
    updated_at: now,
    written_by: operator,
    ...(body.id === undefined && { created_at: now }),
  });
  if (body.isOpen && body.isTold === true) {
    const message = { id, ...ko, en, createdAt: now.toISOString() };
    context.sockets.publish(site, destinationOf(siteNoticeTopic, { siteId: String(site) }), message);
  }
  context.log.info({ site, operator, notice: id, requestId: call.requestId }, 'notice written');
  return { data: { id } };
}

export async function writePopup(context: AppContext, call: Call<undefined, Out<typeof savePopup.body>>): Promise<Saved> {
  const { site, member: operator } = call.session as Session;
  const { body } = call;
  const { type, link, width = POPUP_WIDTH, isRealtime = false } = body;
  const { ko, en } = type === popupTypes.image ? pictureWords(body) : await cleanWords(body);
  const now = new Date(context.clock.now());
  const id = await put(context, 'notice_popup', site, body.id, {
    type,
    title_ko: ko.title,
    title_en: en.title,
    content_ko: ko.content,
    content_en: en.content,
    link: link ?? null,
    width,
    is_show: body.isShow,
    is_realtime: isRealtime,
    start_at: body.startDate ?? null,
    end_at: body.endDate ?? null,
    written_by: operator,
    ...(body.id === undefined && { created_at: now }),
  });
  if (body.isShow && isRealtime) {
    const message = { id, type, ...ko, en, width, createdAt: now.toISOString(), ...(link === undefined ? {} : { link }) };
    context.sockets.publish(site, destinationOf(sitePopupTopic, { siteId: String(site) }), message);
  }
  context.log.info({ site, operator, popup: id, requestId: call.requestId }, 'popup written');
  return { data: { id } };
}

function pictureWords({ title, content, titleEn = title, contentEn = content }: Out<typeof savePopup.body>): Words {
  if (!ownPicture.test(content) || !ownPicture.test(contentEn)) throw new Refusal('PICTURE_ADDRESS');
  return { ko: { title, content }, en: { title: titleEn, content: contentEn } };
}

export function takeAway(table: 'notice_notice' | 'notice_popup') {
  return async (context: AppContext, call: Call<undefined, Out<typeof deleteNotice.body>>): Promise<Saved> => {
    const { site, member: operator } = call.session as Session;
    const id = await put(context, table, site, call.body.id, { deleted_at: new Date(context.clock.now()), written_by: operator });
    context.log.info({ site, operator, table, id, requestId: call.requestId }, 'taken away');
    return { data: { id } };
  };
}
