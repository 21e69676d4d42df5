// Words of the preview's own parts.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const previewTexts = defineCatalog({
  'sitepreview.closed': ['열기 전이라 화면을 띄울 수 없어요', 'Its pages cannot be shown before it opens'],
  'sitepreview.closed.words': [
    '주소로 들어와도 아직 아무 화면도 답하지 않아요. 색의 대비와 메일은 지금 볼 수 있어요.',
    'No page answers at its hosts yet. Contrasts and the mail can be seen now.',
  ],
  'sitepreview.closed.way': ['열기 전 점검 보기', 'Open the launch list'],
  'sitepreview.sample': [
    '예시 회원의 지갑이에요. 진짜 돈도 진짜 회원도 아니에요.',
    'A sample member’s wallet: no real money, nobody’s own.',
  ],
});
