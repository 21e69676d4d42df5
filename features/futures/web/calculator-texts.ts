// Words of the calculators.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const calculatorTexts = defineCatalog({
  'calc.title': ['{name} 계산기', '{name} calculator'],
  'calc.profit': ['손익', 'PnL'],
  'calc.target': ['목표가', 'Target price'],
  'calc.liquidation': ['청산가', 'Liquidation'],
  'calc.most': ['최대 수량', 'Max open'],
  'calc.roe': ['목표 수익률', 'Target return'],
  'calc.balance': ['뒷받침 금액', 'Balance behind it'],
  'calc.pnl': ['손익', 'PnL'],
  'calc.margin': ['시작 증거금', 'Initial margin'],
  'calc.fees': ['수수료 (열고 닫기)', 'Fees (open and close)'],
  'calc.net': ['수수료를 뺀 손익', 'PnL after fees'],
  'calc.targetPrice': ['목표 가격', 'Target price'],
  'calc.mostSize': ['열 수 있는 수량', 'Largest size'],
  'calc.limitedBy': ['한도를 정한 것', 'Limited by'],
  'calc.byBracket': ['레버리지 구간', 'leverage bracket'],
  'calc.byBalance': ['금액', 'balance'],
  'calc.toTicket': ['이 가격을 주문에 넣기', 'Put this price into the ticket'],
  'calc.profitNote': ['수수료는 열 때와 닫을 때 모두 테이커로 계산해요.', 'Both fees are reckoned as taker.'],
  'calc.targetNote': ['수익률은 진입가 기준 증거금에 대한 비율이에요.', 'The return is on the margin at entry.'],
  'calc.liquidationNote': [
    '이 포지션만 있을 때의 값이에요. 격리는 넣은 증거금, 교차는 지갑 잔고를 적어 주세요.',
    'For this position alone. Isolated: its margin. Cross: the wallet balance.',
  ],
  'calc.mostNote': [
    '시작 증거금과 여는 수수료, 마크가격보다 불리하게 열 때의 손실을 함께 계산해요.',
    'Counts the margin, the opening fee, and the loss of opening on the wrong side of the mark.',
  ],
  'calc.atOnce': ['열자마자 청산돼요', 'Liquidated at once'],
});
