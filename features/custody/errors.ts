// What can go wrong with coins that come in and go out.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const custodyErrors = defineErrors({
  COIN_NOT_TAKEN: {
    status: 404,
    field: 'coinName',
    ko: '이 사이트에서 입금할 수 없는 코인이에요.',
    en: 'This coin cannot be deposited here.',
  },
  NO_TEST_COINS: { status: 404, ko: '테스트 코인은 데모에만 있어요.', en: 'Test coins exist on a demo only.' },
  TEST_COINS_WAIT: {
    status: 429,
    ko: '테스트 코인은 {seconds}초 뒤에 다시 받을 수 있어요.',
    en: 'Test coins can be asked for again in {seconds} s.',
  },
  ADDRESS_NOT_MADE: {
    status: 409,
    ko: '입금 주소를 만들고 있어요. 잠시 후 다시 눌러 주세요.',
    en: 'Your address is being made. Please try again in a moment.',
  },
  WITHDRAW_COIN: {
    status: 404,
    field: 'walletType',
    ko: '이 사이트에서 출금할 수 없는 코인이에요.',
    en: 'This coin cannot be withdrawn here.',
  },
  WITHDRAW_PAUSED: {
    status: 503,
    field: 'walletType',
    ko: '이 코인의 출금을 잠시 멈췄어요. 돈은 그대로 있어요.',
    en: 'Withdrawals of this coin are paused. Your money is where it was.',
  },
  ADDRESS_BAD: {
    status: 400,
    field: 'address',
    ko: '{chain} 주소가 아니에요. 한 글자라도 다르면 보낼 수 없으니 다시 복사해 주세요.',
    en: 'This is no address of {chain}. Please copy it again: not one letter may differ.',
  },
  ADDRESS_OTHER_COIN: {
    status: 400,
    field: 'address',
    ko: '{other} 주소예요. 지금 고른 네트워크는 {chain}이에요.',
    en: 'This is an address of {other}, and you chose {chain}.',
  },
  ADDRESS_TEST_NETWORK: {
    status: 400,
    field: 'address',
    ko: '테스트 네트워크의 주소예요.',
    en: 'This is an address of a test network.',
  },
  ADDRESS_OWN: {
    status: 400,
    field: 'address',
    ko: '내 입금 주소예요. 다른 주소를 적어 주세요.',
    en: 'This is your own address for deposits. Please enter another one.',
  },
  MEMO_NOT_USED: { status: 400, field: 'memo', ko: '{chain}에는 메모가 없어요.', en: '{chain} has no memo.' },
  MEMO_BAD: {
    status: 400,
    field: 'memo',
    ko: '메모(태그)가 맞지 않아요. 받는 곳에서 다시 확인해 주세요.',
    en: 'This memo or tag is not valid. Please look it up where you want to receive it.',
  },
  WITHDRAW_KEY: {
    status: 400,
    field: 'Idempotency-Key',
    ko: '출금 신청에는 Idempotency-Key가 있어야 해요.',
    en: 'A withdrawal needs an Idempotency-Key.',
  },
  WITHDRAW_TICKET: {
    status: 400,
    field: 'ticket',
    ko: '출금 비밀번호를 다시 적어 주세요.',
    en: 'Please enter your withdrawal password again.',
  },
  WITHDRAW_LEAST: {
    status: 400,
    field: 'point',
    ko: '{least} {currency}부터 출금할 수 있어요.',
    en: 'The least that can be withdrawn is {least} {currency}.',
  },
  WITHDRAW_LIMIT: {
    status: 403,
    field: 'point',
    ko: '하루 출금 한도 {limit} USDT를 넘어요. 오늘은 {left} USDT까지 출금할 수 있어요.',
    en: 'That is beyond your limit of {limit} USDT a day. {left} USDT are left today.',
  },
  WITHDRAW_HELD: {
    status: 403,
    ko: '보안 설정이 바뀌어 출금을 잠시 막아 두었어요. 시간이 지나면 저절로 풀려요.',
    en: 'Withdrawals are held after a change of your protection. This ends by itself.',
  },
  WITHDRAW_BONUS: {
    status: 403,
    field: 'point',
    ko: '거래 조건이 남은 보너스 {held} USDT는 출금할 수 없어요.',
    en: '{held} USDT are a bonus whose turnover is still open, and may not leave.',
  },
  WITHDRAW_OPEN: {
    status: 409,
    ko: '진행 중인 출금이 너무 많아요. 끝난 뒤에 다시 신청해 주세요.',
    en: 'Too many withdrawals are under way. Please wait until some are done.',
  },
  WITHDRAW_LATE: {
    status: 409,
    ko: '이미 처리된 출금이라 바꿀 수 없어요.',
    en: 'This withdrawal has been decided already and cannot be changed.',
  },
  WITHDRAW_CHANGED: {
    status: 409,
    ko: '보신 내용과 지금 내용이 달라요. 다시 확인해 주세요.',
    en: 'What you saw is not what stands now. Please look again.',
  },
  COIN_UNKNOWN: { status: 404, field: 'walletType', ko: '이 사이트에 없는 코인이에요.', en: 'This site has no such coin.' },
  COIN_SAME: { status: 409, ko: '지금과 같아서 바꿀 것이 없어요.', en: 'That is how it stands already.' },
  COIN_UNLOCK: {
    status: 400,
    field: 'unlockAfter',
    ko: '출금 가능 확인 수는 반영 확인 수보다 적을 수 없어요.',
    en: 'It cannot be withdrawn after fewer blocks than it is credited after.',
  },
  COIN_OUT_LEAST: {
    status: 400,
    field: 'outLeast',
    ko: '최소 출금은 수수료보다 커야 해요.',
    en: 'The least that can be withdrawn must be more than the fee.',
  },
  COIN_TWO_PERSONS: {
    status: 400,
    field: 'twoPersons',
    ko: '두 사람 기준은 한 사람 기준보다 작을 수 없어요.',
    en: 'The limit of two persons cannot be below that of one.',
  },
  COIN_NOT_PAYING: {
    status: 409,
    ko: '이 네트워크의 출금은 아직 준비되지 않았어요.',
    en: 'Payments on this network are not ready yet.',
  },
});
