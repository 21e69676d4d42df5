// Price and size of the ticket, the ruler between them and the balance, and where each mistake is said.
import { useText, useLanguage } from '@maru/kit/web/i18n/use-text.ts';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { percentOf as lotsPercent } from '@maru/engine/futures/max-open.ts';
import type { ReactNode } from 'react';
import { viewTexts } from './view-texts.ts';
import { type Instrument, quantityText } from './instrument.ts';
import { errorText, type FieldError, type OrderErrorCode } from './order-errors.ts';
import type { TicketFields } from './order-fields.ts';
import type { Preview } from './order-preview.ts';
import { amount, size } from './shown-figures.ts';
import type { TicketProps } from './trade-context.tsx';
import { setTicket, useTicket } from './ticket-store.ts';
import { TradeField, type TradeFieldProps } from './trade-field.tsx';

export type SizeField = Partial<Pick<TradeFieldProps, 'label' | 'unit' | 'end' | 'value' | 'onChange' | 'rules' | 'step'>>;

interface FieldsProps extends TicketProps {
  fields: TicketFields;
  long: Preview;
  short: Preview;
  error(field: string): string | undefined;
  prices: ReactNode;
  /** The account is here; a guest's example always is. */
  isKnown?: boolean;
  /** Beside what is available. */
  topUp?: ReactNode;
  /** The size in another unit than the coin. */
  sizeField?: SizeField;
}

export function TicketSizes(props: FieldsProps) {
  const { state, account, fields, isPhone = false, isKnown = true, long, short, error, prices } = props;
  const t = useText(viewTexts);
  const { instrument: i } = state;
  // Of the button that is looked at, as the preview is; where that one has no room, of the other.
  const looksLong = useTicket((s) => s.looksAt === 'BUY');
  const most = (looksLong ? long.maxLots : short.maxLots) || Math.max(long.maxLots, short.maxLots);
  const lots = long.lots;
  const percent = most === 0 ? 0 : Math.min(100, Math.round((lots / most) * 100));
  const setPercent = (share: number) => setTicket({ quantity: share === 0 ? '' : quantityText(i, lotsPercent(most, share)) });
  const worth = long.notional || short.notional;
  return (
    <>
      {!isPhone && (
        <p className="flex justify-between text-12 text-mute">
          {t('ticket.available')}
          <span>
            <b className="text-13 font-semibold text-text">{isKnown ? amount(account.purse.available) : '--'}</b> USDT{props.topUp}
          </span>
        </p>
      )}
      {prices}
      <TradeField
        label={worth > 0 ? t('ticket.quantityWorth', { amount: amount(worth).replace(/\.\d+$/, '') }) : t('ticket.quantity')}
        unit={i.option.base}
        value={fields.quantity}
        onChange={(quantity) => setTicket({ quantity })}
        rules={{ decimals: i.units.lotDecimals, wholeDigits: 10 }}
        step={i.option.stepSize}
        error={error('quantity')}
        isPhone={isPhone}
        data-testid="ticket-quantity"
        {...props.sizeField}
      />
      <RulerSlider
        value={percent}
        onChange={setPercent}
        label={t('ticket.slider')}
        valueText={t('ticket.sliderValue', { percent, quantity: `${size(i, lots)} ${i.option.base}` })}
        scale={isPhone ? [] : [0, 25, 50, 75, 100]}
      />
      {isPhone && <PercentChips i={i} most={most} onChoose={setPercent} />}
    </>
  );
}

function PercentChips({ i, most, onChoose }: { i: Instrument; most: number; onChoose(percent: number): void }) {
  return (
    <div className="grid grid-cols-4 gap-2">
      {[25, 50, 75, 100].map((percent) => (
        <button
          key={percent}
          type="button"
          onClick={() => onChoose(percent)}
          className="flex h-11 flex-col items-center justify-center rounded-4 bg-hover leading-4"
        >
          <span className="text-13 font-semibold text-sub">{percent}%</span>
          <span className="text-11 text-sub">{size(i, lotsPercent(most, percent))}</span>
        </button>
      ))}
    </div>
  );
}

/** Fields that can say what is wrong with them; anything else is said at the size. */
const placed = new Set([
  'price',
  'stopPrice',
  'callbackRate',
  'activationPrice',
  'takeProfit',
  'stopLoss',
  'scaleFrom',
  'scaleTo',
  'scaleCount',
  'twapMinutes',
  'twapLimit',
]);

/** Where the server's name of a field is another one than the ticket's. */
const ownNames: Readonly<Record<string, string>> = { duration: 'twapMinutes', limitPrice: 'twapLimit' };

const eager: readonly OrderErrorCode[] = ['BAD_PRECISION', 'QUANTITY_TOO_LARGE', 'INSUFFICIENT_MARGIN', 'NOTIONAL_ABOVE_BRACKET'];

/** The mistake that is shown: what the pressed button found; while typing only what cannot be meant for either side. */
export function shownMistake(pressed: Preview | undefined, fields: TicketFields, long: Preview, short: Preview): FieldError | undefined {
  const both = long.errors.find((e) => eager.includes(e.code)) && short.errors.find((e) => eager.includes(e.code));
  return pressed?.errors[0] ?? (fields.quantity === '' ? undefined : both);
}

/** A field shows the server's refusal first, then what the pressed button found; while typing only what cannot be meant. */
export function useFieldErrors(
  pressed: Preview | undefined,
  fields: TicketFields,
  long: Preview,
  short: Preview,
): (field: string) => string | undefined {
  const language = useLanguage();
  const refused = useTicket((s) => s.refused);
  const found = shownMistake(pressed, fields, long, short);
  return (field) => {
    const place = (name: string | undefined) => (name !== undefined && placed.has(name) ? name : 'quantity');
    if (refused) return place(ownNames[refused.field ?? ''] ?? refused.field) === field ? refused.message : undefined;
    return found && place(found.field) === field ? errorText(found, language) : undefined;
  };
}
