// Own tier tables by symbol: cap, highest leverage, maintenance; without one the listed table holds.
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteTier } from '../usual-values.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { FormPart } from './form-part.tsx';
import { PERCENT_DECIMALS, percentText } from './rate-field.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const cellClass =
  'h-8 w-full rounded-4 border border-edge/70 bg-surface px-1.5 text-right text-12 tabular-nums read-only:border-line read-only:bg-field';

export function TiersPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { config } = form;
  const [symbol, setSymbol] = useState(config.symbols[0]);
  const listed = listedSymbols.find(({ code }) => code === symbol)?.tiers ?? [];
  const own = config.tiers?.[symbol];
  const rows: readonly SiteTier[] = own ?? listed.map(([cap, leverage, mmr]) => [cap, leverage, mmr]);
  const put = (next: SiteTier[] | undefined) => {
    const tiers = { ...config.tiers, ...(next && { [symbol]: next }) };
    if (next === undefined) delete tiers[symbol];
    form.set('tiers', Object.keys(tiers).length === 0 ? undefined : tiers);
  };
  const fault = form.fault?.field.startsWith('tiers') ? form.fault.reason : undefined;
  return (
    <FormPart title={t('siteedit.tiers')} aside={t('siteedit.tiers.words')}>
      <Select
        label={t('siteedit.tiers.symbol')}
        value={symbol}
        options={config.symbols.map((code) => ({ value: code, label: code }))}
        onChange={setSymbol}
      />
      <table className="mt-3 w-full text-13">
        <thead>
          <tr className="text-right text-12 text-mute">
            <th scope="col" className="font-normal">
              {t('siteedit.tiers.cap')}
            </th>
            <th scope="col" className="w-16 font-normal">
              {t('siteedit.tiers.leverage')}
            </th>
            <th scope="col" className="w-24 pr-1 font-normal">
              {t('siteedit.tiers.mmr')}
            </th>
            <th className={own ? 'w-8' : 'w-0'}>
              <span className="sr-only">{t('siteedit.media.away')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a tier is its place
            <TierLine
              key={index}
              row={row}
              n={index + 1}
              isOwn={own !== undefined}
              onChange={(next) => put(rows.map((each, i) => (i === index ? next : each)))}
              onRemove={rows.length > 1 ? () => put(rows.filter((_, i) => i !== index)) : undefined}
            />
          ))}
        </tbody>
      </table>
      {fault && <p className="mt-2 text-12 text-danger">{fault}</p>}
      <div className="mt-3 flex gap-2">
        {own === undefined ? (
          <Button size={32} onClick={() => put([...rows])}>
            {t('siteedit.tiers.own')}
          </Button>
        ) : (
          <>
            <Button size={32} onClick={() => put([...rows, [(rows.at(-1)?.[0] ?? 1000) * 2, 1, 50_000_000]])}>
              {t('siteedit.tiers.add')}
            </Button>
            <Button size={32} look="quiet" onClick={() => put(undefined)}>
              {t('siteedit.tiers.usual')}
            </Button>
          </>
        )}
      </div>
    </FormPart>
  );
}

interface TierLineProps {
  row: SiteTier;
  n: number;
  isOwn: boolean;
  onChange(row: SiteTier): void;
  onRemove: (() => void) | undefined;
}

function TierLine({ row: [cap, leverage, mmr], n, isOwn, onChange, onRemove }: TierLineProps) {
  const t = useText(texts);
  const [typed, setTyped] = useState<string>();
  const whole = (text: string) => Number(text.replace(/\D/g, '').slice(0, 11));
  const cell = (label: string, value: string | number, put: (text: string) => void) => (
    <td className="py-0.5 pl-1">
      <input
        aria-label={`${label} ${n}`}
        readOnly={!isOwn}
        value={value}
        inputMode="decimal"
        onChange={(event) => put(event.target.value)}
        onBlur={() => setTyped(undefined)}
        className={cellClass}
      />
    </td>
  );
  return (
    <tr>
      {cell(t('siteedit.tiers.cap'), cap.toLocaleString('en'), (text) => onChange([whole(text), leverage, mmr]))}
      {cell(t('siteedit.tiers.leverage'), leverage, (text) => onChange([cap, whole(text), mmr]))}
      {/* As it is typed until it is left: `0.` and `0.50` are on the way to a number. */}
      {cell(t('siteedit.tiers.mmr'), typed ?? percentText(mmr), (text) => {
        const next = text.replace(/[^\d.]/g, '').slice(0, 10);
        setTyped(next);
        const rate = parseDecimal(next, PERCENT_DECIMALS);
        if (rate !== null) onChange([cap, leverage, rate]);
      })}
      <td>
        {isOwn && onRemove && (
          <IconButton size={28} label={t('siteedit.tiers.remove', { n })} onClick={onRemove}>
            <X size={14} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}
