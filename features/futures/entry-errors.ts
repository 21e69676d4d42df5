// What the ticket finds wrong by itself before it sends: the engine's own refusals, so that both say it in the same words.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const entryErrors = defineErrors({
  BAD_PRECISION: {
    status: 400,
    field: 'quantity',
    ko: '소수점 아래 {limit}자리까지만 쓸 수 있어요. ({field})',
    en: 'At most {limit} decimals are accepted ({field}).',
  },
  QUANTITY_NOT_POSITIVE: { status: 400, field: 'quantity', ko: '수량은 0보다 커야 해요.', en: 'The quantity must be above 0.' },
  QUANTITY_TOO_SMALL: {
    status: 400,
    field: 'quantity',
    ko: '수량은 {limit} {unit} 이상이어야 해요.',
    en: 'The quantity must be at least {limit} {unit}.',
  },
  QUANTITY_TOO_LARGE: {
    status: 400,
    field: 'quantity',
    ko: '한 번에 {limit} {unit}까지 주문할 수 있어요.',
    en: 'One order may be at most {limit} {unit}.',
  },
  PRICE_NOT_POSITIVE: { status: 400, field: 'price', ko: '가격은 0보다 커야 해요.', en: 'The price must be above 0.' },
  PRICE_ABOVE_BAND: {
    status: 422,
    field: 'price',
    ko: '지금은 {limit} USDT보다 비싸게 살 수 없어요.',
    en: 'Buying above {limit} USDT is not possible right now.',
  },
  PRICE_BELOW_BAND: {
    status: 422,
    field: 'price',
    ko: '지금은 {limit} USDT보다 싸게 팔 수 없어요.',
    en: 'Selling below {limit} USDT is not possible right now.',
  },
  STOP_PRICE_NOT_POSITIVE: { status: 400, field: 'stopPrice', ko: '발동 가격은 0보다 커야 해요.', en: 'The stop price must be above 0.' },
  WOULD_TRIGGER_AT_ONCE: { status: 422, field: 'stopPrice', ko: '바로 발동되는 가격이에요.', en: 'The order would trigger at once.' },
  NOTIONAL_TOO_SMALL: {
    status: 422,
    field: 'quantity',
    ko: '주문 금액은 {limit} USDT 이상이어야 해요.',
    en: 'The order must be worth at least {limit} USDT.',
  },
  REDUCE_ONLY_REJECTED: {
    status: 422,
    field: 'reduceOnly',
    ko: '줄일 포지션이 없거나 주문이 포지션보다 커요.',
    en: 'There is no position to reduce, or the order exceeds it.',
  },
  NOTIONAL_ABOVE_BRACKET: {
    status: 422,
    field: 'quantity',
    ko: '지금 레버리지로는 {limit} USDT까지 열 수 있어요. 레버리지를 낮추거나 수량을 줄여 주세요.',
    en: 'At this leverage a position may be worth {limit} USDT. Please lower the leverage or the quantity.',
  },
  INSUFFICIENT_MARGIN: {
    status: 422,
    field: 'quantity',
    ko: '증거금이 부족해요. {offered} USDT가 필요한데 {limit} USDT를 쓸 수 있어요.',
    en: 'The margin is not enough: {offered} USDT needed, {limit} USDT available.',
  },
  POST_ONLY_WOULD_TAKE: {
    status: 422,
    field: 'timeInForce',
    ko: '바로 체결되는 가격이라 메이커만으로는 주문할 수 없어요.',
    en: 'The order would trade at once, so it cannot be post-only.',
  },
  NO_LIQUIDITY: {
    status: 422,
    field: 'quantity',
    ko: '지금은 상대 호가가 없어요. 지정가로 주문해 주세요.',
    en: 'There is no price on the other side. Please place a limit order.',
  },
  INVALID_CALLBACK_RATE: {
    status: 400,
    field: 'callbackRate',
    ko: '추적 폭은 0.1%부터 10%까지 0.1% 단위로 정할 수 있어요.',
    en: 'The trailing distance goes from 0.1% to 10% in steps of 0.1%.',
  },
  TAKE_PROFIT_WRONG_SIDE: {
    status: 422,
    field: 'takeProfit',
    ko: '익절 가격은 롱이면 진입가보다 높게, 숏이면 낮게 정해 주세요.',
    en: 'The take-profit price must be above the entry of a long and below that of a short.',
  },
  STOP_LOSS_WRONG_SIDE: {
    status: 422,
    field: 'stopLoss',
    ko: '손절 가격은 롱이면 진입가보다 낮게, 숏이면 높게 정해 주세요.',
    en: 'The stop-loss price must be below the entry of a long and above that of a short.',
  },
  NO_MARK_PRICE: {
    status: 409,
    field: 'futuresOptionId',
    ko: '아직 마크가격이 없는 종목이에요. 잠시 후 다시 시도해 주세요.',
    en: 'This symbol has no mark price yet. Please try again shortly.',
  },
  /** Operators limit an account. */
  LEVERAGE_LIMITED: {
    status: 422,
    field: 'leverage',
    ko: '이 계정은 레버리지를 {limit}배까지만 쓸 수 있어요. 고객센터에서 정한 한도예요.',
    en: 'This account may trade at up to {limit}x: a limit set by support.',
  },
});
