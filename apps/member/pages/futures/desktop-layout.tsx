// From 1024 px: chart, ladder and tape beside a ticket of full height, positions below; four column plans by width.
import { viewTexts, InstrumentInfo, type TicketSlotView, type TicketSlot, type TradeState } from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import {
  type BarSize,
  BookPanel,
  BookStepSelect,
  ChartPanel,
  type MarketSymbol,
  SymbolBar,
  TradesPanel,
} from '@maru/market/web/feature.tsx';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePlan } from './layout-plan.ts';
import { HeightHandle } from './height-handle.tsx';

export interface LayoutProps {
  ticketSlot: TicketSlot;
  state: TradeState;
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  onSymbol(symbol: string): void;
  onOption(futuresOptionId: number): void;
}

/** What a click on the ladder does, with the newest account and market and without a new ladder for each of them. */
export function useBookPick(ticketSlot: TicketSlot, state: TradeState, { account, market }: TicketSlotView) {
  const latest = useRef({ ticketSlot, state, account, market });
  useLayoutEffect(() => {
    latest.current = { ticketSlot, state, account, market };
  });
  return useCallback((price: string, quantity: string | undefined, side: 'bid' | 'ask') => {
    const now = latest.current;
    now.ticketSlot.pick(now.state, now.account, now.market, { price, quantity, side });
  }, []);
}
type BookPick = ReturnType<typeof useBookPick>;

const LayoutMenu = lazyArea(() => import('./layout-menu.tsx').then((m) => m.LayoutMenu), {
  waiting: <span className="size-7" />,
  isQuiet: true,
});
/** One element for all renders: the toolbar it stands in is memoised. */
const layoutMenu = <LayoutMenu />;

type DesktopProps = LayoutProps & { size: Exclude<BarSize, 'phone'> };

export function DesktopLayout(props: DesktopProps) {
  return (
    <props.ticketSlot.Sit state={props.state} isPhone={false}>
      {(view) => <Desktop {...props} view={view} />}
    </props.ticketSlot.Sit>
  );
}

function Desktop({ ticketSlot, state, symbol, symbols, size, onSymbol, onOption, view }: DesktopProps & { view: TicketSlotView }) {
  const { figures, account, market, lines, own } = view;
  const pick = useBookPick(ticketSlot, state, view);
  const [isFull, setFull] = useState(false);
  const toggleFull = useCallback(() => setFull((was) => !was), []);
  const info = useMemo(() => <InstrumentInfo instrument={state.instrument} />, [state.instrument]);
  const plan = usePlan();
  const isTall = useMedia('(min-height: 980px)');
  return (
    <main id="page" className="trade-grid" data-size={size} data-plan={plan} data-testid="trade-screen">
      <h1 className="sr-only">{symbol.pair}</h1>
      <div className="min-w-0" style={{ gridArea: 'bar' }}>
        <SymbolBar symbol={symbol} symbols={symbols} size={size} onSymbol={onSymbol} />
      </div>
      <div
        className={isFull ? 'fixed inset-x-0 top-14 bottom-0 z-30 bg-bg p-1' : 'min-h-0 min-w-0'}
        style={isFull ? undefined : { gridArea: 'chart' }}
      >
        {size === 'laptop' ? (
          <ChartOrBook ticketSlot={ticketSlot} symbol={symbol} own={own} onPick={pick}>
            <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
          </ChartOrBook>
        ) : (
          <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
        )}
      </div>
      {size !== 'laptop' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'book' }}>
          <BookColumn ticketSlot={ticketSlot} symbol={symbol} own={own} hasTape={size !== 'hall'} onPick={pick} />
        </div>
      )}
      {size === 'hall' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'tape' }}>
          <TapeColumn ticketSlot={ticketSlot} symbol={symbol} instrument={state.instrument} />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-col gap-1" style={{ gridArea: 'side' }}>
        <div className={`scroll-thin min-h-0 overflow-y-auto rounded-8 bg-surface ${ticketSlot.isMember ? '' : 'flex-1'}`}>
          <ticketSlot.Ticket state={state} account={account} market={market} />
        </div>
        {ticketSlot.isMember && (
          <div className="min-h-[72px] flex-1 [container-type:size]">
            <ticketSlot.Account figures={figures} isFull={isTall} />
          </div>
        )}
      </div>
      <div className="relative min-h-0 min-w-0" style={{ gridArea: 'activity' }}>
        <HeightHandle />
        <ticketSlot.Activity state={state} figures={figures} size={size} onSymbol={onOption} />
      </div>
      <ticketSlot.Dialogs state={state} figures={figures} />
    </main>
  );
}

