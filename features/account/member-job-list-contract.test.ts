// The file of an act on many, to the byte: one line a member, what was not reached among them.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import { type JobResult, jobResultColumns } from './member-job-list-contract.ts';

it('says of each member what became of it', () => {
  const results: JobResult[] = [
    { member: 1, result: 'DONE', code: null, why: null, at: new Date('2026-11-24T08:00:00Z') },
    { member: 2, result: 'REFUSED', code: 'MEMBER_LEFT', why: '탈퇴한 회원', at: new Date('2026-11-24T08:00:01Z') },
    { member: 3, result: null, code: null, why: null, at: null },
  ];
  expect(listCsv(jobResultColumns, results, { say: ({ ko }) => ko, moment: (at) => at.slice(11, 19) })).toBe(
    ['회원 번호,결과,코드,사유,시각', '1,처리,,,08:00:00', '2,거절,MEMBER_LEFT,탈퇴한 회원,08:00:01', '3,처리하지 않음,,,'].join('\r\n'),
  );
});
