// How a person likes the ticket, kept on the device; hotkeys are armed for the page's life only.
import { setLayout } from '@maru/kit/web/prefs.ts';
import { create } from 'zustand';

export const selfTradeModes = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
export type SelfTradeMode = (typeof selfTradeModes)[number];
export interface TicketPrefs {
  asksFirst: boolean;
  selfTrade: SelfTradeMode;
}

export function readTicketPrefs(layout: Readonly<Record<string, unknown>>): TicketPrefs {
  const mode = layout['ticket.selfTrade'];
  return { asksFirst: layout['ticket.asks'] === true, selfTrade: selfTradeModes.find((known) => known === mode) ?? 'EXPIRE_TAKER' };
}
export const setAsksFirst = (asks: boolean): void => setLayout('ticket.asks', asks);
export const setSelfTrade = (mode: SelfTradeMode): void => setLayout('ticket.selfTrade', mode);

/** Single keys act only after somebody armed them (WCAG 2.1.4). */
export const useHotkeys = create<{ isArmed: boolean }>(() => ({ isArmed: false }));
