// The guest's ticket slot: the same page to look at, a ticket that reckons with an example and sends nothing, no private sockets.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import { useMemo } from 'react';
import { draftLine } from './draft-lines.ts';
import { viewTexts } from './view-texts.ts';
import { GuestPanel } from './guest-foot.tsx';
import { GuestTicket, plainFields } from './guest-ticket.tsx';
import { type Instrument, micro } from './instrument.ts';
import { type AccountNow, type MarketNow, previewOrder } from './order-preview.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import { type AccountFigures, type TradeState, useMarketNow } from './trade-context.tsx';
import type { TicketSlot } from './ticket-slot.ts';

const wallet = micro('10000');
const purse = { crossWallet: wallet, crossPnl: 0, positionMargin: 0, orderMargin: 0, maintenance: 0, available: wallet };
const figures: AccountFigures = { purse, positions: [] };
const noPrices = { bids: [], asks: [] };
const USUAL_LEVERAGE = 20;
const nothing = () => null;

const exampleAccount = (i: Instrument): AccountNow => ({
  purse,
  mode: 'ONE_WAY',
  leverage: Math.min(USUAL_LEVERAGE, i.option.maxLeverage),
  isIsolated: false,
  legs: [],
  openOrderNotional: { BUY: 0, SELL: 0 },
  reducingLots: { BUY: 0, SELL: 0 },
});

function useDraft(state: TradeState, account: AccountNow, market: MarketNow, isPhone: boolean): PriceLine[] {
  const t = useText(viewTexts);
  const fields = plainFields(useTicket((s) => s.fields));
  const looksAt = useTicket((s) => s.looksAt);
  const i = state.instrument;
  const preview = previewOrder(i, account, market, fields, looksAt);
  return draftLine({ i, fields, preview, t, isPhone, writePrice: (price) => setTicket({ price }) });
}

export const guestTicketSlot: TicketSlot = {
  isMember: false,
  Sit({ state, isPhone, children }) {
    const account = useMemo(() => exampleAccount(state.instrument), [state.instrument]);
    const market = useMarketNow(state.instrument);
    const lines = useDraft(state, account, market, isPhone);
    return children({ figures, account, market, lines, own: noPrices });
  },
  pick: (_state, _account, _market, { price, quantity }) => setTicket({ type: 'LIMIT', price, ...(quantity ? { quantity } : {}) }),
  Ticket: GuestTicket,
  Activity: GuestPanel,
  Account: nothing,
  BookNotice: nothing,
  Dialogs: nothing,
};
