// Refusals for how a member stands: shut out, on its way out, gone.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const memberErrors = defineErrors({
  ACCOUNT_DENIED: {
    status: 403,
    ko: '이용할 수 없는 계정입니다. 관리자에게 문의해 주세요.',
    en: 'account unavailable, contact the administrator',
  },
  ACCOUNT_LOCKED: {
    status: 403,
    ko: '계정이 잠겨 있어요. 비밀번호 찾기로 새 비밀번호를 정하면 열려요.',
    en: 'This account is locked. Set a new password with “Reset my password” to open it.',
  },
  ACCOUNT_EXCLUDED: {
    status: 403,
    ko: '스스로 이용을 멈춘 계정이에요. {until}까지는 아무도 열 수 없어요.',
    en: 'You shut yourself out of this account. Until {until} nobody can open it.',
  },
  ACCOUNT_LEAVING: {
    status: 409,
    ko: '탈퇴했거나 탈퇴하고 있는 계정이에요.',
    en: 'This account has left, or is about to.',
  },
  MEMBER_OWN: {
    status: 403,
    ko: '내 회원 계정이에요. 다른 운영자가 해야 해요.',
    en: 'This member is you. Another operator must do it.',
  },
  MEMBER_LEFT: {
    status: 409,
    ko: '탈퇴한 회원이에요. 더는 바꿀 수 없어요.',
    en: 'This member has left; nothing can be changed any more.',
    field: 'playerId',
  },
});
