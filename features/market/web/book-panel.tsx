// The order book panel: grouping, the ladder, last price and spread in the middle, the share of both sides below.
import { bidShare, groupingSteps, groupPrice, usualStep } from '@maru/kit/web/book/book-levels.ts';
import { BookLadder } from '@maru/kit/web/book/book-ladder.tsx';
import type { BookHover, BookPick, BookSnapshot } from '@maru/kit/web/book/ladder-machine.ts';
import { scaledText, unitsOfText } from '@maru/kit/web/book/scaled-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { liveStore, useLive, useLivePart } from '@maru/kit/web/live-store.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Pause } from 'lucide-react';
import { depthSteps } from '@maru/market/contract.ts';
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useBookView } from './book-view.ts';
import type { Freshness } from './feed-freshness.ts';
import { depthKey, depthStepKey, quoteKey, useDepthStep, useFreshness } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';

export interface BookPanelProps {
  symbol: MarketSymbol;
  /** Price texts of the member's open orders. */
  ownBids: readonly string[];
  ownAsks: readonly string[];
  onPick(price: string, quantity: string | undefined, side: 'bid' | 'ask'): void;
  /** Says above the ladder what a click does now, when it does more than pick. */
  notice?: ReactNode;
  isPhone?: boolean;
}

/** What the rows up to the pointer sum to; it comes while a pointer is over the panel. */
const HoverBox = lazyArea(() => import('./book-hover-box.tsx').then((m) => m.HoverBox), { isQuiet: true });

const ViewSwitch = lazyArea(() => import('./book-view-switch.tsx').then((m) => m.BookViewSwitch), {
  waiting: <span className="size-7" />,
  isQuiet: true,
});

const stepName = (symbol: string) => `book.step.${symbol}`;

/** The grouping chosen for a symbol, and the way to choose another. */
export function useBookStep(symbol: MarketSymbol): { step: number; steps: number[]; setStep(step: number): void } {
  const last =
    useLivePart(quoteKey(symbol.symbol), (quote) =>
      Math.round(Math.log10(Math.max(unitsOfText(quote.last, symbol.priceDecimals), 1)) * 4),
    ) ?? 0;
  const kept = usePrefs((prefs) => prefs.layout[stepName(symbol.symbol)]);
  return useMemo(() => {
    const ticks = Math.round(10 ** (last / 4));
    const steps = groupingSteps(ticks).filter((each) => each === 1 || (depthSteps as readonly number[]).includes(each));
    const step = typeof kept === 'number' && steps.includes(kept) ? kept : usualStep(ticks, steps);
    return { step, steps, setStep: (next) => setLayout(stepName(symbol.symbol), next) };
  }, [last, kept, symbol.symbol]);
}

