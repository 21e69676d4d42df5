// The door of inquiries: a member's questions and the house's answers.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { createRateLimit, type RateLimit } from '@maru/kit/server/rate-limit.ts';
import {
  answerInquiry,
  countUnreadInquiries,
  createInquiry,
  listAllInquiries,
  listInquiries,
  readAllInquiries,
  readInquiry,
  readInquiryByGet,
  replyInquiry,
  seeInquiry,
} from '../contract.ts';
import { contactErrors } from '../errors.ts';
import { countOwnUnread, listOfSite, listOwn, readAllOwn } from './list-inquiries.ts';
import { contactMigrations } from './migrations.ts';
import { readOwn, seeOfSite } from './read-inquiry.ts';
import { answerFromHouse, askHouse, goOn } from './write-inquiry.ts';

/** A member's questions and replies. */
const ASKS = { perSecond: 20 / 3600, burst: 20 };

export function createContactFeature(): ServerFeature {
  let limit: RateLimit | undefined;
  const asks = () => limit as RateLimit;
  return {
    name: 'contact',
    errors: contactErrors,
    migrations: contactMigrations,
    routes: [
      handle(listInquiries, listOwn),
      handle(createInquiry, (context, call) => askHouse(context, asks(), call)),
      handle(replyInquiry, (context, call) => goOn(context, asks(), call)),
      handle(readInquiryByGet, (context, call) => readOwn(context, call, call.query.id)),
      handle(readInquiry, (context, call) => readOwn(context, call, call.body.id)),
      handle(readAllInquiries, readAllOwn),
      handle(countUnreadInquiries, countOwnUnread),
      handle(listAllInquiries, listOfSite),
      handle(seeInquiry, (context, call) => seeOfSite(context, call, call.query.id)),
      handle(answerInquiry, answerFromHouse),
    ],
    async start(context) {
      limit = createRateLimit(context.clock, ASKS);
      return () => undefined;
    },
  };
}
