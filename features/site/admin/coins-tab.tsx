// 코인·종목: fees and rates within their ranges, wallets, symbols that are only added, and own tier tables.
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { ConversionPart } from './conversion-part.tsx';
import { FormPart } from './form-part.tsx';
import { RateField } from './rate-field.tsx';
import { texts } from './texts.ts';
import { TiersPart } from './tiers-part.tsx';
import type { SiteForm } from './use-site-form.ts';
import { WalletChoices } from './wallet-choices.tsx';

function Fees({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { config, set } = form;
  return (
    <FormPart title={t('siteedit.fees')}>
      <div className="grid grid-cols-2 gap-2">
        <RateField
          label={t('siteedit.fee.maker')}
          help={t('siteedit.fee.help')}
          rate={config.makerFee}
          most={0.5}
          onChange={(rate) => set('makerFee', rate)}
        />
        <RateField
          label={t('siteedit.fee.taker')}
          help={t('siteedit.fee.help')}
          rate={config.takerFee}
          most={0.5}
          onChange={(rate) => set('takerFee', rate)}
        />
      </div>
    </FormPart>
  );
}

/** Of a demo installation alone: elsewhere the server refuses it, and what is left of it can only be emptied. */
function DemoMoney({ form }: { form: SiteForm }) {
  const t = useText(texts);
  if (!form.sources.includes('demo') && form.config.demoMoney === undefined) return null;
  return (
    <FormPart title={t('siteedit.demo')}>
      <TextField
        label={t('siteedit.demo.amount')}
        help={t('siteedit.demo.help')}
        inputMode="decimal"
        value={form.config.demoMoney ?? ''}
        placeholder={t('siteedit.none')}
        error={form.fault?.field === 'demoMoney' ? form.fault.reason : undefined}
        onChange={(event) => form.set('demoMoney', event.target.value.replace(/[^\d.]/g, '') || undefined)}
      />
    </FormPart>
  );
}

function Wallets({ form }: { form: SiteForm }) {
  const t = useText(texts);
  return (
    <FormPart title={t('siteedit.coins')}>
      <WalletChoices chosen={form.config.usedCoins} onChange={(chosen) => form.set('usedCoins', chosen)} />
    </FormPart>
  );
}

function Symbols({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const words = useWords();
  const { symbols } = form.config;
  const nameOf = (code: string) => {
    const data = listedSymbols.find((each) => each.code === code);
    return data ? `${words({ ko: data.ko, en: data.en })} ${data.base}` : code;
  };
  const left = listedSymbols.filter(({ code }) => !symbols.includes(code));
  const isNew = (code: string) => !form.published.symbols.includes(code);
  return (
    <FormPart title={t('siteedit.symbols')} aside={t('siteedit.product.symbols', { count: symbols.length })}>
      <p className="mb-2 text-12 text-mute">{t('siteedit.symbols.words')}</p>
      <ol className="flex flex-wrap gap-1.5">
        {symbols.map((code) => (
          <li key={code} className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line px-2.5 text-12">
            {nameOf(code)}
            {isNew(code) && (
              <button
                type="button"
                aria-label={`${nameOf(code)} ${t('siteedit.media.away')}`}
                className="text-mute hover:text-text"
                onClick={() =>
                  form.set(
                    'symbols',
                    symbols.filter((each) => each !== code),
                  )
                }
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <div className="mt-3">
          <Select
            label={t('siteedit.symbols.add')}
            value={undefined}
            options={left.map(({ code }) => ({ value: code, label: nameOf(code) }))}
            onChange={(code: string) => form.set('symbols', [...symbols, code])}
          />
        </div>
      )}
    </FormPart>
  );
}

export function CoinsTab({ form }: { form: SiteForm }) {
  return (
    <>
      <Fees form={form} />
      <DemoMoney form={form} />
      <ConversionPart form={form} />
      <Wallets form={form} />
      <Symbols form={form} />
      <TiersPart form={form} />
    </>
  );
}
