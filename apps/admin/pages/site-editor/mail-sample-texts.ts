// Words of the mail in the site editor's preview.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const mailSampleTexts = defineCatalog({
  'sitepreview.letter': ['편지', 'Mail'],
  'sitepreview.language': ['언어', 'Language'],
  'sitepreview.CODE': ['인증번호', 'Code'],
  'sitepreview.NO_ACCOUNT': ['가입한 계정이 없음', 'No such account'],
  'sitepreview.SECURITY_CHANGED': ['보안이 바뀜', 'Security changed'],
  'sitepreview.NEW_LOGIN': ['새로운 곳에서 로그인', 'New login'],
  'sitepreview.APPROVED': ['가입 승인', 'Sign-up approved'],
  'sitepreview.NOT_APPROVED': ['가입 거절', 'Sign-up refused'],
  'sitepreview.NOTICE': ['알림', 'Notice'],
  'sitepreview.PRICE_ALERT': ['가격 알림', 'Price alert'],
  'sitepreview.LEFT': ['탈퇴 확인', 'Left'],
  'sitepreview.from': ['보낸 사람', 'From'],
  'sitepreview.subject': ['제목', 'Subject'],
  'sitepreview.sms': ['문자', 'SMS'],
  'sitepreview.mail': ['메일', 'Mail'],
  'sitepreview.no.sms': ['등록된 발신 번호가 없어 문자는 보내지 않아요.', 'No registered number: this site sends no SMS.'],
});
