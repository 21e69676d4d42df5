// The two groups of the header's search: symbols with price and change, pages with the menu they stand in.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change } from '@maru/kit/web/ui/figure.tsx';
import { useShortTickers } from '@maru/market/web/market-feed.ts';
import { Star } from 'lucide-react';
import { texts } from '../texts.ts';
import { navIcon } from './nav-icons.tsx';
import type { SearchPage } from './search-hits.ts';
import { searchTexts } from './search-texts.ts';

interface FoundSymbol {
  symbol: string;
  base: string;
  pair: string;
  name: { ko: string; en: string };
  decimals: number;
  isStarred: boolean;
}

export type Hit = { to: string; symbol: FoundSymbol; page?: never } | { to: string; page: SearchPage; symbol?: never };

export const hitsId = 'search-hits';

interface HitsProps {
  symbols: readonly Hit[];
  pages: readonly Hit[];
  chosen: number;
  hitId(at: number): string;
  go(hit: Hit): void;
  onPoint(at: number): void;
}

export function Hits({ symbols, pages, ...rest }: HitsProps) {
  const t = useText(texts);
  return (
    <div
      id={hitsId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- finds of a search, not values of a form
      role="listbox"
      aria-label={t('header.search')}
      className="scroll-thin max-h-[min(460px,calc(var(--space)-72px))] overflow-y-auto"
    >
      <Group of="search.symbols" hits={symbols} from={0} {...rest} />
      <Group of="search.pages" hits={pages} from={symbols.length} {...rest} />
    </div>
  );
}

interface GroupProps extends Pick<HitsProps, 'chosen' | 'hitId' | 'go' | 'onPoint'> {
  of: 'search.symbols' | 'search.pages';
  hits: readonly Hit[];
  /** The place of its first among all. */
  from: number;
}

function Group({ of, hits, from, chosen, hitId, go, onPoint }: GroupProps) {
  const s = useText(searchTexts);
  if (hits.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox's own group
    <div role="group" aria-label={s(of)}>
      <p aria-hidden="true" className="px-3 pt-3 pb-1 text-11 font-semibold text-mute">
        {s(of)}
      </p>
      {hits.map((hit, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys for all of them
        <div
          key={hit.to}
          id={hitId(from + i)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={from + i === chosen}
          // The focus stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => go(hit)}
          onPointerMove={() => onPoint(from + i)}
          className={cx(
            'flex h-9 cursor-default items-center gap-2.5 rounded-6 px-3 text-13 select-none pointer-coarse:h-11',
            from + i === chosen && 'bg-hover',
          )}
        >
          {hit.symbol ? <SymbolCells symbol={hit.symbol} /> : <PageCells page={hit.page} />}
        </div>
      ))}
    </div>
  );
}

function SymbolCells({ symbol: { symbol, base, pair, name, decimals, isStarred } }: { symbol: FoundSymbol }) {
  const s = useText(searchTexts);
  const words = useWords();
  const ticker = useShortTickers()?.get(symbol);
  return (
    <>
      <CoinMark base={base} size={20} />
      <span className="min-w-0 flex-1 truncate font-semibold">
        {pair} <span className="font-normal text-mute">{words(name)}</span>
        {isStarred && (
          <>
            <Star aria-hidden="true" size={12} className="ml-1.5 inline fill-warn text-warn" />
            <span className="sr-only">{s('search.starred')}</span>
          </>
        )}
      </span>
      <span className="w-[84px] shrink-0 text-right">{ticker ? figure(ticker[0], { decimals }) : '--'}</span>
      <span className="w-[64px] shrink-0 text-right">{ticker ? <Change value={ticker[1]} /> : '--'}</span>
    </>
  );
}

function PageCells({ page: { key, text, group } }: { page: SearchPage }) {
  const t = useText(texts);
  return (
    <>
      <span aria-hidden="true" className="flex w-5 justify-center text-mute">
        {navIcon(key)}
      </span>
      <span className="min-w-0 flex-1 truncate">{t(text)}</span>
      {group && <span className="shrink-0 text-12 text-mute">{t(group)}</span>}
    </>
  );
}
