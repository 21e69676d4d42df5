// The exposure of a symbol, or of the whole site, from which on operators are alerted.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { getHouseExposure, setExposureLimit } from '../exposure-contract.ts';
import { exposureTexts } from './exposure-texts.ts';

export interface Limited {
  /** Absent: the whole site. */
  futuresOptionId?: number;
  name: string;
  limit: string | null;
}

interface LimitProps {
  of: Limited;
  onClose(): void;
}

const isAmount = (limit: string) => /^\d{1,12}(\.\d{1,6})?$/.test(limit) && Number(limit) > 0;

function useLimitForm({ of: { futuresOptionId, name, limit: standing }, onClose }: LimitProps) {
  const t = useText(exposureTexts);
  return useCallForm({
    route: setExposureLimit,
    start: { limit: standing === null ? '' : standing.replace(/\.?0+$/, ''), reason: '' },
    labels: { limit: t('fx.limit.field') },
    optional: ['limit'],
    otherwise: 'reason',
    body: ({ limit, reason }) => ({
      ...(futuresOptionId !== undefined && { futuresOptionId }),
      limit: limit === '' ? null : limit,
      reason: reason.trim(),
    }),
    check: ({ limit }) => ({ limit: limit !== '' && !isAmount(limit) && t('fx.limit.missing') }),
    onDone: async () => {
      toast({ title: t('fx.limit.done', { name }), kind: 'done' });
      await refetch(getHouseExposure);
      onClose();
    },
  });
}

export function LimitDialog(props: LimitProps) {
  const t = useText(exposureTexts);
  const form = useLimitForm(props);
  const { name, limit: standing } = props.of;
  const { limit } = form.values;
  const isGood = limit === '' ? standing !== null : isAmount(limit);
  return (
    <ReasonForm
      form={form}
      title={t('fx.limit.title', { name })}
      description={t('fx.limit.words')}
      confirm={t(limit === '' ? 'fx.limit.off' : 'fx.limit.save')}
      blocked={isGood ? undefined : t('fx.limit.missing')}
      onClose={props.onClose}
    >
      <TextField {...form.text('limit', (typed) => typed.replaceAll(',', '').trim())} inputMode="decimal" autoComplete="off" />
    </ReasonForm>
  );
}
