// What can stand in the way of sending coins to another member. Of a receiver it is never said whether there is one that may not receive.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const memberTransferErrors = defineErrors({
  RECEIVER_UNKNOWN: {
    status: 404,
    field: 'receiver',
    ko: '받을 수 있는 회원을 찾을 수 없어요. 아이디, 전화번호, 이메일을 확인해 주세요.',
    en: 'No member who can receive it was found. Please check the username, phone number or e-mail.',
  },
  RECEIVER_TRIES: {
    status: 429,
    field: 'receiver',
    ko: '받는 회원을 너무 여러 번 찾았어요. 24시간 안에 다시 열려요.',
    en: 'Receivers were looked up too often. This opens again within 24 hours.',
  },
  TRANSFER_SELF: { status: 400, field: 'receiver', ko: '나에게는 보낼 수 없어요.', en: 'You cannot send to yourself.' },
  TRANSFER_KEY: {
    status: 400,
    ko: '요청마다 하나뿐인 Idempotency-Key를 함께 보내 주세요.',
    en: 'Please send an Idempotency-Key of this request alone.',
  },
  TRANSFER_UNKNOWN: {
    status: 404,
    field: 'transferId',
    ko: '확인한 보내기를 찾을 수 없어요. 받는 회원부터 다시 확인해 주세요.',
    en: 'There is no such checked transfer. Please check the receiver again.',
  },
  TRANSFER_USED: {
    status: 409,
    field: 'transferId',
    ko: '이미 처리한 보내기예요. 내역을 확인해 주세요.',
    en: 'This transfer was dealt with already. Please look at your history.',
  },
  TRANSFER_PAUSED: { status: 409, ko: '회원에게 보내기를 잠시 멈췄어요.', en: 'Transfers to members are paused for now.' },
  TRANSFER_HELD: {
    status: 403,
    ko: '보안 설정이 바뀌어 보내기를 잠시 막아 두었어요. 시간이 지나면 저절로 풀려요.',
    en: 'Transfers to members are held after a change of your protection. This ends by itself.',
  },
  TRANSFER_NO_PASSWORD: {
    status: 403,
    field: 'password',
    ko: '출금 비밀번호를 먼저 만들어 주세요.',
    en: 'Please set a withdrawal password first.',
  },
  TRANSFER_NO_SECOND_FACTOR: {
    status: 403,
    ko: '24시간 안에 {limit} USDT어치부터는 OTP나 패스키가 필요해요. 프로필에서 켜 주세요.',
    en: 'From {limit} USDT worth within 24 hours on you need an authenticator app or a passkey. Turn one on in your profile.',
  },
  TRANSFER_LEAST: {
    status: 422,
    field: 'point',
    ko: '최소 {limit} USDT어치부터 보낼 수 있어요.',
    en: 'At least {limit} USDT worth can be sent.',
  },
  TRANSFER_MOST: {
    status: 422,
    field: 'point',
    ko: '한 번에 {limit} USDT어치까지 보낼 수 있어요.',
    en: 'At most {limit} USDT worth can be sent at once.',
  },
  TRANSFER_DAY: {
    status: 422,
    field: 'point',
    ko: '24시간 한도 {limit} USDT를 넘어요. 지금은 {left} USDT어치까지 보낼 수 있어요.',
    en: 'This is beyond the limit of {limit} USDT in 24 hours. {left} USDT worth can be sent now.',
  },
  TRANSFER_OWN_LIMIT: {
    status: 422,
    field: 'point',
    ko: '내 하루 한도 {limit} USDT를 넘어요.',
    en: 'This is beyond your own limit of {limit} USDT a day.',
  },
  TRANSFER_BONUS: {
    status: 422,
    field: 'point',
    ko: '거래 조건이 남은 보너스 {held} USDT는 보낼 수 없어요.',
    en: 'A bonus of {held} USDT whose turnover is open cannot be sent yet.',
  },
  TRANSFER_NO_PRICE: {
    status: 409,
    field: 'walletType',
    ko: '{coin} 시세를 기다리고 있어요. 새 시세가 오면 보낼 수 있어요.',
    en: 'Waiting for a fresh price of {coin}. It can be sent once one is there.',
  },
});
