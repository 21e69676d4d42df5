// What can go wrong when operators move money by hand.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const walletAdminErrors = defineErrors({
  TRANSFER_TERMS_SAME: { status: 409, ko: '지금과 같아서 바꿀 것이 없어요.', en: 'That is how it stands already.' },
  TRANSFER_TERMS_ORDER: {
    status: 400,
    field: 'most',
    ko: '최소, 한 번에, 24시간 순서로 같거나 커야 해요.',
    en: 'Least, most at once and most in 24 hours may not fall in that order.',
  },
  LIMIT_EXCEEDED: {
    status: 409,
    field: 'total',
    ko: '지급 재원을 넘어요. 재원에는 {limit} {currency}가 있고 요청은 {offered} {currency}예요.',
    en: 'This is more than the funds hold: {limit} {currency} there, {offered} {currency} asked for.',
  },
  ENTRY_TOTAL_DIFFERS: {
    status: 400,
    field: 'total',
    ko: '합계가 달라요. 줄을 모두 더하면 {sum}이에요.',
    en: 'The total differs: the rows add up to {sum}.',
  },
  ENTRY_CURRENCY: {
    status: 400,
    field: 'currency',
    ko: '이 지갑의 통화는 {currency}예요.',
    en: 'This wallet is kept in {currency}.',
  },
  ENTRY_TWICE: {
    status: 400,
    field: 'rows',
    ko: '{playerId}번 회원이 두 번 들어 있어요.',
    en: 'Member {playerId} is in the list twice.',
  },
});
