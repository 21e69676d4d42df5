// Asking and going on: the thread's new entry, its files and the flags in one transaction; then the operators hear of it.
import { attachmentStore } from '@maru/file/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { desk } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { CONTACT_KIND } from '../admin-contract.ts';
import type { createInquiry, InquiryThread, replyInquiry } from '../contract.ts';
import { findInquiry, inquiryColumns, type InquiryRecord, threadOf } from './inquiry-rows.ts';

export interface Entry {
  inquiry: InquiryRecord;
  content: string;
  fileIds: readonly string[];
  operator: number | null;
}

/** `waiting_since` is the first word without an answer: a second one of the member does not put it back in the queue. */
export async function addEntry(
  context: AppContext,
  sql: PoolClient,
  site: number,
  { inquiry, content, fileIds, operator }: Entry,
): Promise<InquiryRecord> {
  const owner = operator === null ? { member: inquiry.member_id } : { operator };
  await context.services.use(attachmentStore).attach(sql, { site, owner, viewer: inquiry.member_id, ids: fileIds });
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
    `UPDATE contact_inquiry SET is_answer = $2, is_read = NOT $2, updated_at = $3, closed_at = NULL,
       claimed_by = CASE WHEN $2 THEN NULL ELSE claimed_by END, claimed_until = CASE WHEN $2 THEN NULL ELSE claimed_until END,
       waiting_since = CASE WHEN $2 THEN NULL ELSE coalesce(waiting_since, $3) END
     WHERE id = $1 RETURNING ${inquiryColumns}`,
    [inquiry.id, isAnswer, now],
  );
  return rows[0];
}

/** Every open desk of the site looks again: the queue has another length, this inquiry another word. */
export function tellDesk(context: AppContext, site: number, inquiry: number): void {
  const operators = context.services.use(desk);
  operators.tell(site, { type: 'WAITING', kind: CONTACT_KIND, id: inquiry });
  operators.tell(site, { type: 'CHANGED', kind: CONTACT_KIND, id: inquiry });
}

function refuseOver(limit: RateLimit, member: number): void {
  const waitMs = limit.take(member);
  if (waitMs > 0) throw new Refusal('INQUIRY_LIMIT', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });
}

/** The author is always the caller, whatever `playerId` says. */
export async function askSupport(
  context: AppContext,
  limit: RateLimit,
  call: Call<undefined, Out<typeof createInquiry.body>>,
): Promise<Answer<InquiryThread>> {
  const { site, member } = call.session as Session;
  refuseOver(limit, member);
  const { kind = 'OTHER', question, fileIds = [] } = call.body;
  const now = new Date(context.clock.now());
  const inquiry = await inTransaction(context.pool, async (sql) => {
    const { rows } = await sql.query<InquiryRecord>(
      `INSERT INTO contact_inquiry (site_id, member_id, kind, question, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
       RETURNING ${inquiryColumns}`,
      [site, member, kind, question, now],
    );
    return await addEntry(context, sql, site, { inquiry: rows[0], content: question, fileIds, operator: null });
  });
  tellDesk(context, site, inquiry.id);
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
  tellDesk(context, site, id);
  return { data: await threadOf(context, site, next) };
}

export const pageOfInquiry = (inquiry: number): string => `/myinfo/contact/${inquiry}`;
