// The list of inquiries as operators see it and take it away: columns and filters, for table, bar and CSV.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DeskInquiryRow, InquiryLine, InquiryState } from './admin-contract.ts';
import type { InquiryKind } from './contract.ts';

const kindWords: Readonly<Record<InquiryKind, Said>> = {
  WALLET: { ko: '입출금', en: 'Wallet' },
  TRADE: { ko: '거래', en: 'Trading' },
  ACCOUNT: { ko: '계정', en: 'Account' },
  EVENT: { ko: '이벤트', en: 'Events' },
  OTHER: { ko: '기타', en: 'Other' },
};
export const inquiryStateWords: Readonly<Record<InquiryState, Said>> = {
  WAITING: { ko: '답변 대기', en: 'Waiting' },
  ANSWERED: { ko: '답변 완료', en: 'Answered' },
  CLOSED: { ko: '닫힘', en: 'Closed' },
  ALL: { ko: '전체', en: 'All' },
};
const stateHead = { ko: '상태', en: 'State' };

type Shared = Pick<DeskInquiryRow, 'kind' | 'createdAt'>;
const kind: ListColumn<Shared> = { key: 'kind', head: { ko: '분류', en: 'About' }, value: (row, say) => say(kindWords[row.kind]) };
const time: ListColumn<Shared> = { key: 'time', head: { ko: '받은 때', en: 'Came' }, kind: 'moment', value: (row) => row.createdAt };
const memberHead = { ko: '회원', en: 'Member' };

export const inquiryColumns: readonly ListColumn<DeskInquiryRow>[] = [
  { key: 'waited', head: { ko: '기다림', en: 'Waiting' }, value: ({ waitingSince }) => waitingSince },
  kind,
  { key: 'member', head: memberHead, value: ({ member }) => member.username },
  { key: 'words', head: { ko: '마지막 말', en: 'Last word' }, value: ({ lastLine }) => lastLine },
  { key: 'who', head: { ko: '담당', en: 'Taken by' }, value: ({ claim }) => claim?.name ?? '' },
  time,
];

/** The file has whole questions, and what state each is in. */
export const inquiryFileColumns: readonly ListColumn<InquiryLine>[] = [
  { key: 'id', head: { ko: '번호', en: 'Id' }, value: ({ id }) => id },
  time,
  kind,
  { key: 'state', head: stateHead, value: ({ state }, say) => say(inquiryStateWords[state]) },
  { key: 'member', head: memberHead, value: ({ username }) => username },
  { key: 'nick', head: { ko: '닉네임', en: 'Nick' }, value: ({ nick }) => nick },
  { key: 'question', head: { ko: '1:1 문의', en: 'Inquiries' }, value: ({ question }) => question },
];

export const inquiryFilters: readonly ListFilter[] = [
  { kind: 'segment', key: 'state', head: stateHead, options: Object.entries(inquiryStateWords) },
  { key: 'kind', head: kind.head, options: [['', { ko: '모든 분류', en: 'All kinds' }], ...Object.entries(kindWords)] },
  { kind: 'search', key: 'q', asks: 'search', head: { ko: '내용, 아이디, 닉네임', en: 'Text, user name, nickname' } },
];
