// From 1024 px: chart, ladder and tape beside a ticket of full height, positions below; four column plans by width.
import { viewTexts, InstrumentInfo, type SeatView, type TradeSeat, type TradeState } from '@maru/futures/web/feature.tsx';
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
  seat: TradeSeat;
  state: TradeState;
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  onSymbol(symbol: string): void;
  onOption(futuresOptionId: number): void;
}

/** What a click on the ladder does, with the newest account and market and without a new ladder for each of them. */
export function useBookPick(seat: TradeSeat, state: TradeState, { account, market }: SeatView) {
  const latest = useRef({ seat, state, account, market });
  useLayoutEffect(() => {
    latest.current = { seat, state, account, market };
  });
  return useCallback((price: string, quantity: string | undefined, side: 'bid' | 'ask') => {
    const now = latest.current;
    now.seat.pick(now.state, now.account, now.market, { price, quantity, side });
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
    <props.seat.Sit state={props.state} isPhone={false}>
      {(view) => <Desktop {...props} view={view} />}
    </props.seat.Sit>
  );
}

function Desktop({ seat, state, symbol, symbols, size, onSymbol, onOption, view }: DesktopProps & { view: SeatView }) {
  const { figures, account, market, lines, own } = view;
  const pick = useBookPick(seat, state, view);
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
          <ChartOrBook seat={seat} symbol={symbol} own={own} onPick={pick}>
            <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
          </ChartOrBook>
        ) : (
          <ChartPanel {...{ symbol, size, lines, info, isFull }} tools={layoutMenu} onFull={toggleFull} />
        )}
      </div>
      {size !== 'laptop' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'book' }}>
          <BookColumn seat={seat} symbol={symbol} own={own} hasTape={size !== 'hall'} onPick={pick} />
        </div>
      )}
      {size === 'hall' && (
        <div className="min-h-0 min-w-0" style={{ gridArea: 'tape' }}>
          <TapeColumn seat={seat} symbol={symbol} instrument={state.instrument} />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-col gap-1" style={{ gridArea: 'side' }}>
        <div className={`scroll-thin min-h-0 overflow-y-auto rounded-8 bg-surface ${seat.isMember ? '' : 'flex-1'}`}>
          <seat.Ticket state={state} account={account} market={market} />
        </div>
        {seat.isMember && (
          <div className="min-h-[72px] flex-1 [container-type:size]">
            <seat.Account figures={figures} isFull={isTall} />
          </div>
        )}
      </div>
      <div className="relative min-h-0 min-w-0" style={{ gridArea: 'activity' }}>
        <HeightHandle />
        <seat.Activity state={state} figures={figures} size={size} onSymbol={onOption} />
      </div>
      <seat.Dialogs state={state} figures={figures} />
    </main>
  );
}

const BookColumn = memo(function BookColumn({
  seat,
  symbol,
  own,
  hasTape,
  onPick,
}: {
  seat: TradeSeat;
  symbol: MarketSymbol;
  own: SeatView['own'];
  hasTape: boolean;
  onPick: BookPick;
}) {
  const t = useText(viewTexts);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const notice = useMemo(() => <seat.BookNotice base={symbol.base} />, [seat, symbol.base]);
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
  seat,
  symbol,
  own,
  onPick,
  children,
}: {
  seat: TradeSeat;
  symbol: MarketSymbol;
  own: SeatView['own'];
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
            <BookColumn seat={seat} symbol={symbol} own={own} hasTape={false} onPick={onPick} />
            <TapeColumn symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  );
}

interface TapeProps {
  symbol: MarketSymbol;
  /** With a seat that has fills of its own they are a second tab. */
  seat?: TradeSeat;
  instrument?: TradeState['instrument'];
}

const TapeColumn = memo(function TapeColumn({ symbol, seat, instrument }: TapeProps) {
  const t = useText(viewTexts);
  const [tab, setTab] = useState<'trades' | 'mine'>('trades');
  const Mine = instrument && seat?.MyTrades;
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
