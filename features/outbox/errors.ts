// What can go wrong when an operator tries a site's senders.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const outboxErrors = defineErrors({
  SENDER_NONE: {
    status: 409,
    ko: '이 종류를 보낼 계정이나 발신 주소가 없어요. 먼저 발송 설정을 마쳐 주세요.',
    en: 'There is no account or sender address for this kind. Please set one up first.',
    field: 'kind',
  },
  SENDER_TOO_OFTEN: { status: 429, ko: '1분에 한 번만 보낼 수 있어요.', en: 'One test a minute, please.' },
  SENDER_CODE_WRONG: { status: 422, ko: '번호가 다르거나 시간이 지났어요.', en: 'The code is wrong, or its time is over.', field: 'code' },
});
