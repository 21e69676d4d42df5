// Words of one-click orders.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const oneClickTexts = defineCatalog({
  'oneClick.on': ['원클릭 주문', 'One-click'],
  'oneClick.off': ['끄기', 'Off'],
  'oneClick.arm': ['호가를 눌러 바로 주문하기', 'Order by one click on the book'],
  'oneClick.capLabel': ['한 번에 최대', 'At most'],
  'oneClick.help': [
    '매수 호가를 누르면 그 가격에 롱, 매도 호가를 누르면 숏을 주문창의 수량으로 걸어요. 페이지를 닫으면 꺼져요.',
    'A click on a bid rests a buy there, on an ask a sell, with the ticket’s size. Goes off with the page.',
  ],
  'oneClick.refused': ['원클릭 주문을 보내지 않았어요', 'One-click order not sent'],
  'oneClick.size': ['주문창에 수량을 적어 주세요.', 'Write a size into the ticket first.'],
  'oneClick.cap': ['{amount} USDT는 한도 {cap} USDT를 넘어요.', '{amount} USDT is above the cap of {cap} USDT.'],
});
