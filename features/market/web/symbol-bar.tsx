// The bar over the trade screen: which symbol, its price, and the day's figures around it.
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { directionOf, figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { countdown } from '@maru/kit/web/i18n/moments.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { toggleStar, usePrefs } from '@maru/kit/web/prefs.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change } from '@maru/kit/web/ui/figure.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { Decaying } from '@maru/kit/web/ui/decaying.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { ChevronDown, Star, Timer } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { AlertButton } from './alerts/alert-button.tsx';
import type { Freshness, Quote } from './feed-freshness.ts';
import { useFreshness, useQuote, useShortTickers } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import { oldWords } from './price-age.ts';
import { preloadPicker, SymbolPicker } from './symbol-picker.tsx';

export type BarSize = 'hall' | 'desktop' | 'wide' | 'laptop' | 'phone';

export const SymbolBar = memo(function SymbolBar({
  symbol,
  symbols,
  size,
  onSymbol,
}: {
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  size: BarSize;
  onSymbol(symbol: string): void;
}) {
  const quote = useQuote(symbol.symbol);
  const fresh = useFreshness(symbol.symbol);
  if (size === 'phone') return <PhoneBar {...{ symbol, symbols, quote, fresh, onSymbol }} />;
  return (
    <section className="flex h-12 min-w-0 items-center overflow-hidden rounded-8 bg-surface pl-3" aria-label={symbol.pair}>
      <StarButton symbol={symbol} />
      <AlertButton symbol={symbol} className="-ml-1 flex size-8 shrink-0 items-center justify-center rounded-6 text-sub hover:bg-hover" />
      <PickerButton symbol={symbol} symbols={symbols} onSymbol={onSymbol} isPhone={false} />
      <LastPrice quote={quote} fresh={fresh} decimals={symbol.priceDecimals} />
      <FeedBadge quote={quote} fresh={fresh} />
      <Figures {...{ symbol, quote, size }} />
      {size === 'hall' && <Favourites {...{ symbol, symbols, onSymbol }} />}
    </section>
  );
});

function PhoneBar({
  symbol,
  symbols,
  quote,
  fresh,
  onSymbol,
}: {
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  quote: Quote | undefined;
  fresh: Freshness;
  onSymbol(symbol: string): void;
}) {
  const t = useText(marketTexts);
  const isOld = fresh.state === 'stale' || fresh.state === 'halted' || fresh.state === 'unsafe';
  const rate = quote?.fundingRate;
  return (
    <section className="flex h-[52px] items-center justify-between gap-3 bg-surface px-4" aria-label={symbol.pair}>
      <div className="min-w-0">
        <div className="flex items-center">
          <PickerButton symbol={symbol} symbols={symbols} onSymbol={onSymbol} isPhone />
          <AlertButton
            symbol={symbol}
            size={18}
            className="touch flex size-8 shrink-0 items-center justify-center rounded-6 text-sub hover:bg-hover"
          />
        </div>
        <p className="truncate pl-9 text-12 leading-4 text-mute max-[379px]:pl-1">
          {t('market.markShort')} {quote ? figure(quote.mark, { decimals: symbol.priceDecimals }) : '--'} · {t('chart.funding')}{' '}
          {rate === undefined ? (
            '--'
          ) : (
            <span className={directionClass(directionOf(rate))}>{figure(rate, { decimals: 4, sign: true })}%</span>
          )}
        </p>
      </div>
      <div className="text-right">
        <p className={`text-[22px] leading-7 font-bold ${isOld ? 'text-mute' : directionClass((quote?.direction ?? 0) as -1 | 0 | 1)}`}>
          {quote ? figure(quote.last, { decimals: symbol.priceDecimals }) : '--'}
        </p>
        <FeedBadge
          quote={quote}
          fresh={fresh}
          otherwise={quote ? <Change value={quote.changePercent} className="text-12 leading-4 font-semibold" /> : null}
        />
      </div>
    </section>
  );
}

