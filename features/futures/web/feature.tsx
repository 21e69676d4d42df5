// The entry point of the futures screens: what a trade page is laid out with. Who sits at it comes by an entry point of its own, member-ticket-slot or guest-ticket-slot.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';

export const InstrumentInfo = lazyArea(() => import('./instrument-info.tsx').then((m) => m.InstrumentInfo), {
  waiting: <div aria-busy="true" className="h-40" />,
});
export { viewTexts } from './view-texts.ts';
export { hasExitRows } from './order-fields.ts';
export { type Instrument, instrumentOf } from './instrument.ts';
export { type QuoteBoard, QuoteBoardProvider } from './quotes.tsx';
export { clearTicketFigures, followPrice, lookAt, offerPrice, useTicket } from './ticket-store.ts';
export type { PageLock, TradeState } from './trade-context.tsx';
export type { TicketSlotView, TicketSlot } from './ticket-slot.ts';