export function BookStepSelect({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const { step, steps, setStep } = useBookStep(symbol);
  const text = (units: number) => scaledText(units, symbol.priceDecimals).replace(/\.0+$/, '');
  return (
    <>
      <ViewSwitch />
      <Select
        label={t('market.step')}
        value={String(step)}
        onChange={(value) => setStep(Number(value))}
        options={steps.map((units) => ({ value: String(units), label: text(units) }))}
        className="flex h-7 items-center gap-1 rounded-6 px-2 text-13 text-sub hover:bg-hover"
      />
    </>
  );
}

export const BookPanel = memo(function BookPanel({ symbol, ownBids, ownAsks, onPick, notice, isPhone = false }: BookPanelProps) {
  const t = useText(marketTexts);
  const { step } = useBookStep(symbol);
  const view = useBookView();
  const fresh = useFreshness(symbol.symbol);
  const [hover, setHover] = useState<BookHover>();
  const hold = useRef<HTMLSpanElement>(null);
  useDepthStep(symbol.symbol, step === 1 ? undefined : step);
  const { read, subscribe } = useBookSource(symbol, step);
  const bids = useMemo(() => ticksOf(ownBids, symbol.priceDecimals, step, 'bid'), [ownBids, symbol.priceDecimals, step]);
  const asks = useMemo(() => ticksOf(ownAsks, symbol.priceDecimals, step, 'ask'), [ownAsks, symbol.priceDecimals, step]);
  const picked = (pick: BookPick, isDouble: boolean) =>
    onPick(
      scaledText(pick.price, symbol.priceDecimals).replaceAll(',', ''),
      isDouble ? scaledText(pick.sum, symbol.sizeDecimals).replaceAll(',', '') : undefined,
      pick.side,
    );
  return (
    <div className="relative flex h-full min-h-0 flex-col" onPointerEnter={HoverBox.preload}>
      {notice}
      <div className="flex h-6 shrink-0 items-center px-3 text-11 text-mute" aria-hidden="true">
        <span className="w-[34%]">{t('market.price')} USDT</span>
        <span className="w-[32%] text-right">
          {t('market.size')} {symbol.base}
        </span>
        <span className="flex-1 text-right">{t('market.sum')}</span>
      </div>
      <BookLadder
        {...{ read, subscribe, view, step }}
        priceDecimals={symbol.priceDecimals}
        sizeDecimals={symbol.sizeDecimals}
        ownBids={bids}
        ownAsks={asks}
        isStale={fresh.state !== 'live'}
        rowHeight={isPhone ? 22 : 20}
        onPick={picked}
        {...(isPhone ? {} : { onHover: setHover })}
        onHold={(ms) => {
          if (!hold.current) return;
          hold.current.hidden = ms === 0;
          if (ms > 0) hold.current.lastElementChild!.textContent = t('market.held', { seconds: (ms / 1_000).toFixed(1) });
        }}
        middle={<Middle symbol={symbol} isOld={fresh.state !== 'live'} seconds={ageOf(fresh)} hold={hold} />}
        texts={{
          ladder: t('market.ladder', { name: symbol.pair }),
          caption: t('market.book'),
          side: t('market.side'),
          price: t('market.price'),
          size: t('market.size'),
          sum: t('market.sum'),
          bid: t('market.bid'),
          ask: t('market.ask'),
        }}
      />
      <EmptyBook symbol={symbol} />
      <ShareBar symbol={symbol} />
      {hover && <HoverBox hover={hover} symbol={symbol} />}
    </div>
  );
});

/** Own prices with the rows they fall into: grouped rows come grouped. */
const ticksOf = (prices: readonly string[], decimals: number, step: number, side: 'bid' | 'ask'): ReadonlySet<number> =>
  new Set(
    prices.flatMap((price) => {
      const ticks = unitsOfText(price, decimals);
      return [ticks, groupPrice(ticks, step, side)];
    }),
  );

function useBookSource(
  symbol: MarketSymbol,
  step: number,
): { read(): BookSnapshot | undefined; subscribe(changed: () => void): () => void } {
  const read = useCallback(() => {
    const grouped = step === 1 ? undefined : liveStore.get(depthStepKey(symbol.symbol, step));
    // Until the grouped rows come, the finest levels make the best of it.
    const depth = grouped && grouped.time > 0 ? grouped : liveStore.get(depthKey(symbol.symbol));
    if (!depth) return undefined;
    const level = ([price, size]: readonly [string, string]) => ({
      price: unitsOfText(price, symbol.priceDecimals),
      size: unitsOfText(size, symbol.sizeDecimals),
    });
    return {
      bids: depth.bids.map(level),
      asks: depth.asks.map(level),
      last: unitsOfText(liveStore.get(quoteKey(symbol.symbol))?.last ?? '0', symbol.priceDecimals),
    };
  }, [symbol, step]);
  const subscribe = useCallback(
    (changed: () => void) => liveStore.subscribe(step === 1 ? depthKey(symbol.symbol) : depthStepKey(symbol.symbol, step), changed),
    [symbol, step],
  );
  return { read, subscribe };
}

/** Where something else than its age is the matter, none is shown. */
function ageOf({ state, seconds, isApart, hasNoFeed }: Freshness): number | undefined {
  return (state === 'stale' || state === 'halted') && !isApart && !hasNoFeed ? seconds : undefined;
}

function Middle({
  symbol,
  isOld,
  seconds,
  hold,
}: {
  symbol: MarketSymbol;
  isOld: boolean;
  /** How old the prices are, when that is to be said. */
  seconds: number | undefined;
  hold: { current: HTMLSpanElement | null };
}) {
  const t = useText(marketTexts);
  const quote = useLive(quoteKey(symbol.symbol));
  const direction = (quote?.direction ?? 0) as -1 | 0 | 1;
  const spread = quote ? unitsOfText(quote.ask, symbol.priceDecimals) - unitsOfText(quote.bid, symbol.priceDecimals) : 0;
  // A side that nobody stands on has no price to be away from.
  const hasSpread = useLivePart(depthKey(symbol.symbol), ({ bids, asks }) => bids.length > 0 && asks.length > 0);
  return (
    <div className="relative flex size-full items-center border-y border-grid px-3 whitespace-nowrap">
      <span className={`text-20 font-bold ${isOld ? 'text-mute' : directionClass(direction)}`}>
        {quote ? figure(quote.last, { decimals: symbol.priceDecimals }) : '--'}{' '}
        <span className="text-16">{direction > 0 ? '↑' : direction < 0 ? '↓' : ''}</span>
      </span>
      {seconds !== undefined && (
        <span className="ml-2 rounded-4 bg-warn-tint px-1.5 text-11 leading-[18px] font-semibold text-warn">
          {t('market.ago', { seconds })}
        </span>
      )}
      <span className="ml-auto min-w-0 overflow-hidden text-right text-11 leading-4 text-mute">
        {t('market.markShort')} {figure(quote?.mark ?? '0', { decimals: symbol.priceDecimals })}
        <br />
        {hasSpread && `${t('market.spread')} ${scaledText(Math.max(spread, 0), symbol.priceDecimals)}`}
      </span>
      {/* The spread of rows that stand still says nothing: its place is free. */}
      <span
        ref={hold}
        hidden
        className="absolute right-2.5 bottom-[5px] flex items-center gap-1 rounded-4 bg-hover px-1.5 text-11 leading-[18px] font-medium text-sub [&[hidden]]:hidden"
      >
        <Pause size={10} aria-hidden="true" />
        <span />
      </span>
    </div>
  );
}

/** A closed or just opened market has no levels: said, not left blank. */
function EmptyBook({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const levels = useLivePart(depthKey(symbol.symbol), (depth) => depth.bids.length + depth.asks.length) ?? 0;
  const fresh = useFreshness(symbol.symbol);
  if (levels > 0) return null;
  return (
    <p className="absolute inset-x-0 top-24 text-center text-12 text-mute">
      {t(fresh.state === 'closed' ? 'market.closedBook' : 'market.noBook')}
    </p>
  );
}

function ShareBar({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const bid = useLivePart(depthKey(symbol.symbol), bidShare);
  if (bid === undefined) return <div className="h-8 shrink-0" />;
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 px-3 text-11 font-semibold">
      <span className="w-14 text-bid">{t('market.bidShare', { percent: bid })}</span>
      <span className="flex h-[3px] flex-1 gap-0.5 overflow-hidden rounded-2" aria-hidden="true">
        <i className="bg-bid" style={{ width: `${bid}%` }} />
        <i className="flex-1 bg-ask" />
      </span>
      <span className="w-14 text-right text-ask">{t('market.askShare', { percent: 100 - bid })}</span>
    </div>
  );
}
