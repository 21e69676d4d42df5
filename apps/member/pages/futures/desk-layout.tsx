// From 1024 px: chart, ladder and tape beside a ticket of full height, positions below; four column plans by width.
import {
  AccountBox,
  ActivityPanel,
  futuresTexts,
  GuestPanel,
  InstrumentInfo,
  OneClickBar,
  pickOrOrder,
  Ticket,
  TradeDesk,
  useAccount,
  useAccountFigures,
  useChartLines,
  useMarketNow,
  useTicketAccount,
  type TradeState,
} from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
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
import { LayoutMenu, usePlan } from './layout-menu.tsx';
import { HeightHandle } from './height-handle.tsx';

export interface LayoutProps {
  state: TradeState;
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  onSymbol(symbol: string): void;
  onOption(futuresOptionId: number): void;
}

/** Prices of the member's own open orders on each side, for the ladder's marks. */
export function useOwnPrices(futuresOptionId: number): { bids: readonly string[]; asks: readonly string[] } {
  const orders = useAccount((s) => s.account.orders);
  return useMemo(() => {
    const own = [...orders.values()].filter((o) => o.futuresOptionId === futuresOptionId);
    return {
      bids: own.filter((o) => o.side === 'BUY').map((o) => o.price),
      asks: own.filter((o) => o.side === 'SELL').map((o) => o.price),
    };
  }, [orders, futuresOptionId]);
}

/** What a click on the ladder does, with the newest account and market and without a new ladder for each of them. */
export function useBookPick(state: TradeState, account: ReturnType<typeof useTicketAccount>, market: ReturnType<typeof useMarketNow>) {
  const latest = useRef({ state, account, market });
  useLayoutEffect(() => {
    latest.current = { state, account, market };
  });
  return useCallback((price: string, quantity: string | undefined, side: 'bid' | 'ask') => {
    const now = latest.current;
    pickOrOrder(now.state, now.account, now.market, { price, quantity, side });
  }, []);
}
type BookPick = ReturnType<typeof useBookPick>;

/** One element for all renders: the toolbar it stands in is memoised. */
const layoutMenu = <LayoutMenu />;

export function DeskLayout({ state, symbol, symbols, size, onSymbol, onOption }: LayoutProps & { size: Exclude<BarSize, 'phone'> }) {
  const figures = useAccountFigures(state.instruments);
  const account = useTicketAccount(state, figures);
  const market = useMarketNow(state.instrument);
  const lines = useChartLines(state, figures, account, market, false);
  const pick = useBookPick(state, account, market);
  const [isFull, setFull] = useState(false);
  const toggleFull = useCallback(() => setFull((was) => !was), []);
  const info = useMemo(() => <InstrumentInfo instrument={state.instrument} />, [state.instrument]);
  const plan = usePlan();
  const isLow = useMedia('(max-height: 889px)');
  const isTall = useMedia('(min-height: 980px)');
  const id = state.instrument.option.futuresOptionId;
  return (
    <main id="floor" className="trade-grid" data-size={size} data-plan={plan} data-testid="trade-floor">
      <h1 className="sr-only">{symbol.pair}</h1>
      <div className="min-w-0" style={{ gridArea: 'bar' }}>
        <SymbolBar symbol={symbol} symbols={symbols} size={size} onSymbol={onSymbol} />
      </div>
      <div
        className={isFull ? 'fixed inset-x-0 top-14 bottom-0 z-30 bg-bg p-1' : 'min-h-0 min-w-0'}
        style={isFull ? undefined : { gridArea: 'chart' }}
      >
        {size === 'floor' ? (
          <ChartOrBook symbol={symbol} futuresOptionId={id} onPick={pick}>
            <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
          </ChartOrBook>
        ) : (
          <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
        )}
      </div>
      {size !== 'floor' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'book' }}>
          <BookColumn symbol={symbol} futuresOptionId={id} hasTape={size !== 'hall'} onPick={pick} />
        </div>
      )}
      {size === 'hall' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'tape' }}>
          <TapeColumn symbol={symbol} />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-col gap-1" style={{ gridArea: 'side' }}>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-8 bg-surface">
          <Ticket state={state} account={account} market={market} />
        </div>
        {state.isMember && (
          <div className="shrink-0 rounded-8 bg-surface">
            <AccountBox figures={figures} isFull={size === 'hall' && isTall} isFolded={isLow || state.lock !== undefined} />
          </div>
        )}
      </div>
      <div className="relative min-h-0 min-w-0" style={{ gridArea: 'activity' }}>
        <HeightHandle />
        {state.isMember ? <ActivityPanel state={state} figures={figures} size={size} onSymbol={onOption} /> : <GuestPanel />}
      </div>
      {state.isMember && <TradeDesk state={state} figures={figures} />}
    </main>
  );
}

const BookColumn = memo(function BookColumn({
  symbol,
  futuresOptionId,
  hasTape,
  onPick,
}: {
  symbol: MarketSymbol;
  futuresOptionId: number;
  hasTape: boolean;
  onPick: BookPick;
}) {
  const t = useText(futuresTexts);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const own = useOwnPrices(futuresOptionId);
  const notice = useMemo(() => <OneClickBar base={symbol.base} />, [symbol.base]);
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
  symbol,
  futuresOptionId,
  onPick,
  children,
}: {
  symbol: MarketSymbol;
  futuresOptionId: number;
  onPick: BookPick;
  children: React.ReactNode;
}) {
  const t = useText(futuresTexts);
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
      <div className="min-h-0 flex-1">
        <div className={shown === 'chart' ? 'h-full' : 'hidden'}>{children}</div>
        {shown === 'book' && (
          <div className="grid h-full grid-cols-2 gap-1">
            <BookColumn symbol={symbol} futuresOptionId={futuresOptionId} hasTape={false} onPick={onPick} />
            <TapeColumn symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  );
}

const TapeColumn = memo(function TapeColumn({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(futuresTexts);
  return (
    <section className="flex h-full flex-col overflow-hidden rounded-8 bg-surface" aria-label={t('phone.trades')}>
      <h2 className="flex h-9 shrink-0 items-center border-b border-line px-3 text-13 font-semibold">{t('phone.trades')}</h2>
      <div className="min-h-0 flex-1">
        <TradesPanel symbol={symbol} />
      </div>
    </section>
  );
});
