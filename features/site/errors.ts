// What can go wrong when a page asks about its site, and when an operator changes it.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const siteErrors = defineErrors({
  SITE_UNKNOWN: { status: 404, ko: '사이트를 찾을 수 없어요.', en: 'This site does not exist.' },
  SITE_FIELD: { status: 400, ko: '{field} 값을 쓸 수 없어요: {reason}', en: '{field} cannot be used: {reason}' },
  SITE_HOST_TAKEN: { status: 409, ko: '다른 사이트가 쓰고 있는 주소가 있어요.', en: 'Another site has one of these hosts.' },
  SITE_DRAFT_NONE: { status: 409, ko: '게시할 초안이 없어요.', en: 'There is no draft to publish.' },
  SITE_UNDO_NONE: { status: 409, ko: '되돌릴 이전 게시본이 없어요.', en: 'There is no earlier edition to go back to.' },
  SITE_EDITION_MOVED: {
    status: 409,
    ko: '그사이 다른 운영자가 게시했어요. 새로 불러와서 확인해 주세요.',
    en: 'Another operator has published meanwhile. Load it again and look.',
  },
});
