// The list of ready answers as operators see it: its columns.
import type { ListColumn } from '@maru/kit/contract/list.ts';
import type { CannedAnswer } from './admin-contract.ts';

export const cannedColumns: readonly ListColumn<CannedAnswer>[] = [
  { key: 'title', head: { ko: '이름', en: 'Name' }, value: ({ title }) => title },
  { key: 'words', head: { ko: '한국어', en: 'Korean' }, value: ({ contentKo }) => contentKo },
];
