// Pressing a button of the ticket: checks, optional question, sending, and the refusal back on its field.
import type { Order } from '@maru/futures/contract.ts';
import { textOf, useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type ReactNode, useState } from 'react';
import { futuresTexts } from './futures-texts.ts';
import { priceText } from './instrument.ts';
import { orderOf, type PlaceScale, scaleOf, sentFields, twapOf } from './order-body.ts';
import { type Side, watchedPrice } from './order-fields.ts';
import type { AccountNow, MarketNow, Preview } from './order-preview.ts';
import { size } from './shown-figures.ts';
import { termsLine } from './terms-line.ts';
import { PreviewBlock } from './ticket-preview.tsx';
import { readTicketPrefs } from './ticket-prefs.ts';
import { orderFilled, orderSent, useTicket } from './ticket-store.ts';
import { ticketTypeOf } from './ticket-type-table.ts';
import { type Outcome, sendOrder, sendScale, sequenceOf } from './trade-actions.ts';
import type { TradeState } from './trade-context.tsx';
import { startTwap } from './twap-store.ts';

export interface SendTicket {
  sending: Side | undefined;
  /** Side whose mistakes are shown. */
  touched: Side | undefined;
  press(side: Side): void;
  confirmation: ReactNode;
}

export function useSendTicket(state: TradeState, account: AccountNow, market: MarketNow, previewOf: (side: Side) => Preview): SendTicket {
  const t = useText(futuresTexts);
  const layout = usePrefs((prefs) => prefs.layout);
  const prefs = readTicketPrefs(layout);
  const [sending, setSending] = useState<Side>();
  const [touched, setTouched] = useState<Side>();
  const [asking, setAsking] = useState<Side>();
  const { instrument } = state;

  const send = async (side: Side) => {
    setAsking(undefined);
    setSending(side);
    const written = useTicket.getState().fields;
    const fields = sentFields(written, previewOf(side).opening);
    const { sentBy } = ticketTypeOf[fields.type];
    const selfTradePrevention = prefs.selfTrade;
    const id = instrument.option.futuresOptionId;
    const outcome: Outcome<Order | undefined> =
      sentBy === 'twap'
        ? await startTwap(twapOf(fields, account.mode, side, id))
        : sentBy === 'scale'
          ? await sendLadder({ ...scaleOf(fields, account.mode, side, id), selfTradePrevention })
          : await sendOrder(
              {
                ...orderOf(fields, account.mode, side, id, Number(priceText(instrument, watchedPrice(market, fields)))),
                selfTradePrevention,
              },
              instrument.option.symbol,
            );
    setSending(undefined);
    if (outcome.ok && endedUnfilled(outcome.value)) {
      useTicket.setState({ refused: { code: 'UNFILLED', message: t('ticket.unfilled'), field: undefined, sequence: undefined } });
    } else if (outcome.ok) {
      setTouched(undefined);
      orderSent(written);
      if (outcome.value && Number(outcome.value.filledQuantity) > 0) orderFilled();
    } else
      useTicket.setState({
        refused: {
          code: outcome.failure.code,
          message: outcome.failure.message,
          field: outcome.failure.field,
          sequence: sequenceOf(outcome.failure),
        },
      });
  };
  const press = (side: Side) => {
    useTicket.setState({ refused: undefined, looksAt: side });
    if (previewOf(side).errors.length > 0) {
      setTouched(side);
      const at = (name: string) => document.querySelector<HTMLElement>(`[data-testid="ticket-${name}"]`);
      (at(previewOf(side).errors[0].field) ?? at('quantity'))?.focus();
    } else if (prefs.asksFirst) setAsking(side);
    else void send(side);
  };
  const fields = useTicket((s) => s.fields);
  const preview = asking && previewOf(asking);
  const confirmation = preview ? (
    <Dialog
      isOpen
      onClose={() => setAsking(undefined)}
      title={t('ticket.confirmTitle', {
        side: t(preview.side === 'BUY' ? 'side.long' : 'side.short'),
        quantity: `${size(instrument, preview.lots)} ${instrument.option.base}`,
      })}
      description={termsLine(sentFields(fields, preview.opening))}
      foot={
        <>
          <Button onClick={() => setAsking(undefined)}>{t('act.back')}</Button>
          <Button look={preview.side === 'BUY' ? 'long' : 'short'} onClick={() => void send(preview.side)}>
            {t('ticket.confirmDo')}
          </Button>
        </>
      }
    >
      <PreviewBlock i={instrument} preview={preview} />
    </Dialog>
  ) : null;
  return { sending, touched, press, confirmation };
}

/** An order of now that met nothing (rules 3.3): nothing came of it, so nothing of it is taken from the ticket. */
const endedUnfilled = (value: Order | undefined): boolean =>
  (value?.endReason === 'EXPIRED' || value?.endReason === 'SLIPPAGE') && Number(value.filledQuantity) === 0;

/** A ladder answers rung by rung: what stands is told, what was refused with its reason. */
async function sendLadder(body: PlaceScale): Promise<Outcome<undefined>> {
  const outcome = await sendScale(body);
  if (!outcome.ok) return outcome;
  const { placed, refused, message } = outcome.value;
  // Placed whole, its orders' events tell it.
  if (refused > 0)
    toast({
      title: textOf(futuresTexts)('ticket.scaledPartly', { placed, refused }),
      ...(message ? { line: message } : {}),
      kind: 'warn',
      stay: 'notice',
    });
  return { ok: true, value: undefined };
}
