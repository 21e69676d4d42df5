// Everything that is kept of the member as one file: asked for by password, written behind, saved from here.
import { messageOf } from '@maru/kit/web/failure.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fetchOwnData, getOwnData, type OwnData as State } from '../own-data-contract.ts';
import { OwnDataDialog } from './own-data-dialog.tsx';
import { ownDataTexts } from './own-data-texts.ts';

const LOOK_MS = 1_500;

export function OwnData() {
  const t = useText(ownDataTexts);
  const { data, error } = useOwnData();
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-labelledby="own-data" className="border-t border-line px-4 py-6 laptop:px-6">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="own-data" className="text-14 font-semibold">
            {t('own.title')}
          </h2>
          <p className="mt-0.5 text-13 text-mute">{t('own.words')}</p>
        </div>
        <Act data={data} onAsk={() => setAsking(true)} />
      </div>
      <output className="mt-2 block text-12 text-sub">
        {data === undefined ? error === null ? <SkeletonBlock className="h-4 w-40" /> : t('own.unknown') : <Words data={data} />}
      </output>
      {isAsking && <OwnDataDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Asks again while a file is being written. */
function useOwnData() {
  const [isRunning, setRunning] = useState(false);
  const asked = useCall(getOwnData, isRunning ? { everyMs: LOOK_MS, keepsOld: true } : { keepsOld: true });
  const runs = asked.data?.newest?.state === 'RUNNING';
  if (runs !== isRunning) setRunning(runs);
  return asked;
}

function Act({ data, onAsk }: { data: State | undefined; onAsk(): void }) {
  const t = useText(ownDataTexts);
  const [isBusy, setBusy] = useState(false);
  if (data?.newest?.until == null)
    return (
      <Button disabled={data === undefined || data.opensAt !== null || data.newest?.state === 'RUNNING'} onClick={onAsk}>
        {t('own.make')}
      </Button>
    );
  const day = data.newest.askedAt.slice(0, 10);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`my-data-${day}.json`, await fetchFile(fetchOwnData, {}));
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="brand" isBusy={isBusy} icon={<Download aria-hidden="true" size={16} />} onClick={() => void save()}>
      {t('own.save')}
    </Button>
  );
}

function Words({ data: { newest, opensAt } }: { data: State }) {
  const t = useText(ownDataTexts);
  if (newest?.state === 'RUNNING') return t('own.running');
  if (newest?.state === 'FAILED') return t('own.failed');
  if (newest?.until != null) return t('own.ready', { time: moment(newest.until, 'said') });
  return opensAt === null ? null : t('own.opens', { time: moment(opensAt, 'said') });
}
