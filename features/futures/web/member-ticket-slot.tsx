// The member's ticket slot: the entry point of everything that needs an account.
import { AccountBox } from './account-box.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { useAccountFigures, useOwnPrices, useTicketAccount } from './member-figures.ts';
import { MyTrades } from './position-dialogs.ts';
import { OneClickBar, pickOrOrder, useOneClick } from './one-click.tsx';
import { Ticket } from './ticket.tsx';
import { TradeDialogs } from './trade-dialogs.tsx';
import { useMarketNow } from './trade-context.tsx';
import type { TicketSlot } from './ticket-slot.ts';
import { useChartLines } from './use-chart-lines.ts';

export { endTransfer, useTransferRequest } from './transfer-request.ts';

/** `Result`: the dialog of a trade that ended, with whom the member came by, which others know. */
export const memberTicketSlot = ({ Result }: Pick<Parameters<typeof TradeDialogs>[0], 'Result'>): TicketSlot => ({
  isMember: true,
  Sit({ state, isPhone, children }) {
    const figures = useAccountFigures(state.instruments);
    const account = useTicketAccount(state, figures);
    const market = useMarketNow(state.instrument);
    const lines = useChartLines(state, figures, account, market, isPhone);
    const own = useOwnPrices(state.instrument.option.futuresOptionId);
    return children({ figures, account, market, lines, own });
  },
  pick: pickOrOrder,
  writesOnPick: () => !useOneClick.getState().isArmed,
  Ticket,
  Activity: ActivityPanel,
  Account: AccountBox,
  BookNotice: OneClickBar,
  MyTrades,
  Dialogs: (props) => <TradeDialogs {...props} Result={Result} />,
});
