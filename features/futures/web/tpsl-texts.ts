// Words of TP and SL.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const tpslTexts = defineCatalog({
  'tpsl.title': ['{name} {side} 익절·손절', 'TP/SL of {name} {side}'],
  'tpsl.takeProfit': ['익절', 'TP'],
  'tpsl.stopLoss': ['손절', 'SL'],
  'tpsl.on': ['익절·손절', 'TP/SL'],
  'tpsl.roe': ['{name} 수익률', '{name} return'],
  'tpsl.money': ['{name} 금액', '{name} amount'],
  'tpsl.wins': ['이익', 'win'],
  'tpsl.loses': ['손실', 'loss'],
  'tpsl.turn': ['이익·손실 바꾸기', 'Turn win and loss'],
  'tpsl.do': ['저장', 'Save'],
  'tpsl.same': ['바꾼 값이 없어요', 'Nothing has changed'],
  'tpsl.wrong': ['표시된 값을 고쳐 주세요', 'Please correct the marked value'],
  'tpsl.unit': ['무엇으로 적을까요', 'Written as'],
  'tpsl.lead': [
    '마크가격이 닿으면 포지션 전부를 시장가로 종료해요. 비우면 없어져요.',
    'When the mark gets there all of the position closes at market. An empty field removes it.',
  ],
  'tpsl.howMuch': ['얼마나 종료할까요', 'How much closes'],
  'tpsl.whole': ['포지션 전체', 'Whole position'],
  'tpsl.part': ['일부 수량', 'A part'],
  'tpsl.partLead': [
    '마크가격이 닿으면 적은 수량만 시장가로 종료해요. 익절과 손절은 따로 걸려서, 하나가 발동해도 다른 하나는 남아요. 미체결 주문에서 고치거나 취소해요.',
    'When the mark gets there the written size closes at market. TP and SL stand apart: one stays when the other fires. Change or cancel them among the open orders.',
  ],
  'tpsl.ratio': ['손익비', 'Reward to risk'],
  'tpsl.partial': ['부분 익절·손절 {count}건은 미체결 주문에 있어요.', '{count} partial ones are among the open orders.'],
  'tpsl.atLimit': ['지정가로 종료', 'Exit by limit order'],
  'tpsl.takeProfitLimit': ['익절 지정가', 'TP limit'],
  'tpsl.stopLossLimit': ['손절 지정가', 'SL limit'],
  'tpsl.market': ['시장가', 'market'],
  'tpsl.atLimitNote': [
    '닿으면 지정가 주문이 나가요. 이 주문으로 연 수량만 닫고, 체결되지 않을 수 있어요. 비우면 시장가예요.',
    'A limit order is sent when it fires. It closes what this order opened, and may stay unfilled. Empty means market.',
  ],
  'tpsl.orderTitle': ['{name} {side} 주문의 익절·손절', 'TP/SL of the {name} {side} order'],
  'tpsl.orderLead': [
    '체결되는 만큼 함께 걸려요. 비우면 없어져요. 이미 걸린 것은 그대로 있어요.',
    'Armed as the order fills. An empty field removes it; what is armed already stays.',
  ],
  'tpsl.add': ['추가', 'Add'],
  'tpsl.set': ['익절·손절 저장', 'TP/SL set'],
  'tpsl.removed': ['익절·손절 해제', 'TP/SL removed'],
  'tpsl.beyond': ['청산가보다 먼 손절은 발동하기 전에 청산돼요.', 'A stop beyond the liquidation price comes too late.'],
});
