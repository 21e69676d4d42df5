// Below 1024 px: one column, chart or book on top, cards below, a dock that opens the ticket over a chart that stays live.
import { viewTexts, InstrumentInfo, hasExitRows, lookAt, type TicketSlotView, useTicket } from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import {
  BookPanel,
  BookStepSelect,
  ChartCanvas,
  DepthChart,
  FundingPanel,
  IndicatorMenu,
  IntervalButtons,
  SymbolBar,
  TradesPanel,
  usePanesBelow,
} from '@maru/market/web/feature.tsx';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LayoutProps, useBookPick } from './desktop-layout.tsx';
import { TicketSheet } from './ticket-sheet.tsx';

type Tab = 'chart' | 'book' | 'trades' | 'info';
const nothing = () => undefined;
/** What each indicator below the candles adds to the chart's height. */
const PANE_PX = 56;
const SHOWN_WITHIN_MS = 5_000;

export function PhoneLayout(props: LayoutProps) {
  return (
    <props.ticketSlot.Sit state={props.state} isPhone>
      {(view) => <Phone {...props} view={view} />}
    </props.ticketSlot.Sit>
  );
}

/** A fill closes the ticket, and what it led to comes into sight. */
function useFillShown(futuresOptionId: number, close: () => void): void {
  const fills = useTicket((s) => s.fills);
  const seen = useRef(fills);
  const filled = useEffectEvent(() => {
    close();
    const find = () => document.querySelector(`[data-position="${futuresOptionId}"]`);
    const show = () => {
      const card = find();
      card?.scrollIntoView({ block: 'nearest' });
      return card !== null;
    };
    if (show()) return undefined;
    // It comes with its own event, a moment after the answer.
    const watch = new MutationObserver(() => show() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), SHOWN_WITHIN_MS);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  });
  useEffect(() => {
    if (seen.current === fills) return undefined;
    seen.current = fills;
    return filled();
  }, [fills]);
}

function Phone({ ticketSlot, state, symbol, symbols, onSymbol, onOption, view }: LayoutProps & { view: TicketSlotView }) {
  const t = useText(viewTexts);
  const [tab, setTab] = useState<Tab>('chart');
  const [isOpen, setOpen] = useState(false);
  const isTall = useTicket((s) => ticketSlot.isMember && hasExitRows(s.fields));
  const { figures, account, market, lines, own } = view;
  useFillShown(state.instrument.option.futuresOptionId, () => setOpen(false));
  const panes = usePanesBelow();
  const write = useBookPick(ticketSlot, state, view);
  const open = useCallback((side: 'BUY' | 'SELL') => {
    lookAt(side);
    setOpen(true);
    scrollTo({ top: 0 });
  }, []);
  // What the book wrote is seen: the ticket opens under the ladder it came from.
  const pick = useCallback<typeof write>(
    (price, quantity, side) => {
      write(price, quantity, side);
      if (ticketSlot.writesOnPick?.() ?? true) open(side === 'bid' ? 'BUY' : 'SELL');
    },
    [write, ticketSlot, open],
  );
  const openOverChart = (side: 'BUY' | 'SELL') => {
    setTab('chart');
    open(side);
  };
  return (
    <main id="page" className="trade-phone pb-[calc(92px+env(safe-area-inset-bottom))]" data-testid="trade-screen">
      <h1 className="sr-only">{symbol.pair}</h1>
      <SymbolBar symbol={symbol} symbols={symbols} size="phone" onSymbol={onSymbol} />
      <div className="bg-surface">
        <Tabs<Tab>
          label={t('phone.chart')}
          value={tab}
          onChange={setTab}
          items={(['chart', 'book', 'trades', 'info'] as const).map((value) => ({ value, label: t(`phone.${value}`) }))}
          isPhone
          aside={
            tab === 'chart' ? (
              <>
                <IntervalButtons size="phone" />
                <IndicatorMenu isPhone />
              </>
            ) : (
              tab === 'book' && <BookStepSelect symbol={symbol} />
            )
          }
        >
          <TabPanel value={tab}>
            {/* Out of sight it keeps its size and with it its scroll and zoom. */}
            <div
              className={tab === 'chart' ? '' : 'invisible absolute inset-x-0'}
              style={{ height: tab === 'chart' && isOpen ? 246 : 304 + panes * PANE_PX }}
            >
              <ChartCanvas symbol={symbol} lines={lines} axisWidth={66} barSpace={7} onChart={nothing} />
            </div>
            {tab === 'book' && (
              <div className="h-[544px]">
                <BookPanel
                  symbol={symbol}
                  ownBids={own.bids}
                  ownAsks={own.asks}
                  onPick={pick}
                  notice={<ticketSlot.BookNotice base={symbol.base} />}
                  isPhone
                />
              </div>
            )}
            {tab === 'trades' && (
              <div className="h-[424px]">
                <TradesPanel symbol={symbol} />
              </div>
            )}
            {tab === 'info' && (
              <div>
                <div className="flex h-52">
                  <DepthChart symbol={symbol} />
                </div>
                <FundingPanel symbol={symbol} />
                <div className="p-4">
                  <InstrumentInfo instrument={state.instrument} />
                </div>
              </div>
            )}
          </TabPanel>
        </Tabs>
      </div>
      <div className="h-2" />
      <div className={ticketSlot.isMember ? '' : 'h-40'}>
        <ticketSlot.Activity state={state} figures={figures} size="phone" onSymbol={onOption} />
      </div>
      <div className="trade-dock fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))]">
        <button type="button" className={buttonClass('long', 48, 'flex-1')} onClick={() => openOverChart('BUY')} data-testid="dock-long">
          <span aria-hidden="true">↑</span> {t('side.long')}
        </button>
        <button type="button" className={buttonClass('short', 48, 'flex-1')} onClick={() => openOverChart('SELL')} data-testid="dock-short">
          <span aria-hidden="true">↓</span> {t('side.short')}
        </button>
      </div>
      <TicketSheet isOpen={isOpen} isTall={isTall} onClose={() => setOpen(false)}>
        <ticketSlot.Ticket state={state} account={account} market={market} isPhone />
      </TicketSheet>
      <ticketSlot.Dialogs state={state} figures={figures} />
    </main>
  );
}
