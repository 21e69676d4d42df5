// Asking, going on and answering: the thread's new entry, its files and the flags in one transaction, then whoever must hear of it.
import { fileShelf } from '@maru/file/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { messageBox } from '@maru/message/contract.ts';
import type { PoolClient } from 'pg';
import type { answerInquiry, createInquiry, InquiryThread, replyInquiry } from '../contract.ts';
import { findInquiry, inquiryColumns, type InquiryRecord, threadOf } from './inquiry-rows.ts';

interface Entry {
  inquiry: InquiryRecord;
  content: string;
  fileIds: readonly string[];
  operator: number | null;
}

async function addEntry(
  context: AppContext,
  sql: PoolClient,
  site: number,
  { inquiry, content, fileIds, operator }: Entry,
): Promise<InquiryRecord> {
  const owner = operator ?? inquiry.member_id;
  await context.services.use(fileShelf).attach(sql, { site, owner, viewer: inquiry.member_id, ids: fileIds });
  const now = new Date(context.clock.now());
  await sql.query('INSERT INTO contact_entry (inquiry_id, operator_id, content, file_ids, created_at) VALUES ($1, $2, $3, $4, $5)', [
    inquiry.id,
    operator,
    content,
    fileIds,
    now,
  ]);
  const isAnswer = operator !== null;
  const { rows } = await sql.query<InquiryRecord>(
    `UPDATE contact_inquiry SET is_answer = $2, is_read = NOT $2, updated_at = $3 WHERE id = $1 RETURNING ${inquiryColumns}`,
    [inquiry.id, isAnswer, now],
  );
  return rows[0];
}

function refuseOver(limit: RateLimit, member: number): void {
  const waitMs = limit.take(member);
  if (waitMs > 0) throw new Refusal('INQUIRY_LIMIT', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });
}

/** The author is always the caller, whatever `playerId` says. */
export async function askHouse(
  context: AppContext,
  limit: RateLimit,
  call: Call<undefined, Out<typeof createInquiry.body>>,
): Promise<Answer<InquiryThread>> {
  const { site, member } = call.session as Session;
  refuseOver(limit, member);
  const { question, fileIds = [] } = call.body;
  const now = new Date(context.clock.now());
  const inquiry = await inTransaction(context.pool, async (sql) => {
    const { rows } = await sql.query<InquiryRecord>(
      `INSERT INTO contact_inquiry (site_id, member_id, question, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING ${inquiryColumns}`,
      [site, member, question, now],
    );
    return await addEntry(context, sql, site, { inquiry: rows[0], content: question, fileIds, operator: null });
  });
  return { data: await threadOf(context, site, inquiry) };
}

export async function goOn(
  context: AppContext,
  limit: RateLimit,
  call: Call<undefined, Out<typeof replyInquiry.body>>,
): Promise<Answer<InquiryThread>> {
  const { site, member } = call.session as Session;
  const { id, question, fileIds = [] } = call.body;
  const inquiry = await findInquiry(context.pool, site, id, member);
  refuseOver(limit, member);
  const next = await inTransaction(context.pool, (sql) =>
    addEntry(context, sql, site, { inquiry, content: question, fileIds, operator: null }),
  );
  return { data: await threadOf(context, site, next) };
}

export const pageOfInquiry = (inquiry: number): string => `/myinfo/contact/${inquiry}`;
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export async function answerFromHouse(
  context: AppContext,
  call: Call<undefined, Out<typeof answerInquiry.body>>,
): Promise<Answer<InquiryThread>> {
  const { site, member: operator } = call.session as Session;
  const { id, answer, fileIds = [] } = call.body;
  const inquiry = await findInquiry(context.pool, site, id);
  const next = await inTransaction(context.pool, (sql) => addEntry(context, sql, site, { inquiry, content: answer, fileIds, operator }));
  const about = shortened(inquiry.question);
  await context.services.use(messageBox).send({
    site,
    member: inquiry.member_id,
    kind: 'CONTACT',
    title: { ko: '문의하신 내용에 답변드렸어요', en: 'We have answered your inquiry' },
    content: { ko: `‘${about}’`, en: `“${about}”` },
    link: pageOfInquiry(id),
  });
  context.log.info({ site, operator, inquiry: id, requestId: call.requestId }, 'inquiry answered');
  return { data: await threadOf(context, site, next) };
}
