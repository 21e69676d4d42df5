// What can go wrong where letters are asked for.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const outboxErrors = defineErrors({
  MAIL_NOT_SET_UP: {
    status: 503,
    ko: '지금은 메일을 보낼 수 없어요. 고객센터에 문의해 주세요.',
    en: 'E-mail cannot be sent right now. Please contact support.',
  },
  SMS_NOT_SET_UP: {
    status: 503,
    ko: '지금은 문자를 보낼 수 없어요. 고객센터에 문의해 주세요.',
    en: 'Text messages cannot be sent right now. Please contact support.',
  },
});
