// The entry point of notices and popups: what everyone reads, what operators write.
import { fileUsers } from '@maru/file/contract.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import {
  closeNotice,
  closePopup,
  deleteNotice,
  deletePopup,
  getDeskContent,
  getDeskPopup,
  listDeskContents,
  listDeskPopups,
  saveNotice,
  savePopup,
} from '../admin-contract.ts';
import {
  getGuide,
  getNotice,
  getPromotion,
  getQuestion,
  getStrategy,
  listGuides,
  listNoticeCategories,
  listNotices,
  listPromotions,
  listQuestions,
  listStrategies,
  rateContent,
} from '../board-contract.ts';
import { getPopup, listPopups } from '../contract.ts';
import { noticeErrors } from '../errors.ts';
import { ensureDemoContents } from './demo-contents.ts';
import { listContents, listPopupsOfSite, seeContent, seePopup } from './desk-contents.ts';
import { changeRow } from './desk-rows.ts';
import { noticeMigrations } from './migrations.ts';
import { rateOpenContent } from './rate-content.ts';
import { listBoard, listCategories, readBoard } from './read-board.ts';
import { listOpenPopups, readPopup } from './read-popups.ts';
import { filesNamed } from './files-named.ts';
import { writeNotice, writePopup } from './write-notices.ts';
import { noticeWiring } from './wiring.ts';

/** A reader counts once an hour. */
const VIEWS = { perSecond: 1 / 3600, burst: 1 };

export function createNoticeFeature(): ServerFeature<typeof noticeWiring> {
  let views: RateLimit | undefined;
  const counted = () => views as RateLimit;
  return {
    name: 'notice',
    wiring: noticeWiring,
    errors: noticeErrors,
    migrations: noticeMigrations,
    routes: [
      handle(listNotices, listBoard('notice')),
      handle(getNotice, readBoard('notice', counted)),
      handle(listNoticeCategories, listCategories),
      handle(listStrategies, listBoard('strategy')),
      handle(getStrategy, readBoard('strategy', counted)),
      handle(listPromotions, listBoard('promotion')),
      handle(getPromotion, readBoard('promotion', counted)),
      handle(listQuestions, listBoard('faq')),
      handle(getQuestion, readBoard('faq', counted)),
      handle(listGuides, listBoard('static')),
      handle(getGuide, readBoard('static', counted)),
      handle(rateContent, rateOpenContent),
      handle(listPopups, listOpenPopups),
      handle(getPopup, readPopup),
      handleOperator(listDeskContents, listContents),
      handleOperator(getDeskContent, seeContent),
      handleOperator(saveNotice, writeNotice),
      handleOperator(closeNotice, changeRow('content', 'CLOSED')),
      handleOperator(deleteNotice, changeRow('content', 'DELETED')),
      handleOperator(listDeskPopups, listPopupsOfSite),
      handleOperator(getDeskPopup, seePopup),
      handleOperator(savePopup, writePopup),
      handleOperator(closePopup, changeRow('popup', 'CLOSED')),
      handleOperator(deletePopup, changeRow('popup', 'DELETED')),
    ],
    async start(context) {
      views = context.shared.limit('notice.views', VIEWS);
      if (context.config.demo) await ensureDemoContents(context);
      context.services.find(fileUsers)?.register((site, ids) => filesNamed(context, site, ids));
      return () => undefined;
    },
  };
}
