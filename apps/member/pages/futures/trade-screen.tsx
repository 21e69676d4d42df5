// The trade screen: finds the instrument, hands market prices to the futures panels, chooses the layout by width.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { tellFeedAge } from '@maru/kit/web/feed-news.ts';
import { listOptions, type Option } from '@maru/futures/contract.ts';
import {
  clearTicketFigures,
  followPrice,
  offerPrice,
  viewTexts,
  type Instrument,
  instrumentOf,
  QuoteBoardProvider,
  type TicketSlot,
  type TradeState,
} from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { useSocketState } from '@maru/kit/web/socket.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import {
  type BarSize,
  type Freshness,
  type MarketSymbol,
  useFeedStanding,
  useFreshness,
  useMarketFeed,
} from '@maru/market/web/feature.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useOnline } from '@maru/kit/web/use-online.ts';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useMemo } from 'react';
import { paths } from '../../paths.ts';
import { findOption } from './find-option.ts';
import { quoteBoard } from './quote-board.ts';
import { isCutOff, tradeLock } from './trade-lock.ts';
import './trade-screen.css';

const DesktopLayout = lazyArea(() => import('./desktop-layout.tsx').then((m) => m.DesktopLayout), { waiting: <Skeleton />, isPage: true });
const PhoneLayout = lazyArea(() => import('./phone-layout.tsx').then((m) => m.PhoneLayout), { waiting: <Skeleton />, isPage: true });
const OPTIONS_EVERY_MS = 10_000;
const LAST = 'futures.last';

export function useBarSize(): BarSize {
  const hall = useMedia('(min-width: 1680px)');
  const desktop = useMedia('(min-width: 1440px)');
  const wide = useMedia('(min-width: 1280px)');
  const laptop = useMedia('(min-width: 1024px)');
  return hall ? 'hall' : desktop ? 'desktop' : wide ? 'wide' : laptop ? 'laptop' : 'phone';
}

export function TradeScreen({ ticketSlot }: { ticketSlot: TicketSlot }) {
  const { isMember } = ticketSlot;
  const t = useText(viewTexts);
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id?: string };
  const last = usePrefs((prefs) => prefs.layout[LAST]);
  const options = useCall(listOptions, { everyMs: OPTIONS_EVERY_MS, keepsOld: true });
  const go = useCallback(
    (futuresOptionId: number) =>
      void navigate({ to: isMember ? paths.futuresOption : paths.futuresViewOption, params: { id: String(futuresOptionId) } }),
    [navigate, isMember],
  );
  if (!options.data)
    return options.isError ? (
      <main id="page" className="flex min-h-[70dvh] items-center justify-center">
        <FailingState
          title={t('page.failed')}
          error={options.error}
          onRetry={() => void options.refetch()}
          isRetrying={options.isFetching}
        />
      </main>
    ) : (
      <Skeleton />
    );
  const option =
    id === undefined ? (options.data.find((o) => o.futuresOptionId === last) ?? options.data[0]) : findOption(options.data, id);
  if (!option)
    return (
      <main id="page" className="flex min-h-[70dvh] items-center justify-center">
        <EmptyState
          title={t('page.unknown')}
          actions={
            <Button look="ink" onClick={() => go(options.data[0]?.futuresOptionId ?? 1)}>
              {t('page.toFirst')}
            </Button>
          }
        >
          {t('page.unknownNext')}
        </EmptyState>
      </main>
    );
  return (
    <QuoteBoardProvider board={quoteBoard}>
      <Screen options={options.data} option={option} ticketSlot={ticketSlot} go={go} />
    </QuoteBoardProvider>
  );
}

const symbolOf = (o: Option): MarketSymbol => ({
  symbol: o.symbol,
  base: o.base,
  pair: pairOf(o.symbol),
  name: o.name,
  category: o.category,
  priceDecimals: o.pricePrecision,
  sizeDecimals: o.quantityPrecision,
  maxLeverage: o.maxLeverage,
});

interface ScreenProps {
  options: readonly Option[];
  option: Option;
  ticketSlot: TicketSlot;
  go(id: number): void;
}

const haltOf = ({ hasNoFeed, isApart }: Freshness): TradeState['haltedBy'] => (hasNoFeed ? 'NO_FEED' : isApart ? 'APART' : 'FEED');

