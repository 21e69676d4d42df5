// What a trade page is filled with, by who sits at it: a member with an account, or a guest who reckons and looks on. One page, two ticket slots,
// and nobody loads the other's.
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { ReactNode } from 'react';
import type { Instrument } from './instrument.ts';
import type { AccountNow, MarketNow } from './order-preview.ts';
import type { AccountFigures, TicketProps, TradeState } from './trade-context.tsx';

export type ScreenSize = 'hall' | 'desktop' | 'wide' | 'laptop' | 'phone';

export interface BookPickOf {
  price: string;
  quantity: string | undefined;
  side: 'bid' | 'ask';
}
export interface ActivityProps {
  state: TradeState;
  figures: AccountFigures;
  size: ScreenSize;
  onSymbol(futuresOptionId: number): void;
}
export interface AccountProps {
  figures: AccountFigures;
  isFull?: boolean;
}

export interface TicketSlotView {
  figures: AccountFigures;
  account: AccountNow;
  market: MarketNow;
  /** Lines over the chart. */
  lines: readonly PriceLine[];
  /** Prices of own open orders, for the ladder's marks. */
  own: { bids: readonly string[]; asks: readonly string[] };
}

export interface TicketSlot {
  isMember: boolean;
  /** Reckons what this slot sees four times a second and hands it to the layout. */
  Sit(props: { state: TradeState; isPhone: boolean; children(view: TicketSlotView): ReactNode }): ReactNode;
  /** A click on the ladder. */
  pick(state: TradeState, account: AccountNow, market: MarketNow, pick: BookPickOf): void;
  /** Absent, or true: a click on the ladder writes into the ticket. Armed, it orders. */
  writesOnPick?(): boolean;
  Ticket(props: TicketProps): ReactNode;
  /** Below chart and ladder. */
  Activity(props: ActivityProps): ReactNode;
  /** Below the ticket. */
  Account(props: AccountProps): ReactNode;
  /** Above the ladder. */
  BookNotice(props: { base: string }): ReactNode;
  /** Own fills beside the tape; nobody's for a guest. */
  MyTrades?(props: { instrument: Instrument }): ReactNode;
  /** What follows the account and hosts its dialogs. */
  Dialogs(props: { state: TradeState; figures: AccountFigures }): ReactNode;
}
