// Asking another operator to believe a step of the price, or to change how far it may step.
import { call } from '@maru/kit/web/api-client.ts';
import { FigureField } from '@maru/kit/web/desk/figure-field.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useState } from 'react';
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

export function BoundDialog({ of: { symbol, bound, isOwn }, onClose }: PriceDialogProps) {
  const t = useText(priceTexts);
  const [text, setText] = useState(isOwn ? bound : '');
  const percent = text.trim() === '' ? null : Number(text);
  const isWrong = percent !== null && !(percent >= 0.1 && percent <= 50);
  return (
    <ReasonDialog
      title={t('px.bound.title', { name: pairOf(symbol) })}
      description={t('px.bound.words')}
      confirm={t('px.bound.do')}
      blocked={isWrong ? t('px.bound.wrong') : undefined}
      fields={['percent']}
      onConfirm={(reason) => call(setStepBound, { body: { symbol, percent, reason } })}
      onClose={onClose}
    >
      {(wrongAt) => (
        <FigureField label={t('px.bound.percent')} value={text} placeholder={bound} error={wrongAt('percent')} onChange={setText} />
      )}
    </ReasonDialog>
  );
}
