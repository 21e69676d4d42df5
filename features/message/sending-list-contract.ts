// The list of messages that operators sent, as they see it: its columns.
import type { ListColumn } from '@maru/kit/contract/list.ts';
import type { SendingRow } from './admin-contract.ts';

export const sendingColumns: readonly ListColumn<SendingRow>[] = [
  { key: 'title', head: { ko: '제목', en: 'Title' }, value: ({ title }) => title },
  { key: 'progress', head: { ko: '보냄', en: 'Reached' }, kind: 'figure', value: ({ sent }) => sent },
  { key: 'read', head: { ko: '읽음', en: 'Read' }, kind: 'figure', value: ({ read }) => read },
  { key: 'who', head: { ko: '담당', en: 'By' }, value: ({ operator }) => operator.name },
  { key: 'time', head: { ko: '보낸 때', en: 'Sent' }, kind: 'moment', value: ({ createdAt }) => createdAt },
];
