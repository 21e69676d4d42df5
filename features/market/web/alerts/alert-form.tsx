// The fields of a price alert: a new one, or one that is changed.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { useLivePart } from '@maru/kit/web/live-store.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { bareInputClass, Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import { type AlertCondition, alertConditions, type AlertPrice, alertPrices, type PriceAlert } from '../../alert-contract.ts';
import { quoteKey } from '../market-feed.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { type AlertBody, saveAlert } from './alert-store.ts';
import { alertDialogTexts } from './dialog-texts.ts';

const repeats = ['once', '5', '60', '1440'] as const;
type Repeat = (typeof repeats)[number];
const untils = ['never', '1', '7', '30'] as const;
type Until = (typeof untils)[number] | 'kept';
const DAY_MS = 86_400_000;

const expiryOf = (until: Until, edited: PriceAlert | undefined): string | null =>
  until === 'never' ? null : until === 'kept' ? (edited?.expiresAt ?? null) : new Date(serverNow() + Number(until) * DAY_MS).toISOString();

interface Props {
  symbol: MarketSymbol;
  price: string | undefined;
  edited: PriceAlert | undefined;
  canMail: boolean;
  mostLetters: number;
  done(): void;
}

function useForm({ symbol, price: startPrice, edited, canMail, done }: Props) {
  const [priceType, setPriceType] = useState<AlertPrice>(edited?.priceType ?? 'LAST');
  const [condition, setCondition] = useState<AlertCondition>(edited?.condition ?? 'REACHES');
  const [price, setPrice] = useState(edited?.price ?? startPrice ?? '');
  const [repeat, setRepeat] = useState<Repeat>((edited?.pauseMinutes?.toString() as Repeat | undefined) ?? 'once');
  const [until, setUntil] = useState<Until>(edited?.expiresAt ? 'kept' : 'never');
  const [note, setNote] = useState(edited?.note ?? '');
  const [byMail, setByMail] = useState(edited?.byMail ?? false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** The same wish pressed again after a lost answer is the same alert. */
  const [key, setKey] = useState(newRequestKey);
  const save = async () => {
    const body: AlertBody = {
      ...(edited ? { id: edited.id } : {}),
      symbol: symbol.symbol,
      priceType,
      condition,
      price,
      pauseMinutes: repeat === 'once' ? null : (Number(repeat) as AlertBody['pauseMinutes']),
      note,
      byMail: canMail && byMail,
      expiresAt: expiryOf(until, edited),
    };
    setBusy(true);
    setError(undefined);
    const saved = await saveAlert(body, key);
    setBusy(false);
    if (!saved.ok && saved.failure.isUnanswered) return setError(saved.failure.message);
    setKey(newRequestKey());
    if (!saved.ok) return setError(saved.failure.message);
    setPrice('');
    setNote('');
    done();
  };
  return {
    priceType,
    setPriceType,
    condition,
    setCondition,
    price,
    setPrice,
    repeat,
    setRepeat,
    until,
    setUntil,
    note,
    setNote,
    byMail,
    setByMail,
    error,
    isBusy,
    save,
  };
}

export function AlertForm(props: Props) {
  const { symbol, edited, canMail, mostLetters, done } = props;
  const t = useText(alertDialogTexts);
  const f = useForm(props);
  const part = ({ LAST: 'last', MARK: 'mark', INDEX: 'index' } as const)[f.priceType];
  const now = useLivePart(quoteKey(symbol.symbol), (quote) => quote[part]);
  const isReady = Number(f.price) > 0;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void f.save();
      }}
    >
      <Segment<AlertPrice>
        isFull
        label={t('alert.price.type')}
        value={f.priceType}
        onChange={f.setPriceType}
        items={alertPrices.map((value) => ({ value, label: t(`alert.price.${value}`) }))}
      />
      <Segment<AlertCondition>
        isFull
        label={t('alert.condition')}
        value={f.condition}
        onChange={f.setCondition}
        items={[...alertConditions].reverse().map((value) => ({ value, label: t(`alert.condition.${value}`) }))}
      />
      <Field
        label={t('alert.price')}
        note={now && `${t(`alert.price.${f.priceType}`)} ${figure(now, { decimals: symbol.priceDecimals })}`}
        error={f.error}
      >
        {({ id, describedBy, isWrong, boxClass }) => (
          <div className={boxClass}>
            <AmountInput
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              value={f.price}
              onChange={f.setPrice}
              rules={{ decimals: symbol.priceDecimals, wholeDigits: 9 }}
              step={(10 ** -symbol.priceDecimals).toFixed(symbol.priceDecimals)}
              className={`${bareInputClass} text-right font-semibold`}
            />
            <span className="text-12 text-mute">USDT</span>
          </div>
        )}
      </Field>
      <div className="-mt-4 grid grid-cols-2 gap-2">
        <Select<Repeat>
          label={t('alert.repeat')}
          value={f.repeat}
          onChange={f.setRepeat}
          options={repeats.map((value) => ({ value, label: t(`alert.repeat.${value}`) }))}
        />
        <Select<Until>
          label={t('alert.until')}
          value={f.until}
          onChange={f.setUntil}
          options={[
            ...(edited?.expiresAt
              ? [{ value: 'kept' as const, label: t('alert.until.kept', { at: tableMoment(edited.expiresAt, false) }) }]
              : []),
            ...untils.map((value) => ({ value, label: `${t('alert.until')} · ${t(`alert.until.${value}`)}` })),
          ]}
        />
      </div>
      <TextField
        label={t('alert.note')}
        placeholder={t('alert.note.place')}
        maxLength={100}
        value={f.note}
        onChange={(event) => f.setNote(event.target.value)}
      />
      <div className="-mt-4 flex flex-wrap items-center justify-between gap-3">
        {canMail ? (
          <Checkbox isOn={f.byMail} onChange={f.setByMail}>
            {t('alert.mail')} <span className="text-12 text-mute">{t('alert.mail.most', { count: mostLetters })}</span>
          </Checkbox>
        ) : (
          <span />
        )}
        {edited && (
          <button type="button" className="text-13 text-sub underline" onClick={done}>
            {t('alert.back')}
          </button>
        )}
      </div>
      <Button type="submit" look="ink" size={48} className="w-full" isBusy={f.isBusy} disabled={!isReady}>
        {isReady ? t(edited ? 'alert.save' : 'alert.make') : t('alert.enter')}
      </Button>
    </form>
  );
}
