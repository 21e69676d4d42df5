// Words of a member's own file.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const ownDataTexts = defineCatalog({
  'own.title': ['내 정보 내려받기', 'Download my data'],
  'own.words': [
    '회원 정보와 로그인 기록, 주문·체결·원장 등 보관 중인 내 기록을 파일 하나로 받아요.',
    'Profile, log-ins, orders, fills, ledger and all else that is kept of you, in one file.',
  ],
  'own.make': ['파일 만들기', 'Make the file'],
  'own.save': ['파일 받기', 'Save the file'],
  'own.running': ['파일을 만들고 있어요. 이 페이지를 떠나도 계속돼요.', 'The file is being written; it goes on if you leave the page.'],
  'own.ready': ['{time}까지 받을 수 있어요.', 'It can be saved until {time}.'],
  'own.opens': ['{time}부터 새로 만들 수 있어요.', 'A new one can be made from {time}.'],
  'own.failed': ['파일을 만들지 못했어요. 다시 만들어 주세요.', 'The file could not be written. Please make it again.'],
  'own.unknown': ['지금은 상태를 확인할 수 없어요.', 'Its state is not known right now.'],
  'own.ask': ['내 정보 파일 만들기', 'Make a file of my data'],
  'own.ask.words': [
    '본인인지 확인하려고 비밀번호를 다시 물어요. 24시간에 한 번 만들 수 있고, 파일은 나만 받을 수 있어요.',
    'We ask for your password to make sure it is you. Once in 24 hours; nobody but you can fetch the file.',
  ],
  'own.password': ['비밀번호', 'Password'],
  'own.cancel': ['취소', 'Cancel'],
});
