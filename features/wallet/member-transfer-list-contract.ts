// The list of transfers between members as operators see it: its columns, filters, and the words of how each ended.
import type { ListColumn, ListFilter, Said, Say } from '@maru/kit/contract/list.ts';
import type { DeskTransfer } from './member-transfer-admin-contract.ts';

const states: Readonly<Record<DeskTransfer['state'], Said>> = {
  TAKEN: { ko: '처리 중', en: 'Under way' },
  DONE: { ko: '완료', en: 'Done' },
  REFUSED: { ko: '거절', en: 'Refused' },
};
const faults: Readonly<Record<string, Said>> = {
  INSUFFICIENT_BALANCE: { ko: '잔액 부족', en: 'balance too low' },
  BALANCE_LOCKED: { ko: '묶인 금액', en: 'money not free' },
  ACCOUNT_FROZEN: { ko: '보낸 계정 정지', en: 'sender frozen' },
  RECEIVER_CLOSED: { ko: '받는 계정 정지', en: 'receiver closed' },
  TRANSFER_EXPIRED: { ko: '시간 지남', en: 'too late' },
};

export const transferStateWords = ({ state, fault }: Pick<DeskTransfer, 'state' | 'fault'>, say: Say): string =>
  fault === null ? say(states[state]) : `${say(states[state])} · ${fault in faults ? say(faults[fault]) : fault}`;

export const memberTransferColumns: readonly ListColumn<DeskTransfer>[] = [
  { key: 'time', head: { ko: '시각', en: 'Time' }, kind: 'moment', value: ({ time }) => time },
  { key: 'number', head: { ko: '번호', en: 'Number' }, kind: 'figure', value: ({ transferId }) => transferId },
  { key: 'from', head: { ko: '보낸 회원', en: 'From' }, value: ({ username }) => username },
  { key: 'to', head: { ko: '받은 회원', en: 'To' }, value: ({ payee }) => payee },
  { key: 'point', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ point }) => point },
  { key: 'currency', head: { ko: '통화', en: 'Currency' }, isFileOnly: true, value: ({ currency }) => currency },
  { key: 'value', head: { ko: 'USDT 환산', en: 'In USDT' }, kind: 'figure', value: ({ value }) => value },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: transferStateWords },
  { key: 'sequence', head: { ko: '원장 번호', en: 'Ledger number' }, kind: 'figure', isFileOnly: true, value: ({ sequence }) => sequence },
];

export const memberTransferFilters: readonly ListFilter[] = [
  {
    kind: 'segment',
    key: 'state',
    head: { ko: '상태', en: 'State' },
    options: [
      ['', { ko: '전체', en: 'All' }],
      ['DONE', states.DONE],
      ['REFUSED', states.REFUSED],
      ['TAKEN', states.TAKEN],
    ],
  },
  { kind: 'search', key: 'q', asks: 'search', width: '220px', head: { ko: '아이디, 이체 번호', en: 'User name, number' } },
];
