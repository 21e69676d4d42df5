// Words of practice alone: what the page says of practice money beside the words of rounds.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const practiceTexts = defineCatalog({
  'practice.started': ['연습을 다시 시작했어요', 'You start practising again'],
  'practice.list': ['연습 기록', 'Practice bets'],
  'practice.kept': [
    '최근 30일, 500건까지 남아요. 실제 내역과 손익에는 들어가지 않아요.',
    'The last 30 days, up to 500. None of it counts in your real history.',
  ],
  'practice.none': ['아직 결과가 난 연습이 없어요', 'No practice bet has a result yet'],
  'practice.more': ['더 보기', 'More'],
  'practice.failed': ['연습 기록을 불러오지 못했어요', 'Your practice bets did not arrive'],
});
