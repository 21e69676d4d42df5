// Transfers that change the currency: what the site keeps, where the rate comes from, how far and how old it may be, and rates by hand.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type SiteConversion, USUAL_MOVE } from '../usual-values.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { FormPart } from './form-part.tsx';
import { percentText, RateField } from './rate-field.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

type Part = { [K in keyof SiteConversion]?: SiteConversion[K] | undefined };
const plain = (text: string) => text.replace(/[^\d.]/g, '');

/** What stands of it, and a way to change parts: empty or undefined takes one away. */
function conversionIn({ config, set }: SiteForm) {
  const now: SiteConversion = config.conversion ?? { spread: 0 };
  const put = (part: Part) => {
    const kept = Object.entries({ ...now, ...part }).filter(([, value]) => value !== undefined && value !== '');
    set('conversion', Object.fromEntries(kept) as unknown as SiteConversion);
  };
  return { now, put };
}

function Limits({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { now, put } = conversionIn(form);
  const maxMove = now.maxMove ?? USUAL_MOVE;
  const amount = (field: 'most' | 'rateLeast' | 'rateMost', label: Parameters<typeof t>[0]) => (
    <TextField
      label={t(label)}
      inputMode="decimal"
      value={now[field] ?? ''}
      placeholder={t('siteedit.none')}
      onChange={(event) => put({ [field]: plain(event.target.value) })}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-2">
      <RateField
        label={t('siteedit.spread')}
        help={t('siteedit.spread.help', { least: percentText(Math.ceil(maxMove / 2)) })}
        rate={now.spread}
        most={5}
        onChange={(spread) => put({ spread })}
      />
      <RateField
        label={t('siteedit.move')}
        help={t('siteedit.move.help')}
        rate={maxMove}
        most={5}
        onChange={(rate) => put({ maxMove: rate })}
      />
      {amount('most', 'siteedit.most')}
      <TextField
        label={t('siteedit.age.rate')}
        inputMode="numeric"
        value={now.maxAge ?? ''}
        placeholder={t('siteedit.age.usual')}
        onChange={(event) => {
          const minutes = Number(event.target.value.replace(/\D/g, '').slice(0, 5));
          put({ maxAge: minutes > 0 ? minutes : undefined });
        }}
      />
      {amount('rateLeast', 'siteedit.rate.least')}
      {amount('rateMost', 'siteedit.rate.most')}
    </div>
  );
}

export function ConversionPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { config, set, sources } = form;
  const { now, put } = conversionIn(form);
  const setRate = (currency: 'KRW' | 'BKT', text: string) => {
    const rates: SiteConfig['rates'] = { ...config.rates, [currency]: text };
    if (text === '') delete rates[currency];
    set('rates', rates);
  };
  return (
    <FormPart title={t('siteedit.conversion')}>
      {config.binaryCurrency === 'KRW' && sources.length > 0 && (
        <div className="mb-4">
          <Segment
            label={t('siteedit.source')}
            value={now.source ?? 'hand'}
            isFull
            onChange={(source) => put({ source: source === 'hand' ? undefined : source })}
            items={(['hand', ...sources] as const).map((source) => ({ value: source, label: t(`siteedit.source.${source}`) }))}
          />
        </div>
      )}
      <Limits form={form} />
      <h3 className="mb-1 text-13 font-semibold">{t('siteedit.rates')}</h3>
      <p className="mb-2 text-12 text-mute">{t('siteedit.rates.words')}</p>
      <div className="grid grid-cols-2 gap-2">
        {(['KRW', 'BKT'] as const).map((currency) => (
          <TextField
            key={currency}
            label={currency}
            inputMode="decimal"
            value={config.rates?.[currency] ?? ''}
            placeholder={t('siteedit.none')}
            error={form.fault?.field === `rates.${currency}` ? form.fault.reason : undefined}
            onChange={(event) => setRate(currency, plain(event.target.value))}
          />
        ))}
      </div>
    </FormPart>
  );
}
