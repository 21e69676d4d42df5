// Who receives it and where, asked for from the site's threshold on (travel rule).
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { travelKinds } from '../../withdraw-contract.ts';
import type { Confirmed } from './use-sending.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  form: CallForm<Confirmed>;
  fromWon: string | null;
}

export function TravelFields({ form, fromWon }: Props) {
  const t = useText(withdrawTexts);
  const kind = form.at('kind');
  const isStated = form.at('isStated');
  return (
    <fieldset className="mb-4 rounded-8 border border-line px-4 py-3">
      <legend className="px-1 text-13 font-semibold">{t('withdraw.travel')}</legend>
      <p className="mb-3 text-12 text-sub">{t('withdraw.travel.words', { won: figure(fromWon ?? '0', { decimals: 0 }) })}</p>
      <Segment
        label={t('withdraw.travel.kind')}
        isFull
        className="mb-3"
        value={kind.value}
        onChange={kind.onChange}
        items={travelKinds.map((value) => ({ value, label: t(`withdraw.travel.${value}`) }))}
      />
      {kind.value === 'VASP' && <TextField {...form.text('vasp')} maxLength={100} />}
      <TextField {...form.text('beneficiary')} maxLength={100} />
      <Checkbox isOn={isStated.value} onChange={isStated.onChange}>
        {t(kind.value === 'OWN' ? 'withdraw.travel.stated.OWN' : 'withdraw.travel.stated.VASP')}
      </Checkbox>
    </fieldset>
  );
}
