// What can go wrong at the operators' desk.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const operatorErrors = defineErrors({
  DESK_LOGIN_FAILED: {
    status: 401,
    ko: '아이디나 비밀번호가 맞지 않아요.',
    en: 'The user name or password is not right.',
  },
  DESK_ADDRESS: {
    status: 403,
    ko: '이 주소에서는 관리자 화면을 쓸 수 없어요.',
    en: 'The back office is not open to this address.',
  },
  DESK_CHALLENGE: {
    status: 401,
    ko: '시간이 지났어요. 처음부터 다시 로그인해 주세요.',
    en: 'This took too long. Please log in again from the start.',
  },
  DESK_CODE_WRONG: {
    status: 401,
    ko: '인증 번호가 맞지 않아요.',
    en: 'The code is not right.',
    field: 'code',
  },
  DESK_SETUP_USED: {
    status: 404,
    ko: '이미 썼거나 기한이 지난 링크예요. 새 링크를 받아 주세요.',
    en: 'This link was used or has expired. Please ask for a new one.',
  },
  DESK_PASSWORD_WEAK: {
    status: 400,
    ko: '너무 쉬운 비밀번호예요. 12자 이상으로, 이름이나 흔한 말은 빼고 정해 주세요.',
    en: 'That password is too easy. Use 12 characters or more, without your name or common words.',
    field: 'password',
  },
  DESK_PASSWORD_WRONG: {
    status: 403,
    ko: '지금 비밀번호가 맞지 않아요.',
    en: 'The current password is not right.',
    field: 'currentPassword',
  },
  DESK_FACTOR_NONE: {
    status: 409,
    ko: '등록된 인증 앱이 없어요.',
    en: 'There is no authenticator app yet.',
  },
  APPROVAL_REQUIRED: {
    status: 409,
    ko: '다른 운영자의 승인이 필요해요. 승인 요청을 보냈어요.',
    en: 'A second person must agree. Your request is waiting for approval.',
  },
});
