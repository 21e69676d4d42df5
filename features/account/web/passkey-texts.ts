// Words of passkeys.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const passkeyTexts = defineCatalog({
  'passkey.title': ['패스키', 'Passkeys'],
  'passkey.words': [
    '지문이나 얼굴, 화면 잠금으로 로그인해요. 생체 정보는 기기 밖으로 나가지 않아요.',
    'Log in by fingerprint, face or screen lock. They never leave your device.',
  ],
  'passkey.add': ['패스키 만들기', 'Make a passkey'],
  'passkey.label': ['이름', 'Name'],
  'passkey.label.help': ['어느 기기의 것인지 알아볼 이름이에요.', 'So that you know which device it is on.'],
  'passkey.password': ['지금 비밀번호', 'Current password'],
  'passkey.remove': ['지우기', 'Remove'],
  'passkey.remove.ask': ['‘{label}’ 지우기', 'Remove “{label}”'],
  'passkey.remove.words': [
    '이 패스키로는 더 이상 들어올 수 없고, 하루 동안 출금할 수 없어요.',
    'It no longer lets anybody in, and withdrawals are held for a day.',
  ],
  'passkey.back': ['돌아가기', 'Back'],
  'passkey.synced': ['여러 기기에서', 'On several devices'],
  'passkey.single': ['이 기기에만', 'On one device'],
  'passkey.made': ['{date} 등록', 'Made {date}'],
  'passkey.used': ['{time}에 씀', 'Used {time}'],
  'passkey.done': ['패스키를 만들었어요', 'The passkey is made'],
  'passkey.gone': ['패스키를 지웠어요', 'The passkey is gone'],
  'passkey.known': ['이 기기에는 이미 패스키가 있어요.', 'This device has a passkey already.'],
  'passkey.failed': ['이 브라우저에서 패스키를 쓰지 못했어요.', 'This browser could not use a passkey.'],
  'passkey.unsupported': [
    '이 브라우저는 패스키를 지원하지 않아요. 다른 브라우저나 기기에서 만들어 주세요.',
    'This browser has no passkeys. Please use another browser or device.',
  ],
  'passkey.failed.list': ['패스키를 불러오지 못했어요', 'Your passkeys could not be loaded'],
  'passkey.codes.title': ['복구 코드를 보관해 주세요', 'Keep your recovery codes'],
  'passkey.codes.words': [
    '패스키를 잃어버리면 이 코드로 들어와요. 지금만 보여 드려요.',
    'If you lose the passkey these let you in. They are shown only now.',
  ],
});
