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
  CONVERT_COIN_UNKNOWN: {
    status: 404,
    field: 'walletType',
    ko: '이 사이트에서 전환하지 않는 코인이에요.',
    en: 'This site does not convert this coin.',
  },
  CONVERT_SAME: { status: 409, ko: '지금과 같아서 바꿀 것이 없어요.', en: 'That is how it stands already.' },
  CONVERT_SPREAD: { status: 400, field: 'spread', ko: '스프레드는 5%를 넘을 수 없어요.', en: 'The spread cannot be more than 5%.' },
  CONVERT_TOLERANCE: {
    status: 400,
    field: 'tolerance',
    ko: '허용 변동은 스프레드보다 클 수 없어요. 더 크면 견적이 공짜 옵션이 돼요.',
    en: 'The tolerance cannot be more than the spread, or a quote would be an option for nothing.',
  },
  CONVERT_MOST_LEAST: {
    status: 400,
    field: 'most',
    ko: '한 번 최대는 최소보다 작을 수 없어요.',
    en: 'The most at once cannot be below the least.',
  },
  CONVERT_DAY_MOST: {
    status: 400,
    field: 'dayMost',
    ko: '하루 최대는 한 번 최대보다 작을 수 없어요.',
    en: 'The most a day cannot be below the most at once.',
  },
});
