// Words of the page that proves a site's senders by a code.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const senderTexts = defineCatalog({
  'sender.title': ['발송 시험', 'Sender tests'],
  'sender.note': ['내 주소로 번호를 보내고, 온 번호를 적으면 확인돼요', 'Send a code to yourself; type what came'],
  'sender.failed': ['발송 시험을 불러오지 못했어요', 'The tests could not be loaded'],
  'sender.MAIL': ['메일', 'Mail'],
  'sender.SMS': ['문자', 'SMS'],
  'sender.to.MAIL': ['받을 메일 주소', 'Address'],
  'sender.to.SMS': ['받을 전화번호', 'Phone number'],
  'sender.none': ['보낼 계정이나 발신 주소가 없어요', 'No account or sender address yet'],
  'sender.tested': ['{at}에 확인됨', 'Proved on {at}'],
  'sender.untested': ['아직 확인되지 않았어요', 'Not proved yet'],
  'sender.send': ['번호 보내기', 'Send a code'],
  'sender.sent': ['보냈어요. 10분 안에 적어 주세요.', 'Sent. Type it within ten minutes.'],
  'sender.code': ['온 번호', 'Code that came'],
  'sender.confirm': ['확인', 'Confirm'],
  'sender.done': ['확인됐어요', 'Proved'],
});
