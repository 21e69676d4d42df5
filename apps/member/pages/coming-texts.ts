// What will come on the pages that the menus name and later work fills. No promises of dates.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const comingTexts = defineCatalog({
  'coming.badge': ['준비 중', 'Coming'],
  'coming.title': ['{page}, 아직 짓고 있어요', '{page} is still being built'],
  'coming.list': ['이 자리에 놓일 것', 'What will stand here'],
  'coming.safe': ['자산과 주문에는 아무 영향이 없어요.', 'Your assets and orders are not affected.'],
  'coming.futures': ['USDT 선물 보기', 'See USDT futures'],
  'coming.home': ['홈으로', 'Home'],
  'coming.asset': ['자산 현황 보기', 'See my assets'],
  'coming.copytrade.1': ['카피어가 실제로 번 돈으로 트레이더 순위를 매겨요', 'Traders are ranked by what their copiers earned'],
  'coming.copytrade.2': ['한도와 손절을 내가 정하고 따라가요', 'You set the cap and the stop'],
  'coming.staking.1': [
    '맡긴 날부터 쌓이는 보상과 해지할 때 받을 금액을 먼저 보여 드려요',
    'Rewards and what an early exit pays, before you decide',
  ],
  'coming.p2p.1': [
    '거래가 끝날 때까지 코인을 맡아 두는 안전한 개인 거래',
    'Trades between people, with the coins held until both are done',
  ],
  'coming.deposit.1': ['네트워크와 확인 수, 도착 예정 시간을 보여 주는 입금', 'Deposits with network, confirmations and time of arrival'],
  'coming.withdraw.1': ['주소록에 있는 곳으로만 나가는 출금', 'Withdrawals only to addresses in your book'],
});
