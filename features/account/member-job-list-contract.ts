// Acts on many members as operators see them, and their results as they take them away: columns for table and CSV.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { MemberJob } from './member-job-contract.ts';

export const jobStateWords: Readonly<Record<MemberJob['state'], Said>> = {
  ASKED: { ko: '승인 대기', en: 'Waits for approval' },
  WAITING: { ko: '기다림', en: 'Waiting' },
  RUNNING: { ko: '처리 중', en: 'Running' },
  DONE: { ko: '끝남', en: 'Done' },
  STOPPED: { ko: '멈춤', en: 'Stopped' },
};

export const jobColumns: readonly ListColumn<MemberJob>[] = [
  { key: 'id', head: { ko: '번호', en: 'Id' }, value: ({ id }) => id },
  { key: 'at', head: { ko: '시작', en: 'Asked' }, kind: 'moment', value: ({ askedAt }) => askedAt },
  { key: 'act', head: { ko: '처리', en: 'Act' }, value: ({ act }) => act },
  { key: 'by', head: { ko: '운영자', en: 'Operator' }, value: ({ by }) => by },
  { key: 'reason', head: { ko: '사유', en: 'Reason' }, value: ({ reason }) => reason },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: ({ state }, say) => say(jobStateWords[state]) },
  { key: 'progress', head: { ko: '진행', en: 'Progress' }, value: ({ done, refused, total }) => `${done + refused} / ${total}` },
  {
    key: 'faults',
    head: { ko: '거절과 멈춘 까닭', en: 'Refused, or why it stopped' },
    value: ({ fault }, say) => fault && say(fault.words),
  },
];

/** What became of one member. */
export interface JobResult {
  member: number;
  /** null: it was not reached. */
  result: 'DONE' | 'REFUSED' | null;
  code: string | null;
  why: string | null;
  at: Date | null;
}
const resultWords: Readonly<Record<'DONE' | 'REFUSED' | 'LEFT', Said>> = {
  DONE: { ko: '처리', en: 'Done' },
  REFUSED: { ko: '거절', en: 'Refused' },
  LEFT: { ko: '처리하지 않음', en: 'Not treated' },
};

export const jobResultColumns: readonly ListColumn<JobResult>[] = [
  { key: 'member', head: { ko: '회원 번호', en: 'Member' }, value: ({ member }) => member },
  { key: 'result', head: { ko: '결과', en: 'Result' }, value: ({ result }, say) => say(resultWords[result ?? 'LEFT']) },
  { key: 'code', head: { ko: '코드', en: 'Code' }, value: ({ code }) => code },
  { key: 'why', head: { ko: '사유', en: 'Why' }, value: ({ why }) => why },
  { key: 'at', head: { ko: '시각', en: 'At' }, kind: 'moment', value: ({ at }) => at && at.toISOString() },
];
