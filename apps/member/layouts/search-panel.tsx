// What the header's search opens: one field, the symbols and pages it finds, chosen by arrows and Enter without leaving the field.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { listOptions } from '@maru/futures/contract.ts';
import { useHitKeys } from '@maru/kit/web/hit-keys.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { texts } from '../texts.ts';
import { findPages, findSymbols, searchPages } from './search-hits.ts';
import { Hits, type Hit, hitsId } from './search-list.tsx';
import { searchTexts } from './search-texts.ts';

function useHits(search: string) {
  const isMember = useSession(isLoggedIn);
  const products = useTypeStatus();
  const stars = usePrefs((prefs) => prefs.stars);
  const options = useCall(listOptions, { isOn: products.isFutures, staleMs: 300_000 });
  const trade = isMember ? paths.futures : paths.futuresView;
  const symbols = findSymbols(options.data ?? [], search, stars).map((option): Hit => {
    const { base, name, pricePrecision, symbol } = option;
    const to = `${trade}/${option.futuresOptionId}`;
    return { to, symbol: { symbol, base, name, pair: pairOf(symbol), decimals: pricePrecision, isStarred: stars.includes(symbol) } };
  });
  const pages = findPages(searchPages(products, isMember), search).map((page): Hit => ({ to: page.to, page }));
  return { symbols, pages, isLoading: options.isLoading, isError: options.isError };
}

export function SearchPanel({ close }: { close(): void }) {
  const t = useText(texts);
  const s = useText(searchTexts);
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { symbols, pages, isLoading, isError } = useHits(search);
  const hits = [...symbols, ...pages];
  const go = ({ to }: Hit) => {
    close();
    void navigate({ to });
  };
  const { chosen, point, restart, hitId, field } = useHitKeys(hitsId, hits, go);
  return (
    <div className="p-2">
      <label className="flex h-10 items-center gap-2 rounded-6 bg-field px-3">
        <Search size={16} className="text-mute" aria-hidden="true" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type
          autoFocus
          {...field}
          aria-label={t('header.search')}
          value={search}
          placeholder={t('header.search')}
          onChange={(event) => {
            setSearch(event.target.value);
            restart();
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-none"
        />
      </label>
      <output className="sr-only">{search === '' || isLoading ? '' : s('search.found', { count: hits.length })}</output>
      {isLoading && <p className="px-3 pt-3 text-13 text-mute">{s('search.loading')}</p>}
      {isError && <p className="px-3 pt-3 text-13 text-sub">{s('search.failed')}</p>}
      {hits.length === 0 && !isLoading && (
        <EmptyState isLow title={s('search.none')}>
          {s('search.noneNext')}
        </EmptyState>
      )}
      <Hits {...{ symbols, pages, chosen, go, hitId }} onPoint={point} />
    </div>
  );
}
