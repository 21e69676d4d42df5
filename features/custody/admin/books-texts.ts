// Words of the comparison of ledger and chains on the desk.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const booksTexts = defineCatalog({
  'bo.title': ['원장과 체인', 'Ledger and chains'],
  'bo.failed': ['맞춰 본 결과를 불러오지 못했어요', 'The comparison could not be loaded'],
  'bo.ask': ['지금 맞춰 보기', 'Compare now'],
  'bo.ask.done': ['체인을 다시 읽고 있어요', 'The chains are being read'],
  'bo.ask.line': ['몇 초 뒤에 결과가 나와요.', 'The result follows within seconds.'],
  'bo.coin': ['코인', 'Coin'],
  'bo.state': ['상태', 'State'],
  'bo.state.EQUAL': ['같음', 'equal'],
  'bo.state.DIFFERENT': ['다름', 'different'],
  'bo.state.WAITS': ['체인을 기다림', 'waits for the chain'],
  'bo.state.NONE': ['아직 안 맞춰 봄', 'not compared yet'],
  'bo.stopped': ['출금 멈춤', 'payouts stopped'],
  'bo.deposits': ['회원 주소', 'Members’ addresses'],
  'bo.hot': ['핫 지갑', 'Hot address'],
  'bo.transit': ['이동 중', 'In transit'],
  'bo.between': ['반영 전', 'On its way'],
  'bo.ledger': ['원장', 'Ledger'],
  'bo.difference': ['차이', 'Difference'],
  'bo.ran': ['맞춰 본 시각', 'Compared'],
  'bo.ago': ['{age} 전', '{age} ago'],
  'bo.differences': ['{coin}: 맞지 않는 것', '{coin}: what does not fit'],
  'bo.accepted': ['그대로 둠', 'stands'],
  'bo.lift': ['출금 다시 보내기', 'Let payouts go on'],
  'bo.lift.title': ['{coin} 출금을 다시 보낼까요?', 'Let payouts of {coin} go on?'],
  'bo.lift.words': [
    '지금 맞지 않는 것을 그대로 두고 보내요. 다른 사람이 승인해야 하고, 다른 것이 또 맞지 않으면 다시 멈춰요.',
    'What does not fit now may stand. Another person must agree, and anything else that does not fit stops them again.',
  ],
  'bo.asked': ['다른 사람의 승인을 기다려요', 'Waits for another person'],
});
