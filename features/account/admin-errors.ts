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
    ko: '하루에 혼자 내려받을 수 있는 회원은 {limit}명까지예요. 더 필요하면 내보내기에서 다른 운영자의 승인을 받아 주세요.',
    en: 'One person takes {limit} members a day away alone. For more, use Exports: another operator agrees.',
  },
  LOOKS_SPENT: {
    status: 429,
    ko: '하루에 볼 수 있는 회원은 {limit}명까지예요. 오늘 이미 본 회원은 계속 볼 수 있어요.',
    en: 'One person is shown {limit} different members a day. Those shown today stay in sight.',
  },
  REVEAL_SPENT: {
    status: 429,
    ko: '가린 정보는 하루에 {limit}개까지 볼 수 있어요. 오늘 이미 본 정보는 다시 볼 수 있어요.',
    en: 'One person sees {limit} masked values a day. Those seen today can be seen again.',
  },
  FOUND_NOBODY: { status: 409, ko: '조건에 맞는 회원이 없어요.', en: 'No member matches.' },
  FOUND_MORE: {
    status: 409,
    ko: '그사이 조건에 맞는 회원이 {count}명으로 늘었어요. 수를 다시 확인해 주세요.',
    en: 'Meanwhile {count} members match. Please look at the number again.',
    field: 'expected',
  },
  FOUND_TOO_MANY: {
    status: 409,
    ko: '한 번에 {limit}명까지 처리할 수 있어요. 조건을 좁혀 주세요.',
    en: 'At most {limit} members at a time. Please narrow the filters.',
  },
  MEMBER_JOB_BUSY: {
    status: 409,
    ko: '끝나지 않은 일괄 처리가 {most}건 있어요. 끝나거나 멈춘 뒤에 다시 해 주세요.',
    en: '{most} of your acts on many members are not over. Please wait for them, or stop one.',
  },
  MEMBER_JOB_OVER: { status: 409, ko: '이미 끝난 일괄 처리예요.', en: 'This act on many members is over.' },
  MEMBER_JOB_STOPPED: { status: 409, ko: '{by} 님이 멈췄어요.', en: 'Stopped by {by}.' },
  MEMBER_JOB_DECLINED: { status: 409, ko: '승인되지 않았어요.', en: 'It was not agreed to.' },
  SEARCH_SPENT: {
    status: 429,
    ko: '휴대폰·이메일 검색은 한 시간에 {hour}번, 하루에 {day}번까지예요. 회원 번호나 아이디로 찾아 주세요.',
    en: 'Phone numbers and e-mails can be searched {hour} times an hour and {day} times a day. Please search by member number or username.',
  },
});
