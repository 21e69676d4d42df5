// The words of every mail, per kind and language; a site may put its own in rows of the same names.
import type { OutgoingKind, OutgoingName } from './contract.ts';

export interface Template {
  subject: string;
  body: string;
}
type Words = Readonly<Record<'ko' | 'en', Template>>;

const codeMail: Words = {
  ko: {
    subject: '[{site}] 인증번호 {code}',
    body: '인증번호는 {code} 입니다.\n{minutes}분 안에 화면에 적어 주세요.\n\n직접 요청하지 않았다면 이 메일은 무시해 주세요. {site} 직원은 인증번호를 묻지 않습니다.',
  },
  en: {
    subject: '[{site}] Your code is {code}',
    body: 'Your code is {code}.\nPlease enter it within {minutes} minutes.\n\nIf you did not ask for it, ignore this mail. Nobody at {site} will ever ask you for a code.',
  },
};
const codeSms: Words = {
  ko: { subject: '', body: '[{site}] 인증번호 {code} ({minutes}분). 남에게 알려주지 마세요.' },
  en: { subject: '', body: '[{site}] Code {code}, valid {minutes} min. Tell nobody.' },
};
const noAccountMail: Words = {
  ko: {
    subject: '[{site}] 이 주소로 가입한 계정이 없습니다',
    body: '{site}에서 이 메일 주소로 아이디를 찾는 요청이 있었지만, 이 주소로 가입한 계정이 없습니다.\n다른 주소로 가입했는지 확인해 주세요.\n\n직접 요청하지 않았다면 무시해도 됩니다.',
  },
  en: {
    subject: '[{site}] No account uses this address',
    body: 'Somebody asked {site} for the account of this address, but there is none.\nPerhaps you signed up with another one.\n\nIf it was not you, nothing needs to be done.',
  },
};
const noAccountSms: Words = {
  ko: { subject: '', body: '[{site}] 이 번호로 가입한 계정이 없습니다.' },
  en: { subject: '', body: '[{site}] No account uses this number.' },
};
const securityMail: Words = {
  ko: {
    subject: '[{site}] 계정 보안이 바뀌었습니다',
    body: '{username} 계정: {what}.\n시각: {time}\n\n직접 한 일이라면 아무것도 하지 않아도 됩니다. 보안을 지키려고 출금이 하루 동안 멈출 수 있습니다.\n직접 한 일이 아니라면 바로 비밀번호를 바꾸고 고객센터에 알려 주세요.',
  },
  en: {
    subject: '[{site}] The security of your account changed',
    body: 'Account {username}: {what}.\nTime: {time}\n\nIf it was you, nothing needs to be done. Withdrawals may be held for a day to keep you safe.\nIf it was not you, change your password at once and contact support.',
  },
};
const securitySms: Words = {
  ko: { subject: '', body: '[{site}] {username}: {what}. 본인이 아니면 고객센터로 알려 주세요.' },
  en: { subject: '', body: '[{site}] {username}: {what}. Not you? Contact support.' },
};

const newLoginMail: Words = {
  ko: {
    subject: '[{site}] 새로운 곳에서 로그인했습니다',
    body: '{username} 계정에 처음 보는 기기나 장소에서 로그인했습니다.\n\n시각: {time}\n기기: {device}\n주소: {ip}\n\n직접 한 로그인이라면 아무것도 하지 않아도 됩니다.\n\n내가 아니라면 아래 주소를 열어 모든 로그인을 끝내고 출금을 막으세요. 한 번만 쓸 수 있습니다.\n{link}',
  },
  en: {
    subject: '[{site}] A login from somewhere new',
    body: 'Somebody logged in to {username} from a device or place we have not seen before.\n\nTime: {time}\nDevice: {device}\nAddress: {ip}\n\nIf it was you, nothing needs to be done.\n\nIf it was not you, open the address below: it ends every login and stops withdrawals. It works once.\n{link}',
  },
};
const newLoginSms: Words = {
  ko: { subject: '', body: '[{site}] {username}: 새로운 곳에서 로그인({time}). 내가 아니면 {link}' },
  en: { subject: '', body: '[{site}] {username}: new login ({time}). Not you? {link}' },
};

