// Restricting a symbol or the whole site, or freeing it again: what is taken from then on, and why.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
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

function useSwitchForm({ of: { futuresOptionId, name }, standing, onClose }: SwitchDialogProps) {
  const t = useText(futuresDeskTexts);
  return useCallForm({
    route: setSwitch,
    start: { trading: undefined as DeskTrading | undefined, reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ trading = standing, reason }) => ({
      ...(futuresOptionId !== undefined && { futuresOptionId }),
      trading,
      reason: reason.trim(),
    }),
    // It says what is to stand: after a lost answer the first one would change nothing now.
    send: (_values, _key, body) => call(setSwitch, { body, key: newRequestKey() }),
    onDone: async (_, { trading = standing }) => {
      toast({ title: t('fd.switch.done', { name, trading: t(`fd.trading.${trading}`) }), kind: 'done' });
      await refetch(listDeskSymbols);
      onClose();
    },
  });
}

export function SwitchDialog(props: SwitchDialogProps) {
  const t = useText(futuresDeskTexts);
  const form = useSwitchForm(props);
  const { standing, onClose } = props;
  const trading = form.values.trading ?? standing;
  return (
    <ReasonForm
      form={form}
      title={t('fd.switch.title', { name: props.of.name })}
      description={t(`fd.words.${trading}`)}
      confirm={t('fd.switch.save')}
      look={trading === 'NONE' ? 'brand' : 'danger'}
      blocked={trading === standing ? t('fd.switch.same') : undefined}
      onClose={onClose}
    >
      <div className="mb-4">
        <Segment
          isFull
          label={t('fd.switch.kind')}
          value={trading}
          onChange={form.at('trading').onChange}
          items={deskTradings.map((value) => ({ value, label: t(`fd.set.${value}`) }))}
        />
      </div>
    </ReasonForm>
  );
}
