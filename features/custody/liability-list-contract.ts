// The list of proofs of liabilities as operators see it: its columns and filter, and why a proof is missing.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DeskLiability, LiabilityFault } from './liabilities-admin-contract.ts';

export const liabilityFaultWords: Readonly<Record<LiabilityFault, Said>> = {
  NEGATIVE: { ko: '0보다 작은 잔고가 있어요', en: 'A balance is below zero' },
  SUM: { ko: '회원 잔고의 합과 원장의 반대편이 달라요', en: 'Members’ balances are not what the ledger’s other side says' },
  INEXACT: { ko: '정확히 셀 수 없는 값이 있어요', en: 'An amount is no whole number' },
  MEMBER: { ko: '주인이 없는 계정이 있어요', en: 'An account has no member' },
  FAILED: { ko: '만들지 못했어요. 서버 기록을 보세요', en: 'It was not made: see the server’s log' },
};

const signedWords = (isSigned: boolean): Said => (isSigned ? { ko: '서명됨', en: 'Signed' } : { ko: '서명 없음', en: 'Not signed' });
const madeBy = (isAsked: boolean): Said => (isAsked ? { ko: '요청', en: 'Asked for' } : { ko: '매일', en: 'Daily' });

export const liabilityColumns: readonly ListColumn<DeskLiability>[] = [
  { key: 'time', head: { ko: '증명한 때', en: 'Proved' }, kind: 'moment', value: ({ at }) => at },
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ coin }) => coin },
  { key: 'number', head: { ko: '번호', en: 'No.' }, kind: 'figure', value: ({ number }) => number },
  { key: 'made', head: { ko: '만든 까닭', en: 'Made' }, value: ({ isAsked }, say) => say(madeBy(isAsked)) },
  { key: 'sum', head: { ko: '회원에게 줄 코인', en: 'Owed to members' }, kind: 'figure', value: ({ sum }) => sum },
  { key: 'below', head: { ko: '0으로 센 빚', en: 'Debts counted as 0' }, kind: 'figure', value: ({ below }) => below },
  { key: 'chain', head: { ko: '체인에 있는 코인', en: 'On the chains' }, kind: 'figure', value: ({ chain }) => chain },
  { key: 'paper', head: { ko: '데모 돈', en: 'Demo’s paper' }, kind: 'figure', value: ({ paper }) => paper },
  { key: 'chainAt', head: { ko: '체인을 본 때', en: 'Chains compared' }, kind: 'moment', value: ({ chainAt }) => chainAt },
  { key: 'signed', head: { ko: '서명', en: 'Signature' }, value: ({ isSigned }, say) => say(signedWords(isSigned)) },
  { key: 'leaves', head: { ko: '잎', en: 'Leaves' }, kind: 'figure', value: ({ leaves }) => leaves },
  { key: 'sequence', head: { ko: '원장 순번', en: 'Sequence' }, kind: 'figure', value: ({ sequence }) => sequence },
  { key: 'root', head: { ko: '뿌리', en: 'Root' }, value: ({ root }) => root },
  { key: 'hash', head: { ko: '기록 해시', en: 'Hash of the record' }, isFileOnly: true, value: ({ hash }) => hash },
];

export const liabilityFilters: readonly ListFilter[] = [
  { key: 'coin', isOpen: true, head: { ko: '코인', en: 'Coin' }, options: [['', { ko: '모든 코인', en: 'All coins' }]] },
];
