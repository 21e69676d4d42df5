// What can go wrong when someone looks into a wallet or moves money between two; what the engine refuses keeps its own codes.
import { defineErrors } from '@maru/kit/contract/errors.ts';
import { convertErrors } from './convert-errors.ts';
import { memberTransferErrors } from './member-transfer-errors.ts';
import { custodyRejections } from './custody-rejections.ts';

export const walletErrors = defineErrors({
  WALLET_NOT_USED: { status: 404, field: 'walletType', ko: '이 사이트에서 쓰지 않는 지갑이에요.', en: 'This wallet is not used here.' },
  WALLET_SAME: { status: 400, field: 'to', ko: '서로 다른 지갑을 골라 주세요.', en: 'Please choose two different wallets.' },
  COUPON_UNKNOWN: {
    status: 404,
    field: 'promoCode',
    ko: '쓸 수 없는 쿠폰 번호예요. 번호와 기간을 확인해 주세요.',
    en: 'This code cannot be used. Please check it and its dates.',
  },
  COUPON_USED: { status: 409, field: 'promoCode', ko: '이미 쓴 쿠폰이에요.', en: 'You have used this coupon already.' },
  COUPON_SOLD_OUT: { status: 409, field: 'promoCode', ko: '준비한 수량이 모두 나갔어요.', en: 'All of these coupons are gone.' },
  COUPON_OTHER_WALLET: {
    status: 409,
    field: 'walletType',
    ko: '이 쿠폰은 다른 지갑으로 받아야 해요. ({wallet})',
    en: 'This coupon is paid into another wallet ({wallet}).',
  },
  COUPON_NOT_HERE: { status: 403, ko: '이 사이트에서는 쿠폰을 쓸 수 없어요.', en: 'Coupons cannot be used on this site.' },
  COUPON_TRIES: {
    status: 429,
    field: 'promoCode',
    ko: '여러 번 틀렸어요. 잠시 후 다시 시도해 주세요.',
    en: 'Too many wrong codes. Please try again later.',
  },
  COUPON_EXISTS: { status: 409, field: 'promoCode', ko: '이미 있는 쿠폰 번호예요.', en: 'This code exists already.' },
  DEMO_MONEY_OFF: { status: 404, ko: '이 사이트에는 데모 머니가 없어요.', en: 'This site gives no demo money.' },
  DEMO_MONEY_ENOUGH: {
    status: 409,
    ko: '모든 지갑을 합쳐 {below} USDT보다 적게 남았을 때 다시 받을 수 있어요.',
    en: 'More is given once you hold less than {below} USDT over all wallets.',
  },
  DEMO_MONEY_TODAY: {
    status: 429,
    ko: '데모 머니는 24시간에 한 번 받을 수 있어요.',
    en: 'Demo money is given once in 24 hours.',
  },
  RATE_NOT_KNOWN: {
    status: 404,
    field: 'counter',
    ko: '지금은 이 통화의 환율을 알 수 없어요.',
    en: 'The rate of this currency is not known right now.',
  },
  RATE_CHANGED: {
    status: 409,
    field: 'rate',
    ko: '그사이 환율이 1 USDT = {rate} {currency}로 바뀌었어요. 받을 금액을 다시 확인해 주세요.',
    en: 'The rate is now 1 USDT = {rate} {currency}. Please check what arrives.',
  },
  CONVERSION_HALTED: {
    status: 409,
    field: 'to',
    ko: '환율이 한 시간 안에 {percent}% 넘게 움직여서 전환을 멈췄어요. 더 움직이지 않으면 {minutes}분 뒤에 다시 열려요.',
    en: 'The rate moved by more than {percent}% within an hour, so conversions are halted. If it stays, they open again in {minutes} min.',
  },
  CONVERSION_RATE_OLD: {
    status: 409,
    field: 'to',
    ko: '환율이 오래되어 전환을 멈췄어요. 새 환율이 오면 다시 열려요.',
    en: 'The rate is too old, so conversions are halted until a new one comes.',
  },
  CONVERSION_RATE_RANGE: {
    status: 409,
    field: 'to',
    ko: '환율이 정해 둔 범위를 벗어나 전환을 멈췄어요.',
    en: 'The rate lies outside of its bounds, so conversions are halted.',
  },
  CONVERSION_LIMIT: {
    status: 422,
    field: 'point',
    ko: '한 번에 {limit} USDT까지 전환할 수 있어요.',
    en: 'At most {limit} USDT can be converted at once.',
  },
  ...convertErrors,
  ...memberTransferErrors,
  ...custodyRejections,
});
