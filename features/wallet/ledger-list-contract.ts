// A member's ledger as operators see it and take it away: columns for table and CSV.
import type { ListColumn } from '@maru/kit/contract/list.ts';
import type { DnwEntry } from './contract.ts';

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
