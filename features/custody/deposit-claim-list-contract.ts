// Deposit claims and what is nobody's as operators see them: columns and filters, and the words of each state.
import type { ListColumn, ListFilter, Said, Say } from '@maru/kit/contract/list.ts';
import type { DeskDepositClaim, UnassignedArrival } from './deposit-claim-admin-contract.ts';
import type { DepositClaimState } from './deposit-claim-contract.ts';

export const depositClaimStateWords: Readonly<Record<DepositClaimState, Said>> = {
  REQUESTED: { ko: '신청', en: 'Requested' },
  IN_REVIEW: { ko: '확인 중', en: 'In review' },
  APPROVED: { ko: '승인, 넣는 중', en: 'Approved' },
  CREDITED: { ko: '지갑에 반영', en: 'Credited' },
  REFUSED: { ko: '거절', en: 'Refused' },
  CANCELLED: { ko: '회원이 취소', en: 'Cancelled by the member' },
};
const secondWaits: Said = { ko: '2차 대기', en: 'Waits for a second' };
export const claimStateWords = ({ state, asked }: Pick<DeskDepositClaim, 'state' | 'asked'>, say: Say): string =>
  say(state === 'IN_REVIEW' && asked !== null ? secondWaits : depositClaimStateWords[state]);

/** Whether the chain knows of it, and who else wants it. */
const found: Readonly<Record<'NONE' | 'ONE' | 'MORE', Said>> = {
  NONE: { ko: '없음', en: 'None' },
  ONE: { ko: '있음', en: 'Found' },
  MORE: { ko: '있음, 신청 여럿', en: 'Found, several claims' },
};
const foundOf = ({ found: count, rivals }: DeskDepositClaim) => found[count === 0 ? 'NONE' : rivals > 0 ? 'MORE' : 'ONE'];

export const depositClaimColumns: readonly ListColumn<DeskDepositClaim>[] = [
  { key: 'number', head: { ko: '번호', en: 'Number' }, isFileOnly: true, value: ({ claimId }) => claimId },
  { key: 'time', head: { ko: '신청', en: 'Asked for' }, kind: 'moment', value: ({ askedAt }) => askedAt },
  { key: 'member', head: { ko: '회원', en: 'Member' }, value: ({ username }) => username },
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ walletType }) => walletType },
  { key: 'point', head: { ko: '신청 금액', en: 'Amount said' }, kind: 'figure', value: ({ point }) => point },
  { key: 'found', head: { ko: '주인 없는 입금', en: 'Arrival' }, value: (row, say) => say(foundOf(row)) },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: claimStateWords },
  { key: 'worker', head: { ko: '맡은 사람', en: 'Worker' }, value: ({ worker }) => worker?.person ?? null },
  { key: 'hash', head: { ko: '해시', en: 'Hash' }, isFileOnly: true, value: ({ txHash }) => txHash },
  { key: 'sender', head: { ko: '보낸 주소', en: 'Sender' }, isFileOnly: true, value: ({ sender }) => sender },
  { key: 'evidence', head: { ko: '설명', en: 'Evidence' }, isFileOnly: true, value: ({ evidence }) => evidence },
  { key: 'reason', head: { ko: '까닭', en: 'Why' }, isFileOnly: true, value: ({ reason }) => reason },
];

const coinFilter: ListFilter = {
  key: 'walletType',
  isOpen: true,
  head: { ko: '코인', en: 'Coin' },
  options: [['', { ko: '모든 코인', en: 'All coins' }]],
};
const search = (head: Said): ListFilter => ({ kind: 'search', key: 'q', asks: 'search', width: '260px', head });
const all: readonly [string, Said] = ['ALL', { ko: '전체', en: 'All' }];

export const depositClaimFilters: readonly ListFilter[] = [
  {
    kind: 'segment',
    key: 'show',
    head: { ko: '상태', en: 'State' },
    options: [
      ['WAITING', { ko: '기다리는 것', en: 'Waiting' }],
      ['MINE', { ko: '내가 맡은 것', en: 'Mine' }],
      ['DONE', { ko: '끝난 것', en: 'Over' }],
      all,
    ],
  },
  coinFilter,
  search({ ko: '아이디, 해시, 주소, 번호', en: 'User name, hash, address, number' }),
];

export const unassignedStateWords: Readonly<Record<UnassignedArrival['state'], Said>> = {
  OPEN: { ko: '주인 없음', en: 'Nobody’s' },
  CLAIMED: { ko: '신청 있음', en: 'Claimed' },
  CREDITED: { ko: '주인 찾음', en: 'Credited' },
};
const small: Said = { ko: '최소 입금 미만', en: 'Below the least' };
const unassignedWords = ({ state, isSmall }: UnassignedArrival, say: Say) =>
  say(isSmall && state !== 'CREDITED' ? small : unassignedStateWords[state]);

export const unassignedColumns: readonly ListColumn<UnassignedArrival>[] = [
  { key: 'time', head: { ko: '도착', en: 'Seen' }, kind: 'moment', value: ({ seenAt }) => seenAt },
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ walletType }) => walletType },
  { key: 'point', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ point }) => point },
  { key: 'memo', head: { ko: '적힌 태그·메모', en: 'Tag or memo' }, value: ({ memo }) => memo },
  { key: 'sender', head: { ko: '보낸 주소', en: 'From' }, value: ({ sender }) => sender },
  { key: 'hash', head: { ko: '해시', en: 'Hash' }, value: ({ txHash }) => txHash },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: unassignedWords },
  { key: 'address', head: { ko: '받은 주소', en: 'To' }, isFileOnly: true, value: ({ address }) => address },
];

export const unassignedFilters: readonly ListFilter[] = [
  {
    kind: 'segment',
    key: 'show',
    head: { ko: '상태', en: 'State' },
    options: [['OPEN', { ko: '주인 없음', en: 'Nobody’s' }], ['CREDITED', unassignedStateWords.CREDITED], all],
  },
  coinFilter,
  search({ ko: '해시, 주소, 메모, 번호', en: 'Hash, address, memo, number' }),
];
