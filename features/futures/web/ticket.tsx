// The member's order ticket: settings, type, price, size, options, now → after, two buttons.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { useTradeHotkeys } from './hotkeys.ts';
import { ExitLimits } from './exit-limits.tsx';
import { DemoNote, FundButton } from './fund-way.tsx';
import type { Instrument } from './instrument.ts';
import { type Side, takesTpsl, type TicketFields } from './order-fields.ts';
import { type AccountNow, type Preview, previewOrder } from './order-preview.ts';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { shownMistake, TicketSizes, useFieldErrors } from './ticket-fields.tsx';
import { lockFor, OpenWay } from './open-way.tsx';
import { LockNotice, LockWords } from './ticket-lock.tsx';
import { PhonePreview, PreviewBlock } from './ticket-preview.tsx';
import { ModeChips } from './ticket-settings.tsx';
import { SlippageSelect } from './slippage-select.tsx';
import { dropReduceOnly, setTicket, useTicket } from './ticket-store.ts';
import { ticketTypeOf } from './ticket-type-table.ts';
import { IntentRow, TypeRow } from './ticket-kinds.tsx';
import { TicketPrices } from './ticket-prices.tsx';
import { useSizeField } from './size-unit.tsx';
import { TopUp } from './top-up.tsx';
import { TpslRows } from './tpsl-rows.tsx';
import type { TicketProps } from './trade-context.tsx';
import { cancelEvery } from './trade-actions.ts';
import { useSendTicket } from './use-send-ticket.tsx';
import { askWhy } from './why.ts';

interface EntryTpslProps {
  i: Instrument;
  account: AccountNow;
  fields: TicketFields;
  /** Of the button that is looked at. */
  shown: Preview;
  error(field: string): string | undefined;
  isPhone: boolean;
}

export function Ticket({ state, account, market, isPhone = false }: TicketProps) {
  const t = useText(futuresTexts);
  const { instrument: i } = state;
  const fields = useTicket((s) => s.fields);
  const looksAt = useTicket((s) => s.looksAt);
  const long = previewOrder(i, account, market, fields, 'BUY');
  const short = previewOrder(i, account, market, fields, 'SELL');
  const status = useAccount((s) => s.status);
  const looked = looksAt === 'BUY' ? long : short;
  // Before the account is here nothing is said of it, not even that its ratio is 0.
  const isKnown = status === 'ready';
  const shown = isKnown ? looked : { ...looked, lots: 0, now: { ...looked.now, ratio: Number.NaN } };
  const sizeField = useSizeField({ i, market, fields, leverage: account.leverage, lots: long.lots });
  const send = useSendTicket(state, account, market, (side) => (side === 'BUY' ? long : short));
  const lock = state.lock ?? (status === 'ready' ? undefined : 'account');
  const lockOf = lockFor(lock, long, short);
  const canPress = (side: Side) => lockOf(side) === undefined && send.sending === undefined;
  const isLocked = status !== 'loading' && lockOf('BUY') !== undefined && lockOf('SELL') !== undefined;
  useTradeHotkeys({
    long: () => canPress('BUY') && send.press('BUY'),
    short: () => canPress('SELL') && send.press('SELL'),
    cancelAll: () => void cancelEvery(i.option.futuresOptionId),
  });
  const pressed = send.touched && (send.touched === 'BUY' ? long : short);
  // What a balance of nothing would refuse is no mistake yet.
  const judged = [isKnown ? pressed : undefined, fields, isKnown ? long : nobodys(long), isKnown ? short : nobodys(short)] as const;
  const error = useFieldErrors(...judged);
  const isWrong = shownMistake(...judged) !== undefined;
  useReducingEnd(isKnown && account.legs.length === 0);
  return (
    <div className={`flex flex-col ${isPhone ? 'min-h-full gap-2' : fields.hasTpsl ? 'gap-1.5 p-3' : 'gap-2.5 p-3'}`} data-testid="ticket">
      {!isPhone && <ModeChips state={state} account={account} />}
      {isKnown && <DemoNote />}
      <TypeRow {...{ fields, state, account, market, isPhone }} />
      {account.mode === 'HEDGE' && <IntentRow fields={fields} />}
      <TicketSizes
        {...{ state, account, market, fields, isPhone, long, short, error }}
        isKnown={isKnown}
        topUp={<TopUp />}
        sizeField={sizeField}
        prices={<TicketPrices {...{ i, market, fields, error, isPhone }} staleSeconds={state.staleSeconds} />}
      />
      <Options fields={fields} account={account} />
      <EntryTpsl {...{ i, account, fields, shown, error, isPhone }} />
      <RefusedWhy />
      <LockNotice state={state} />
      {status === 'failed' && !state.lock && (
        <LockWords icon={<CloudOff size={15} />} title={t('lock.accountTitle')} body={t('lock.accountBody')} />
      )}
      {isLocked ? null : isPhone ? (
        <PhonePreview i={i} preview={shown} available={account.purse.available} />
      ) : (
        <PreviewBlock i={i} preview={shown} />
      )}
      {/* In the sheet they stay under the thumb however long or short the form is. */}
      <div className={isPhone ? 'sticky bottom-0 z-1 -mx-4 mt-auto flex flex-col gap-2 bg-surface px-4 pt-1 pb-4' : 'contents'}>
        {isKnown && hasNothing(account) ? (
          <FundButton isPhone={isPhone} />
        ) : (
          <OutcomeButtons
            i={i}
            long={long}
            short={short}
            fields={fields}
            isHedge={account.mode === 'HEDGE'}
            lockOf={lockOf}
            isShut={(side) => isWrong && (side === 'BUY' ? long : short).errors.length > 0}
            sending={send.sending}
            onPress={send.press}
            isPhone={isPhone}
          />
        )}
        <OpenWay lock={lock} account={account} />
      </div>
      {send.confirmation}
    </div>
  );
}

