// What can go wrong on the way in: login, tokens, sign-up.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const accountErrors = defineErrors({
  BAD_CREDENTIALS: { status: 401, ko: '아이디 또는 비밀번호가 일치하지 않습니다.', en: 'username or password does not match' },
  PENDING_APPROVAL: {
    status: 403,
    ko: '승인을 기다리는 계정이에요. 승인되면 바로 이용할 수 있어요.',
    en: 'Your account is waiting for approval.',
  },
  TOO_MANY_LOGINS: {
    status: 429,
    ko: '로그인을 여러 번 시도했어요. {retryAfterSeconds}초 뒤에 다시 시도해 주세요.',
    en: 'Too many login attempts. Please try again in {retryAfterSeconds} seconds.',
  },
  TOKEN_REUSED: {
    status: 401,
    ko: '이미 사용된 로그인 정보예요. 안전을 위해 로그아웃했으니 다시 로그인해 주세요.',
    en: 'This login was already renewed elsewhere. For your safety it was ended; please log in again.',
    field: 'refreshToken',
  },
  USERNAME_TAKEN: { status: 409, ko: '이미 쓰고 있는 아이디예요.', en: 'This username is taken.', field: 'username' },
  NICK_TAKEN: { status: 409, ko: '이미 쓰고 있는 닉네임이에요.', en: 'This nickname is taken.', field: 'nick' },
  NAME_RESERVED: {
    status: 400,
    ko: '운영자나 사이트로 보일 수 있는 이름은 쓸 수 없어요. 다른 이름을 적어 주세요.',
    en: 'This name could be taken for the site or its operators. Please choose another one.',
  },
  PHONE_TAKEN: { status: 409, ko: '이미 가입한 전화번호예요.', en: 'This phone number is already registered.', field: 'phone' },
  NICK_IS_USERNAME: {
    status: 400,
    ko: '아이디와 같은 닉네임은 쓸 수 없어요.',
    en: 'The nickname cannot be the same as the username.',
    field: 'nick',
  },
  PASSWORD_WRONG: {
    status: 403,
    ko: '비밀번호가 맞지 않아요. 다시 확인해 주세요.',
    en: 'That is not your password. Please check it.',
    field: 'password',
  },
  PROOF_REQUIRED: {
    status: 400,
    ko: '인증이 끝나지 않았거나 시간이 지났어요. 인증번호를 다시 받아 주세요.',
    en: 'The proof is missing or too old. Please ask for a new code.',
  },
  TERMS_REQUIRED: {
    status: 400,
    ko: '필수 약관에 모두 동의해 주세요.',
    en: 'Please agree to all required terms.',
    field: 'terms',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    ko: '너무 흔한 비밀번호예요. 다른 비밀번호를 정해 주세요.',
    en: 'This password is too common. Please choose another.',
    field: 'password',
  },
});

/** What members do to guard themselves. */
export const guardingErrors = defineErrors({
  SETTINGS_LOCKED: {
    status: 403,
    ko: '보안 설정을 잠가 두어서 {until}까지 바꿀 수 없어요.',
    en: 'Your security settings are locked until {until}.',
  },
  LINK_USED: {
    status: 410,
    ko: '이미 썼거나 기한이 지난 링크예요.',
    en: 'This link was used already or is too old.',
  },
});

/** Who somebody is. */
export const niceErrors = defineErrors({
  NICE_NOT_SET_UP: {
    status: 503,
    ko: '지금은 본인 확인을 할 수 없어요. 고객센터에 문의해 주세요.',
    en: 'Identity cannot be checked right now. Please contact support.',
  },
  NICE_AWAY: {
    status: 503,
    ko: '본인 확인 기관이 대답하지 않아요. 잠시 뒤에 다시 시도해 주세요.',
    en: 'The identity bureau does not answer. Please try again shortly.',
  },
  NICE_REFUSED: {
    status: 400,
    ko: '본인 확인 결과를 믿을 수 없어요. 처음부터 다시 해 주세요.',
    en: 'This answer cannot be trusted. Please start again.',
  },
  NICE_EXPIRED: {
    status: 400,
    ko: '본인 확인 시간이 지났거나 이미 쓴 결과예요. 다시 확인해 주세요.',
    en: 'This check is too old or was used already. Please check again.',
  },
  IDENTITY_DIFFERS: {
    status: 400,
    ko: '본인 확인한 이름과 달라요.',
    en: 'This is not the name that was confirmed.',
    field: 'name',
  },
  PERSON_TAKEN: {
    status: 409,
    ko: '이미 가입하신 분이에요. 아이디 찾기를 이용해 주세요.',
    en: 'You have an account here already. Use “Find my username”.',
    field: 'niceKey',
  },
  PERSON_EXCLUDED: {
    status: 403,
    ko: '스스로 이용을 멈춘 동안에는 새로 가입할 수 없어요. {until}부터 다시 가입할 수 있어요.',
    en: 'You shut yourself out. You can become a member again from {until}.',
    field: 'niceKey',
  },
  TOO_YOUNG: {
    status: 403,
    ko: '만 {years}세부터 가입할 수 있어요.',
    en: 'You can sign up from the age of {years}.',
    field: 'niceKey',
  },
});

/** Where notices go. */
export const noticeErrors = defineErrors({
  NOTICE_FIXED: { status: 400, ko: '보안 알림은 끌 수 없어요.', en: 'Security notices cannot be switched off.', field: 'topic' },
});

