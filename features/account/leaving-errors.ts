// Refusals around leaving.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const leavingErrors = defineErrors({
  LEAVE_OBSTACLES: {
    status: 409,
    ko: '아직 탈퇴할 수 없어요. 먼저 정리해 주세요: {what}.',
    en: 'You cannot leave yet. Please settle first: {whatEn}.',
  },
  LEAVE_GIVE_UP: {
    status: 409,
    ko: '지갑에 {total} USDT가 남아 있어요. 포기할 금액을 다시 확인해 주세요.',
    en: 'Your wallets still hold {total} USDT. Please confirm the sum that you give up.',
    field: 'givesUp',
  },
  LEAVE_SHARED: {
    status: 409,
    ko: '모두가 함께 쓰는 데모 계정은 탈퇴할 수 없어요. 탈퇴해 보려면 새로 가입해 주세요.',
    en: 'This demo account is shared by everybody and cannot leave. Sign up for one of your own to try it.',
  },
  NOT_EXCLUDED: {
    status: 409,
    ko: '이용을 멈춘 계정이 아니에요. 로그인한 뒤 내 정보에서 탈퇴해 주세요.',
    en: 'This account is not shut out. Please log in and leave from your profile.',
  },
  LEAVE_TICKET: {
    status: 401,
    ko: '확인한 지 오래됐어요. 처음부터 다시 확인해 주세요.',
    en: 'It was too long ago that you proved who you are. Please begin again.',
  },
  SHARED_DEMO: {
    status: 409,
    ko: '모두가 함께 쓰는 데모 계정에서는 바꿀 수 없어요. 새로 가입하면 내 계정에서 해 볼 수 있어요.',
    en: 'This demo account is shared by everybody, so this cannot be changed here. Sign up for one of your own to try it.',
  },
  LEFT_RECENTLY: {
    status: 409,
    ko: '최근에 탈퇴한 적이 있어요. {until}부터 다시 가입할 수 있어요.',
    en: 'You left not long ago. You can join again from {until}.',
  },
});
