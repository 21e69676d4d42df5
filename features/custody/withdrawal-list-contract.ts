// The queue of withdrawals as operators see it: columns and filters, and the words of states, rules and reasons.
import type { ListColumn, ListFilter, Said, Say } from '@maru/kit/contract/list.ts';
import { refusalWords } from './refusal-list-contract.ts';
import type { DeskWithdrawal } from './withdraw-admin-contract.ts';
import type { WithdrawalState } from './withdraw-contract.ts';

export const withdrawalStateWords: Readonly<Record<WithdrawalState, Said>> = {
  REQUESTED: { ko: '신청', en: 'Requested' },
  HELD: { ko: '점검 중', en: 'Being checked' },
  REVIEW: { ko: '검토 대기', en: 'Waits for review' },
  APPROVED: { ko: '승인됨', en: 'Approved' },
  SIGNED: { ko: '서명됨', en: 'Signed' },
  SENT: { ko: '전송됨', en: 'Sent' },
  CONFIRMED: { ko: '완료', en: 'Done' },
  REFUSED: { ko: '거절', en: 'Refused' },
  CANCELLED: { ko: '회원이 취소', en: 'Cancelled by the member' },
  FAILED: { ko: '실패, 돌려줌', en: 'Failed, given back' },
};
export const replacedWords: Said = { ko: '수수료 올려 다시 보냄', en: 'Replaced with a higher fee' };
const secondWaits: Said = { ko: '2차 대기', en: 'Waits for a second' };

export const stateWords = ({ state, needsTwo, asked }: Pick<DeskWithdrawal, 'state' | 'needsTwo' | 'asked'>, say: Say): string =>
  say(state === 'REVIEW' && needsTwo && asked !== null ? secondWaits : withdrawalStateWords[state]);

/** Codes of what was refused by the ledger and what failed on the chain. */
const endReasons: Readonly<Record<string, Said>> = {
  CHAIN: { ko: '체인이 거래를 받아들이지 않았어요.', en: 'The chain did not accept the transaction.' },
  EXPIRED: { ko: '제때 블록에 들어가지 못해 체인이 버렸어요.', en: 'No block took it in time, and the chain let it go.' },
  INSUFFICIENT_BALANCE: { ko: '지갑에 돈이 모자랐어요.', en: 'There was not enough in the wallet.' },
  BALANCE_LOCKED: { ko: '입금 확인이 끝나지 않은 돈이었어요.', en: 'The money was not free yet.' },
  ACCOUNT_FROZEN: { ko: '계정이 멈춰 있었어요.', en: 'The account was frozen.' },
};

/** Of REFUSED and FAILED; what an operator wrote stands as it is. */
export const endReasonWords = (reason: string, say: Say): string => (reason in endReasons ? say(endReasons[reason]) : reason);

const standing: Readonly<Record<'STOP' | 'SHORT' | 'OTHERS', Said>> = {
  OTHERS: {
    ko: '네트워크 수수료가 높아 다른 출금과 함께 보내려고 기다려요',
    en: 'Fees of the network are high: it waits to be paid together with others',
  },
  STOP: { ko: '원장과 체인이 달라 이 코인의 출금이 멈췄어요', en: 'Ledger and chain differ: payouts of this coin are stopped' },
  SHORT: { ko: '핫 지갑에 보낼 코인이 모자라요', en: 'The hot address has too little to send' },
};

/** Why one stands still; what nobody has words for is told as it was found. */
export const waitsWords = ({ waits, waitsFor }: Pick<DeskWithdrawal, 'waits' | 'waitsFor'>, say: Say): string =>
  waitsFor === null ? refusalWords(waits ?? '', say) : say(standing[waitsFor]);

export const withdrawalColumns: readonly ListColumn<DeskWithdrawal>[] = [
  { key: 'number', head: { ko: '번호', en: 'Number' }, isFileOnly: true, value: ({ withdrawalId }) => withdrawalId },
  { key: 'member', head: { ko: '회원', en: 'Member' }, value: ({ username }) => username },
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, isFileOnly: true, value: ({ walletType }) => walletType },
  { key: 'point', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ point }) => point },
  { key: 'value', head: { ko: 'USDT 환산', en: 'In USDT' }, kind: 'figure', isFileOnly: true, value: ({ value }) => value },
  { key: 'fee', head: { ko: '수수료', en: 'Fee' }, kind: 'figure', isFileOnly: true, value: ({ fee }) => fee },
  { key: 'address', head: { ko: '받는 주소', en: 'To' }, isFileOnly: true, value: ({ address }) => address },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: stateWords },
  { key: 'hash', head: { ko: '해시', en: 'Hash' }, isFileOnly: true, value: ({ txHash }) => txHash },
  { key: 'time', head: { ko: '신청', en: 'Asked for' }, kind: 'moment', isFileOnly: true, value: ({ askedAt }) => askedAt },
];

const any: Said = { ko: '전체', en: 'All' };
export const withdrawalFilters: readonly ListFilter[] = [
  {
    kind: 'segment',
    key: 'show',
    head: { ko: '상태', en: 'State' },
    options: [
      ['WAITING', { ko: '검토 대기', en: 'To review' }],
      ['MINE', { ko: '내가 맡은 것', en: 'Mine' }],
      ['OPEN', { ko: '진행 중', en: 'Under way' }],
      ['DONE', { ko: '끝난 것', en: 'Over' }],
      ['ALL', any],
    ],
  },
  { key: 'walletType', isOpen: true, head: { ko: '코인', en: 'Coin' }, options: [['', { ko: '모든 코인', en: 'All coins' }]] },
  {
    key: 'least',
    head: { ko: '금액', en: 'Value' },
    options: [
      ['', { ko: '모든 금액', en: 'Any value' }],
      ['1000', { ko: '1,000 USDT부터', en: 'From 1,000 USDT' }],
      ['10000', { ko: '10,000 USDT부터', en: 'From 10,000 USDT' }],
      ['100000', { ko: '100,000 USDT부터', en: 'From 100,000 USDT' }],
    ],
  },
  {
    key: 'minutes',
    head: { ko: '기다린 시간', en: 'Waiting' },
    options: [
      ['', { ko: '기다린 시간 모두', en: 'Any wait' }],
      ['10', { ko: '10분 넘게', en: 'Over 10 min' }],
      ['30', { ko: '30분 넘게', en: 'Over 30 min' }],
      ['120', { ko: '2시간 넘게', en: 'Over 2 h' }],
      ['1440', { ko: '하루 넘게', en: 'Over a day' }],
    ],
  },
  {
    kind: 'search',
    key: 'q',
    asks: 'search',
    width: '260px',
    head: { ko: '아이디, 해시, 주소, 번호', en: 'User name, hash, address, number' },
  },
];
