// The list of a site's coins as they are converted, as operators see it: its columns, and the words of where each stands.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { DeskConvertCoin } from './convert-admin-contract.ts';

const pauses: Readonly<Record<string, Said>> = {
  SAFETY: { ko: '멈춤 · 안전 확인', en: 'Paused: safety' },
  PRICE: { ko: '멈춤 · 시세 확인', en: 'Paused: prices' },
  OFF: { ko: '꺼짐', en: 'Off' },
};
const standings: Readonly<Record<DeskConvertCoin['standing'], Said>> = {
  OPEN: { ko: '열림', en: 'Open' },
  SHORT: { ko: '한도 넘음 · 내주지 않음', en: 'Beyond the cap: not given out' },
  LONG: { ko: '한도 넘음 · 받지 않음', en: 'Beyond the cap: not taken in' },
  NO_PRICE: { ko: '시세 대기', en: 'Waiting for a price' },
  PAUSED: { ko: '멈춤', en: 'Paused' },
};

export const standingWords = ({ standing, paused }: Pick<DeskConvertCoin, 'standing' | 'paused'>): Said =>
  pauses[paused ?? ''] ?? standings[standing];

export const convertColumns: readonly ListColumn<DeskConvertCoin>[] = [
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ walletType }) => walletType },
  { key: 'standing', head: { ko: '상태', en: 'Standing' }, value: (row, say) => say(standingWords(row)) },
  { key: 'held', head: { ko: '하우스 보유', en: 'House holds' }, kind: 'figure', value: ({ held }) => held },
  { key: 'exposure', head: { ko: '노출 USDT', en: 'Exposure USDT' }, kind: 'figure', value: ({ exposure }) => exposure },
  { key: 'cap', head: { ko: '한도 USDT', en: 'Cap USDT' }, kind: 'figure', value: ({ cap }) => cap },
  { key: 'spread', head: { ko: '스프레드 %', en: 'Spread %' }, kind: 'figure', value: ({ spread }) => spread },
  { key: 'tolerance', head: { ko: '허용 변동 %', en: 'Tolerance %' }, kind: 'figure', value: ({ tolerance }) => tolerance },
  { key: 'least', head: { ko: '최소 USDT', en: 'Least USDT' }, kind: 'figure', value: ({ least }) => least },
  { key: 'most', head: { ko: '한 번 최대 USDT', en: 'Most at once USDT' }, kind: 'figure', value: ({ most }) => most },
  { key: 'dayMost', head: { ko: '하루 최대 USDT', en: 'Most a day USDT' }, kind: 'figure', value: ({ dayMost }) => dayMost },
];
