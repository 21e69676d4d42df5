// What the switch of the order book's sides says.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const bookViewTexts = defineCatalog({
  'bookView.label': ['호가 보기: {view}', 'Book view: {view}'],
  'bookView.both': ['전체', 'Both sides'],
  'bookView.bid': ['매수', 'Bids'],
  'bookView.ask': ['매도', 'Asks'],
});