function StarButton({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const isStarred = usePrefs((prefs) => prefs.stars.includes(symbol.symbol));
  const label = t(isStarred ? 'market.unstar' : 'market.star', { name: symbol.pair });
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isStarred}
      title={label}
      onClick={() => toggleStar(symbol.symbol)}
      className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-6 hover:bg-hover"
    >
      <Star size={16} className={isStarred ? 'fill-warn text-warn' : 'text-sub'} />
    </button>
  );
}

function PickerButton({
  symbol,
  symbols,
  onSymbol,
  isPhone,
}: {
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  onSymbol(symbol: string): void;
  isPhone: boolean;
}) {
  const t = useText(marketTexts);
  return (
    <SymbolPicker
      symbols={symbols}
      current={symbol.symbol}
      onSymbol={onSymbol}
      isPhone={isPhone}
      trigger={
        <button
          type="button"
          className="touch -ml-1 flex h-8 min-w-0 shrink-0 items-center gap-2 rounded-6 px-1 hover:bg-hover"
          onPointerEnter={preloadPicker}
          onFocus={preloadPicker}
        >
          <CoinMark base={symbol.base} size={isPhone ? 28 : 24} />
          <span className={`font-bold ${isPhone ? 'text-18' : 'text-16'}`}>{symbol.pair}</span>
          {!isPhone && (
            <span className="hidden h-[18px] items-center rounded-4 bg-hover px-1.5 text-11 font-medium text-sub wide:flex">
              {t('market.perpetual')}
            </span>
          )}
          <span className="sr-only">{t('market.pick')}</span>
          <ChevronDown size={15} aria-hidden="true" className="text-sub" />
        </button>
      }
    />
  );
}

function LastPrice({ quote, fresh, decimals }: { quote: Quote | undefined; fresh: Freshness; decimals: number }) {
  const isOld = fresh.state !== 'live';
  return (
    <p className="mr-4 ml-3 flex shrink-0 items-baseline gap-2">
      <span
        data-testid="last-price"
        className={`text-20 font-bold ${isOld ? 'text-mute' : directionClass((quote?.direction ?? 0) as -1 | 0 | 1)}`}
      >
        <Decaying text={quote ? figure(quote.last, { decimals }) : '--'} />
      </span>
      {quote &&
        (isOld ? (
          <span className="text-13 font-semibold text-mute">{figure(quote.changePercent, { decimals: 2, sign: true })}%</span>
        ) : (
          <Change value={quote.changePercent} className="text-13 font-semibold" />
        ))}
    </p>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <output className="mr-4 inline-flex h-6 shrink-0 items-center gap-1.5 rounded-4 bg-warn-tint px-2 text-12 font-semibold whitespace-nowrap text-warn max-laptop:mr-0">
      <Timer size={13} aria-hidden="true" />
      {children}
    </output>
  );
}

/** Prices not to be trusted or old first; else where the prices come from, when they are not a live exchange's. */
function FeedBadge({ quote, fresh, otherwise = null }: { quote: Quote | undefined; fresh: Freshness; otherwise?: ReactNode }) {
  const t = useText(marketTexts);
  if (fresh.hasNoFeed) return <Warning>{t('market.noFeed')}</Warning>;
  if (fresh.isApart) return <Warning>{t('market.sourcesApart')}</Warning>;
  if (fresh.state === 'unsafe') return <Warning>{t('market.unsafe')}</Warning>;
  if (fresh.state === 'stale' || fresh.state === 'halted')
    return <Warning>{t('market.stale', { age: oldWords(t, fresh.seconds * 1_000) })}</Warning>;
  if (fresh.state === 'closed')
    return (
      <span className="mr-4 inline-flex h-6 shrink-0 items-center rounded-4 bg-hover px-2 text-12 font-semibold text-sub">
        {t('market.closed')}
      </span>
    );
  if (otherwise) return otherwise;
  if (!quote || quote.source === 'binance') return null;
  return (
    <Tooltip words={t(quote.source === 'replay' ? 'market.source.replayHelp' : 'market.source.syntheticHelp')}>
      <button
        type="button"
        className="mr-4 h-[18px] shrink-0 rounded-4 border border-line px-1.5 text-11 leading-none font-medium text-sub"
      >
        {t(quote.source === 'replay' ? 'market.source.replay' : 'market.source.synthetic')}
      </button>
    </Tooltip>
  );
}

