// Words of the page of conversions.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const convertDeskTexts = defineCatalog({
  'cw.title': ['코인 전환', 'Conversions'],
  'cw.line': [
    '두 코인 가운데 더 엄격한 조건이 적용돼요. 노출이 한도에 닿으면 그 방향은 저절로 멈추고, 줄이는 방향은 계속 열려 있어요. 더 위험해지는 값은 다른 사람이 승인해요.',
    'Of two coins the stricter terms count. Where exposure reaches the cap that way stops by itself, and the way back stays open. A second person agrees to what risks more.',
  ],
  'cw.empty': ['이 사이트에는 전환할 코인이 없어요', 'This site has no coins to convert'],
  'cw.failed': ['전환 조건을 불러오지 못했어요', 'The terms of conversion could not be loaded'],
  'cw.change': ['조건 바꾸기', 'Change'],
  'cw.change.title': ['{coin} 전환 조건 바꾸기', 'Change conversions of {coin}'],
  'cw.change.words': ['다음 견적부터 적용돼요. 금액은 모두 USDT예요.', 'It holds from the next quote on. All amounts are in USDT.'],
  'cw.pause': ['전환 멈추기', 'Pause'],
  'cw.pause.title': ['{coin} 전환을 멈출까요?', 'Pause conversions of {coin}?'],
  'cw.pause.words': [
    '바로 멈추고, 저절로 다시 열리지는 않아요. 끄면 회원 화면에서 이 코인이 사라져요.',
    'It stops at once and does not open by itself. Off takes the coin from the pages of members.',
  ],
  'cw.open': ['전환 다시 열기', 'Open again'],
  'cw.open.title': ['{coin} 전환을 다시 열까요?', 'Open conversions of {coin} again?'],
  'cw.open.words': ['다른 사람이 승인하면 그때 열려요.', 'It opens once another person agrees.'],
  'cw.f.why': ['까닭', 'Why'],
  'cw.why.SAFETY': ['안전 확인', 'Safety'],
  'cw.why.PRICE': ['시세 확인', 'Prices'],
  'cw.why.OFF': ['이 코인은 전환하지 않음', 'This coin is not offered'],
  'cw.f.spread': ['스프레드', 'Spread'],
  'cw.f.tolerance': ['견적 뒤 허용 변동', 'Tolerance after the quote'],
  'cw.f.tolerance.help': ['스프레드보다 클 수 없어요.', 'Never more than the spread.'],
  'cw.f.least': ['최소', 'Least'],
  'cw.f.most': ['한 번 최대', 'Most at once'],
  'cw.f.dayMost': ['회원 하루 최대', 'Most a day, of one member'],
  'cw.f.cap': ['하우스 노출 한도', 'Cap of the house’s exposure'],
  'cw.f.cap.help': [
    '하우스가 이만큼 모자라거나 이만큼 들고 있으면 그 방향은 멈춰요.',
    'Short of so much, or holding so much, the house stops that way.',
  ],
  'cw.save': ['바꾸기', 'Change'],
  'cw.saved': ['바꿨어요', 'Changed'],
});
