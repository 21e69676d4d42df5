// Restricting a symbol or the whole site, or freeing it again: what is taken from then on, and why.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import { setSwitch } from '../admin-contract.ts';
import { type DeskTrading, deskTradings, listDeskSymbols } from '../desk-contract.ts';
import { futuresDeskTexts } from './desk-texts.ts';

export interface Restricted {
  /** Absent: the whole site. */
  futuresOptionId?: number;
  name: string;
}

interface SwitchDialogProps {
  of: Restricted;
  /** What holds now: somebody else may have changed it since the dialog opened. */
  standing: DeskTrading;
  onClose(): void;
}

export function SwitchDialog({ of: { futuresOptionId, name }, standing, onClose }: SwitchDialogProps) {
  const t = useText(futuresDeskTexts);
  const [chosen, setTrading] = useState<DeskTrading>();
  const trading = chosen ?? standing;
  return (
    <ReasonDialog
      title={t('fd.switch.title', { name })}
      description={t(`fd.words.${trading}`)}
      confirm={t('fd.switch.save')}
      look={trading === 'NONE' ? 'brand' : 'danger'}
      blocked={trading === standing ? t('fd.switch.same') : undefined}
      onConfirm={async (reason) => {
        await call(setSwitch, {
          body: { ...(futuresOptionId !== undefined && { futuresOptionId }), trading, reason },
          key: newRequestKey(),
        });
        toast({ title: t('fd.switch.done', { name, trading: t(`fd.trading.${trading}`) }), kind: 'done' });
        await refetch(listDeskSymbols);
      }}
      onClose={onClose}
    >
      <div className="mb-4">
        <Segment
          isFull
          label={t('fd.switch.kind')}
          value={trading}
          onChange={setTrading}
          items={deskTradings.map((value) => ({ value, label: t(`fd.set.${value}`) }))}
        />
      </div>
    </ReasonDialog>
  );
}
