// Words of the page of transfers between members in the back office.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const deskTransferTexts = defineCatalog({
  'wm.title': ['회원 이체', 'Transfers between members'],
  'wm.note': [
    '한 번에 {least}~{most}, 24시간 {dayMost}, 2차 인증 {secondFrom} USDT부터',
    'At once {least} to {most}, {dayMost} in 24 hours, second factor from {secondFrom} USDT',
  ],
  'wm.paused': ['멈춤', 'Paused'],
  'wm.open': ['열림', 'Open'],
  'wm.empty': ['아직 회원 이체가 없어요', 'No transfers between members yet'],
  'wm.empty.words': ['회원이 다른 회원에게 보내면 여기에 한 줄씩 쌓여요.', 'What members send to one another is listed here.'],
  'wm.none': ['조건에 맞는 이체가 없어요', 'Nothing matches'],
  'wm.failed': ['회원 이체를 불러오지 못했어요', 'The transfers could not be loaded'],
  'wm.file': ['CSV로 받기', 'Download as CSV'],
  'wm.change': ['한도 바꾸기', 'Change limits'],
  'wm.change.title': ['회원 이체 한도', 'Limits of transfers between members'],
  'wm.change.words': ['USDT로 적어요. 한도를 올리면 두 번째 사람이 승인해야 해요.', 'In USDT. A second person agrees to higher limits.'],
  'wm.f.least': ['최소', 'Least'],
  'wm.f.most': ['한 번에', 'Most at once'],
  'wm.f.dayMost': ['24시간', 'Most in 24 hours'],
  'wm.f.secondFrom': ['2차 인증 기준', 'Second factor from'],
  'wm.save': ['저장', 'Save'],
  'wm.saved': ['저장했어요', 'Saved'],
  'wm.pause': ['멈추기', 'Pause'],
  'wm.pause.title': ['회원 이체를 멈출까요?', 'Pause transfers between members?'],
  'wm.pause.words': [
    '지금부터 아무도 보낼 수 없어요. 확인만 한 것도 보내지 않아요.',
    'Nobody can send from now on, also what was checked already.',
  ],
  'wm.reopen': ['다시 열기', 'Open again'],
  'wm.reopen.title': ['회원 이체를 다시 열까요?', 'Open transfers between members again?'],
  'wm.reopen.words': ['두 번째 사람이 승인하면 열려요.', 'They open once a second person agrees.'],
});
