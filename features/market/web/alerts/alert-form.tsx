// The fields of a price alert: a new one, or one that is changed.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { useLivePart } from '@maru/kit/web/live-store.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { bareInputClass, Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import {
  type AlertPrice,
  alertPrices,
  isMove,
  type LevelCondition,
  levelConditions,
  type PriceAlert,
  savePriceAlert,
} from '../../alert-contract.ts';
import { quoteKey } from '../market-feed.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { type AlertBody, saveAlert } from './alert-store.ts';
import { alertDialogTexts } from './dialog-texts.ts';
import { isMoveReady, moveDraftOf, MoveInputs } from './move-fields.tsx';

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

const draftOf = ({ edited, price }: Props) => ({
  priceType: edited?.priceType ?? ('LAST' as AlertPrice),
  kind: (edited && isMove(edited.condition) ? 'move' : 'level') as Kind,
  ...moveDraftOf(edited),
  condition: (edited && !isMove(edited.condition) ? edited.condition : 'REACHES') as LevelCondition,
  price: edited?.price ?? price ?? '',
  repeat: (edited?.pauseMinutes?.toString() as Repeat | undefined) ?? 'once',
  until: (edited?.expiresAt ? 'kept' : 'never') as Until,
  note: edited?.note ?? '',
  byMail: edited?.byMail ?? false,
});
type Draft = ReturnType<typeof draftOf>;
type Form = CallForm<Draft>;

function bodyOf({ symbol, edited, canMail }: Props, draft: Draft): AlertBody {
  const { kind, condition, price, moveCondition, percent, windowMinutes, repeat } = draft;
  return {
    ...(edited ? { id: edited.id } : {}),
    symbol: symbol.symbol,
    priceType: draft.priceType,
    ...(kind === 'move' ? { condition: moveCondition, percent, windowMinutes } : { condition, price }),
    pauseMinutes: repeat === 'once' ? null : (Number(repeat) as AlertBody['pauseMinutes']),
    note: draft.note,
    byMail: canMail && draft.byMail,
    expiresAt: expiryOf(draft.until, edited),
  };
}

function useForm(props: Props) {
  const { done } = props;
  const form = useCallForm<typeof savePriceAlert, Draft, void>({
    route: savePriceAlert,
    start: draftOf(props),
    labels: {},
    losesNothing: true,
    body: (draft) => bodyOf(props, draft),
    // Pressed again after a lost answer it is the same alert, though it would end a moment later.
    sameRequest: ({ expiresAt, ...body }) =>
      JSON.stringify([body, expiresAt && Math.round((Date.parse(expiresAt) - serverNow()) / DAY_MS)]),
    send: async (_draft, key, body) => {
      const saved = await saveAlert(body, key);
      if (!saved.ok) throw saved.failure;
    },
    onDone: () => {
      form.set({ price: '', percent: '', note: '' });
      done();
    },
  });
  return form;
}

/** A move rests for its window at least: of the pauses only those that are longer are another choice. */
function repeatsOf({ kind, windowMinutes, repeat }: Draft, t: ReturnType<typeof useText<typeof alertDialogTexts>>) {
  if (kind === 'level') return repeats.map((value) => ({ value, label: t(`alert.repeat.${value}`) }));
  const again = t('alert.repeat.again', { window: t(`alert.window.${windowMinutes}`) });
  const isRest = (value: Repeat) => value !== 'once' && Number(value) <= windowMinutes;
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
        value={f.values.condition}
        onChange={f.at('condition').onChange}
        items={[...levelConditions].reverse().map((value) => ({ value, label: t(`alert.condition.${value}`) }))}
      />
      <Field label={t('alert.price')} note={note} error={f.trouble}>
        {({ id, describedBy, isWrong, boxClass }) => (
          <div className={boxClass}>
            <AmountInput
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              value={f.values.price}
              onChange={f.at('price').onChange}
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
  const { kind, priceType, percent, price } = f.values;
  const part = ({ LAST: 'last', MARK: 'mark', INDEX: 'index' } as const)[priceType];
  const now = useLivePart(quoteKey(symbol.symbol), (quote) => quote[part]);
  const isAboutMove = kind === 'move';
  const isReady = isAboutMove ? isMoveReady(percent) : Number(price) > 0;
  const nowText = now && `${t(`alert.price.${priceType}`)} ${figure(now, { decimals: symbol.priceDecimals })}`;
  return (
    <form
      className="flex flex-col gap-3"
      {...f.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void f.submit();
      }}
    >
      <Segment<Kind>
        isFull
        label={t('alert.kind')}
        value={kind}
        onChange={f.at('kind').onChange}
        items={(['level', 'move'] as const).map((value) => ({ value, label: t(`alert.kind.${value}`) }))}
      />
      <Segment<AlertPrice>
        isFull
        label={t('alert.price.type')}
        value={priceType}
        onChange={f.at('priceType').onChange}
        items={alertPrices.map((value) => ({ value, label: t(`alert.price.${value}`) }))}
      />
      {isAboutMove ? <MoveInputs form={f} error={f.trouble} /> : <LevelInputs f={f} symbol={symbol} note={nowText} />}
      <div className="-mt-4 grid grid-cols-2 gap-2">
        <Select<Repeat>
          label={t('alert.repeat')}
          value={f.values.repeat}
          onChange={f.at('repeat').onChange}
          options={repeatsOf(f.values, t)}
        />
        <Select<Until>
          label={t('alert.until')}
          value={f.values.until}
          onChange={f.at('until').onChange}
          options={[
            ...(edited?.expiresAt
              ? [{ value: 'kept' as const, label: t('alert.until.kept', { at: tableMoment(edited.expiresAt, false) }) }]
              : []),
            ...untils.map((value) => ({ value, label: `${t('alert.until')} · ${t(`alert.until.${value}`)}` })),
          ]}
        />
      </div>
      <TextField {...f.text('note')} label={t('alert.note')} placeholder={t('alert.note.place')} maxLength={100} />
      <div className="-mt-4 flex flex-wrap items-center justify-between gap-3">
        {canMail ? (
          <Checkbox isOn={f.values.byMail} onChange={f.at('byMail').onChange}>
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
