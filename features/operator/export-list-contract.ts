// The list of exports as operators see it: its columns, and the words of states.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { ExportJob } from './export-contract.ts';

const stateWords: Readonly<Record<ExportJob['state'], Said>> = {
  ASKED: { ko: '승인 대기', en: 'Waits for approval' },
  WAITING: { ko: '기다림', en: 'Waiting' },
  RUNNING: { ko: '만드는 중', en: 'Writing' },
  DONE: { ko: '다 됨', en: 'Done' },
  FAILED: { ko: '실패', en: 'Failed' },
  CANCELLED: { ko: '그만둠', en: 'Cancelled' },
};
const all: Said = { ko: '전체', en: 'All' };
const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? '';

export const exportColumns: readonly ListColumn<ExportJob>[] = [
  { key: 'at', head: { ko: '시작', en: 'Asked' }, kind: 'moment', value: ({ askedAt }) => askedAt },
  { key: 'name', head: { ko: '목록', en: 'List' }, value: ({ name }, say) => say(name) },
  {
    key: 'days',
    head: { ko: '기간', en: 'Days' },
    value: ({ startDate, endDate }, say) => ((startDate ?? endDate) ? `${dayOf(startDate)} ~ ${dayOf(endDate)}` : say(all)),
  },
  { key: 'reason', head: { ko: '사유', en: 'Reason' }, value: ({ reason }) => reason },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: ({ state }, say) => say(stateWords[state]) },
  { key: 'progress', head: { ko: '진행', en: 'Progress' }, value: ({ rows, total }) => `${rows} / ${total ?? ''}` },
];
