// Asking another operator to believe a step of the price, or to change how far it may step.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { believePrice, type PriceStanding, setStepBound } from '../admin-contract.ts';
import { priceTexts } from './price-texts.ts';

interface PriceDialogProps {
  of: PriceStanding;
  onClose(): void;
}

export function BelieveDialog({ of: { symbol, doubt }, onClose }: PriceDialogProps) {
  const t = useText(priceTexts);
  return (
    <ReasonDialog
      title={t('px.believe.title', { name: pairOf(symbol) })}
      description={t('px.believe.words', { told: figure(doubt?.told ?? '0'), believed: figure(doubt?.believed ?? '0') })}
      confirm={t('px.believe.do')}
      look="danger"
      onConfirm={(reason) => call(believePrice, { body: { symbol, reason } })}
      onClose={onClose}
    />
  );
}

const percentOf = (typed: string) => (typed === '' ? null : Number(typed));
const isBound = (typed: string) => typed === '' || (Number(typed) >= 0.1 && Number(typed) <= 50);

export function BoundDialog({ of: { symbol, bound, isOwn }, onClose }: PriceDialogProps) {
  const t = useText(priceTexts);
  const form = useCallForm({
    route: setStepBound,
    start: { percent: isOwn ? bound : '', reason: '' },
    labels: { percent: t('px.bound.percent') },
    optional: ['percent'],
    otherwise: 'reason',
    body: ({ percent, reason }) => ({ symbol, percent: percentOf(percent), reason: reason.trim() }),
    check: ({ percent }) => ({ percent: !isBound(percent) && t('px.bound.wrong') }),
    onDone: onClose,
  });
  return (
    <ReasonForm
      form={form}
      title={t('px.bound.title', { name: pairOf(symbol) })}
      description={t('px.bound.words')}
      confirm={t('px.bound.do')}
      blocked={isBound(form.values.percent) ? undefined : t('px.bound.wrong')}
      onClose={onClose}
    >
      <TextField {...form.text('percent', (typed) => typed.trim())} inputMode="decimal" autoComplete="off" placeholder={bound} />
    </ReasonForm>
  );
}
