// What can go wrong with messages.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const messageErrors = defineErrors({
  MEMBER_UNKNOWN: { status: 404, ko: '{playerId}번 회원은 존재하지 않는 회원입니다.', en: 'Member {playerId} does not exist.' },
});
