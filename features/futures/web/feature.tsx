// The door to the futures screens: what a trade page is laid out with.
export { AccountBox } from './account-box.tsx';
export { ActivityPanel } from './activity-panel.tsx';
export { showResult } from './account-effects.ts';
export { useAccount } from './account-store.ts';
export { futuresTexts } from './futures-texts.ts';
export { type Instrument, instrumentOf } from './instrument.ts';
export { InstrumentInfo } from './instrument-info.tsx';
export type { TableSize } from './positions-table.tsx';
export { type QuoteBoard, QuoteBoardProvider } from './quotes.tsx';
export { Ticket } from './ticket.tsx';
export { ModeChips } from './ticket-settings.tsx';
export { clearTicketFigures, lookAt, setTicket, useTicket } from './ticket-store.ts';
export { type TradeLock, type TradeState, useAccountFigures, useMarketNow, useTicketAccount } from './trade-context.tsx';
export { TradeDesk } from './trade-desk.tsx';
export { resultOfClosed, resultOfOpen } from './trade-result.ts';
export { useChartLines } from './use-chart-lines.ts';
