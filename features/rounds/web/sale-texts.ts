// Words of the formula of early sales.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const saleTexts = defineCatalog({
  'saleFormula.title': ['미리 팔기 식', 'How an early sale is priced'],
  'saleFormula.lead': [
    '끝나기 전에 팔면 이 식으로 값을 정해요. 누구나 같은 값을 계산할 수 있어요.',
    'A bet sold before the end is priced by this. Anyone can work out the same value.',
  ],
  'saleFormula.value': ['값 = 맞히면 받을 금액 × 확률 × (1 − 수수료 {fee})', 'value = what a win pays × chance × (1 − fee {fee})'],
  'saleFormula.z': [
    'z = |지금 가격 − 기준가| ÷ 기준가 ÷ ({volatility} × √남은 초), 4까지',
    'z = |price − strike| ÷ strike ÷ ({volatility} × √seconds left), 4 at most',
  ],
  'saleFormula.chance': [
    '확률 = 앞선 쪽은 정규분포의 z까지 넓이, 뒤진 쪽은 1에서 뺀 값, 기준가에서는 50%',
    'chance = the normal distribution up to z for the side ahead, the rest for the other; 50% at the strike',
  ],
  'saleFormula.sample': ['상승 {amount} {unit}, {s}초 남았을 때', 'Up {amount} {unit}, {s} s left'],
  'saleFormula.move': ['기준가와의 차이', 'Price from the strike'],
  'saleFormula.odds': ['확률', 'Chance'],
  'saleFormula.worth': ['판 값', 'Sold for'],
  'saleFormula.held': [
    '수수료와 변동성은 그 라운드의 첫 투자 때 값으로 고정되고, 결과 증빙에 남아요.',
    'Fee and volatility are fixed by the first bet of a round, and stand in its evidence.',
  ],
});
