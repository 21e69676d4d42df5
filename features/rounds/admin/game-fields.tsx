// The fields of a game's terms beside its odds: limits, times, in-round betting and early sale with its published formula.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { SwitchRow } from '@maru/kit/web/desk/switch-row.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { type ReactNode, useState } from 'react';
import { familyOf } from '../round-codes.ts';
import { HoursFields } from './hours-fields.tsx';
import { amountFields, cutoffText, type Fault, type GameForm, mostCutoff } from './game-form-state.ts';
import type { GamesText } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';

const numeric = (text: string) => text.replace(/[^\d.]/g, '').slice(0, 20);

function faultWords(t: GamesText, fault: Fault | undefined): string | undefined {
  if (fault === undefined) return undefined;
  if (fault.of === 'decimals') return t('rd.edit.decimals', { n: fault.n });
  return fault.of === 'amount' ? t('rd.edit.amount', { least: fault.least }) : t('rd.edit.range', { least: fault.least, most: fault.most });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-4 last:border-0">
      <h3 className="mb-3 text-14 font-bold">{title}</h3>
      {children}
    </section>
  );
}

export function LimitsPart({ form, currency }: { form: GameForm; currency: string }) {
  const t = useText(gamesTexts);
  const isDraw = familyOf(form.code) === 'P';
  return (
    <Part title={t('rd.edit.limits')}>
      <div className="grid grid-cols-2 gap-x-4">
        {amountFields.map((field) => (
          <TextField
            key={field}
            label={t(field === 'maxSidePoint' && isDraw ? 'rd.edit.maxSidePoint.draw' : `rd.edit.${field}`)}
            inputMode="decimal"
            value={form.terms[field]}
            end={<span className="text-12 text-mute">{currency}</span>}
            error={faultWords(t, form.faults.get(field))}
            onChange={(event) => form.set({ [field]: numeric(event.target.value) })}
          />
        ))}
      </div>
    </Part>
  );
}

export function TimesPart({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  const isDraw = familyOf(form.code) === 'P';
  const { terms, set } = form;
  return (
    <Part title={t('rd.edit.times')}>
      <TextField
        label={t(cutoffText(form.code, terms))}
        inputMode="numeric"
        value={String(terms.cutoffSeconds || '')}
        help={t('rd.edit.cutoff.help', { most: mostCutoff(form.code) })}
        error={faultWords(t, form.faults.get('cutoffSeconds'))}
        onChange={(event) => set({ cutoffSeconds: Number(event.target.value.replace(/\D/g, '').slice(0, 3)) })}
      />
      <SwitchRow label={t('rd.edit.isPlay')} isOn={terms.isPlay} onChange={(isPlay) => set({ isPlay })} />
      {!isDraw && (
        <>
          <SwitchRow
            label={t('rd.edit.isInRound')}
            note={t('rd.edit.isInRound.words')}
            isOn={terms.isInRound}
            onChange={(isInRound) => set({ isInRound })}
          />
          <SwitchRow
            label={t('rd.edit.isEarlySale')}
            note={t('rd.edit.isEarlySale.words')}
            isOn={terms.isEarlySale}
            onChange={(isEarlySale) => set({ isEarlySale })}
          />
          {terms.isEarlySale && <SaleFields form={form} />}
        </>
      )}
      {isDraw ? (
        <p className="mt-2 flex justify-between text-13">
          <span className="font-medium">{t('rd.edit.hours')}</span>
          <span className="text-sub">{t('rd.edit.hours.always')}</span>
        </p>
      ) : (
        <HoursFields form={form} />
      )}
    </Part>
  );
}

function SaleFields({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  return (
    <div className="mt-2 rounded-6 bg-sunken p-3">
      <div className="grid grid-cols-2 gap-x-4">
        {(['saleFee', 'saleVolatility'] as const).map((field) => (
          <PercentField
            key={field}
            label={t(`rd.edit.${field}`)}
            fraction={form.terms[field]}
            error={faultWords(t, form.faults.get(field))}
            onChange={(fraction) => form.set({ [field]: fraction })}
          />
        ))}
      </div>
      <p className="text-12 text-mute">{t('rd.edit.sale.words')}</p>
    </div>
  );
}

interface PercentFieldProps {
  label: string;
  /** `0.02`, shown as `2`. */
  fraction: string;
  error: string | undefined;
  onChange(fraction: string): void;
}

function PercentField({ label, fraction, error, onChange }: PercentFieldProps) {
  const [text, setText] = useState<string>();
  const shown = text ?? shift(fraction, 2);
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={shown}
      error={error}
      onBlur={() => error === undefined && setText(undefined)}
      onChange={(event) => {
        const typed = numeric(event.target.value);
        setText(typed);
        onChange(parseDecimal(typed, 6) === null ? 'x' : shift(typed, -2));
      }}
    />
  );
}

/** The decimal point moved by so many places to the right: exact, since it is text. */
function shift(text: string, places: number): string {
  const [whole, fraction = ''] = text.split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const at = Math.max(0, -places) + whole.length + places;
  const joined = `${digits.slice(0, at) || '0'}.${digits.slice(at)}`;
  return joined.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '') || '0';
}
