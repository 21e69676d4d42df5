// What can go wrong when operators treat members.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const accountAdminErrors = defineErrors({
  SIGNUP_DECIDED: { status: 409, ko: '이미 처리한 가입 신청이에요.', en: 'This sign-up was decided already.' },
  NOTHING_HELD: { status: 409, ko: '보류된 출금이 없어요.', en: 'No withdrawals are held.' },
  NO_SECOND_FACTOR: { status: 409, ko: '2단계 인증을 쓰지 않는 회원이에요.', en: 'This member has no second factor.' },
  BANK_CODE_TAKEN: { status: 409, ko: '이미 목록에 있는 은행 코드예요.', en: 'A bank with this code is listed already.', field: 'code' },
  BANK_CODE_KEPT: {
    status: 409,
    ko: '은행 코드는 바꿀 수 없어요. 등록된 계좌가 이 코드를 써요.',
    en: 'The code of a bank cannot be changed: kept accounts name it.',
    field: 'code',
  },
  NOT_LOCKED: { status: 409, ko: '잠긴 계정이 아니에요.', en: 'This account is not locked.' },
  EXPORT_LIMIT: {
    status: 403,
    ko: '한 번에 {limit}명까지 내려받을 수 있어요. 조건을 좁혀 주세요.',
    en: 'At most {limit} members at a time. Please narrow the filters.',
  },
  EXPORT_SPENT: {
    status: 429,
    ko: '오늘 내려받을 수 있는 수({limit}명)를 다 썼어요.',
    en: 'You have taken today’s share ({limit} members).',
  },
  SEARCH_SPENT: {
    status: 429,
    ko: '휴대폰·이메일 검색은 한 시간에 {hour}번, 하루에 {day}번까지예요. 회원 번호나 아이디로 찾아 주세요.',
    en: 'Phone numbers and e-mails can be searched {hour} times an hour and {day} times a day. Please search by member number or username.',
  },
});
