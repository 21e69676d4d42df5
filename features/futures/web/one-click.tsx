// One-click orders: armed for the page's life, a click on the ladder rests a limit order of the ticket's size, never above a cap.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { textOf, useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Zap } from 'lucide-react';
import { create } from 'zustand';
import { useAccount } from './account-store.ts';
import { micro } from './instrument.ts';
import { oneClickTexts } from './one-click-texts.ts';
import { errorText } from './order-errors.ts';
import { orderOf, sentFields } from './order-body.ts';
import type { Side } from './order-fields.ts';
import { type AccountNow, type MarketNow, previewOrder } from './order-preview.ts';
import { amount } from './shown-figures.ts';
import { readTicketPrefs } from './ticket-prefs.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import { sendOrder, tellFailure } from './trade-actions.ts';
import type { TradeState } from './trade-context.tsx';

export const useOneClick = create<{ isArmed: boolean }>(() => ({ isArmed: false }));
export const CAP = 'ticket.oneClickCap';
export const USUAL_CAP = '1000';
const t = textOf(oneClickTexts);

export function readCap(layout: Readonly<Record<string, unknown>>): string {
  const kept = layout[CAP];
  return typeof kept === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(kept) ? kept : USUAL_CAP;
}

export type OneClickRefusal = { why: 'size' | 'cap' } | { why: 'rule'; text: string };

/** What stands against an order by one click; undefined = it may go. */
export function oneClickRefusal(notional: number, lots: number, cap: string, rule: string | undefined): OneClickRefusal | undefined {
  if (lots <= 0) return { why: 'size' };
  if (notional > micro(cap)) return { why: 'cap' };
  return rule === undefined ? undefined : { why: 'rule', text: rule };
}

/** A bid's row buys there, an ask's row sells there: the order joins that row. */
export async function orderFromBook(state: TradeState, account: AccountNow, market: MarketNow, price: string, side: Side): Promise<void> {
  const { instrument: i } = state;
  const fields = { ...useTicket.getState().fields, type: 'LIMIT' as const, price };
  const preview = previewOrder(i, account, market, fields, side);
  const { layout } = usePrefs.getState();
  const cap = readCap(layout);
  const first = preview.errors[0];
  const refusal = oneClickRefusal(preview.notional, preview.lots, cap, first && errorText(first, currentLanguage()));
  if (refusal) {
    const line =
      refusal.why === 'rule' ? refusal.text : t(`oneClick.${refusal.why}`, { cap: figure(cap), amount: amount(preview.notional) });
    toast({ title: t('oneClick.refused'), line, kind: 'warn' });
    return;
  }
  const order = {
    ...orderOf(sentFields(fields, preview.opening), account.mode, side, i.option.futuresOptionId),
    selfTradePrevention: readTicketPrefs(layout).selfTrade,
  };
  const outcome = await sendOrder(order, i.option.symbol);
  if (!outcome.ok) tellFailure(outcome.failure);
}

/** What a click on the ladder does: write into the ticket, or order when armed and open. */
export function pickOrOrder(
  state: TradeState,
  account: AccountNow,
  market: MarketNow,
  pick: { price: string; quantity: string | undefined; side: 'bid' | 'ask' },
): void {
  const isOpen = state.lock === undefined && useAccount.getState().status === 'ready';
  if (useOneClick.getState().isArmed && isOpen)
    void orderFromBook(state, account, market, pick.price, pick.side === 'bid' ? 'BUY' : 'SELL');
  else setTicket({ type: 'LIMIT', price: pick.price, ...(pick.quantity ? { quantity: pick.quantity } : {}) });
}

/** Above the ladder while armed: what a click does, and the way out. */
export function OneClickBar({ base }: { base: string }) {
  const o = useText(oneClickTexts);
  const isArmed = useOneClick((s) => s.isArmed);
  const quantity = useTicket((s) => s.fields.quantity);
  if (!isArmed) return null;
  return (
    <p className="flex h-7 shrink-0 items-center gap-1.5 bg-warn-tint px-3 text-12 text-warn" data-testid="one-click-bar">
      <Zap size={13} aria-hidden="true" />
      <b className="font-semibold">{o('oneClick.on')}</b>
      <span className="truncate">{quantity === '' ? o('oneClick.size') : `${figure(quantity)} ${base}`}</span>
      <button type="button" className="ml-auto font-semibold underline" onClick={() => useOneClick.setState({ isArmed: false })}>
        {o('oneClick.off')}
      </button>
    </p>
  );
}
