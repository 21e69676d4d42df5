// The list of members as operators see it and take it away: columns and filters, for table, bar and CSV.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DeskMember } from './admin-contract.ts';

export const memberStatusWords: Readonly<Record<DeskMember['status'], Said>> = {
  ACTIVE: { ko: '정상', en: 'Active' },
  WAIT: { ko: '승인 대기', en: 'Waiting' },
  DENY: { ko: '차단', en: 'Blocked' },
  LEFT: { ko: '탈퇴', en: 'Left' },
};
const statusHead = { ko: '상태', en: 'Status' };
const joinedHead = { ko: '가입', en: 'Joined' };

export const memberColumns: readonly ListColumn<DeskMember>[] = [
  { key: 'id', head: { ko: '번호', en: 'Id' }, value: ({ id }) => id },
  { key: 'username', head: { ko: '아이디', en: 'Username' }, value: ({ username }) => username },
  { key: 'nick', head: { ko: '닉네임', en: 'Nick' }, value: ({ nick }) => nick },
  { key: 'name', head: { ko: '이름', en: 'Name' }, value: ({ name }) => name },
  { key: 'phone', head: { ko: '휴대폰', en: 'Phone' }, value: ({ phone }) => phone },
  { key: 'status', head: statusHead, value: ({ status }) => status },
  { key: 'partner', head: { ko: '소속', en: 'Partner' }, value: ({ partner }) => partner?.code ?? null },
  { key: 'joined', head: joinedHead, kind: 'moment', value: ({ joinedAt }) => joinedAt },
  { key: 'seen', head: { ko: '최근 접속', en: 'Last seen' }, kind: 'moment', value: ({ seenAt }) => seenAt },
];

export const memberListFilters: readonly ListFilter[] = [
  {
    key: 'status',
    head: statusHead,
    options: [['', { ko: '모든 상태', en: 'Any status' }], ...Object.entries(memberStatusWords)],
  },
  {
    key: 'joined',
    head: joinedHead,
    options: [
      ['', { ko: '모든 가입일', en: 'Joined any time' }],
      ['1', { ko: '오늘 가입', en: 'Joined today' }],
      ['7', { ko: '7일 안 가입', en: 'Joined within 7 days' }],
      ['30', { ko: '30일 안 가입', en: 'Joined within 30 days' }],
    ],
  },
  {
    key: 'seen',
    head: { ko: '접속', en: 'Seen' },
    options: [
      ['', { ko: '모든 접속', en: 'Seen any time' }],
      ['1', { ko: '하루 안', en: 'Within a day' }],
      ['7', { ko: '7일 안', en: 'Within 7 days' }],
      ['30', { ko: '30일 안', en: 'Within 30 days' }],
      ['0', { ko: '30일 넘게 없음', en: 'Not for 30 days' }],
    ],
  },
  {
    key: 'position',
    head: { ko: '포지션', en: 'Position' },
    options: [
      ['', { ko: '포지션 모두', en: 'Any position' }],
      ['true', { ko: '포지션 있음', en: 'Has a position' }],
    ],
  },
];
