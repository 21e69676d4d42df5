// Reading: the member's own thread, read from then on with the message that led to it.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call, Session } from '@maru/kit/server/feature.ts';
import { messageBox } from '@maru/message/contract.ts';
import type { InquiryThread } from '../contract.ts';
import { findInquiry, threadOf } from './inquiry-rows.ts';
import { pageOfInquiry } from './write-inquiry.ts';

export async function readOwn(context: AppContext, call: Call, inquiry: number): Promise<Answer<InquiryThread>> {
  const { site, member } = call.session as Session;
  const found = await findInquiry(context.pool, site, inquiry, member);
  // The thread first: an answer that comes between the two is not marked read unseen.
  const thread = await threadOf(context, site, found);
  if (!found.is_read) {
    await context.pool.query('UPDATE contact_inquiry SET is_read = true WHERE id = $1 AND updated_at = $2', [inquiry, found.updated_at]);
    await context.services.use(messageBox).readLink(site, member, pageOfInquiry(inquiry));
  }
  return { data: { ...thread, isRead: true } };
}
