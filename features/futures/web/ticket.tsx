// The order ticket: settings, type, price, size, options, now → after, two buttons. Guests may reckon but not send.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useLanguage } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { percentOf as lotsPercent } from '@maru/engine/futures/max-open.ts';
import { useState } from 'react';
import { futuresTexts } from './futures-texts.ts';
import { GuestFoot } from './guest-foot.tsx';
import { useTradeHotkeys } from './hotkeys.ts';
import { type Instrument, priceText, quantityText } from './instrument.ts';
import { errorText, type OrderErrorCode } from './order-errors.ts';
import type { Side, TicketFields } from './order-fields.ts';
import { type AccountNow, type MarketNow, type Preview, previewOrder } from './order-preview.ts';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { amount, size } from './shown-figures.ts';
import { LockNotice, lockFor, OpenWay } from './ticket-lock.tsx';
import { PhonePreview, PreviewBlock } from './ticket-preview.tsx';
import { CalculatorButton } from './calculator-button.tsx';
import { ModeChips, TicketSettingsButton } from './ticket-settings.tsx';
import { SlippageSelect } from './slippage-select.tsx';
import { setTicket, useTicket } from './ticket-store.ts';
import { TradeField } from './trade-field.tsx';
import type { TradeState } from './trade-context.tsx';
import { cancelEvery } from './trade-actions.ts';
import { askWhy } from './why.ts';
import { useSendTicket } from './use-send-ticket.tsx';

export interface TicketProps {
  state: TradeState;
  account: AccountNow;
  market: MarketNow;
  isPhone?: boolean;
}

export function Ticket({ state, account, market, isPhone = false }: TicketProps) {
  const { instrument: i } = state;
  const fields = useTicket((s) => s.fields);
  const looksAt = useTicket((s) => s.looksAt);
  const long = previewOrder(i, account, market, fields, 'BUY');
  const short = previewOrder(i, account, market, fields, 'SELL');
  const shown = looksAt === 'BUY' ? long : short;
  const send = useSendTicket(state, account, (side) => (side === 'BUY' ? long : short));
  const lockOf = lockFor(state.lock, long, short);
  const canPress = (side: Side) => state.isMember && lockOf(side) === undefined && send.sending === undefined;
  const isLocked = state.isMember && lockOf('BUY') !== undefined && lockOf('SELL') !== undefined;
  useTradeHotkeys({
    long: () => canPress('BUY') && send.press('BUY'),
    short: () => canPress('SELL') && send.press('SELL'),
    cancelAll: () => void cancelEvery(i.option.futuresOptionId),
  });
  return (
    <div className={`flex flex-col ${isPhone ? 'gap-3' : 'gap-2.5 p-3'}`} data-testid="ticket">
      {!isPhone && <ModeChips state={state} account={account} />}
      <TypeRow {...{ fields, state, account, market, isPhone }} />
      <Fields {...{ state, account, market, fields, isPhone, long, short, touched: send.touched }} />
      <Options fields={fields} account={account} />
      <RefusedWhy />
      <LockNotice state={state} />
      {isLocked ? null : isPhone ? (
        <PhonePreview i={i} preview={shown} available={account.purse.available} />
      ) : (
        <PreviewBlock i={i} preview={shown} />
      )}
      {state.isMember ? (
        <OutcomeButtons
          i={i}
          long={long}
          short={short}
          fields={fields}
          isHedge={account.mode === 'HEDGE'}
          lockOf={lockOf}
          sending={send.sending}
          onPress={send.press}
          isPhone={isPhone}
        />
      ) : (
        <GuestFoot />
      )}
      {state.isMember && <OpenWay lock={state.lock} />}
      {send.confirmation}
    </div>
  );
}