const approvedMail: Words = {
  ko: {
    subject: '[{site}] 가입이 승인되었습니다',
    body: '{name}님, 가입이 승인되었습니다. 지금부터 {username} 아이디로 로그인하실 수 있습니다.\n{link}',
  },
  en: {
    subject: '[{site}] Your account is open',
    body: '{name}, your sign-up was approved. You can log in as {username} from now on.\n{link}',
  },
};
const approvedSms: Words = {
  ko: { subject: '', body: '[{site}] {username} 가입이 승인되었습니다. 이제 로그인하실 수 있습니다.' },
  en: { subject: '', body: '[{site}] {username}: your sign-up was approved. You can log in now.' },
};
const refusedMail: Words = {
  ko: {
    subject: '[{site}] 가입이 승인되지 않았습니다',
    body: '{name}님, {username} 가입을 승인하지 못했습니다.\n사유: {reason}\n\n궁금하신 점은 고객센터로 문의해 주세요.',
  },
  en: {
    subject: '[{site}] Your sign-up was not approved',
    body: '{name}, the sign-up of {username} was not approved.\nReason: {reason}\n\nPlease ask our support if you have any questions.',
  },
};
const refusedSms: Words = {
  ko: { subject: '', body: '[{site}] {username} 가입이 승인되지 않았습니다. 사유: {reason}' },
  en: { subject: '', body: '[{site}] {username}: sign-up not approved. Reason: {reason}' },
};
const noticeMail: Words = {
  ko: { subject: '[{site}] {title}', body: '{text}\n\n받는 곳은 내 정보 > 알림 받을 곳에서 바꾸실 수 있습니다.' },
  en: { subject: '[{site}] {title}', body: '{text}\n\nYou choose what reaches you under My info > Notifications.' },
};
const noticeSms: Words = {
  ko: { subject: '', body: '[{site}] {title}' },
  en: { subject: '', body: '[{site}] {title}' },
};
/** What a member asked for itself: it ends where it was made. */
const alertMail: Words = {
  ko: {
    subject: '[{site}] {title}',
    body: '{text}\n\n직접 만든 가격 알림입니다. 거래 화면의 가격 알림에서 바꾸거나 지우실 수 있습니다.',
  },
  en: {
    subject: '[{site}] {title}',
    body: '{text}\n\nYou set this price alert yourself. Change or delete it under Price alerts on the trading screen.',
  },
};

const leftMail: Words = {
  ko: {
    subject: '[{site}] 탈퇴가 끝났습니다',
    body: '{username} 계정의 탈퇴가 {time}에 끝났습니다. 모든 기기에서 로그아웃되었고, 다시 로그인하거나 되돌릴 수 없습니다.\n\n법령이 정한 기간 동안 보관해야 하는 기록만 따로 보관하고, 기간이 지나면 지웁니다. {days}일 뒤부터 다시 가입하실 수 있습니다.\n\n그동안 이용해 주셔서 고맙습니다.',
  },
  en: {
    subject: '[{site}] You have left',
    body: 'The account {username} was closed at {time}. Every device is logged out; it cannot be logged in to or brought back.\n\nOnly records that the law wants kept are kept, apart, and erased when their time is over. You may join again after {days} days.\n\nThank you for having been with us.',
  },
};
const leftSms: Words = {
  ko: { subject: '', body: '[{site}] {username} 탈퇴가 끝났습니다({time}).' },
  en: { subject: '', body: '[{site}] {username}: the account was closed ({time}).' },
};

export const templates: Readonly<Record<OutgoingName, Readonly<Record<OutgoingKind, Words>>>> = {
  CODE: { MAIL: codeMail, SMS: codeSms },
  NO_ACCOUNT: { MAIL: noAccountMail, SMS: noAccountSms },
  SECURITY_CHANGED: { MAIL: securityMail, SMS: securitySms },
  NEW_LOGIN: { MAIL: newLoginMail, SMS: newLoginSms },
  APPROVED: { MAIL: approvedMail, SMS: approvedSms },
  NOT_APPROVED: { MAIL: refusedMail, SMS: refusedSms },
  NOTICE: { MAIL: noticeMail, SMS: noticeSms },
  PRICE_ALERT: { MAIL: alertMail, SMS: noticeSms },
  LEFT: { MAIL: leftMail, SMS: leftSms },
};

/** Puts the values into the words; a value never brings line breaks into a subject or markers of its own. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (marker, name: string) => values[name]?.replace(/[\r\n{}]/g, ' ') ?? marker);
}

/** With the words that a member has chosen; a forged mail cannot know them. */
export function marked(text: string, mark: string | undefined, kind: OutgoingKind, language: 'ko' | 'en'): string {
  if (mark === undefined) return text;
  if (kind === 'SMS') return `${text} (${mark})`;
  return `${language === 'ko' ? '피싱 방지 문구' : 'Your anti-phishing words'}: ${mark}\n\n${text}`;
}