/** Neither money to order with nor a position to close. */
const hasNothing = ({ purse, legs }: AccountNow) => purse.available <= 0 && legs.length === 0;

/** Without a position there is nothing to reduce. */
function useReducingEnd(isFlat: boolean): void {
  useEffect(() => {
    if (isFlat) dropReduceOnly();
  }, [isFlat]);
}

const nobodys = (preview: Preview): Preview => ({ ...preview, errors: preview.errors.filter(({ code }) => code === 'BAD_PRECISION') });

/** TP and SL that the entry brings: reckoned for the button that is looked at. */
function EntryTpsl({ i, account, fields, shown, error, isPhone }: EntryTpslProps) {
  const opens = account.mode === 'HEDGE' ? fields.intent === 'open' : !fields.reduceOnly;
  if (!fields.hasTpsl || !opens || !takesTpsl(fields.type)) return null;
  const lots = Math.max(shown.opening, 0);
  const side = shown.side === 'BUY' ? 1 : -1;
  const base =
    lots > 0 && shown.price > 0 ? { side: side as 1 | -1, lots, entryCost: shown.draftCost, leverage: account.leverage } : undefined;
  const wrong = (['takeProfit', 'stopLoss'] as const)
    .map((field) => ({ field, text: error(field) }))
    .find(({ text }) => text !== undefined);
  return (
    <div className="flex flex-col gap-1.5">
      <TpslRows
        {...{ i, base, isPhone }}
        takeProfit={fields.takeProfit}
        stopLoss={fields.stopLoss}
        onChange={setTicket}
        wrong={wrong && { field: wrong.field, text: wrong.text ?? '' }}
      />
      <ExitLimits {...{ i, isPhone }} draft={fields} onChange={setTicket} />
    </div>
  );
}

/** The engine's refusal is in the journal and can be explained to the number. */
function RefusedWhy() {
  const t = useText(futuresTexts);
  const sequence = useTicket((s) => s.refused?.sequence);
  if (sequence === undefined) return null;
  return (
    <button
      type="button"
      className="touch self-start text-12 font-semibold underline underline-offset-2"
      onClick={() => askWhy({ sequence })}
    >
      {t('ticket.refusedWhy')}
    </button>
  );
}

function Options({ fields, account }: { fields: TicketFields; account: AccountNow }) {
  const t = useText(futuresTexts);
  const { options } = ticketTypeOf[fields.type];
  const opens = account.mode === 'HEDGE' ? fields.intent === 'open' : !fields.reduceOnly;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {opens && takesTpsl(fields.type) && (
        <Checkbox look="ink" isOn={fields.hasTpsl} onChange={(hasTpsl) => setTicket({ hasTpsl })}>
          {t('ticket.tpsl')}
        </Checkbox>
      )}
      {account.mode === 'ONE_WAY' && (
        <Checkbox
          look="ink"
          isOn={fields.reduceOnly}
          disabled={account.legs.length === 0 && !fields.reduceOnly}
          title={t('ticket.reduceOnlyNone')}
          onChange={(reduceOnly) => setTicket({ reduceOnly })}
        >
          {t('ticket.reduceOnly')}
        </Checkbox>
      )}
      {options.includes('postOnly') && (
        <Checkbox look="ink" isOn={fields.postOnly} onChange={(postOnly) => setTicket({ postOnly })}>
          {t('ticket.postOnly')}
        </Checkbox>
      )}
      <span className="ml-auto">
        {options.includes('timeInForce')
          ? !fields.postOnly && (
              <Tooltip words={t(`ticket.tif.${fields.timeInForce}`)}>
                <span>
                  <Select<TicketFields['timeInForce']>
                    label={t('ticket.tif')}
                    value={fields.timeInForce}
                    onChange={(timeInForce) => setTicket({ timeInForce })}
                    options={(['GTC', 'IOC', 'FOK'] as const).map((value) => ({ value, label: value }))}
                    className="touch flex h-7 items-center gap-1 rounded-4 px-1 text-12 text-sub hover:bg-hover"
                  />
                </span>
              </Tooltip>
            )
          : options.includes('slippage') && <SlippageSelect />}
      </span>
    </div>
  );
}
