// A TWAP's terms in the ticket: how long it runs, the worst price of its slices, and what that makes of the quantity.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { lotsOf } from './instrument.ts';
import { onlyReduces } from './order-fields.ts';
import { PriceField, type TicketPricesProps } from './plain-price.tsx';
import { size } from './shown-figures.ts';
import { setTicket } from './ticket-store.ts';
import { TradeField } from './trade-field.tsx';
import { outlineOf } from './twap-fields.ts';

/** Minutes at hand: half an hour to a day. */
const presets = [30, 60, 240, 1440];

export function TwapTerms(props: TicketPricesProps) {
  const t = useText(futuresTexts);
  const { i, market, fields, error, isPhone } = props;
  const mode = useAccount((s) => s.account.cross?.positionMode ?? 'ONE_WAY');
  const outline = outlineOf(i, market.mark, fields, lotsOf(i, fields.quantity) ?? 0, onlyReduces(fields, mode));
  const every = outline?.every ?? 0;
  const plan =
    outline &&
    t('ticket.twapPlan', {
      slices: outline.slices,
      quantity: size(i, outline.lots),
      unit: i.option.base,
      every: every % 60 === 0 ? t('ticket.twapEvery.minutes', { minutes: every / 60 }) : t('ticket.twapEvery.seconds', { seconds: every }),
    });
  return (
    <>
      <TradeField
        label={t('ticket.twapMinutes')}
        unit={t('ticket.twapMinutesUnit')}
        value={fields.twapMinutes}
        onChange={(twapMinutes) => setTicket({ twapMinutes })}
        rules={{ decimals: 0, wholeDigits: 4 }}
        step="5"
        error={error('twapMinutes')}
        isPhone={isPhone}
        data-testid="ticket-twapMinutes"
      />
      <div className="grid grid-cols-4 gap-1.5">
        {presets.map((minutes) => (
          <button
            key={minutes}
            type="button"
            aria-pressed={fields.twapMinutes === String(minutes)}
            onClick={() => setTicket({ twapMinutes: String(minutes) })}
            className={`touch rounded-4 text-12 font-medium ${isPhone ? 'h-10' : 'h-7'} ${fields.twapMinutes === String(minutes) ? 'bg-ink text-on-ink' : 'bg-hover text-sub'}`}
          >
            {minutes < 60 ? t('ticket.twapPreset.minutes', { minutes }) : t('ticket.twapPreset.hours', { hours: minutes / 60 })}
          </button>
        ))}
      </div>
      <PriceField {...props} name="twapLimit" label={t('ticket.twapLimit')} placeholder={t('ticket.twapLimitNone')} />
      <p className="text-12 leading-4 text-sub" data-testid="twap-plan" aria-live="polite">
        {plan}
        {fields.twapLimit !== '' && ` ${t('ticket.twapBeyond')}`}
      </p>
      <Checkbox look="ink" isOn={fields.twapIsUneven} onChange={(twapIsUneven) => setTicket({ twapIsUneven })}>
        {t('ticket.twapUneven')}
      </Checkbox>
    </>
  );
}
