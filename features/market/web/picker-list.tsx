// The list a symbol is chosen from: search, categories, stars, and the day's change and turnover of each.
import { figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { serverNow, sinceMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { toggleStar, usePrefs } from '@maru/kit/web/prefs.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change } from '@maru/kit/web/ui/figure.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Search, Star } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { AlertButton } from './alerts/alert-button.tsx';
import { type ShortTicker, type ShortTickers, useFeedStanding, useShortTickers } from './market-feed.ts';
import { type MarketSymbol, matchesSearch, type SymbolCategory } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import { pickerTexts } from './picker-texts.ts';
import { oldWords } from './price-age.ts';

type Tab = 'all' | 'star' | SymbolCategory;
const tabs: readonly Tab[] = ['all', 'star', 'crypto', 'forex', 'metal', 'index'];

/** Where a short ticker has it. */
const places = { price: 0, change: 1, volume: 2 } as const;
type Column = keyof typeof places;
interface Order {
  by: Column;
  /** 1: the largest first. */
  way: 1 | -1;
}

/** Largest first, then smallest first, then the site's own order again. */
const nextOrder = (was: Order | undefined, by: Column): Order | undefined =>
  was?.by !== by ? { by, way: 1 } : was.way === 1 ? { by, way: -1 } : undefined;

function ordered(symbols: readonly MarketSymbol[], tickers: ShortTickers | undefined, order: Order | undefined): readonly MarketSymbol[] {
  if (!order || !tickers) return symbols;
  const value = (s: MarketSymbol) => Number(tickers.get(s.symbol)?.[places[order.by]] ?? Number.NEGATIVE_INFINITY);
  return symbols.toSorted((a, b) => (value(b) - value(a)) * order.way);
}

const columns: readonly { by: Column; look: string }[] = [
  { by: 'price', look: 'w-[88px] max-tablet:w-18' },
  { by: 'change', look: 'w-[72px] max-tablet:w-15' },
  { by: 'volume', look: 'w-[72px] max-tablet:hidden' },
];

export function PickerList({
  symbols,
  current,
  onSymbol,
}: {
  symbols: readonly MarketSymbol[];
  current: string;
  onSymbol(symbol: string): void;
}) {
  const t = useText(marketTexts);
  const p = useText(pickerTexts);
  const stars = usePrefs((prefs) => prefs.stars);
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const used = tabs.filter((name) => name === 'all' || name === 'star' || symbols.some((s) => s.category === name));
  const [order, setOrder] = useState<Order>();
  const tickers = useShortTickers();
  const found = symbols.filter(
    (s) => matchesSearch(s, search) && (tab === 'all' || (tab === 'star' ? stars.includes(s.symbol) : s.category === tab)),
  );
  const shown = ordered(found, tickers, order);
  const first = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && shown[0]) onSymbol(shown[0].symbol);
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      event.currentTarget.closest('[data-picker]')?.querySelector<HTMLElement>('[data-row]')?.focus();
    }
  };
  return (
    <div data-picker className="p-2">
      <label className="flex h-10 items-center gap-2 rounded-6 bg-field px-3">
        <Search size={15} className="text-mute" aria-hidden="true" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover was opened to type into it
          autoFocus
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={first}
          placeholder={p('market.search')}
          aria-label={p('market.search')}
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none tablet:text-13"
        />
      </label>
      <Segment<Tab>
        className="my-2 max-w-full overflow-x-auto pointer-coarse:*:h-10"
        label={t('market.pick')}
        value={tab}
        onChange={setTab}
        items={used.map((value) => ({ value, label: p(`market.cat.${value}`) }))}
      />
      <FeedLine />
      <div className="flex h-7 items-center pr-2 pl-10 text-11 text-mute pointer-coarse:h-11 pointer-coarse:pl-12">
        <span className="flex-1">{p('market.col.symbol')}</span>
        {columns.map(({ by, look }) => (
          <button
            key={by}
            type="button"
            aria-pressed={order?.by === by}
            aria-label={p('market.orderBy', { column: p(`market.col.${by}`) })}
            onClick={() => setOrder(nextOrder(order, by))}
            className={`h-full text-right hover:text-text ${look} ${order?.by === by ? 'font-semibold text-text' : ''}`}
          >
            {p(`market.col.${by}`)}
            {order?.by === by && <span aria-hidden="true">{order.way === 1 ? ' ↓' : ' ↑'}</span>}
          </button>
        ))}
      </div>
      <div className="scroll-thin max-h-[min(480px,60dvh)] overflow-y-auto">
        {shown.length === 0 ? (
          <EmptyState isLow title={p('market.none')}>
            {p('market.noneNext')}
          </EmptyState>
        ) : (
          <Rows {...{ shown, current, stars, tickers, onSymbol }} />
        )}
      </div>
    </div>
  );
}

