// Forms over the page of conversions: a coin's terms, and a pause with its reason.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { changeConvertTerms, type DeskConvertCoin, listConvertTerms, pauseConversion } from '../convert-admin-contract.ts';
import { convertDeskTexts } from './convert-texts.ts';

const usual = {
  route: changeConvertTerms,
  texts: convertDeskTexts,
  submit: 'cw.save',
  done: 'cw.saved',
  refetches: [listConvertTerms],
} as const;
const fields = {
  spread: { label: 'cw.f.spread', unit: '%' },
  tolerance: { label: 'cw.f.tolerance', unit: '%', help: 'cw.f.tolerance.help' },
  least: { label: 'cw.f.least', unit: 'USDT' },
  most: { label: 'cw.f.most', unit: 'USDT' },
  dayMost: { label: 'cw.f.dayMost', unit: 'USDT' },
} as const;
const termsForm = declareForm({ ...usual, fields: { ...fields, cap: { label: 'cw.f.cap', unit: 'USDT', help: 'cw.f.cap.help' } } });
/** Exposure of all others is counted in it. */
const usdtForm = declareForm({ ...usual, fields });

const pauseForm = declareForm({
  route: pauseConversion,
  texts: convertDeskTexts,
  fields: { why: { label: 'cw.f.why', words: 'cw.why.' } },
  submit: 'cw.pause',
  done: 'cw.saved',
  look: 'danger',
  refetches: [listConvertTerms],
});

export interface ConvertFormProps {
  of: DeskConvertCoin;
  onClose(): void;
}

export function TermsForm({ of, onClose }: ConvertFormProps) {
  const t = useText(convertDeskTexts);
  const { walletType, currency, cap, ...terms } = of;
  const shared = {
    fixed: { walletType },
    title: t('cw.change.title', { coin: unitOf(currency) }),
    description: t('cw.change.words'),
    onClose,
  };
  if (cap === null) return <DeskFormDialog of={usdtForm} start={terms} {...shared} />;
  return <DeskFormDialog of={termsForm} start={{ ...terms, cap }} {...shared} />;
}

export function PauseForm({ of: { walletType, currency }, onClose }: ConvertFormProps) {
  const t = useText(convertDeskTexts);
  return (
    <DeskFormDialog
      of={pauseForm}
      fixed={{ walletType }}
      title={t('cw.pause.title', { coin: unitOf(currency) })}
      description={t('cw.pause.words')}
      onClose={onClose}
    />
  );
}
