// Words of the demo's inbox.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const outboxTexts = defineCatalog({
  'inbox.title': ['데모 받은 편지함', 'Demo inbox'],
  'inbox.words': [
    '데모가 보낸 메일과 문자가 여기로 와요. 진짜 주소로는 나가지 않고, 누구나 볼 수 있어요.',
    'Mail and text messages of this demo end here. Nothing goes to real addresses, and everybody can read it.',
  ],
  'inbox.to': ['받는 주소나 번호로 찾기', 'Find by address or number'],
  'inbox.mail': ['메일', 'Mail'],
  'inbox.sms': ['문자', 'SMS'],
  'inbox.empty': ['아직 온 편지가 없어요', 'Nothing has arrived yet'],
  'inbox.empty.words': ['인증번호를 받으면 몇 초 안에 나타나요.', 'A code appears here within seconds.'],
  'inbox.none': ['이 데모에는 받은 편지함이 없어요', 'This installation has no demo inbox'],
  'inbox.failed': ['편지를 불러오지 못했어요', 'The mails could not be loaded'],
  'inbox.tofrom': ['{from} → {to}', '{from} → {to}'],
});
