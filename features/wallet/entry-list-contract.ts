// The list of ledger entries made by hand as operators see it: its columns, and the words of states.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { Entry } from './admin-contract.ts';

export const entryStatusWords: Readonly<Record<Entry['status'], Said>> = {
  ASKED: { ko: '승인 대기', en: 'Waiting' },
  APPROVED: { ko: '기입 중', en: 'Posting' },
  POSTED: { ko: '기입됨', en: 'Posted' },
  PARTLY: { ko: '일부 거절', en: 'Partly refused' },
};

export const entryColumns: readonly ListColumn<Entry>[] = [
  { key: 'time', head: { ko: '요청', en: 'Asked' }, kind: 'moment', value: ({ askedAt }) => askedAt },
  { key: 'who', head: { ko: '회원', en: 'Member' }, value: ({ rows }) => rows.at(0)?.nick ?? null },
  { key: 'kind', head: { ko: '구분', en: 'Kind' }, value: ({ type }) => type },
  { key: 'amount', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ total, type }) => (type === 'PM' ? `-${total}` : total) },
  { key: 'reason', head: { ko: '이유', en: 'Reason' }, value: ({ reason }) => reason },
  { key: 'by', head: { ko: '요청, 승인', en: 'Asked, agreed' }, value: ({ askedBy, approvedBy }) => `${askedBy} → ${approvedBy ?? '–'}` },
  { key: 'status', head: { ko: '상태', en: 'State' }, value: ({ status }, say) => say(entryStatusWords[status]) },
];

export const entryFilters: readonly ListFilter[] = [{ kind: 'given', key: 'member', asks: 'playerId' }];
