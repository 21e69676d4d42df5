// What can stand in the way of a conversion of coins, or end its price before it was done.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const convertErrors = defineErrors({
  CONVERT_PAUSED: {
    status: 409,
    field: 'to',
    ko: '{coin} 전환을 잠시 멈췄어요. 다시 열리면 바꿀 수 있어요.',
    en: 'Conversions of {coin} are paused for now.',
  },
  CONVERT_NO_PRICE: {
    status: 409,
    field: 'to',
    ko: '{coin} 시세를 기다리고 있어요. 새 시세가 오면 바꿀 수 있어요.',
    en: 'Waiting for a fresh price of {coin}. It can be converted once one is there.',
  },
  CONVERT_LEAST: {
    status: 422,
    field: 'point',
    ko: '최소 {limit} USDT어치부터 바꿀 수 있어요.',
    en: 'At least {limit} USDT worth can be converted.',
  },
  CONVERT_MOST: {
    status: 422,
    field: 'point',
    ko: '한 번에 {limit} USDT어치까지 바꿀 수 있어요.',
    en: 'At most {limit} USDT worth can be converted at once.',
  },
  CONVERT_DAY: {
    status: 422,
    field: 'point',
    ko: '24시간 한도를 넘어요. 남은 한도만큼 바꾸거나 내일 다시 해 주세요.',
    en: 'This is beyond the limit of 24 hours. Please convert what is left of it, or come back tomorrow.',
  },
  CONVERT_BONUS: {
    status: 422,
    field: 'point',
    ko: '거래 조건이 남은 보너스 {held} USDT는 다른 코인으로 바꿀 수 없어요.',
    en: 'A bonus of {held} USDT whose turnover is open cannot be converted yet.',
  },
  QUOTE_UNKNOWN: {
    status: 404,
    field: 'quoteId',
    ko: '이 견적을 찾을 수 없어요. 새 견적을 확인해 주세요.',
    en: 'There is no such quote. Please look at a new one.',
  },
  QUOTE_USED: {
    status: 409,
    field: 'quoteId',
    ko: '이미 쓴 견적이에요. 전환 내역을 확인해 주세요.',
    en: 'This quote was used already. Please look at your conversions.',
  },
  QUOTE_MOVED: {
    status: 409,
    field: 'quoteId',
    ko: '값이 바뀌어 멈췄어요. 바꾼 것은 없어요. 새 견적을 확인해 주세요.',
    en: 'The price moved, so nothing was converted. Please look at the new quote.',
  },
});
