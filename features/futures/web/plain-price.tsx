// The price of a plain order: written, or the market's own.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { viewTexts } from './view-texts.ts';
import { type Instrument, priceText } from './instrument.ts';
import { hasPrice, isLimitNow, isMarketNow, type TicketFields } from './order-fields.ts';
import type { MarketNow } from './order-preview.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import { TradeField } from './trade-field.tsx';

export interface TicketPricesProps {
  i: Instrument;
  market: MarketNow;
  fields: TicketFields;
  error(field: string): string | undefined;
  isPhone: boolean;
  /** Age of the prices on screen. */
  staleSeconds: number;
}
type PriceName = 'price' | 'stopPrice' | 'activationPrice' | 'scaleFrom' | 'scaleTo' | 'twapLimit';

/** From here on a price is told with its age (decisions, staleness). */
const OLD_SECONDS = 3;

export function PlainPrice(props: TicketPricesProps) {
  return hasPrice(props.fields.type) ? <OnePrice {...props} /> : <MarketPrice {...props} />;
}

export function PriceField({
  i,
  fields,
  error,
  isPhone,
  name,
  label,
  end,
  placeholder,
  unit = 'USDT',
}: TicketPricesProps & { name: PriceName; label: string; end?: React.ReactNode; placeholder?: string; unit?: string | null }) {
  return (
    <TradeField
      label={label}
      unit={unit}
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

export function OnePrice(props: TicketPricesProps) {
  const t = useText(viewTexts);
  const best = isLimitNow(props.fields.type) && <BestButton i={props.i} market={props.market} />;
  return <PriceField {...props} name="price" label={t('ticket.price')} end={best} />;
}

export function MarketPrice({ i, market, fields, isPhone, staleSeconds }: TicketPricesProps) {
  const t = useText(viewTexts);
  const isNow = isMarketNow(fields.type);
  const isOld = staleSeconds >= OLD_SECONDS;
  return (
    <div
      className={`flex items-center justify-between gap-2 rounded-4 border border-line bg-field px-3 text-mute ${isPhone ? 'h-12' : 'h-10'}`}
    >
      <span className="text-12">{t('ticket.price')}</span>
      <span className="truncate text-14" data-testid="ticket-market-price">
        {t('ticket.marketPrice')}
        {isNow && ' · '}
        {isNow && isOld && `${t('ticket.ago', { seconds: staleSeconds })} `}
        {isNow && (market.last > 0 ? figure(priceText(i, market.last)) : '--')}
      </span>
    </div>
  );
}

function BestButton({ i, market }: { i: Instrument; market: MarketNow }) {
  const t = useText(viewTexts);
  const looksAt = useTicket((s) => s.looksAt);
  // The near side: a limit there rests first in line.
  const best = looksAt === 'BUY' ? market.bid : market.ask;
  return (
    <button
      type="button"
      disabled={best === 0}
      onClick={() => setTicket({ price: priceText(i, best) })}
      className="touch -mr-2 h-7 shrink-0 rounded-4 bg-hover px-2 text-12 font-medium text-sub hover:text-text disabled:opacity-50"
    >
      {t('ticket.best')}
    </button>
  );
}
