// What is said when a TWAP order cannot be placed or found.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const twapErrors = defineErrors({
  TWAP_DURATION: {
    status: 400,
    field: 'duration',
    ko: 'TWAP 시간은 5분부터 24시간까지 정할 수 있어요.',
    en: 'A TWAP order runs from 5 minutes to 24 hours.',
  },
  TWAP_TOO_SMALL: {
    status: 422,
    field: 'quantity',
    ko: '나누어 주문하려면 수량이 {limit} {unit} 이상이어야 해요.',
    en: 'To be split, the quantity must be at least {limit} {unit}.',
  },
  TWAP_LIMIT_REACHED: {
    status: 422,
    ko: '진행 중인 TWAP은 {limit}개까지예요. 하나를 취소한 뒤 다시 시도해 주세요.',
    en: 'At most {limit} TWAP orders may run. Please cancel one and try again.',
  },
  TWAP_NAME_TAKEN: {
    status: 409,
    field: 'clientTwapId',
    ko: '이미 쓴 TWAP 이름(clientTwapId)이에요. 다른 이름으로 보내 주세요.',
    en: 'A TWAP order of yours has this clientTwapId already. Please send another one.',
  },
  TWAP_UNKNOWN: { status: 404, field: 'id', ko: '진행 중인 TWAP이 아니에요.', en: 'There is no such TWAP order.' },
});
