// A member's own inquiries as pages, and how many of them have an unread answer.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call, Session } from '@maru/kit/server/feature.ts';
import type { countUnreadInquiries, listInquiries, readAllInquiries } from '../contract.ts';
import { inquiryColumns, type InquiryRecord, presentInquiry } from './inquiry-rows.ts';

const PAGE = 20;
const MAX_PAGE = 100;

const one = (flags: readonly boolean[] | undefined) => (flags?.length === 1 ? flags[0] : null);

export async function listOwn(
  context: AppContext,
  call: Call<Out<typeof listInquiries.query>>,
): Promise<Answer<Out<typeof listInquiries.reply>>> {
  const { site, member } = call.session as Session;
  const { resultType, isReadStrs, isAnswerStrs, page = 0, size = PAGE } = call.query;
  const limit = resultType === 'Count' ? 0 : Math.min(size, MAX_PAGE);
  const where = `FROM contact_inquiry WHERE site_id = $1 AND member_id = $2
    AND ($3::boolean IS NULL OR is_read = $3) AND ($4::boolean IS NULL OR is_answer = $4)`;
  const values = [site, member, one(isReadStrs), one(isAnswerStrs)];
  const [rows, count] = await Promise.all([
    context.pool.query<InquiryRecord>(`SELECT ${inquiryColumns} ${where} ORDER BY updated_at DESC, id DESC LIMIT $5 OFFSET $6`, [
      ...values,
      limit,
      page * limit,
    ]),
    context.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${where}`, values),
  ]);
  return { data: { content: rows.rows.map(presentInquiry), page, size: limit, totalElements: count.rows[0].n } };
}

export async function countOwnUnread(context: AppContext, call: Call): Promise<Answer<Out<typeof countUnreadInquiries.reply>>> {
  const { site, member } = call.session as Session;
  const { rows } = await context.pool.query<{ id: number }>(
    'SELECT id FROM contact_inquiry WHERE site_id = $1 AND member_id = $2 AND is_answer AND NOT is_read ORDER BY updated_at DESC, id DESC',
    [site, member],
  );
  return { data: { count: rows.length, contactId: rows[0]?.id ?? null } };
}

export async function readAllOwn(context: AppContext, call: Call): Promise<Answer<Out<typeof readAllInquiries.reply>>> {
  const { site, member } = call.session as Session;
  const { rowCount } = await context.pool.query(
    'UPDATE contact_inquiry SET is_read = true WHERE site_id = $1 AND member_id = $2 AND NOT is_read',
    [site, member],
  );
  return { data: { count: rowCount ?? 0 } };
}
