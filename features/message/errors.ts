// What can go wrong with messages.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const messageErrors = defineErrors({
  MEMBER_UNKNOWN: { status: 404, ko: '{playerId}번 회원은 존재하지 않는 회원입니다.', en: 'Member {playerId} does not exist.' },
  AUDIENCE_EMPTY: {
    status: 400,
    ko: '받을 회원이 없어요. 받는 사람을 다시 골라 주세요.',
    en: 'Nobody would get this. Please choose the members again.',
    field: 'audience',
  },
  NAMES_UNKNOWN: {
    status: 400,
    ko: '없는 아이디가 있어요: {names}',
    en: 'These user names do not exist: {names}',
    field: 'names',
  },
  REASON_MISSING: {
    status: 400,
    ko: '여러 회원에게 보낼 때는 사유를 적어 주세요.',
    en: 'Please give a reason when you write to many members.',
    field: 'reason',
  },
});
