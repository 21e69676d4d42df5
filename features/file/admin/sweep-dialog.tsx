// Removing what hangs nowhere, asked for once more.
import { call } from '@maru/kit/web/api-client.ts';
import { sizeWords } from '@maru/kit/web/desk/size-words.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { listDeskFiles, sweepFiles } from '../admin-contract.ts';
import { fileDeskTexts } from './desk-texts.ts';

export function SweepDialog({ onClose }: { onClose(): void }) {
  const t = useText(fileDeskTexts);
  return (
    <AskDialog
      title={t('file.sweep.ask')}
      description={t('file.sweep.words')}
      cancel={t('file.cancel')}
      confirm={t('file.sweep')}
      onClose={onClose}
      onConfirm={async () => {
        const swept = await call(sweepFiles, { body: {} });
        toast({ title: t('file.swept', { count: swept.count, size: sizeWords(swept.bytes) }), kind: 'done' });
        await refetch(listDeskFiles);
      }}
    />
  );
}
