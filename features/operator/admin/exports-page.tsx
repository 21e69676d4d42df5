// Taking whole lists away: what, of which days and why; then how far each is, and its file.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { sizeWords } from '@maru/kit/web/desk/size-words.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { DaySpan } from '@maru/kit/web/ui/period-segment.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cancelExport, type ExportJob, fetchExport, listExports, startExport } from '../export-contract.ts';
import { exportTexts } from './export-texts.ts';

type Kind = { kind: string; name: { ko: string; en: string }; aloneADay: number | null };
const tones: Readonly<Record<ExportJob['state'], Tone>> = {
  ASKED: 'warn',
  WAITING: 'plain',
  RUNNING: 'brand',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'plain',
};
const isOpen = ({ state }: ExportJob) => state === 'ASKED' || state === 'WAITING' || state === 'RUNNING';
const runningMs = 1_500;
const restingMs = 15_000;

export function ExportsPage() {
  const t = useText(exportTexts);
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const list = useCall(listExports, { everyMs: isBusy ? runningMs : restingMs, keepsOld: true });
  const [asking, setAsking] = useState<Kind>();
  const wants = list.data?.jobs.some(({ state }) => state === 'WAITING' || state === 'RUNNING') ?? false;
  if (wants !== isBusy) setBusy(wants);
  return (
    <DeskPage title={t('ex.title')} line={t('ex.words')}>
      <Loaded query={list} title={t('ex.failed')} rows={8}>
        {({ kinds, jobs }) => (
          <>
            <div className="flex flex-wrap gap-2 border-b border-line px-4 py-4 floor:px-6">
              {kinds.length === 0 && <p className="text-13 text-mute">{t('ex.denied')}</p>}
              {kinds.map((kind) => (
                <Button key={kind.kind} size={36} icon={<Download size={14} />} onClick={() => setAsking(kind)}>
                  {words(kind.name)}
                </Button>
              ))}
            </div>
            {jobs.length === 0 ? (
              <EmptyState title={t('ex.none')}>{t('ex.none.words')}</EmptyState>
            ) : (
              <DataTable label={t('ex.list')} isTall columns={columnsOf(t, words)} rows={jobs} keyOf={({ id }) => id} />
            )}
          </>
        )}
      </Loaded>
      {asking && <AskDialog of={asking} onClose={() => setAsking(undefined)} />}
    </DeskPage>
  );
}

function AskDialog({ of, onClose }: { of: Kind; onClose(): void }) {
  const t = useText(exportTexts);
  const words = useWords();
  const [span, setSpan] = useState({ from: '', to: '' });
  return (
    <ReasonDialog
      title={t('ex.ask', { name: words(of.name) })}
      description={t('ex.ask.words')}
      confirm={t('ex.ask.do')}
      onConfirm={async (reason) => {
        try {
          await call(startExport, { body: { kind: of.kind, reason, ...periodOf({ period: 'own', ...span }, serverNow()) } });
          toast({ title: t('ex.asked', { name: words(of.name) }), kind: 'done' });
        } finally {
          await refetch(listExports);
        }
      }}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-wrap items-center gap-3 text-13">
        <span className="text-sub">{t('ex.days')}</span>
        <DaySpan {...span} onChange={(change) => setSpan({ ...span, ...change })} />
        <span className="text-12 text-mute">{t('ex.days.words')}</span>
      </div>
      {of.aloneADay !== null && <p className="mb-4 text-12 text-sub">{t('ex.alone', { most: figure(String(of.aloneADay)) })}</p>}
    </ReasonDialog>
  );
}

async function take({ id, kind }: ExportJob): Promise<void> {
  try {
    saveFile(`${kind}.csv`, await fetchFile(fetchExport, { id: String(id) }));
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger' });
  }
}
async function cancel({ id }: ExportJob): Promise<void> {
  try {
    await call(cancelExport, { body: { id } });
    await refetch(listExports);
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger' });
  }
}

function Progress({ job: { state, rows, total, bytes, requestId } }: { job: ExportJob }) {
  const t = useText(exportTexts);
  if (state === 'ASKED') return <>{t('ex.request', { id: requestId ?? 0 })}</>;
  if (state === 'DONE') return <>{t('ex.done', { rows: figure(String(rows)), size: sizeWords(bytes) })}</>;
  if (state !== 'RUNNING') return <span className="text-mute">–</span>;
  const percent = total === null || total === 0 ? 0 : Math.floor((rows / total) * 100);
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <progress value={percent} max={100} aria-label={t('ex.progress')} className="h-1.5 w-28 accent-brand" />
      {total === null ? t('ex.counting') : t('ex.of', { rows: figure(String(rows)), total: figure(String(total)) })}
    </span>
  );
}

const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? '';

const columnsOf = (t: Text<typeof exportTexts>, words: (text: Kind['name']) => string): DeskColumn<ExportJob>[] => [
  { key: 'at', head: t('ex.col.at'), width: '130px', cell: ({ askedAt }) => <TableTime at={askedAt} /> },
  { key: 'name', namesRow: true, head: t('ex.col.name'), cell: ({ name }) => <b className="font-semibold">{words(name)}</b> },
  {
    key: 'days',
    head: t('ex.days'),
    cell: ({ startDate, endDate }) =>
      (startDate ?? endDate) ? `${dayOf(startDate)} ~ ${dayOf(endDate)}` : <span className="text-mute">{t('ex.all')}</span>,
  },
  { key: 'reason', head: t('ex.col.reason'), cell: ({ reason }) => <span className="line-clamp-1 max-w-64 text-sub">{reason}</span> },
  { key: 'state', head: t('ex.col.state'), cell: ({ state }) => <Badge tone={tones[state]}>{t(`ex.state.${state}`)}</Badge> },
  { key: 'progress', head: t('ex.progress'), cell: (job) => <Progress job={job} /> },
  {
    key: 'act',
    head: '',
    isFigure: true,
    isAtHand: true,
    cell: (job) => (
      <span className="flex justify-end gap-1.5">
        {job.state === 'DONE' && job.expiresAt !== null && (
          <Button size={24} look="brand" onClick={() => void take(job)}>
            {t('ex.take')}
          </Button>
        )}
        {(isOpen(job) || job.expiresAt !== null) && (
          <Button size={24} onClick={() => void cancel(job)}>
            {t(isOpen(job) ? 'ex.cancel' : 'ex.delete')}
          </Button>
        )}
      </span>
    ),
  },
];
