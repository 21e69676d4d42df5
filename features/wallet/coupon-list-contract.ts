// The list of coupons as operators see it and take it away: columns and filters, for table, bar and CSV.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { CouponCode, CouponRow, CouponState } from './coupon-admin-contract.ts';

export const couponStateWords: Readonly<Record<CouponState, Said>> = {
  ASKED: { ko: '승인 대기', en: 'Waits for approval' },
  MADE: { ko: '재원 준비 중', en: 'Being funded' },
  AHEAD: { ko: '시작 전', en: 'Not started' },
  OPEN: { ko: '사용 가능', en: 'Open' },
  SOLD_OUT: { ko: '소진', en: 'Used up' },
  OVER: { ko: '기간 끝', en: 'Expired' },
  ENDED: { ko: '중지', en: 'Ended' },
};
const stateHead = { ko: '상태', en: 'State' };

const codeWords = ({ promoCode, count }: CouponRow): Said =>
  count === 1 ? { ko: promoCode, en: promoCode } : { ko: `${promoCode} 외 ${count - 1}개`, en: `${promoCode} and ${count - 1} more` };

const fileHead = (key: string, ko: string, en: string): Pick<ListColumn<CouponCode>, 'key' | 'head'> => ({ key, head: { ko, en } });
/** The codes of a batch. */
export const couponCodeColumns: readonly ListColumn<CouponCode>[] = [
  { ...fileHead('code', '번호', 'Code'), value: ({ promoCode }) => promoCode },
  { ...fileHead('used', '쓴 수 / 수량', 'Used / quota'), value: ({ used }) => used },
  { ...fileHead('quota', '수량', 'How many'), value: ({ quota }) => quota },
];

export const couponColumns: readonly ListColumn<CouponRow>[] = [
  { key: 'name', head: { ko: '이름', en: 'Name' }, value: ({ name }, say) => say(name) },
  { key: 'code', head: { ko: '번호', en: 'Code' }, value: (row, say) => say(codeWords(row)) },
  { key: 'point', head: { ko: '1장 금액', en: 'Each' }, kind: 'figure', value: ({ point }) => point },
  { key: 'quota', head: { ko: '수량', en: 'How many' }, kind: 'figure', value: ({ quota }) => quota, isFileOnly: true },
  { key: 'used', head: { ko: '쓴 수 / 수량', en: 'Used / quota' }, kind: 'figure', value: ({ used }) => used },
  {
    key: 'wallet',
    head: { ko: '받는 지갑', en: 'Wallet' },
    screenHead: { ko: '받는 지갑 · 조건', en: 'Wallet · Conditions' },
    value: ({ walletType }) => walletType,
  },
  {
    key: 'until',
    head: { ko: '끝나는 때', en: 'Until' },
    screenHead: { ko: '끝나는 때 · 만든 사람', en: 'Until · Made by' },
    kind: 'moment',
    value: ({ expiresAt }) => expiresAt,
  },
  { key: 'by', head: { ko: '만든 사람', en: 'Made by' }, value: ({ createdBy }) => createdBy, isFileOnly: true },
  { key: 'state', head: stateHead, value: ({ state }, say) => say(couponStateWords[state]) },
];

export const couponFilters: readonly ListFilter[] = [
  { kind: 'search', key: 'q', head: { ko: '이름이나 번호로 찾기', en: 'Search name or code' } },
  { key: 'state', head: stateHead, options: [['', { ko: '모든 상태', en: 'All states' }], ...Object.entries(couponStateWords)] },
];
