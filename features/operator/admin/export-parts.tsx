// What may be taken away and for which days, how far an export is, its download and its end.
import { call, type ReplyOf } from '@maru/kit/web/api-client.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { sizeWords } from '@maru/kit/web/desk/size-words.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import type { Tone } from '@maru/kit/web/ui/marks.tsx';
import { DaySpan } from '@maru/kit/web/ui/period-segment.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cancelExport, type ExportJob, fetchExport, listExports, startExport } from '../export-contract.ts';
import { exportTexts } from './export-texts.ts';

type Exports = ReplyOf<typeof listExports>;
type Kind = Exports['kinds'][number];
export const exportTones: Readonly<Record<ExportJob['state'], Tone>> = {
  ASKED: 'warn',
  WAITING: 'plain',
  RUNNING: 'brand',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'plain',
};
export const isOpenExport = ({ state }: ExportJob) => state === 'ASKED' || state === 'WAITING' || state === 'RUNNING';

/** Often while one is being written. */
export const asksAgainAfter = (reply: Exports | undefined) =>
  reply?.jobs.some(({ state }) => state === 'WAITING' || state === 'RUNNING') === true ? 1_500 : 15_000;

export function ExportKinds({ reply: { kinds } }: { reply: Exports }) {
  const t = useText(exportTexts);
  const words = useWords();
  const [asking, setAsking] = useState<Kind>();
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-4 laptop:px-6">
      {kinds.length === 0 && <p className="text-13 text-mute">{t('ex.denied')}</p>}
      {kinds.map((kind) => (
        <Button key={kind.kind} size={36} icon={<Download size={14} />} onClick={() => setAsking(kind)}>
          {words(kind.name)}
        </Button>
      ))}
      {asking && <AskDialog of={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function AskDialog({ of, onClose }: { of: Kind; onClose(): void }) {
  const t = useText(exportTexts);
  const words = useWords();
  const form = useCallForm({
    route: startExport,
    start: { from: '', to: '', reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ reason, ...span }) => ({ kind: of.kind, reason: reason.trim(), ...periodOf({ period: 'own', ...span }, serverNow()) }),
    onDone: () => {
      toast({ title: t('ex.asked', { name: words(of.name) }), kind: 'done' });
      onClose();
    },
    onSettled: () => refetch(listExports),
  });
  const { from, to } = form.values;
  return (
    <ReasonForm
      form={form}
      title={t('ex.ask', { name: words(of.name) })}
      description={t('ex.ask.words')}
      confirm={t('ex.ask.do')}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-wrap items-center gap-3 text-13">
        <span className="text-sub">{t('ex.days')}</span>
        <DaySpan from={from} to={to} onChange={form.set} />
        <span className="text-12 text-mute">{t('ex.days.words')}</span>
      </div>
      {of.aloneADay !== null && <p className="mb-4 text-12 text-sub">{t('ex.alone', { most: figure(String(of.aloneADay)) })}</p>}
    </ReasonForm>
  );
}

export const takeExport = async ({ id, kind }: ExportJob): Promise<void> =>
  saveFile(`${kind}.csv`, await fetchFile(fetchExport, { id: String(id) }));

export async function endExport({ id }: ExportJob): Promise<void> {
  await call(cancelExport, { body: { id } });
  await refetch(listExports);
}

export function ExportProgress({ job: { state, rows, total, bytes, requestId } }: { job: ExportJob }) {
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