/** What is asked when something leaves. */
export const withdrawErrors = defineErrors({
  WITHDRAW_PASSWORD_WRONG: {
    status: 400,
    ko: '출금 비밀번호가 맞지 않아요. {left}번 더 적을 수 있어요.',
    en: 'That is not your withdrawal password. {left} tries left.',
    field: 'password',
  },
  WITHDRAW_PASSWORD_LOCKED: {
    status: 429,
    ko: '출금 비밀번호를 다섯 번 틀려서 하루 동안 잠겼어요. 고객센터는 풀어 드릴 수 없어요.',
    en: 'Five wrong tries: the withdrawal password is locked for a day.',
  },
  WITHDRAW_PASSWORD_WEAK: {
    status: 400,
    ko: '같은 숫자나 이어지는 숫자는 쓸 수 없어요.',
    en: 'Not one digit six times, and not six in a row.',
    field: 'password',
  },
});

/** What members allow themselves. */
export const limitErrors = defineErrors({
  OWN_DEPOSIT_LIMIT: {
    status: 403,
    ko: '스스로 정한 하루 입금 한도 {limit} USDT를 넘어요. 오늘은 {left} USDT까지 넣을 수 있어요.',
    en: 'That is beyond the {limit} USDT a day that you allow yourself. {left} USDT are left today.',
    field: 'point',
  },
});

/** The second factor. */
export const secondFactorErrors = defineErrors({
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    ko: '비밀번호는 맞아요. 한 단계만 더 확인해 주세요.',
    en: 'The password is right. One more step, please.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    ko: '중요한 일이라 한 번 더 확인할게요.',
    en: 'This matters: please prove your second factor once more.',
  },
  OTP_WRONG: {
    status: 400,
    ko: '코드가 맞지 않아요. 이미 쓴 코드라면 다음 코드를 적어 주세요.',
    en: 'The code does not match. If it was used already, enter the next one.',
    field: 'code',
  },
  CHALLENGE_EXPIRED: {
    status: 401,
    ko: '시간이 지났어요. 비밀번호부터 다시 적어 주세요.',
    en: 'Time is up. Please start again with your password.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    ko: '패스키를 확인하지 못했어요. 다시 시도해 주세요.',
    en: 'The passkey could not be confirmed. Please try again.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    ko: '패스키는 {limit}개까지 둘 수 있어요. 안 쓰는 것을 지워 주세요.',
    en: 'You can keep {limit} passkeys. Please remove one that you do not use.',
  },
  TOTP_ON_ALREADY: { status: 409, ko: 'OTP가 이미 켜져 있어요.', en: 'The authenticator app is on already.' },
  TOTP_NOT_STARTED: { status: 409, ko: 'OTP가 켜져 있지 않아요.', en: 'The authenticator app is not on.' },
});

/** Codes by mail and phone. */
export const certificateErrors = defineErrors({
  CODE_TOO_SOON: {
    status: 429,
    ko: '인증번호를 방금 보냈어요. {retryAfterSeconds}초 뒤에 다시 받을 수 있어요.',
    en: 'A code was just sent. You can ask again in {retryAfterSeconds} seconds.',
  },
  TOO_MANY_CODES: {
    status: 429,
    ko: '인증번호를 너무 많이 받았어요. {retryAfterSeconds}초 뒤에 다시 시도해 주세요.',
    en: 'Too many codes were asked for. Please try again in {retryAfterSeconds} seconds.',
  },
  MAIL_NOT_SET_UP: {
    status: 503,
    ko: '지금은 메일을 보낼 수 없어요. 고객센터에 문의해 주세요.',
    en: 'E-mail cannot be sent right now. Please contact support.',
  },
  SMS_NOT_SET_UP: {
    status: 503,
    ko: '지금은 문자를 보낼 수 없어요. 고객센터에 문의해 주세요.',
    en: 'Text messages cannot be sent right now. Please contact support.',
  },
  CODE_WRONG: {
    status: 400,
    ko: '인증번호가 맞지 않아요. {left}번 더 적을 수 있어요.',
    en: 'The code does not match. {left} tries left.',
    field: 'secretCode',
  },
  CODE_EXPIRED: {
    status: 400,
    ko: '인증번호를 쓸 수 있는 시간이 지났어요. 다시 받아 주세요.',
    en: 'This code can no longer be used. Please ask for a new one.',
    field: 'secretCode',
  },
  CERTIFICATE_INVALID: {
    status: 400,
    ko: '인증이 끝나지 않았거나 시간이 지났어요. 처음부터 다시 해 주세요.',
    en: 'The proof is missing or too old. Please start again.',
    field: 'key',
  },
});

export const ownDataErrors = defineErrors({
  OWN_DATA_RUNNING: {
    status: 409,
    ko: '파일을 만들고 있어요. 다 되면 여기에서 받을 수 있어요.',
    en: 'Your file is being written; you can get it here when it is done.',
  },
  OWN_DATA_TODAY: {
    status: 429,
    ko: '내 정보 파일은 24시간에 한 번 만들 수 있어요.',
    en: 'A file of your data can be made once in 24 hours.',
  },
  OWN_DATA_NOT_READY: {
    status: 404,
    ko: '받을 수 있는 파일이 없어요. 새로 만들어 주세요.',
    en: 'There is no file to fetch. Please make a new one.',
  },
});
