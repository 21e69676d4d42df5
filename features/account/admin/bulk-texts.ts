// Words of acts on several members.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const bulkTexts = defineCatalog({
  'mb.title': ['고른 회원', 'Chosen members'],
  'mb.chosen': ['{count}명 고름', '{count} chosen'],
  'mb.choose': ['{name} 고르기', 'Choose {name}'],
  'mb.act.END_LOGINS': ['모든 기기 로그아웃', 'Log out everywhere'],
  'mb.act.HOLD': ['출금 보류', 'Hold withdrawals'],
  'mb.act.LIFT_HOLD': ['보류 해제 요청', 'Ask to lift the hold'],
  'mb.act.DENY': ['이용 정지', 'Shut out'],
  'mb.act.ALLOW': ['정지 풀기', 'Let in'],
  'mb.most': ['한 번에 {most}명까지예요.', 'At most {most} at a time.'],
  'mb.clear': ['고르기 취소', 'Clear'],
  'mb.ask': ['{count}명: {act}', '{act}: {count} members'],
  'mb.ask.words': [
    '{names} 외 {more}명. 회원마다 따로 처리하고 감사 기록도 한 줄씩 남아요. 두 사람이 필요한 일은 승인을 기다려요.',
    '{names} and {more} more. Each is treated by itself with a line in the log; what needs two persons waits for approval.',
  ],
  'mb.do': ['처리하기', 'Do it'],
  'mb.days': ['보류 기간', 'For how long'],
  'mb.day': ['{count}일', '{count} d'],
  'mb.result': ['처리 결과', 'What became of it'],
  'mb.result.words': [
    '처리 {done}명 · 승인 대기 {asked}명 · 거절 {refused}명',
    '{done} done · {asked} wait for approval · {refused} refused',
  ],
  'mb.asked': ['승인 요청 {id}', 'request {id}'],
  'mb.refused': ['거절: {code}', 'refused: {code}'],
  'mb.close': ['닫기', 'Close'],
});
