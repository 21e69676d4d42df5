// What was done to many members at once at this brand: by whom and why, how far it is, and what became of each.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { MemberJob } from '../member-job-contract.ts';
import { bulkTexts } from './bulk-texts.ts';
import { JobActs, JobFaults, JobProgress, jobTones, useMemberJobs } from './member-job-rows.tsx';

export function MemberJobsPage() {
  const t = useText(bulkTexts);
  const list = useMemberJobs();
  return (
    <DeskPage title={t('mj.title')} line={t('mj.words')}>
      <Loaded query={list} title={t('mj.failed')} rows={8}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title={t('mj.none')}>{t('mj.none.words')}</EmptyState>
          ) : (
            <DataTable label={t('mj.title')} isTall columns={columnsOf(t)} rows={content} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </DeskPage>
  );
}

const columnsOf = (t: Text<typeof bulkTexts>): DeskColumn<MemberJob>[] => [
  { key: 'id', head: t('mj.col.id'), width: '70px', cell: ({ id }) => <span className="text-mute">{id}</span> },
  { key: 'at', head: t('mj.col.at'), width: '130px', cell: ({ askedAt }) => <TableTime at={askedAt} /> },
  {
    key: 'act',
    namesRow: true,
    head: t('mj.col.act'),
    cell: ({ act, days }) => (
      <b className="font-semibold whitespace-nowrap">
        {t(`mb.act.${act}`)}
        {days !== null && ` · ${t('mb.day', { count: days })}`}
      </b>
    ),
  },
  { key: 'by', head: t('mj.col.by'), cell: ({ by }) => by },
  { key: 'reason', head: t('mj.col.reason'), cell: ({ reason }) => <span className="line-clamp-2 max-w-64 text-sub">{reason}</span> },
  { key: 'state', head: t('mj.col.state'), cell: ({ state }) => <Badge tone={jobTones[state]}>{t(`mj.state.${state}`)}</Badge> },
  { key: 'progress', head: t('mj.progress'), cell: (job) => <JobProgress job={job} /> },
  { key: 'faults', head: t('mj.col.faults'), cell: (job) => <JobFaults job={job} /> },
  {
    key: 'acts',
    head: '',
    isFigure: true,
    isAtHand: true,
    cell: (job) => (
      <span className="flex justify-end gap-1.5">
        <JobActs job={job} />
      </span>
    ),
  },
];
