// What only the wire refuses, before the engine sees anything: explanations, and products that are not open yet.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const futuresWireErrors = defineErrors({
  EXPOSURE_BOUND: {
    status: 422,
    field: 'limit',
    ko: '노출 한도는 {most} USDT까지예요. 두 사람이 함께 승인해도 넘을 수 없어요.',
    en: 'A limit of exposure is {most} USDT at most. No approval goes beyond that.',
  },
  COPYTRADE_NOT_OPEN: {
    status: 409,
    ko: '카피 트레이딩이 아직 열리지 않아서 종료할 카피 주문이 없어요.',
    en: 'Copy trading is not open yet, so there is no copied order to close.',
  },
  CLIENT_ORDER_ID_TAKEN: {
    status: 409,
    field: 'clientOrderId',
    ko: '같은 주문 이름(clientOrderId)의 주문이 아직 열려 있어요. 다른 이름으로 보내 주세요.',
    en: 'An open order already has this clientOrderId. Please send another one.',
  },
  CLIENT_ORDER_ID_RESERVED: {
    status: 400,
    field: 'clientOrderId',
    ko: 'twap-으로 시작하는 주문 이름은 쓸 수 없어요. 다른 이름으로 보내 주세요.',
    en: 'Order names that begin with twap- are reserved. Please send another one.',
  },
  /** In the answer of a close-all, of a position that was closed in part or not at all though its order was taken. */
  CLOSE_NOT_FILLED: {
    status: 409,
    ko: '호가가 얕거나 슬리피지 한도에 닿아서 남았어요. 남은 것은 지정가로 종료해 주세요.',
    en: 'The book was too thin or the slippage cap was reached. Close what is left with a limit order.',
  },
  EXPLAIN_UNKNOWN: { status: 404, ko: '설명할 수 있는 내 기록이 아니에요.', en: 'There is no such record of yours to explain.' },
  EXPLAIN_BUSY: {
    status: 429,
    ko: '다른 설명을 준비하고 있어요. 잠시 후 다시 시도해 주세요.',
    en: 'Explanations are being prepared. Please try again shortly.',
  },
  EXPLAIN_TIMEOUT: {
    status: 503,
    ko: '너무 오래된 기록이라 {limit}초 안에 설명하지 못했어요. 고객센터에 문의해 주세요.',
    en: 'This record is too old to explain within {limit} seconds. Please ask support.',
  },
});
