// The letters of an explanation's formulas as words, so that a member reads "올림(가격 × 수량 × 수수료율)" and not "ceil(P × q × rate)".
import type { Language } from '@maru/kit/web/i18n/language.ts';

const words: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  P: { ko: '가격', en: 'price' },
  q: { ko: '수량', en: 'size' },
  Q: { ko: '전체 수량', en: 'whole size' },
  x: { ko: '정리 수량', en: 'closed size' },
  L: { ko: '레버리지', en: 'leverage' },
  s: { ko: '방향(롱 1, 숏 −1)', en: 'side (long 1, short −1)' },
  F: { ko: '펀딩비율', en: 'funding rate' },
  N: { ko: '포지션 금액', en: 'position value' },
  MP: { ko: '마크가격', en: 'mark' },
  IM: { ko: '개시 증거금', en: 'initial margin' },
  MM: { ko: '유지 증거금', en: 'maintenance margin' },
  MMR: { ko: '유지 증거금률', en: 'maintenance rate' },
  cum: { ko: '구간 공제액', en: 'tier deduction' },
  uPnL: { ko: '미실현 손익', en: 'unrealised PnL' },
  rate: { ko: '수수료율', en: 'fee rate' },
  takerFee: { ko: '테이커 수수료율', en: 'taker rate' },
  clearanceFeeRate: { ko: '청산 수수료율', en: 'clearance rate' },
  fee: { ko: '수수료 예치', en: 'fee set aside' },
  cost: { ko: '주문 비용', en: 'order cost' },
  entryCost: { ko: '진입 금액', en: 'entry cost' },
  released: { ko: '정리분 진입 금액', en: 'released entry cost' },
  openLoss: { ko: '열자마자 나는 손실', en: 'opening loss' },
  amount: { ko: '펀딩비', en: 'funding' },
  collected: { ko: '걷힌 금액', en: 'collected' },
  wallet: { ko: '지갑 잔액', en: 'wallet' },
  left: { ko: '남은 금액', en: 'what is left' },
  minusFundingFee: { ko: '펀딩비 미수금', en: 'funding debt' },
  isolatedWallet: { ko: '격리 증거금', en: 'isolated margin' },
  crossWalletBalance: { ko: '교차 지갑 잔액', en: 'cross wallet' },
  marginBalance: { ko: '증거금 잔액', en: 'margin balance' },
  availableBalance: { ko: '사용 가능 금액', en: 'available balance' },
  maxWithdrawAmount: { ko: '출금 가능 금액', en: 'withdrawable' },
  maxRemovable: { ko: '뺄 수 있는 증거금', en: 'removable margin' },
  maxNotionalValue: { ko: '포지션 한도', en: 'position limit' },
  maxLeverage: { ko: '최대 레버리지', en: 'max leverage' },
  minNotional: { ko: '최소 주문 금액', en: 'minimum order value' },
  minQty: { ko: '최소 수량', en: 'minimum size' },
  maxQty: { ko: '최대 수량', en: 'maximum size' },
  minPrice: { ko: '최저 가격', en: 'lowest price' },
  maxPrice: { ko: '최고 가격', en: 'highest price' },
  multiplierUp: { ko: '상한 배수', en: 'upper multiple' },
  multiplierDown: { ko: '하한 배수', en: 'lower multiple' },
  maxOpenOrders: { ko: '주문 개수 한도', en: 'order limit' },
  'open orders': { ko: '미체결 주문 수', en: 'open orders' },
  'conditional orders': { ko: '조건 주문 수', en: 'conditional orders' },
  'open interest': { ko: '미결제 약정', en: 'open interest' },
  'equity after the fill': { ko: '체결 뒤 평가 자산', en: 'equity after the fill' },
  maxOpenInterest: { ko: '미결제 약정 한도', en: 'open interest cap' },
  workingPrice: { ko: '감시 가격', en: 'watched price' },
  stopPrice: { ko: '발동가', en: 'trigger price' },
  callbackRate: { ko: '콜백 비율', en: 'callback rate' },
  extreme: { ko: '최고·최저가', en: 'extreme' },
  orders: { ko: '미체결 주문', en: 'open orders' },
  this: { ko: '이 주문', en: 'this order' },
  position: { ko: '포지션 수량', en: 'position' },
  waiting: { ko: '대기 주문 수량', en: 'waiting orders' },
  fillable: { ko: '체결 가능 수량', en: 'fillable size' },
  cap: { ko: '한도', en: 'cap' },
  max: { ko: '한도', en: 'limit' },
  Price1: { ko: '가격 1', en: 'price 1' },
  Price2: { ko: '가격 2', en: 'price 2' },
  last: { ko: '최근가', en: 'last' },
  ceil: { ko: '올림', en: 'round up' },
  floor: { ko: '내림', en: 'round down' },
  min: { ko: '작은 쪽', en: 'smaller of' },
  median: { ko: '중앙값', en: 'median' },
  mean: { ko: '평균', en: 'mean' },
  true: { ko: '충족', en: 'met' },
  false: { ko: '미충족', en: 'not met' },
};

/** Words are told from letters of the rules; what has no word stays as it is. */
export function inWords(formula: string, language: Language): string {
  return formula.replace(
    /open orders|conditional orders|open interest|equity after the fill|[A-Za-z]\w*/g,
    (token) => words[token]?.[language] ?? token,
  );
}

/** `60001.00 × -2` → `60,001.00 × −2`: separators and a true minus for reading, nothing else. */
export function withSeparators(numbers: string): string {
  return numbers
    .replace(/-(?=\d)/g, '−')
    .replace(/\d+/g, (digits, at: number, all: string) => (all[at - 1] === '.' ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',')));
}
