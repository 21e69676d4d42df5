// Words of the page where money can be got.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const fundTexts = defineCatalog({
  'fund.title': ['자금 채우기', 'Add funds'],
  'fund.lead': ['지금 이 사이트에서 거래할 돈을 마련하는 방법이에요.', 'How to get money to trade with on this site today.'],
  'fund.failed': ['자금 정보를 불러오지 못했어요', 'Your funds could not be loaded'],
  'fund.demo': ['데모 머니', 'Demo money'],
  'fund.demo.words': [
    '연습할 수 있게 나눠 드리는 돈이에요. 실제 돈이 아니고 출금할 수 없어요.',
    'Money to practise with. It is not real and cannot be withdrawn.',
  ],
  'fund.demo.rule': [
    '모든 지갑을 합쳐 {below} USDT보다 적게 남으면 24시간에 한 번 다시 받을 수 있어요.',
    'Once you hold less than {below} USDT over all wallets you can get more, once in 24 hours.',
  ],
  'fund.demo.do': ['{amount} USDT 받기', 'Get {amount} USDT'],
  'fund.demo.opens': ['{time}부터 다시 받을 수 있어요', 'Again from {time}'],
  'fund.demo.enough': ['아직 거래할 돈이 남아 있어요', 'You still have money to trade with'],
  'fund.demo.done': ['데모 머니를 받았어요', 'Demo money received'],
  'fund.demo.doneLine': ['선물 지갑에 {amount} USDT가 들어왔어요.', '{amount} USDT came into your futures wallet.'],
  'fund.coins': ['코인 입금', 'Deposit coins'],
  'fund.coins.words': [
    '내 입금 주소로 코인을 보내면 지갑에 들어와요. 수수료는 없어요.',
    'Send coins to your own address. Deposits are free.',
  ],
  'fund.coins.do': ['입금하기', 'Deposit'],
  'fund.transfer': ['다른 지갑에서 옮기기', 'From another wallet'],
  'fund.transfer.words': ['옮길 수 있는 돈이 있는 지갑이에요. 바로 들어와요.', 'Wallets with money that can be moved. It arrives at once.'],
  'fund.transfer.none': ['다른 지갑에도 옮길 돈이 없어요.', 'No other wallet has money to move.'],
  'fund.transfer.do': ['이체하기', 'Transfer'],
  'fund.coupon': ['쿠폰 등록', 'Redeem a coupon'],
  'fund.coupon.words': ['받은 쿠폰 번호가 있으면 USDT로 바꿔 드려요.', 'A coupon code you were given becomes USDT.'],
  'fund.ask': ['고객센터에 문의', 'Ask support'],
  'fund.ask.words': ['더 궁금한 것이 있으면 고객센터에 남겨 주세요.', 'If anything is unclear, please write to us.'],
});