/** Said once above the list, in whole words. */
function FeedLine() {
  const p = useText(pickerTexts);
  const standing = useFeedStanding();
  if (standing === undefined || standing.since === null) return null;
  const { open, waiting, since, isAway } = standing;
  return (
    <output className="mb-1 block rounded-6 bg-warn-tint px-3 py-2 text-12 leading-4 text-warn">
      {p(isAway ? 'market.feedAway' : 'market.feedWaits', { open, waiting, time: sinceMoment(since) })}
    </output>
  );
}

/** The day's change; of a price that is old, in doubt or of a closed market what is so instead. */
function Day({ ticker: [, change, , , feed, since] }: { ticker: ShortTicker }) {
  const t = useText(marketTexts);
  const p = useText(pickerTexts);
  if (feed === 'live') return <Change value={change} />;
  if (feed === 'closed') return <span className="text-12 text-mute">{t('market.closed')}</span>;
  if (feed === 'unsafe') return <span className="text-12 font-semibold text-warn">{p('market.unsafeShort')}</span>;
  const words = t('market.old.ago', { age: oldWords(t, serverNow() - since) });
  return (
    <span title={t('market.old.title', { time: sinceMoment(since) })} className="text-12 font-semibold text-warn">
      {words}
    </span>
  );
}

function Rows({
  shown,
  current,
  stars,
  tickers,
  onSymbol,
}: {
  shown: readonly MarketSymbol[];
  current: string;
  stars: readonly string[];
  tickers: ShortTickers | undefined;
  onSymbol(symbol: string): void;
}) {
  const t = useText(marketTexts);
  const words = useWords();
  const language = useLanguage();
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined;
    if (!step) return;
    event.preventDefault();
    (event.currentTarget.closest('li')?.[step]?.querySelector('[data-row]') as HTMLElement | null)?.focus();
  };
  return (
    <ul>
      {shown.map((s) => {
        const ticker = tickers?.get(s.symbol);
        const isStarred = stars.includes(s.symbol);
        return (
          <li key={s.symbol} className={`flex h-10 items-center rounded-6 pointer-coarse:h-11 ${s.symbol === current ? 'bg-hover' : ''}`}>
            <button
              type="button"
              aria-label={t(isStarred ? 'market.unstar' : 'market.star', { name: s.pair })}
              aria-pressed={isStarred}
              onClick={() => toggleStar(s.symbol)}
              className="flex size-8 shrink-0 items-center justify-center rounded-6 hover:bg-hover pointer-coarse:size-11"
            >
              <Star size={14} className={isStarred ? 'fill-warn text-warn' : 'text-mute'} />
            </button>
            <AlertButton
              symbol={s}
              size={14}
              className="-ml-1 flex size-8 shrink-0 items-center justify-center rounded-6 text-mute hover:bg-hover pointer-coarse:size-11"
            />
            <button
              type="button"
              data-row
              onKeyDown={walk}
              onClick={() => onSymbol(s.symbol)}
              className="flex h-full min-w-0 flex-1 items-center rounded-6 pr-2 pl-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <CoinMark base={s.base} size={20} />
              {/* On a phone the name stands below: beside the symbol it would cut that. */}
              <span className="ml-2 min-w-0 flex-1 truncate text-13 font-semibold max-tablet:text-12">
                {s.pair}{' '}
                <span className="font-normal text-mute max-tablet:block max-tablet:truncate max-tablet:text-11">{words(s.name)}</span>
              </span>
              <span className={cx('w-[88px] shrink-0 text-right text-13 max-tablet:w-18', ticker && ticker[4] !== 'live' && 'text-mute')}>
                {ticker ? figure(ticker[0], { decimals: s.priceDecimals }) : '--'}
              </span>
              <span className="w-[72px] shrink-0 text-right text-13 max-tablet:w-15">{ticker ? <Day ticker={ticker} /> : '--'}</span>
              <span className="w-[72px] shrink-0 text-right text-12 text-sub max-tablet:hidden">
                {ticker ? shortSum(ticker[2], language) : '--'}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
