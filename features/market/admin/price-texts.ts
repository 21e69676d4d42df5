// Words of the desk's prices: whether each symbol's are believed, and how far they may step.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const priceTexts = defineCatalog({
  'px.title': ['시세', 'Prices'],
  'px.words': [
    '한도를 넘게 달라진 가격은 확인될 때까지 쓰지 않아요. 그동안 새 포지션과 청산이 멈춰요.',
    'A price that steps beyond its bound is not used until it is confirmed. Meanwhile no exposure is opened and nobody is liquidated.',
  ],
  'px.failed': ['시세 상태를 불러오지 못했어요', 'The state of prices could not be loaded'],
  'px.doubted': ['확인할 가격', 'In doubt'],
  'px.late': ['지연·중단', 'Late or halted'],
  'px.live': ['정상', 'Live'],
  'px.list': ['종목', 'Symbol'],
  'px.state': ['상태', 'State'],
  'px.state.live': ['정상', 'live'],
  'px.state.stale': ['지연', 'late'],
  'px.state.unsafe': ['확인 중', 'in doubt'],
  'px.state.halted': ['중단', 'halted'],
  'px.state.closed': ['장 마감', 'closed'],
  'px.apart': ['지수 출처가 서로 달라요', 'index sources disagree'],
  'px.told': ['들어온 가격', 'Told'],
  'px.believed': ['쓰는 가격', 'Believed'],
  'px.sources': ['지수 출처', 'Index sources'],
  'px.source.venue': ['거래소 지수', 'Venue’s index'],
  'px.bound': ['변동 한도', 'Step bound'],
  'px.own': ['직접 정함', 'set here'],
  'px.believe': ['가격 인정', 'Believe'],
  'px.change': ['한도', 'Bound'],
  'px.believe.title': ['{name} 가격을 인정할까요?', 'Believe the price of {name}?'],
  'px.believe.words': [
    '다른 운영자가 동의하면 {believed} 대신 {told}을(를) 쓰고, 청산과 조건부 주문이 이 가격으로 움직여요. 이 종목을 쓰는 모든 사이트에 적용돼요. 틀린 가격이면 선물 화면에서 종목을 멈추세요.',
    'When another operator agrees, {told} is used instead of {believed}: liquidations and conditional orders follow it, on every site that lists the symbol. If it is wrong, halt the symbol on the Futures page.',
  ],
  'px.believe.do': ['인정 요청', 'Ask to believe it'],
  'px.bound.title': ['{name} 변동 한도', 'Step bound of {name}'],
  'px.bound.words': [
    '10초 안에 이만큼 넘게 달라진 가격은 확인이 필요해요. 비우면 기본값을 써요. 다른 운영자의 동의가 필요하고 모든 사이트에 적용돼요.',
    'A price that moves further within ten seconds needs confirming. Empty: the usual one. Another operator must agree; it holds for every site.',
  ],
  'px.bound.percent': ['한도 (%)', 'Bound (%)'],
  'px.bound.wrong': ['0.1에서 50 사이로 적어 주세요', 'Between 0.1 and 50'],
  'px.bound.do': ['변경 요청', 'Ask to change it'],
});
