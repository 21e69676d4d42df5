// What can go wrong when a page asks about its site.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const siteErrors = defineErrors({
  SITE_UNKNOWN: { status: 404, ko: '사이트를 찾을 수 없어요.', en: 'This site does not exist.' },
});