const BookColumn = memo(function BookColumn({
  ticketSlot,
  symbol,
  own,
  hasTape,
  onPick,
}: {
  ticketSlot: TicketSlot;
  symbol: MarketSymbol;
  own: TicketSlotView['own'];
  hasTape: boolean;
  onPick: BookPick;
}) {
  const t = useText(viewTexts);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const notice = useMemo(() => <ticketSlot.BookNotice base={symbol.base} />, [ticketSlot, symbol.base]);
  const items = [
    { value: 'book' as const, label: t('phone.book') },
    ...(hasTape ? [{ value: 'trades' as const, label: t('phone.trades') }] : []),
  ];
  return (
    <section className="flex h-full flex-col overflow-hidden rounded-8 bg-surface" aria-label={t('phone.book')}>
      <Tabs<'book' | 'trades'>
        className="flex min-h-0 flex-1 flex-col"
        label={t('phone.book')}
        items={items}
        value={tab}
        onChange={setTab}
        aside={tab === 'book' && <BookStepSelect symbol={symbol} />}
      >
        <TabPanel value={tab} className="min-h-0 flex-1">
          {tab === 'book' ? (
            <BookPanel symbol={symbol} ownBids={own.bids} ownAsks={own.asks} onPick={onPick} notice={notice} />
          ) : (
            <TradesPanel symbol={symbol} />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
});

/** 1024: the ladder takes the chart's place when it is asked for. */
function ChartOrBook({
  ticketSlot,
  symbol,
  own,
  onPick,
  children,
}: {
  ticketSlot: TicketSlot;
  symbol: MarketSymbol;
  own: TicketSlotView['own'];
  onPick: BookPick;
  children: React.ReactNode;
}) {
  const t = useText(viewTexts);
  const [shown, setShown] = useState<'chart' | 'book'>('chart');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div role="tablist" aria-label={t('phone.chart')} className="mb-1 flex gap-1">
        {(['chart', 'book'] as const).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={shown === name}
            onClick={() => setShown(name)}
            className={`h-8 flex-1 rounded-8 text-13 ${shown === name ? 'bg-surface font-semibold' : 'bg-hover text-sub'}`}
          >
            {t(name === 'chart' ? 'phone.chart' : 'phone.book')}
          </button>
        ))}
      </div>
      <div className="relative min-h-0 flex-1">
        <div className={shown === 'chart' ? 'h-full' : 'invisible absolute inset-0'}>{children}</div>
        {shown === 'book' && (
          <div className="grid h-full grid-cols-2 gap-1">
            <BookColumn ticketSlot={ticketSlot} symbol={symbol} own={own} hasTape={false} onPick={onPick} />
            <TapeColumn symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  );
}

interface TapeProps {
  symbol: MarketSymbol;
  /** With a ticket slot that has fills of its own they are a second tab. */
  ticketSlot?: TicketSlot;
  instrument?: TradeState['instrument'];
}

const TapeColumn = memo(function TapeColumn({ symbol, ticketSlot, instrument }: TapeProps) {
  const t = useText(viewTexts);
  const [tab, setTab] = useState<'trades' | 'mine'>('trades');
  const Mine = instrument && ticketSlot?.MyTrades;
  const items = [
    { value: 'trades' as const, label: t('phone.trades') },
    ...(Mine ? [{ value: 'mine' as const, label: t('trades.mine') }] : []),
  ];
  return (
    <section className="flex h-full flex-col overflow-hidden rounded-8 bg-surface" aria-label={t('phone.trades')}>
      <Tabs<'trades' | 'mine'>
        className="flex min-h-0 flex-1 flex-col"
        label={t('phone.trades')}
        items={items}
        value={tab}
        onChange={setTab}
      >
        <TabPanel value={tab} className="min-h-0 flex-1">
          {tab === 'mine' && Mine ? <Mine instrument={instrument} /> : <TradesPanel symbol={symbol} />}
        </TabPanel>
      </Tabs>
    </section>
  );
});