/** Remembering the symbol is no reason to draw the whole screen anew. */
const Screen = memo(function Screen({ options, option, ticketSlot, go }: ScreenProps) {
  const size = useBarSize();
  const t = useText(viewTexts);
  useMarketFeed(option.symbol);
  const fresh = useFreshness(option.symbol);
  const isOnline = useOnline();
  const isOffline = useSocketState(({ status }) => isCutOff(isOnline, status, fresh.seconds));
  // Asked again every ten seconds; the query cache keeps the same list while nothing in it changed.
  const instruments = useMemo(() => new Map<number, Instrument>(options.map((o) => [o.futuresOptionId, instrumentOf(o)])), [options]);
  const symbols = useMemo(() => options.map(symbolOf), [options]);
  const instrument = instruments.get(option.futuresOptionId) as Instrument;
  const symbol = symbols.find((s) => s.symbol === option.symbol) as MarketSymbol;
  const { isFutures } = useTypeStatus();
  const lock = tradeLock(isOffline, instrument.option.trading, fresh.state, !isFutures);
  const feed = useFeedStanding();
  const haltedBy = fresh.state === 'halted' ? haltOf(fresh) : undefined;
  const state: TradeState = { instrument, instruments, isMember: ticketSlot.isMember, lock, staleSeconds: fresh.seconds, haltedBy, feed };
  const onSymbol = useCallback(
    (name: string) => {
      const found = options.find((o) => o.symbol === name);
      if (found) go(found.futuresOptionId);
    },
    [options, go],
  );
  useEffect(() => {
    const before = usePrefs.getState().layout[LAST];
    if (before === option.futuresOptionId) return;
    setLayout(LAST, option.futuresOptionId);
    if (before !== undefined) clearTicketFigures();
  }, [option.futuresOptionId]);
  usePrefilledPrice(option.symbol);
  const staleSeconds = fresh.state === 'stale' || fresh.state === 'halted' ? fresh.seconds : undefined;
  useEffect(() => tellFeedAge(staleSeconds), [staleSeconds]);
  useEffect(() => () => tellFeedAge(undefined), []);
  useTitle(option, t('page.trade'));
  const parts = { ticketSlot, state, symbol, symbols, size, onSymbol, onOption: go };
  return size === 'phone' ? <PhoneLayout {...parts} /> : <DesktopLayout {...parts} size={size} />;
});

/** The last price stands in the ticket already and follows the market; what somebody writes or clears is theirs. */
function usePrefilledPrice(symbol: string): void {
  useEffect(() => {
    const last = () => {
      const now = quoteBoard.quote(symbol)?.last;
      return now === '0' ? undefined : now;
    };
    const fill = () => {
      const first = last();
      if (first !== undefined) offerPrice(first);
      return first !== undefined;
    };
    const off = fill() ? undefined : quoteBoard.subscribe(symbol, () => fill() && off?.());
    // Once a second is near enough, and calm enough to read.
    const timer = setInterval(() => {
      const now = last();
      const isHeld = document.activeElement?.matches('[data-testid="ticket"] input') ?? false;
      if (now !== undefined) followPrice(now, isHeld);
    }, 1_000);
    return () => {
      off?.();
      clearInterval(timer);
    };
  }, [symbol]);
}

/** The price leads the tab's title, as traders expect; once a second is enough. */
function useTitle(option: Option, words: string): void {
  useEffect(() => {
    const before = document.title;
    const write = () => {
      const last = quoteBoard.quote(option.symbol)?.last;
      document.title = `${last ? `${last} · ` : ''}${pairOf(option.symbol)} · ${words}`;
    };
    write();
    const timer = setInterval(write, 1_000);
    return () => {
      clearInterval(timer);
      document.title = before;
    };
  }, [option.symbol, words]);
}

function Skeleton() {
  const t = useText(viewTexts);
  const isPhone = useBarSize() === 'phone';
  const areas = isPhone ? ['chart', 'activity'] : ['bar', 'chart', 'book', 'side', 'activity'];
  return (
    <AfterPause>
      <main id="page" aria-busy="true" aria-label={t('loading.list')} className={isPhone ? 'grid gap-2' : 'trade-grid'} data-size="desktop">
        {areas.map((area) => (
          <div key={area} className="min-h-96 rounded-8 bg-surface p-4 laptop:min-h-0" style={isPhone ? {} : { gridArea: area }}>
            <SkeletonBlock className="h-4 w-24" />
          </div>
        ))}
      </main>
    </AfterPause>
  );
}
