// The size of an order written in coins, in USDT of value or in USDT of margin; what the ticket holds and sends is always coins.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { useState } from 'react';
import { futuresTexts } from './futures-texts.ts';
import { type Instrument, micro, quantityText } from './instrument.ts';
import type { TicketFields } from './order-fields.ts';
import { assumedPrice, type MarketNow } from './order-preview.ts';
import { size } from './shown-figures.ts';
import { lotsOfMoney, moneyOfLots } from './size-money.ts';
import type { SizeField } from './ticket-fields.tsx';
import { readTicketPrefs, setSizeUnit, type SizeUnit, sizeUnits } from './ticket-prefs.ts';
import { setTicket } from './ticket-store.ts';

/** The price that money is counted at: the one written, else the last; the same for both buttons. */
const priceFor = (i: Instrument, market: MarketNow, fields: TicketFields): number =>
  (fields.type === 'MARKET' ? 0 : assumedPrice(i, market, fields, 'BUY')) || market.last;

interface SizeUnitProps {
  i: Instrument;
  market: MarketNow;
  fields: TicketFields;
  leverage: number;
  lots: number;
}

/** What the size field shows and takes in the unit that was chosen. */
export function useSizeField({ i, market, fields, leverage, lots }: SizeUnitProps): SizeField {
  const t = useText(futuresTexts);
  const unit = usePrefs((prefs) => readTicketPrefs(prefs.layout).sizeUnit);
  const price = priceFor(i, market, fields);
  // A written price, and what was typed at it; the market's own moves are no reason to rewrite what somebody typed.
  const at = `${unit} ${leverage} ${fields.type === 'MARKET' ? '' : price}`;
  const [typed, setTyped] = useState({ text: '', made: '', at: '' });
  const isTyped = typed.made !== '' && typed.made === fields.quantity && typed.at === at;
  const end = (
    <Select<SizeUnit>
      label={t('ticket.sizeIn')}
      value={unit}
      onChange={setSizeUnit}
      options={sizeUnits.map((value) => ({ value, label: value === 'base' ? i.option.base : t(`ticket.sizeIn.${value}`) }))}
      className="touch -mr-2 flex h-7 shrink-0 items-center gap-0.5 rounded-4 px-1 text-12 text-mute hover:bg-hover hover:text-text"
    />
  );
  if (unit === 'base') return { unit: null, end };
  const money = moneyOfLots(i, unit, lots, price, leverage);
  return {
    label: lots > 0 ? t('ticket.quantityIs', { quantity: size(i, lots), unit: i.option.base }) : t('ticket.quantity'),
    unit: null,
    end,
    value: isTyped ? typed.text : money === 0 ? '' : formatDecimal(Math.trunc(money / 10_000), 2),
    onChange: (text) => {
      const made = text === '' ? '' : quantityText(i, lotsOfMoney(i, unit, micro(text), price, leverage));
      setTyped({ text, made, at });
      setTicket({ quantity: made });
    },
    rules: { decimals: USDT_DECIMALS, wholeDigits: 9 },
    step: '10',
  };
}
