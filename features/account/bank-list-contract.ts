// The list of banks as operators see it: its columns.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { DeskBank } from './bank-contract.ts';

const offered: Said = { ko: '보임', en: 'offered' };
const hidden: Said = { ko: '숨김', en: 'not offered' };

export const bankColumns: readonly ListColumn<DeskBank>[] = [
  { key: 'place', head: { ko: '순서', en: 'Place' }, kind: 'figure', value: ({ place }) => place },
  { key: 'code', head: { ko: '은행 코드', en: 'Code' }, value: ({ code }) => code },
  { key: 'ko', head: { ko: '이름 (한국어)', en: 'Name (Korean)' }, value: ({ nameKo }) => nameKo },
  { key: 'en', head: { ko: '이름 (영어)', en: 'Name (English)' }, value: ({ nameEn }) => nameEn },
  { key: 'state', head: { ko: '이 사이트', en: 'This site' }, value: ({ isOffered }, say) => say(isOffered ? offered : hidden) },
];
