// The list of files as operators see it: its columns and filters.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DeskFileRow } from './admin-contract.ts';

const stateWords: Readonly<Record<DeskFileRow['state'], Said>> = {
  HELD: { ko: '문의에 첨부', en: 'In an inquiry' },
  PUBLIC: { ko: '공개', en: 'Public' },
  LOOSE: { ko: '쓰이지 않음', en: 'Loose' },
};
export const ownerWords: Readonly<Record<DeskFileRow['owner']['kind'], Said>> = {
  MEMBER: { ko: '회원', en: 'Members' },
  OPERATOR: { ko: '운영자', en: 'Operators' },
};
const stateHead = { ko: '상태', en: 'State' };
const ownerHead = { ko: '올린 사람', en: 'Uploaded by' };

export const fileColumns: readonly ListColumn<DeskFileRow>[] = [
  { key: 'name', head: { ko: '이름', en: 'Name' }, value: ({ name }) => name },
  { key: 'state', head: stateHead, value: ({ state }, say) => say(stateWords[state]) },
  { key: 'owner', head: ownerHead, value: ({ owner }, say) => `${owner.name} ${say(ownerWords[owner.kind])}` },
  { key: 'today', head: { ko: '24시간 동안', en: 'In 24 hours' }, kind: 'figure', value: ({ today }) => today },
  { key: 'type', head: { ko: '형식', en: 'Type' }, value: ({ type }) => type.split('/')[1] ?? '' },
  { key: 'size', head: { ko: '크기', en: 'Size' }, kind: 'figure', value: ({ size }) => size },
  { key: 'time', head: { ko: '올린 때', en: 'Uploaded' }, kind: 'moment', value: ({ createdAt }) => createdAt },
];

export const fileFilters: readonly ListFilter[] = [
  { key: 'state', head: stateHead, options: [['ALL', { ko: '모든 파일', en: 'All files' }], ...Object.entries(stateWords)] },
  { key: 'owner', head: ownerHead, options: [['', { ko: '모두', en: 'Everyone' }], ...Object.entries(ownerWords)] },
  { kind: 'search', key: 'q', asks: 'search', head: { ko: '파일 이름, 아이디', en: 'File or user name' } },
];
