// Asking for a symbol's end: there is no way back, so a second person agrees.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { delistOption } from '../admin-contract.ts';
import { futuresDeskTexts } from './desk-texts.ts';

export interface Delisted {
  futuresOptionId: number;
  name: string;
}

export function DelistDialog({ of: { futuresOptionId, name }, onClose }: { of: Delisted; onClose(): void }) {
  const t = useText(futuresDeskTexts);
  return (
    <ReasonDialog
      title={t('fd.delist.title', { name })}
      description={t('fd.delist.words')}
      confirm={t('fd.delist.ask')}
      look="danger"
      onConfirm={(reason) => call(delistOption, { body: { futuresOptionId, reason } })}
      onClose={onClose}
    />
  );
}