const shownFigures: Record<Exclude<BarSize, 'phone'>, readonly string[]> = {
  hall: ['mark', 'index', 'funding', 'high', 'low', 'turnover', 'interest', 'leverage'],
  desktop: ['mark', 'index', 'funding', 'high', 'low', 'turnover'],
  wide: ['mark', 'index', 'funding', 'turnover'],
  laptop: ['mark', 'funding'],
};

const Figures = memo(function Figures({
  symbol,
  quote,
  size,
}: {
  symbol: MarketSymbol;
  quote: Quote | undefined;
  size: Exclude<BarSize, 'phone'>;
}) {
  const t = useText(marketTexts);
  const language = useLanguage();
  if (!quote) return null;
  const price = (value: string) => figure(value, { decimals: symbol.priceDecimals });
  const all: Record<string, ReactNode> = {
    mark: (
      <Pair key="mark" label={t('market.mark')}>
        {price(quote.mark)}
      </Pair>
    ),
    index: (
      <Pair key="index" label={t('market.index')}>
        {price(quote.index)}
      </Pair>
    ),
    funding: (
      <Pair key="funding" label={t('market.funding')}>
        <span className={directionClass(directionOf(quote.fundingRate))}>{figure(quote.fundingRate, { decimals: 4, sign: true })}%</span> ·{' '}
        <Countdown until={quote.nextFundingAt} />
      </Pair>
    ),
    high: (
      <Pair key="high" label={t('market.high')}>
        {price(quote.high)}
      </Pair>
    ),
    low: (
      <Pair key="low" label={t('market.low')}>
        {price(quote.low)}
      </Pair>
    ),
    turnover: (
      <Pair key="turnover" label={t('market.turnover')}>
        {shortSum(quote.quoteVolume, language)}
      </Pair>
    ),
    interest: (
      <Pair
        key="interest"
        label={t('market.interest')}
      >{`${figure(quote.openInterest, { decimals: Math.min(symbol.sizeDecimals, 1) })} ${symbol.base}`}</Pair>
    ),
    leverage: <Pair key="leverage" label={t('market.maxLeverage')}>{`${symbol.maxLeverage}x`}</Pair>,
  };
  // What does not fit wraps out of sight whole, never cut in the middle.
  return <dl className="flex h-[34px] min-w-0 flex-1 flex-wrap gap-x-5 overflow-hidden">{shownFigures[size].map((name) => all[name])}</dl>;
});

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="shrink-0">
      <dt className="text-11 leading-[15px] text-mute">{label}</dt>
      <dd className="text-13 leading-[18px] font-medium whitespace-nowrap text-text">{children}</dd>
    </div>
  );
}

export function Countdown({ until }: { until: number }) {
  return <span>{countdown(until, useServerTime(1_000))}</span>;
}

function Favourites({
  symbol,
  symbols,
  onSymbol,
}: {
  symbol: MarketSymbol;
  symbols: readonly MarketSymbol[];
  onSymbol(symbol: string): void;
}) {
  const t = useText(marketTexts);
  const stars = usePrefs((prefs) => prefs.stars);
  const tickers = useShortTickers();
  const shown = (stars.length > 0 ? symbols.filter((s) => stars.includes(s.symbol)) : symbols.filter((s) => s.category === 'crypto'))
    .filter((s) => s.symbol !== symbol.symbol)
    .slice(0, 2);
  return (
    <nav aria-label={t('market.favourites')} className="ml-auto flex shrink-0 gap-1.5 pr-2 pl-4">
      {shown.map((other) => {
        const ticker = tickers?.get(other.symbol);
        return (
          <button
            key={other.symbol}
            type="button"
            onClick={() => onSymbol(other.symbol)}
            className="flex h-8 min-w-36 items-center gap-2 rounded-6 bg-hover px-2.5 text-12 hover:brightness-95"
          >
            <CoinMark base={other.base} size={18} />
            <span className="font-semibold">{other.base}</span>
            {ticker && <span className="text-sub">{figure(ticker[0], { decimals: other.priceDecimals })}</span>}
            {ticker && <Change value={ticker[1]} className="font-medium" />}
          </button>
        );
      })}
    </nav>
  );
}
