// The journaled command of an explanation in words: what was asked, its fields and their values; what has no word stays as it is.
import { orderTypeOf, orderTypes } from '@maru/futures/order-type-table.ts';
import type { Language } from '@maru/kit/web/i18n/language.ts';

type Words = Readonly<Record<string, readonly [ko: string, en: string]>>;

const commands: Words = {
  PlaceOrder: ['주문', 'Order'],
  PlaceConditional: ['조건 주문', 'Conditional order'],
  AmendOrder: ['주문 정정', 'Order amended'],
  AmendConditional: ['조건 주문 정정', 'Conditional order amended'],
  CancelOrder: ['주문 취소', 'Order cancelled'],
  CancelAll: ['주문 모두 취소', 'All orders cancelled'],
  SetCancelAfter: ['자동 취소 예약', 'Cancel-all countdown'],
  SetPositionTpsl: ['포지션 TP/SL 설정', 'TP/SL of the position'],
  ReversePosition: ['포지션 반전', 'Position reversed'],
  ClosePositions: ['포지션 모두 종료', 'Positions closed'],
  SetLeverage: ['레버리지 변경', 'Leverage changed'],
  SetMarginType: ['증거금 방식 변경', 'Margin type changed'],
  SetPositionMode: ['포지션 모드 변경', 'Position mode changed'],
  ChangeMargin: ['격리 증거금 변경', 'Isolated margin changed'],
  SetMark: ['마크가격 갱신', 'New mark price'],
  SetLadder: ['호가 갱신', 'New quotes'],
  SettleFunding: ['펀딩 정산', 'Funding settled'],
  Tick: ['남은 작업 이어 하기', 'Work carried on'],
  ListSymbol: ['종목 조건 변경', 'Terms of the symbol changed'],
  DelistSymbol: ['상장 폐지', 'Symbol delisted'],
  SetSwitch: ['거래 상태 변경', 'Trading state changed'],
  SetAccountFlags: ['계정 제한 변경', 'Restrictions of the account changed'],
  Transfer: ['이체', 'Transfer'],
  Convert: ['환전', 'Conversion'],
};

const fields: Words = {
  command: ['명령', 'Command'],
  side: ['방향', 'Side'],
  positionSide: ['포지션 방향', 'Position side'],
  type: ['주문 유형', 'Type'],
  timeInForce: ['유효 조건', 'Time in force'],
  selfTrade: ['자기 체결 방지', 'Self-trade prevention'],
  reduceOnly: ['포지션 감소 전용', 'Reduce-only'],
  closePosition: ['포지션 전체 종료', 'Closes the position'],
  lots: ['수량', 'Size'],
  price: ['가격', 'Price'],
  slippage: ['슬리피지 한도', 'Slippage limit'],
  stopPrice: ['발동가', 'Trigger price'],
  workingType: ['발동 기준', 'Watched price'],
  priceProtect: ['가격 보호', 'Price protection'],
  callbackRate: ['추적 폭', 'Trailing distance'],
  takeProfit: ['익절 가격', 'Take-profit'],
  stopLoss: ['손절 가격', 'Stop-loss'],
  takeProfitLimit: ['익절 지정가', 'Take-profit limit'],
  stopLossLimit: ['손절 지정가', 'Stop-loss limit'],
  takeProfitByMark: ['익절을 마크가격으로', 'Take-profit by the mark'],
  stopLossByMark: ['손절을 마크가격으로', 'Stop-loss by the mark'],
  partial: ['이 주문만큼만', 'For this order only'],
  clientOrderId: ['내 주문 번호', 'Client order id'],
  orderId: ['주문 번호', 'Order'],
  positionId: ['포지션 번호', 'Position'],
  amount: ['금액', 'Amount'],
  direction: ['추가 1 · 회수 2', 'Add 1 · remove 2'],
  leverage: ['레버리지', 'Leverage'],
  marginType: ['증거금 방식', 'Margin type'],
  mode: ['포지션 모드', 'Position mode'],
  countdownMs: ['남은 시간 (ms)', 'Countdown (ms)'],
  mark: ['마크가격', 'Mark'],
  index: ['지수가격', 'Index'],
  last: ['최근가', 'Last'],
  valid: ['쓸 수 있는 시세', 'May be used'],
  rate: ['펀딩비율', 'Funding rate'],
  fundingTime: ['펀딩 시각', 'Funding time'],
};

const values: Words = {
  BUY: ['매수', 'Buy'],
  SELL: ['매도', 'Sell'],
  BOTH: ['단방향', 'One-way'],
  LONG: ['롱', 'Long'],
  SHORT: ['숏', 'Short'],
  ...Object.fromEntries(orderTypes.map((type) => [type, orderTypeOf[type].words])),
  EXPIRE_TAKER: ['새 주문 만료', 'Expire the new order'],
  EXPIRE_MAKER: ['기존 주문 만료', 'Expire the resting order'],
  EXPIRE_BOTH: ['둘 다 만료', 'Expire both'],
  MARK_PRICE: ['마크가격', 'Mark'],
  CONTRACT_PRICE: ['최근가', 'Last price'],
  CROSSED: ['교차', 'Cross'],
  ISOLATED: ['격리', 'Isolated'],
  ONE_WAY: ['단방향', 'One-way'],
  HEDGE: ['양방향', 'Hedge'],
  true: ['예', 'yes'],
  false: ['아니요', 'no'],
};

const pick = (words: Words, key: string, language: Language): string =>
  Object.hasOwn(words, key) ? words[key][language === 'ko' ? 0 : 1] : key;

export const fieldWord = (name: string, language: Language): string => pick(fields, name, language);

/** Text that a member chose itself is never taken for a word. */
export function valueWord(name: string, value: string, language: Language): string {
  if (name === 'clientOrderId') return value;
  if (name === 'valid') return pick(values, value === '1' ? 'true' : 'false', language);
  return pick(name === 'command' ? commands : values, value, language);
}
