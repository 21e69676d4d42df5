// The price part of the ticket, by kind of order: a price, the market's, a condition, a trailing distance, or the ends of a ladder.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { futuresTexts } from './futures-texts.ts';
import { type TicketFields, watchedPrice } from './order-fields.ts';
import { MarketPrice, OnePrice, PriceField, type TicketPricesProps } from './plain-price.tsx';
import { price } from './shown-figures.ts';
import { setTicket } from './ticket-store.ts';
import { ticketTypeOf } from './ticket-type-table.ts';
import { TradeField } from './trade-field.tsx';
import { TwapTerms } from './twap-terms.tsx';

const inputs = { stop: Condition, trailing: Trailing, scale: Scale, twap: TwapTerms, price: OnePrice, marketPrice: MarketPrice } as const;

export function TicketPrices(props: TicketPricesProps) {
  return ticketTypeOf[props.fields.type].inputs.map((name) => {
    const Input = inputs[name];
    return <Input key={name} {...props} />;
  });
}

function Watches({ fields }: { fields: TicketFields }) {
  const t = useText(futuresTexts);
  return (
    <Select<TicketFields['watches']>
      label={t('ticket.watches')}
      value={fields.watches}
      onChange={(watches) => setTicket({ watches })}
      options={(['CONTRACT_PRICE', 'MARK_PRICE'] as const).map((value) => ({ value, label: t(`ticket.watches.${value}`) }))}
      className="touch -mr-2 flex h-7 shrink-0 items-center gap-1 rounded-4 bg-hover px-2 text-12 font-medium text-sub hover:text-text"
    />
  );
}

/** Where it fires, and which way that is from here. */
function Condition(props: TicketPricesProps) {
  const t = useText(futuresTexts);
  const { i, market, fields } = props;
  const now = watchedPrice(market, fields);
  return (
    <PriceField
      {...props}
      name="stopPrice"
      label={t('ticket.stop')}
      end={<Watches fields={fields} />}
      placeholder={now > 0 ? price(i, now) : ''}
    />
  );
}

function Trailing(props: TicketPricesProps) {
  const t = useText(futuresTexts);
  const { fields, error, isPhone } = props;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5">
        <TradeField
          label={t('ticket.callback')}
          unit="%"
          value={fields.callbackRate}
          onChange={(callbackRate) => setTicket({ callbackRate })}
          rules={{ decimals: 1, wholeDigits: 2, max: '10' }}
          step="0.1"
          error={error('callbackRate')}
          isPhone={isPhone}
          data-testid="ticket-callbackRate"
        />
        <div className="flex items-center gap-1">
          {['1', '2', '5'].map((rate) => (
            <button
              key={rate}
              type="button"
              aria-pressed={fields.callbackRate === rate}
              onClick={() => setTicket({ callbackRate: rate })}
              className={`touch h-8 rounded-4 px-2 text-12 font-medium ${fields.callbackRate === rate ? 'bg-ink text-on-ink' : 'bg-hover text-sub'}`}
            >
              {rate}%
            </button>
          ))}
        </div>
      </div>
      <PriceField
        {...props}
        name="activationPrice"
        label={t('ticket.activation')}
        placeholder={t('ticket.activationNow')}
        end={<Watches fields={fields} />}
      />
    </>
  );
}

function Scale(props: TicketPricesProps) {
  const t = useText(futuresTexts);
  const { fields, isPhone, error } = props;
  const count = (
    <TradeField
      label={t('ticket.scaleCount')}
      value={fields.scaleCount}
      onChange={(scaleCount) => setTicket({ scaleCount })}
      rules={{ decimals: 0, wholeDigits: 2, max: '20' }}
      step="1"
      error={error('scaleCount')}
      isPhone={isPhone}
      data-testid="ticket-scaleCount"
    />
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-1.5">
        <PriceField {...props} name="scaleFrom" label={t('ticket.scaleFrom')} unit={null} />
        <PriceField {...props} name="scaleTo" label={t('ticket.scaleTo')} unit={null} />
        {count}
        <TradeField
          label={t('ticket.scaleSkew')}
          unit="×"
          value={fields.scaleSkew}
          onChange={(scaleSkew) => setTicket({ scaleSkew })}
          rules={{ decimals: 1, wholeDigits: 2 }}
          step="0.5"
          isPhone={isPhone}
        />
      </div>
    </>
  );
}
