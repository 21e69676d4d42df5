// The door of notices and popups: what everyone reads, what operators write.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { createRateLimit, type RateLimit } from '@maru/kit/server/rate-limit.ts';
import {
  deleteNotice,
  deletePopup,
  getNotice,
  getPopup,
  listNoticeCategories,
  listNotices,
  listPopups,
  saveNotice,
  savePopup,
} from '../contract.ts';
import { noticeErrors } from '../errors.ts';
import { ensureDemoNotices } from './demo-notices.ts';
import { noticeMigrations } from './migrations.ts';
import { listCategories, listOpenNotices, readNotice } from './read-notices.ts';
import { listOpenPopups, readPopup } from './read-popups.ts';
import { takeAway, writeNotice, writePopup } from './write-notices.ts';

/** A reader counts once an hour. */
const VIEWS = { perSecond: 1 / 3600, burst: 1 };

export function createNoticeFeature(): ServerFeature {
  let views: RateLimit | undefined;
  return {
    name: 'notice',
    errors: noticeErrors,
    migrations: noticeMigrations,
    routes: [
      handle(listNotices, listOpenNotices),
      handle(getNotice, (context, call) => readNotice(context, views as RateLimit, call)),
      handle(listNoticeCategories, listCategories),
      handle(listPopups, listOpenPopups),
      handle(getPopup, readPopup),
      handle(saveNotice, writeNotice),
      handle(deleteNotice, takeAway('notice_notice')),
      handle(savePopup, writePopup),
      handle(deletePopup, takeAway('notice_popup')),
    ],
    async start(context) {
      views = createRateLimit(context.clock, VIEWS);
      if (context.config.demo) await ensureDemoNotices(context);
      return () => undefined;
    },
  };
}
