// What can go wrong when asking for market data.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const marketErrors = defineErrors({
  HOLIDAY_DATES: {
    status: 400,
    ko: '달력에 있는 날짜로, 오늘부터 2년 안에서 한 번에 31일까지 적어 주세요.',
    en: 'Dates of the calendar from today on, within two years, at most 31 days at once.',
    field: 'from',
  },
  HOLIDAY_OVERLAPS: {
    status: 409,
    ko: '같은 시장의 다른 휴장일과 겹쳐요. 그 휴장일을 바꿔 주세요.',
    en: 'This overlaps another holiday of the same market. Change that one.',
    field: 'from',
  },
  HOLIDAY_BEGUN: {
    status: 409,
    ko: '시작한 휴장일은 이름과 마지막 날만 바꿀 수 있고, 끝난 휴장일은 기록으로 남아요.',
    en: 'Of a holiday that has begun only its name and last day can be changed; one that is over stays as it was.',
    field: 'from',
  },
  ALERT_LIMIT: {
    status: 409,
    ko: '가격 알림은 동시에 {most}개까지 켤 수 있어요. 쓰지 않는 알림을 지우고 다시 만들어 주세요.',
    en: 'You can have {most} active price alerts at a time. Delete one that you no longer need and try again.',
  },
  ALERT_NO_MAIL: {
    status: 409,
    field: 'byMail',
    ko: '이 알림은 메일로 보낼 수 없어요. 메일 알림을 끄고 저장해 주세요.',
    en: 'This alert cannot be sent by mail. Please save it without mail.',
  },
  ALERT_NO_PRICE: {
    status: 503,
    field: 'symbol',
    ko: '지금 이 종목의 가격을 알 수 없어요. 잠시 후 다시 시도해 주세요.',
    en: 'There is no price of this symbol right now. Please try again shortly.',
  },
  ALERT_MOVED: {
    status: 409,
    field: 'percent',
    ko: '그 시간 안에 이미 {now}% 움직였어요. 더 큰 변동률이나 다른 시간을 골라 주세요.',
    en: 'It has moved by {now}% within that time already. Please choose a greater move or another time.',
  },
  ALERT_REACHED: {
    status: 409,
    field: 'price',
    ko: '이미 닿은 가격이에요. 지금 가격은 {now}예요.',
    en: 'The price is there already: it is {now} now.',
  },
  PRICE_NOT_DOUBTED: {
    status: 409,
    ko: '지금은 확인할 가격이 없거나, 그사이 가격이 달라졌어요. 새로 보고 다시 요청해 주세요.',
    en: 'There is no such price in doubt now, or it has moved meanwhile. Look again and ask anew.',
    field: 'symbol',
  },
  SYMBOL_NOT_LISTED: { status: 404, ko: '없는 종목이에요.', en: 'There is no such symbol.', field: 'symbol' },
});
