// A member's ledger as operators see it and take it away: columns for table and CSV, and what it is narrowed by.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import { type DnwEntry, type DnwType, dnwTypes } from './contract.ts';

export const ledgerColumns: readonly ListColumn<DnwEntry>[] = [
  {
    key: 'time',
    head: { ko: '시각 (UTC)', en: 'Time (UTC)' },
    screenHead: { ko: '시각', en: 'Time' },
    kind: 'moment',
    value: ({ time }) => time,
  },
  { key: 'wallet', head: { ko: '지갑', en: 'Wallet' }, value: ({ walletType }) => walletType },
  { key: 'type', head: { ko: '유형', en: 'Type' }, value: ({ type }) => type, isFileOnly: true },
  { key: 'what', head: { ko: '내용', en: 'What' }, value: ({ reason }) => reason },
  { key: 'symbol', head: { ko: '종목', en: 'Symbol' }, value: ({ symbol }) => symbol, isFileOnly: true },
  { key: 'amount', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ point }) => point },
  { key: 'after', head: { ko: '거래 뒤 잔액', en: 'Balance after' }, kind: 'figure', value: ({ balance }) => balance },
  { key: 'currency', head: { ko: '통화', en: 'Currency' }, value: ({ currency }) => currency, isFileOnly: true },
  { key: 'id', head: { ko: '번호', en: 'Id' }, value: ({ dnwHistoryId }) => dnwHistoryId, isFileOnly: true },
];

export const movementWords: Readonly<Record<DnwType, Said>> = {
  B: { ko: '보너스', en: 'Bonus' },
  D: { ko: '입금', en: 'Deposit' },
  W: { ko: '출금', en: 'Withdrawal' },
  WB: { ko: '구매', en: 'Purchase' },
  WS: { ko: '판매', en: 'Sale' },
  TI: { ko: '이체 받음', en: 'Transfer in' },
  TO: { ko: '이체 보냄', en: 'Transfer out' },
  CI: { ko: '전환 받음', en: 'Converted in' },
  CO: { ko: '전환 보냄', en: 'Converted out' },
  E: { ko: '취소', en: 'Cancelled' },
  C: { ko: '정산', en: 'Settlement' },
  PB: { ko: '보너스 지급', en: 'Bonus payment' },
  PM: { ko: '차감', en: 'Deduction' },
};

/** Which wallets there are, the member's page knows. */
export const ledgerFilters: readonly ListFilter[] = [
  {
    key: 'wallet',
    asks: 'walletType',
    isOpen: true,
    head: { ko: '지갑', en: 'Wallet' },
    options: [['', { ko: '모든 지갑', en: 'All wallets' }]],
  },
  {
    key: 'type',
    asks: 'typeStrs',
    head: { ko: '유형', en: 'Type' },
    options: [['', { ko: '모든 유형', en: 'All types' }], ...dnwTypes.map((type) => [type, movementWords[type]] as const)],
  },
  {
    key: 'period',
    head: { ko: '기간', en: 'Period' },
    options: [
      ['', { ko: '모든 기간', en: 'Any time' }],
      ['1', { ko: '오늘', en: 'Today' }],
      ['7', { ko: '7일', en: '7 days' }],
      ['30', { ko: '30일', en: '30 days' }],
      ['90', { ko: '90일', en: '90 days' }],
    ],
  },
];
