// Words of the trade page itself: its plans and its one-click bar.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const tradeScreenTexts = defineCatalog({
  'plan.title': ['화면 배치', 'Layout'],
  'plan.usual': ['기본', 'Standard'],
  'plan.ticketLeft': ['주문창 왼쪽', 'Ticket at the left'],
  'plan.bookLeft': ['호가 왼쪽', 'Book at the left'],
  'plan.tallChart': ['차트 크게', 'Larger chart'],
});
