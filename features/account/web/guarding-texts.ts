// Words of what members do to guard themselves.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const guardingTexts = defineCatalog({
  'notme.title': ['내가 한 로그인이 아닌가요?', 'Was this not you?'],
  'notme.words': ['아래 단추를 누르면 바로 계정을 지켜 드려요.', 'Press the button and we protect your account at once.'],
  'notme.does.1': ['모든 기기에서 로그아웃해요', 'Every device is logged out'],
  'notme.does.2': ['로그인과 출금을 막아요', 'Logins and withdrawals are stopped'],
  'notme.does.3': ['주문과 포지션은 그대로 두어요', 'Orders and positions stay as they are'],
  'notme.lock': ['계정 잠그기', 'Lock my account'],
  'notme.me': ['내가 로그인했어요', 'It was me'],
  'notme.done': ['계정을 잠갔어요', 'Your account is locked'],
  'notme.done.words': [
    '모든 로그인을 끝내고 출금을 막았어요. 새 비밀번호를 정하면 다시 열려요.',
    'Every login ended and withdrawals are stopped. Set a new password to open it again.',
  ],
  'notme.password': ['비밀번호 새로 정하기', 'Set a new password'],
  'notme.gone': ['쓸 수 없는 링크예요', 'This link cannot be used'],
  'notme.gone.words': [
    '이미 썼거나 일주일이 지난 링크예요. 걱정되면 비밀번호를 새로 정해 주세요.',
    'It was used already or is more than a week old. If you are worried, set a new password.',
  ],

  'phish.title': ['피싱 방지 문구', 'Anti-phishing words'],
  'phish.words': [
    '우리가 보내는 모든 메일과 문자에 이 문구가 들어가요. 없으면 가짜예요.',
    'They stand in every mail and text we send you. Without them it is a forgery.',
  ],
  'phish.phrase': ['나만 아는 문구', 'Words that only you know'],
  'phish.rule': ['2~20자. 글자, 숫자, 빈칸, . _ - 를 쓸 수 있어요.', '2 to 20 letters, digits, spaces, . _ or -.'],
  'phish.done': ['피싱 방지 문구를 바꿨어요', 'Your words are set'],
  'guard.password': ['지금 비밀번호', 'Current password'],
  'guard.save': ['저장', 'Save'],

  'slock.title': ['보안 설정 잠그기', 'Lock the security settings'],
  'slock.words': [
    '비밀번호, OTP, 패스키, API 키를 그동안 아무도 바꿀 수 없어요. 상담원도 풀어 드릴 수 없어요.',
    'Nobody can change password, app, passkeys or API keys meanwhile. Support cannot end it either.',
  ],
  'slock.days': ['얼마 동안', 'For how long'],
  'slock.day': ['{days}일', '{days, plural, one {# day} other {# days}}'],
  'slock.lock': ['잠그기', 'Lock'],
  'slock.done': ['보안 설정을 잠갔어요', 'The settings are locked'],

  'lock.title': ['계정 잠그기', 'Lock the account'],
  'lock.words': ['로그인과 출금을 바로 막아요. 열린 포지션은 그대로 남아요.', 'Stops logins and withdrawals at once. Open positions stay.'],
  'lock.ask': ['계정을 잠글까요?', 'Lock the account?'],
  'lock.ask.words': [
    '모든 기기에서 로그아웃되고 API 키도 멈춰요. 비밀번호를 새로 정해야 다시 열려요.',
    'Every device is logged out and API keys stop. Only a new password opens it again.',
  ],
  'lock.cancel': ['취소', 'Cancel'],
  'lock.do': ['잠그기', 'Lock'],
});
