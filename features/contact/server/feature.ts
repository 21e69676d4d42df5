// The entry point of inquiries: a member's questions, the site's answers and the desk they are written at.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { leavingParts, memberData, plainRows } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import {
  answerInquiry,
  claimInquiry,
  closeInquiry,
  CONTACT_KIND,
  deleteCannedAnswer,
  exportInquiries,
  listCannedAnswers,
  listDeskInquiries,
  noteInquiry,
  saveCannedAnswer,
  seeInquiry,
} from '../admin-contract.ts';
import {
  countUnreadInquiries,
  createInquiry,
  listInquiries,
  readAllInquiries,
  readInquiry,
  readInquiryByGet,
  replyInquiry,
} from '../contract.ts';
import { contactErrors } from '../errors.ts';
import { deleteCanned, listCanned, saveCanned } from './canned-answers.ts';
import { ensureDemoAnswers } from './demo-answers.ts';
import { addNote, answerFromSupport, claimForOperator, closeOrOpen } from './desk-answers.ts';
import { countWaiting, exportOfSite, listOfSite, seeOfSite } from './desk-inquiries.ts';
import { countOwnUnread, listOwn, readAllOwn } from './list-inquiries.ts';
import { contactMigrations } from './migrations.ts';
import { readOwn } from './read-inquiry.ts';
import { askSupport, goOn } from './write-inquiry.ts';
import { contactWiring } from './wiring.ts';

/** A member's questions and replies. */
const ASKS = { perSecond: 20 / 3600, burst: 20 };

export function createContactFeature(): ServerFeature<typeof contactWiring> {
  let limit: RateLimit | undefined;
  const asks = () => limit as RateLimit;
  return {
    name: 'contact',
    wiring: contactWiring,
    errors: contactErrors,
    migrations: contactMigrations,
    routes: [
      handle(listInquiries, listOwn),
      handle(createInquiry, (context, call) => askSupport(context, asks(), call)),
      handle(replyInquiry, (context, call) => goOn(context, asks(), call)),
      handle(readInquiryByGet, (context, call) => readOwn(context, call, call.query.id)),
      handle(readInquiry, (context, call) => readOwn(context, call, call.body.id)),
      handle(readAllInquiries, readAllOwn),
      handle(countUnreadInquiries, countOwnUnread),
      handleOperator(listDeskInquiries, listOfSite),
      handleOperator(seeInquiry, seeOfSite),
      handleOperator(answerInquiry, answerFromSupport),
      handleOperator(claimInquiry, claimForOperator),
      handleOperator(closeInquiry, closeOrOpen),
      handleOperator(noteInquiry, addNote),
      handleOperator(exportInquiries, exportOfSite),
      handleOperator(listCannedAnswers, listCanned),
      handleOperator(saveCannedAnswer, saveCanned),
      handleOperator(deleteCannedAnswer, deleteCanned),
    ],
    async start(context) {
      limit = context.shared.limit('contact.asks', ASKS);
      context.services
        .find(memberData)
        ?.register(
          plainRows(
            'inquiries',
            { ko: '1:1 문의', en: 'Inquiries' },
            "i.id AS inquiry, CASE WHEN e.operator_id IS NULL THEN 'me' ELSE 'support' END AS by, e.content, e.created_at",
            'contact_inquiry i JOIN contact_entry e ON e.inquiry_id = i.id',
          ),
        );
      context.services.find(leavingParts)?.register({
        name: 'contact',
        // Kept for disputes; nobody waits for an answer any more.
        async erase(sql, { site, member }) {
          await sql.query('UPDATE contact_inquiry SET waiting_since = NULL WHERE site_id = $1 AND member_id = $2', [site, member]);
        },
        async eraseDisputes(sql, { site, member }) {
          const own = 'inquiry_id IN (SELECT id FROM contact_inquiry WHERE site_id = $1 AND member_id = $2)';
          for (const table of ['contact_note', 'contact_entry']) await sql.query(`DELETE FROM ${table} WHERE ${own}`, [site, member]);
          await sql.query('DELETE FROM contact_inquiry WHERE site_id = $1 AND member_id = $2', [site, member]);
        },
      });
      context.services.use(desk).register({ kind: CONTACT_KIND, right: 'contact.read', count: (site) => countWaiting(context, site) });
      if (context.config.demo) await ensureDemoAnswers(context);
      return () => undefined;
    },
  };
}
