// Operators write: cleaned before it is stored, their own site's rows only, told at once to every open page where they ask for it.
import { attachmentStore } from '@maru/file/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { noticeTopic, siteNoticeTopic, sitePopupTopic } from '@maru/site/contract.ts';
import type { saveNotice, savePopup } from '../admin-contract.ts';
import { boardCategories } from '../board-contract.ts';
import { POPUP_WIDTH, popupTypes } from '../contract.ts';
import { cleanHtml, isEmptyHtml, ownPicture } from './clean-html.ts';
import { writeRow } from './desk-rows.ts';

type Saved = Answer<{ id: number }>;
interface Words {
  ko: { title: string; content: string };
  en: { title: string; content: string };
}
interface Given {
  title: string;
  content: string;
  titleEn?: string | undefined;
  contentEn?: string | undefined;
}

async function cleanWords(body: Given): Promise<Words> {
  const ko = { title: body.title, content: await cleanHtml(body.content) };
  const contentEn = body.contentEn === undefined ? ko.content : await cleanHtml(body.contentEn);
  if (isEmptyHtml(ko.content) || isEmptyHtml(contentEn)) throw new Refusal('CONTENT_EMPTY');
  return { ko, en: { title: body.titleEn ?? body.title, content: contentEn } };
}

const wordColumns = ({ ko, en }: Words) => ({ title_ko: ko.title, title_en: en.title, content_ko: ko.content, content_en: en.content });

function refuseTurned(from: string | undefined, until: string | undefined): void {
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)) throw new Refusal('DATES_TURNED');
}

export async function writeNotice(context: AppContext, call: Call<undefined, Out<typeof saveNotice.body>>, audit: Audit): Promise<Saved> {
  const { body } = call;
  const { board = 'notice', category, startDate, endDate, eventFrom, eventUntil, fileIds = [] } = body;
  if (!(boardCategories[board] as readonly string[]).includes(category)) throw new Refusal('CATEGORY_OTHER');
  refuseTurned(startDate, endDate);
  refuseTurned(eventFrom, eventUntil);
  if (fileIds.length > 0 && !(await context.services.use(attachmentStore).arePublic(call.site.id, fileIds)))
    throw new Refusal('FILE_UNKNOWN');
  const words = await cleanWords(body);
  const now = new Date(context.clock.now());
  const columns = {
    board,
    category,
    ...wordColumns(words),
    is_pinned: body.isPinned ?? false,
    sort_order: body.sortOrder ?? 0,
    start_at: startDate ?? null,
    end_at: endDate ?? null,
    event_from: eventFrom ?? null,
    event_until: eventUntil ?? null,
    file_ids: fileIds,
  };
  const writing = { id: body.id, columns, isPublished: body.isOpen, stamps: { published_at: now } };
  const id = await writeRow(context, call, audit, 'content', writing);
  const isAhead = startDate !== undefined && Date.parse(startDate) > now.getTime();
  if (body.isOpen && body.isTold === true && board === 'notice' && !isAhead) {
    const message = { id, ...words.ko, en: words.en, createdAt: now.toISOString() };
    // Both of the specification's topics: who listens to either hears it, who listens to both knows it by its id.
    context.sockets.publish(call.site.id, destinationOf(siteNoticeTopic, { siteId: String(call.site.id) }), message);
    context.sockets.publish(call.site.id, destinationOf(noticeTopic), message);
  }
  return { data: { id } };
}

export async function writePopup(context: AppContext, call: Call<undefined, Out<typeof savePopup.body>>, audit: Audit): Promise<Saved> {
  const { body } = call;
  const { type, link, width = POPUP_WIDTH, isRealtime = false, startDate, endDate } = body;
  refuseTurned(startDate, endDate);
  const words = type === popupTypes.image ? pictureWords(body) : await cleanWords(body);
  const now = new Date(context.clock.now());
  const columns = {
    type,
    ...wordColumns(words),
    link: link ?? null,
    width,
    is_realtime: isRealtime,
    sort_order: body.sortOrder ?? 0,
    start_at: startDate ?? null,
    end_at: endDate ?? null,
  };
  const isSent = body.isShow && isRealtime;
  const writing = { id: body.id, columns, isPublished: body.isShow, stamps: { sent_at: now } };
  const id = await writeRow(context, call, audit, 'popup', writing);
  if (isSent) {
    const message = { id, type, ...words.ko, en: words.en, width, createdAt: now.toISOString(), ...(link === undefined ? {} : { link }) };
    context.sockets.publish(call.site.id, destinationOf(sitePopupTopic, { siteId: String(call.site.id) }), message);
  }
  return { data: { id } };
}

function pictureWords({ title, content, titleEn = title, contentEn = content }: Given): Words {
  if (!ownPicture.test(content) || !ownPicture.test(contentEn)) throw new Refusal('PICTURE_ADDRESS');
  return { ko: { title, content }, en: { title: titleEn, content: contentEn } };
}
