// How a person likes the ticket, kept on the device; hotkeys are armed for the page's life only.
import { setLayout } from '@maru/kit/web/prefs.ts';
import { create } from 'zustand';

export const selfTradeModes = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
export type SelfTradeMode = (typeof selfTradeModes)[number];
/** What a size is written in: coins, USDT of value, USDT of margin. */
export const sizeUnits = ['base', 'quote', 'margin'] as const;
export type SizeUnit = (typeof sizeUnits)[number];
/** What an exit is written in beside its price. */
export type ExitUnit = 'roe' | 'money';
/** How a position is closed by one button: after a question, or by holding it. */
export type Closing = 'ask' | 'hold';
export interface TicketPrefs {
  closing: Closing;
  asksFirst: boolean;
  selfTrade: SelfTradeMode;
  sizeUnit: SizeUnit;
  exitUnit: ExitUnit;
}

export function readTicketPrefs(layout: Readonly<Record<string, unknown>>): TicketPrefs {
  const of = <V extends string>(key: string, known: readonly V[]): V => known.find((each) => each === layout[key]) ?? known[0];
  return {
    closing: of<Closing>('ticket.closing', ['ask', 'hold']),
    asksFirst: layout['ticket.asks'] === true,
    selfTrade: of('ticket.selfTrade', selfTradeModes),
    sizeUnit: of('ticket.sizeUnit', sizeUnits),
    exitUnit: of<ExitUnit>('ticket.exitUnit', ['roe', 'money']),
  };
}
export const setAsksFirst = (asks: boolean): void => setLayout('ticket.asks', asks);
export const setClosing = (closing: Closing): void => setLayout('ticket.closing', closing);
export const setSelfTrade = (mode: SelfTradeMode): void => setLayout('ticket.selfTrade', mode);
export const setSizeUnit = (unit: SizeUnit): void => setLayout('ticket.sizeUnit', unit);
export const setExitUnit = (unit: ExitUnit): void => setLayout('ticket.exitUnit', unit);

/** Single keys act only after somebody armed them (WCAG 2.1.4). */
export const useHotkeys = create<{ isArmed: boolean }>(() => ({ isArmed: false }));