function TypeRow({ fields, state, account, market, isPhone = false }: TicketProps & { fields: TicketFields }) {
  const t = useText(futuresTexts);
  return (
    <div className="flex items-center gap-4">
      <div role="tablist" aria-label={t('ticket.title')} className="flex gap-4">
        {(['LIMIT', 'MARKET'] as const).map((type) => (
          <button
            key={type}
            type="button"
            role="tab"
            aria-selected={fields.type === type}
            onClick={() => setTicket({ type })}
            className={`${isPhone ? 'text-15' : 'text-14'} whitespace-nowrap ${fields.type === type ? 'font-bold text-text' : 'font-medium text-mute hover:text-text'}`}
          >
            {t(`type.${type}`)}
          </button>
        ))}
      </div>
      {account.mode === 'HEDGE' && (
        <Segment<TicketFields['intent']>
          label={t('ticket.title')}
          value={fields.intent}
          onChange={(intent) => setTicket({ intent })}
          items={[
            { value: 'open', label: t('ticket.open') },
            { value: 'close', label: t('ticket.close') },
          ]}
        />
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {isPhone && <ModeChips state={state} account={account} isPhone />}
        <CalculatorButton state={state} account={account} market={market} />
        <TicketSettingsButton />
      </span>
    </div>
  );
}

interface FieldsProps extends TicketProps {
  fields: TicketFields;
  long: Preview;
  short: Preview;
  touched: Side | undefined;
}

function Fields({ state, account, market, fields, isPhone = false, long, short, touched }: FieldsProps) {
  const t = useText(futuresTexts);
  const { instrument: i } = state;
  const error = useFieldErrors(touched ? (touched === 'BUY' ? long : short) : undefined, fields, long, short);
  const [clamped, setClamped] = useState(false);
  const most =
    Math.max(long.maxLots, account.mode === 'ONE_WAY' && (fields.reduceOnly || account.legs[0]?.side === 1) ? short.maxLots : 0) ||
    short.maxLots;
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
            <b className="text-13 font-semibold text-text">{amount(account.purse.available)}</b> USDT
          </span>
        </p>
      )}
      {fields.type === 'LIMIT' ? (
        <TradeField
          label={t('ticket.price')}
          unit="USDT"
          value={fields.price}
          onChange={(price) => setTicket({ price })}
          rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
          step={i.option.tickSize}
          error={error('price')}
          isPhone={isPhone}
          data-testid="ticket-price"
          end={<BestButton i={i} market={market} />}
        />
      ) : (
        <div
          className={`flex items-center justify-between rounded-4 border border-line bg-field px-3 text-mute ${isPhone ? 'h-12' : 'h-10'}`}
        >
          <span className="text-12">{t('ticket.price')}</span>
          <span className="text-14">
            {t('ticket.marketPrice')} · {market.last > 0 ? figure(priceText(i, market.last)) : '--'}
          </span>
        </div>
      )}
      <TradeField
        label={worth > 0 ? t('ticket.quantityWorth', { amount: amount(worth).replace(/\.\d+$/, '') }) : t('ticket.quantity')}
        unit={i.option.base}
        value={fields.quantity}
        onChange={(quantity) => {
          setClamped(false);
          setTicket({ quantity });
        }}
        rules={{ decimals: i.units.lotDecimals, wholeDigits: 10 }}
        step={i.option.stepSize}
        error={error('quantity')}
        note={clamped ? t('ticket.clampMax') : undefined}
        isPhone={isPhone}
        data-testid="ticket-quantity"
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

/** The engine's refusal is in the journal and can be explained to the number. */
function RefusedWhy() {
  const t = useText(futuresTexts);
  const sequence = useTicket((s) => s.refused?.sequence);
  if (sequence === undefined) return null;
  return (
    <button type="button" className="self-start text-12 font-semibold underline underline-offset-2" onClick={() => askWhy({ sequence })}>
      {t('ticket.refusedWhy')}
    </button>
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

function Options({ fields, account }: { fields: TicketFields; account: AccountNow }) {
  const t = useText(futuresTexts);
  const isLimit = fields.type === 'LIMIT';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {account.mode === 'ONE_WAY' && (
        <Checkbox look="ink" isOn={fields.reduceOnly} onChange={(reduceOnly) => setTicket({ reduceOnly })}>
          {t('ticket.reduceOnly')}
        </Checkbox>
      )}
      {isLimit && (
        <Checkbox look="ink" isOn={fields.postOnly} onChange={(postOnly) => setTicket({ postOnly })}>
          {t('ticket.postOnly')}
        </Checkbox>
      )}
      <span className="ml-auto">
        {isLimit ? (
          !fields.postOnly && (
            <Tooltip words={t(`ticket.tif.${fields.timeInForce}`)}>
              <span>
                <Select<TicketFields['timeInForce']>
                  label={t('ticket.tif')}
                  value={fields.timeInForce}
                  onChange={(timeInForce) => setTicket({ timeInForce })}
                  options={(['GTC', 'IOC', 'FOK'] as const).map((value) => ({ value, label: value }))}
                  className="flex h-7 items-center gap-1 rounded-4 px-1 text-12 text-sub hover:bg-hover"
                />
              </span>
            </Tooltip>
          )
        ) : (
          <SlippageSelect />
        )}
      </span>
    </div>
  );
}

/** A field shows the server's refusal first, then what the pressed button found; while typing only what cannot be meant. */
function useFieldErrors(
  pressed: Preview | undefined,
  fields: TicketFields,
  long: Preview,
  short: Preview,
): (field: 'price' | 'quantity') => string | undefined {
  const language = useLanguage();
  const refused = useTicket((s) => s.refused);
  const eager: readonly OrderErrorCode[] = ['BAD_PRECISION', 'QUANTITY_TOO_LARGE', 'INSUFFICIENT_MARGIN', 'NOTIONAL_ABOVE_BRACKET'];
  const both = long.errors.find((e) => eager.includes(e.code)) && short.errors.find((e) => eager.includes(e.code));
  const found = pressed?.errors[0] ?? (fields.quantity === '' ? undefined : both);
  return (field) => {
    const place = (name: string | undefined) => (name === 'price' ? 'price' : 'quantity');
    if (refused) return place(refused.field) === field ? refused.message : undefined;
    return found && place(found.field) === field ? errorText(found, language) : undefined;
  };
}
