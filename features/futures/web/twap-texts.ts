// What is said of TWAP orders wherever one is: its time, its start and its end.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const twapTexts = defineCatalog({
  'twap.hours': ['{hours}시간', '{hours} h'],
  'twap.hoursMinutes': ['{hours}시간 {minutes}분', '{hours} h {minutes} min'],
  'twap.minutes': ['{minutes}분', '{minutes} min'],
  'twap.end.FILLED': ['전량 체결', 'All filled'],
  'twap.end.TIME_OVER': ['시간 종료', 'Time over'],
  'twap.end.CANCELED_BY_MEMBER': ['회원 취소', 'Cancelled by you'],
  'twap.end.LEFT': ['탈퇴', 'Account left'],
  'twap.end.POSITION_CLOSED': ['줄일 포지션 없음', 'Nothing left to reduce'],
  'twap.end.DELISTED': ['거래 종료', 'Delisted'],
  'twap.end.MARGIN': ['증거금 부족', 'Not enough margin'],
  'twap.end.REFUSED': ['거절되어 멈춤', 'Stopped by a refusal'],
  'twap.toast.START': ['TWAP을 시작했어요', 'TWAP started'],
  'twap.toast.DONE': ['TWAP이 끝났어요', 'TWAP ended'],
  'twap.toast.CANCELED': ['TWAP을 취소했어요', 'TWAP cancelled'],
  'twap.toast.STOPPED': ['TWAP이 멈췄어요', 'TWAP stopped'],
  'twap.toast.failed': ['TWAP을 취소하지 못했어요', 'The TWAP could not be cancelled'],
  'twap.toast.line': ['{name} {side} {filled} / {quantity} · {why}', '{name} {side} {filled} / {quantity} · {why}'],
  'twap.toast.startLine': ['{name} {side} {quantity} · {time}', '{name} {side} {quantity} · {time}'],
});
