// The list of deposits as operators see it: columns and filters, and the words of each state.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DepositState } from './contract.ts';
import type { DeskDeposit } from './deposit-admin-contract.ts';

export const depositStateWords: Readonly<Record<DepositState, Said>> = {
  SMALL: { ko: '최소 금액 모으는 중', en: 'Below the least' },
  SEEN: { ko: '도착', en: 'Seen' },
  CONFIRMING: { ko: '확인 중', en: 'Confirming' },
  CREDITED: { ko: '지갑에 반영', en: 'Credited' },
  UNLOCKED: { ko: '완료', en: 'Done' },
  ORPHANED: { ko: '블록 사라짐', en: 'Orphaned' },
};

export const depositColumns: readonly ListColumn<DeskDeposit>[] = [
  { key: 'time', head: { ko: '도착', en: 'Seen' }, kind: 'moment', value: ({ seenAt }) => seenAt },
  { key: 'member', head: { ko: '회원', en: 'Member' }, value: ({ username }) => username },
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ walletType }) => walletType },
  { key: 'point', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ point }) => point },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: ({ state }, say) => say(depositStateWords[state]) },
  {
    key: 'confirmations',
    head: { ko: '확인', en: 'Blocks' },
    kind: 'figure',
    value: ({ confirmations, unlockAfter }) => `${Math.min(confirmations, unlockAfter)}/${unlockAfter}`,
  },
  { key: 'hash', head: { ko: '해시', en: 'Hash' }, value: ({ txHash }) => txHash },
  { key: 'address', head: { ko: '받은 주소', en: 'To' }, isFileOnly: true, value: ({ address }) => address },
  { key: 'dust', head: { ko: '끝수', en: 'Dust' }, kind: 'figure', isFileOnly: true, value: ({ dust }) => dust },
];

export const depositFilters: readonly ListFilter[] = [
  {
    kind: 'segment',
    key: 'show',
    head: { ko: '상태', en: 'State' },
    options: [
      ['OPEN', { ko: '진행 중', en: 'Under way' }],
      ['DONE', { ko: '완료', en: 'Done' }],
      ['ORPHANED', { ko: '블록 사라짐', en: 'Orphaned' }],
      ['ALL', { ko: '전체', en: 'All' }],
    ],
  },
  { key: 'walletType', isOpen: true, head: { ko: '코인', en: 'Coin' }, options: [['', { ko: '모든 코인', en: 'All coins' }]] },
  {
    kind: 'search',
    key: 'q',
    asks: 'search',
    width: '260px',
    head: { ko: '아이디, 해시, 주소, 번호', en: 'User name, hash, address, number' },
  },
];
