// A guest's ticket: limit or market, price, size, and what it would lead to with an example balance; the buttons are log in and sign up.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { CalculatorButton } from './calculator-button.tsx';
import { viewTexts } from './view-texts.ts';
import { GuestFoot } from './guest-foot.tsx';
import type { TicketFields } from './order-fields.ts';
import { previewOrder } from './order-preview.ts';
import { PlainPrice } from './plain-price.tsx';
import { TicketSizes, useFieldErrors } from './ticket-fields.tsx';
import { LockNotice } from './ticket-lock.tsx';
import { PhonePreview, PreviewBlock } from './ticket-preview.tsx';
import { useTicket } from './ticket-store.ts';
import type { TicketProps } from './trade-context.tsx';
import { TypeTabs } from './type-tabs.tsx';

/** A draft that a member left in this tab may be of a kind that guests are not offered. */
export function plainFields(fields: TicketFields): TicketFields {
  const isPlain = fields.type === 'LIMIT' || fields.type === 'MARKET';
  if (isPlain && !fields.hasTpsl && !fields.reduceOnly) return fields;
  return { ...fields, type: isPlain ? fields.type : 'LIMIT', hasTpsl: false, reduceOnly: false };
}

export function GuestTicket({ state, account, market, isPhone = false }: TicketProps) {
  const t = useText(viewTexts);
  const { instrument: i } = state;
  const fields = plainFields(useTicket((s) => s.fields));
  const looksAt = useTicket((s) => s.looksAt);
  const long = previewOrder(i, account, market, fields, 'BUY');
  const short = previewOrder(i, account, market, fields, 'SELL');
  const shown = looksAt === 'BUY' ? long : short;
  const error = useFieldErrors(undefined, fields, long, short);
  const settings = [t('margin.CROSSED'), `${account.leverage}x`, ...(isPhone ? [] : [t('mode.ONE_WAY')])];
  return (
    <div className={`flex flex-col ${isPhone ? 'min-h-full gap-2' : 'gap-2.5 p-3'}`} data-testid="ticket">
      {!isPhone && (
        <div className="grid grid-cols-3 gap-1.5">
          {settings.map((label) => (
            <span key={label} className="flex h-8 items-center justify-center rounded-4 bg-hover px-2 text-13 font-semibold text-sub">
              {label}
            </span>
          ))}
        </div>
      )}
      <div className="flex items-center gap-3">
        <TypeTabs type={fields.type} isPhone={isPhone} />
        <span className="ml-auto flex items-center">
          <CalculatorButton state={state} account={account} market={market} />
        </span>
      </div>
      <TicketSizes
        {...{ state, account, market, fields, isPhone, long, short, error }}
        prices={<PlainPrice {...{ i, market, fields, error, isPhone }} staleSeconds={state.staleSeconds} />}
      />
      <LockNotice state={state} />
      {isPhone ? <PhonePreview i={i} preview={shown} available={account.purse.available} /> : <PreviewBlock i={i} preview={shown} />}
      {/* As a member's: in the sheet it stays under the thumb. */}
      <div className={isPhone ? 'sticky bottom-0 z-1 -mx-4 mt-auto bg-surface px-4 pt-1 pb-4' : 'contents'}>
        <GuestFoot />
      </div>
    </div>
  );
}
