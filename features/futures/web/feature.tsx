// The door to the futures screens: what a trade page is laid out with. The member's own part arrives as its own chunk.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';

const memberPart = () => import('./member-part.tsx');
export const AccountBox = lazyArea(() => memberPart().then((m) => m.AccountBox));
export const ActivityPanel = lazyArea(() => memberPart().then((m) => m.ActivityPanel));
export const TradeDesk = lazyArea(() => memberPart().then((m) => m.TradeDesk));
export { GuestPanel } from './guest-foot.tsx';
export { useAccount } from './account-store.ts';
export { futuresTexts } from './futures-texts.ts';
export { type Instrument, instrumentOf } from './instrument.ts';
export { InstrumentInfo } from './instrument-info.tsx';
export type { TableSize } from './positions-table.tsx';
export { type QuoteBoard, QuoteBoardProvider } from './quotes.tsx';
export { Ticket } from './ticket.tsx';
export { OneClickBar, pickOrOrder } from './one-click.tsx';
export { clearTicketFigures, lookAt, setTicket, useTicket } from './ticket-store.ts';
export { type TradeLock, type TradeState, useAccountFigures, useMarketNow, useTicketAccount } from './trade-context.tsx';
export { useChartLines } from './use-chart-lines.ts';
