// The lists of contents and popups as operators see them: columns, filters, and the words of states and boards.
import type { ListChoice, ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { ContentState, DeskContentRow, DeskPopupRow } from './admin-contract.ts';
import type { Board } from './board-contract.ts';
import { categoryNames } from './category-names.ts';

export const contentStateWords: Readonly<Record<ContentState, Said>> = {
  DRAFT: { ko: '초안', en: 'Draft' },
  SCHEDULED: { ko: '예약', en: 'Scheduled' },
  OPEN: { ko: '공개', en: 'Public' },
  ENDED: { ko: '기간 끝', en: 'Over' },
  CLOSED: { ko: '내림', en: 'Closed' },
};
export const boardWords: Readonly<Record<Board, Said>> = {
  notice: { ko: '공지사항', en: 'Notices' },
  strategy: { ko: '투자 정보', en: 'Market notes' },
  promotion: { ko: '이벤트', en: 'Events' },
  faq: { ko: '자주 묻는 질문', en: 'Questions' },
  static: { ko: '이용 가이드', en: 'Guides' },
};
const live: Said = { ko: '실시간', en: 'Real time' };
const picture: Said = { ko: '이미지', en: 'Picture' };
const textBox: Said = { ko: '글 상자', en: 'Text box' };

type Shared = Pick<DeskContentRow, 'state' | 'title' | 'sortOrder' | 'operator' | 'updatedAt'>;
const state: ListColumn<Shared> = {
  key: 'state',
  head: { ko: '상태', en: 'State' },
  value: (row, say) => say(contentStateWords[row.state]),
};
const title: ListColumn<Shared> = { key: 'title', head: { ko: '제목', en: 'Title' }, value: (row) => row.title };
const order: ListColumn<Shared> = { key: 'order', head: { ko: '순서', en: 'Order' }, kind: 'figure', value: (row) => row.sortOrder };
const who: ListColumn<Shared> = { key: 'who', head: { ko: '담당', en: 'By' }, value: (row) => row.operator?.name ?? '' };
const updated: ListColumn<Shared> = {
  key: 'updated',
  head: { ko: '고친 때', en: 'Changed' },
  kind: 'moment',
  value: (row) => row.updatedAt,
};

export const contentColumns: readonly ListColumn<DeskContentRow>[] = [
  state,
  { key: 'category', head: { ko: '분류', en: 'Category' }, value: ({ category }, say) => say(categoryNames[category]) },
  title,
  { key: 'shown', head: { ko: '보이는 기간', en: 'Shown' }, value: ({ startDate, endDate }) => `${startDate ?? ''} – ${endDate ?? ''}` },
  order,
  {
    key: 'helpful',
    head: { ko: '도움', en: 'Helpful' },
    kind: 'figure',
    value: ({ helpful: { yes, no } }) => (yes + no > 0 ? `${yes} / ${yes + no}` : '–'),
  },
  { key: 'views', head: { ko: '조회', en: 'Views' }, kind: 'figure', value: ({ views }) => views },
  who,
  updated,
];

export const popupColumns: readonly ListColumn<DeskPopupRow>[] = [
  state,
  {
    key: 'type',
    head: { ko: '종류', en: 'Kind' },
    value: ({ isRealtime, type }, say) => say(isRealtime ? live : type === 1 ? picture : textBox),
  },
  title,
  order,
  { key: 'sent', head: { ko: '보낸 때', en: 'Sent' }, kind: 'moment', value: ({ sentAt }) => sentAt },
  who,
  updated,
];

const states: ListChoice = {
  key: 'state',
  head: state.head,
  options: [['', { ko: '모든 상태', en: 'All states' }], ...Object.entries(contentStateWords)],
};
export const popupFilters: readonly ListFilter[] = [
  states,
  { kind: 'search', key: 'q', asks: 'search', head: { ko: '제목에서 찾기', en: 'Search titles' } },
];
export const contentFilters: readonly ListFilter[] = [
  { kind: 'segment', key: 'board', head: { ko: '게시판', en: 'Board' }, options: Object.entries(boardWords) },
  ...popupFilters,
];
