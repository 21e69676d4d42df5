// The fields of a price alert: a new one, or one that is changed.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
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
import { type AlertPrice, alertPrices, isMove, type LevelCondition, levelConditions, type PriceAlert } from '../../alert-contract.ts';
import { quoteKey } from '../market-feed.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { type AlertBody, saveAlert } from './alert-store.ts';
import { alertDialogTexts } from './dialog-texts.ts';
import { MoveInputs, useMove } from './move-fields.tsx';

const repeats = ['once', '5', '60', '1440'] as const;
type Repeat = (typeof repeats)[number];
const untils = ['never', '1', '7', '30'] as const;
type Until = (typeof untils)[number] | 'kept';
type Kind = 'level' | 'move';

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
  const [kind, setKind] = useState<Kind>(edited && isMove(edited.condition) ? 'move' : 'level');
  const move = useMove(edited);
  const [condition, setCondition] = useState<LevelCondition>(edited && !isMove(edited.condition) ? edited.condition : 'REACHES');
  const [price, setPrice] = useState(edited?.price ?? startPrice ?? '');
  const [repeat, setRepeat] = useState<Repeat>((edited?.pauseMinutes?.toString() as Repeat | undefined) ?? 'once');
  const [until, setUntil] = useState<Until>(edited?.expiresAt ? 'kept' : 'never');
  const [note, setNote] = useState(edited?.note ?? '');
  const [byMail, setByMail] = useState(edited?.byMail ?? false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** The same request pressed again after a lost answer is the same alert. */
  const [key, setKey] = useState(newRequestKey);
  const save = async () => {
    const body: AlertBody = {
      ...(edited ? { id: edited.id } : {}),
      symbol: symbol.symbol,
      priceType,
      ...(kind === 'move' ? { condition: move.condition, percent: move.percent, windowMinutes: move.windowMinutes } : { condition, price }),
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
    move.setPercent('');
    setNote('');
    done();
  };
  return {
    kind,
    setKind,
    move,
    isReady: kind === 'move' ? move.isReady : Number(price) > 0,
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

type Form = ReturnType<typeof useForm>;

/** A move rests for its window at least: of the pauses only those that are longer are another choice. */
function repeatsOf({ kind, move, repeat }: Form, t: ReturnType<typeof useText<typeof alertDialogTexts>>) {
  if (kind === 'level') return repeats.map((value) => ({ value, label: t(`alert.repeat.${value}`) }));
  const again = t('alert.repeat.again', { window: t(`alert.window.${move.windowMinutes}`) });
  const isRest = (value: Repeat) => value !== 'once' && Number(value) <= move.windowMinutes;
  const shortest = isRest(repeat) ? repeat : '5';
  return repeats
    .filter((value) => value === shortest || !isRest(value))
    .map((value) => ({ value, label: isRest(value) ? again : t(`alert.repeat.${value}`) }));
}

function LevelInputs({ f, symbol, note }: { f: Form; symbol: MarketSymbol; note: string | undefined }) {
  const t = useText(alertDialogTexts);
  return (
    <>
      <Segment<LevelCondition>
        isFull
        label={t('alert.condition')}
        value={f.condition}
        onChange={f.setCondition}
        items={[...levelConditions].reverse().map((value) => ({ value, label: t(`alert.condition.${value}`) }))}
      />
      <Field label={t('alert.price')} note={note} error={f.error}>
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
    </>
  );
}

export function AlertForm(props: Props) {
  const { symbol, edited, canMail, mostLetters: mostMails, done } = props;
  const t = useText(alertDialogTexts);
  const f = useForm(props);
  const part = ({ LAST: 'last', MARK: 'mark', INDEX: 'index' } as const)[f.priceType];
  const now = useLivePart(quoteKey(symbol.symbol), (quote) => quote[part]);
  const { isReady } = f;
  const isAboutMove = f.kind === 'move';
  const nowText = now && `${t(`alert.price.${f.priceType}`)} ${figure(now, { decimals: symbol.priceDecimals })}`;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void f.save();
      }}
    >
      <Segment<Kind>
        isFull
        label={t('alert.kind')}
        value={f.kind}
        onChange={f.setKind}
        items={(['level', 'move'] as const).map((value) => ({ value, label: t(`alert.kind.${value}`) }))}
      />
      <Segment<AlertPrice>
        isFull
        label={t('alert.price.type')}
        value={f.priceType}
        onChange={f.setPriceType}
        items={alertPrices.map((value) => ({ value, label: t(`alert.price.${value}`) }))}
      />
      {isAboutMove ? <MoveInputs move={f.move} error={f.error} /> : <LevelInputs f={f} symbol={symbol} note={nowText} />}
      <div className="-mt-4 grid grid-cols-2 gap-2">
        <Select<Repeat> label={t('alert.repeat')} value={f.repeat} onChange={f.setRepeat} options={repeatsOf(f, t)} />
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
            {t('alert.mail')} <span className="text-12 text-mute">{t('alert.mail.most', { count: mostMails })}</span>
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
        {isReady ? t(edited ? 'alert.save' : 'alert.make') : t(isAboutMove ? 'alert.percent.enter' : 'alert.enter')}
      </Button>
    </form>
  );
}
