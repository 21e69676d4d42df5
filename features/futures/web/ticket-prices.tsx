// The price part of the ticket, by kind of order: a price, the market's, a condition, a trailing distance, or the ends of a ladder.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { futuresTexts } from './futures-texts.ts';
import { type Instrument, priceText } from './instrument.ts';
import { hasPrice, type TicketFields, watchedPrice } from './order-fields.ts';
import type { MarketNow } from './order-preview.ts';
import { price } from './shown-figures.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import { TradeField } from './trade-field.tsx';

export interface TicketPricesProps {
  i: Instrument;
  market: MarketNow;
  fields: TicketFields;
  error(field: string): string | undefined;
  isPhone: boolean;
}
type PriceName = 'price' | 'stopPrice' | 'activationPrice' | 'scaleFrom' | 'scaleTo';

export function TicketPrices(props: TicketPricesProps) {
  const { type } = props.fields;
  return (
    <>
      {(type === 'CONDITION_LIMIT' || type === 'CONDITION_MARKET') && <Condition {...props} />}
      {type === 'TRAILING' && <Trailing {...props} />}
      {type === 'SCALE' && <Scale {...props} />}
      {hasPrice(type) && <OnePrice {...props} />}
      {(type === 'MARKET' || type === 'CONDITION_MARKET') && <MarketPrice {...props} />}
    </>
  );
}

function PriceField({
  i,
  fields,
  error,
  isPhone,
  name,
  label,
  end,
  placeholder,
}: TicketPricesProps & { name: PriceName; label: string; end?: React.ReactNode; placeholder?: string }) {
  return (
    <TradeField
      label={label}
      unit="USDT"
      value={fields[name]}
      onChange={(value) => setTicket({ [name]: value })}
      rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
      step={i.option.tickSize}
      error={error(name)}
      isPhone={isPhone}
      data-testid={`ticket-${name}`}
      {...(placeholder ? { placeholder } : {})}
      end={end}
    />
  );
}

function OnePrice(props: TicketPricesProps) {
  const t = useText(futuresTexts);
  const best = props.fields.type === 'LIMIT' && <BestButton i={props.i} market={props.market} />;
  return <PriceField {...props} name="price" label={t('ticket.price')} end={best} />;
}

function MarketPrice({ i, market, fields, isPhone }: TicketPricesProps) {
  const t = useText(futuresTexts);
  const isNow = fields.type === 'MARKET';
  return (
    <div className={`flex items-center justify-between rounded-4 border border-line bg-field px-3 text-mute ${isPhone ? 'h-12' : 'h-10'}`}>
      <span className="text-12">{t('ticket.price')}</span>
      <span className="text-14">
        {t('ticket.marketPrice')}
        {isNow && <> · {market.last > 0 ? figure(priceText(i, market.last)) : '--'}</>}
      </span>
    </div>
  );
}

function Watches({ fields }: { fields: TicketFields }) {
  const t = useText(futuresTexts);
  return (
    <Select<TicketFields['watches']>
      label={t('ticket.watches')}
      value={fields.watches}
      onChange={(watches) => setTicket({ watches })}
      options={(['CONTRACT_PRICE', 'MARK_PRICE'] as const).map((value) => ({ value, label: t(`ticket.watches.${value}`) }))}
      className="-mr-2 flex h-7 shrink-0 items-center gap-1 rounded-4 bg-hover px-2 text-12 font-medium text-sub hover:text-text"
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
      <div className="grid grid-cols-[1fr_auto] gap-1.5">
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
              className={`h-8 rounded-4 px-2 text-12 font-medium ${fields.callbackRate === rate ? 'bg-ink text-on-ink' : 'bg-hover text-sub'}`}
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
      <PriceField {...props} name="scaleFrom" label={t('ticket.scaleFrom')} />
      <PriceField {...props} name="scaleTo" label={t('ticket.scaleTo')} />
      <div className="grid grid-cols-2 gap-1.5">
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

function BestButton({ i, market }: { i: Instrument; market: MarketNow }) {
  const t = useText(futuresTexts);
  const looksAt = useTicket((s) => s.looksAt);
  // The near side: a limit there rests first in line.
  const best = looksAt === 'BUY' ? market.bid : market.ask;
  return (
    <button
      type="button"
      disabled={best === 0}
      onClick={() => setTicket({ price: priceText(i, best) })}
      className="-mr-2 h-7 shrink-0 rounded-4 bg-hover px-2 text-12 font-medium text-sub hover:text-text disabled:opacity-50"
    >
      {t('ticket.best')}
    </button>
  );
}
