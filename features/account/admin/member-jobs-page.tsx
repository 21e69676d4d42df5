// What was done to many members at once at this brand: by whom and why, how far it is, and what became of each.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { useMemo } from 'react';
import { listMemberJobs, type MemberJob } from '../member-job-contract.ts';
import { jobColumns } from '../member-job-list-contract.ts';
import { bulkTexts } from './bulk-texts.ts';
import { asksAgainAfter, hasResults, isOpenJob, JobFaults, JobProgress, jobTones, stopJob, takeResults } from './member-job-rows.tsx';

const looksOf = (t: Text<typeof bulkTexts>): Looks<MemberJob> => ({
  id: { width: '70px', isQuiet: true },
  at: { width: '130px', isFigure: false },
  act: {
    namesRow: true,
    cell: ({ act, days }) => (
      <b className="font-semibold whitespace-nowrap">
        {t(`mb.act.${act}`)}
        {days !== null && ` · ${t('mb.day', { count: days })}`}
      </b>
    ),
  },
  reason: ({ reason }) => <span className="line-clamp-2 max-w-64 text-sub">{reason}</span>,
  state: { tone: ({ state }) => jobTones[state] },
  progress: (job) => <JobProgress job={job} />,
  faults: (job) => <JobFaults job={job} />,
});

export const MemberJobsPage = defineDeskPage({
  texts: bulkTexts,
  title: 'mj.title',
  line: 'mj.words',
  list: {
    route: listMemberJobs,
    columns: jobColumns,
    useLooks: (t) => useMemo(() => looksOf(t), [t]),
    everyMs: asksAgainAfter,
    keyOf: ({ id }) => id,
    isTall: true,
    empty: ['mj.none', 'mj.none.words'],
    failed: ['mj.failed'],
  },
  acts: [
    { key: 'take', label: 'mj.take', look: 'line', when: hasResults, does: takeResults },
    { key: 'stop', label: 'mj.stop', look: 'line', when: isOpenJob, does: stopJob },
  ],
});
