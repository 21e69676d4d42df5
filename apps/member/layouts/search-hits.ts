// What the header's search finds: symbols by code and name, pages by their own words and by the menu they stand in. Pure, so that its rules are a test.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import type { TypeStatus } from '@maru/kit/web/site.ts';
import { matchesSearch, searchForm } from '@maru/market/web/market-symbol.ts';
import { paths } from '../paths.ts';
import { type ShellText, texts } from '../texts.ts';
import { headerEntries, homeSide, myInfoSide, type NavGroup, serviceSide, walletSide } from './nav-entries.ts';

/** More of them would push the pages out of sight. */
const MOST = 8;

interface Named {
  symbol: string;
  base: string;
  name: { ko: string; en: string };
}

/** What begins with the words first, then the starred, then the site's own order. */
export function findSymbols<S extends Named>(symbols: readonly S[], search: string, stars: readonly string[]): S[] {
  const wanted = searchForm(search);
  const rank = (s: S) => (wanted !== '' && searchForm(pairOf(s.symbol)).startsWith(wanted) ? 0 : 2) + (stars.includes(s.symbol) ? 0 : 1);
  return symbols
    .filter((s) => matchesSearch({ pair: pairOf(s.symbol), base: s.base, name: s.name }, search))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}

export interface SearchPage {
  key: string;
  to: string;
  text: ShellText;
  /** The menu it stands in. */
  group?: ShellText;
}

/** Every page that a menu of this visitor names, once, as the menu that is about it names it. */
export function searchPages(products: TypeStatus, isMember: boolean): SearchPage[] {
  const groups: NavGroup[] = isMember
    ? [...homeSide(products, true), ...walletSide(products), ...serviceSide(), ...myInfoSide()]
    : homeSide(products, false);
  const all: SearchPage[] = [
    ...groups.flatMap(({ text: group, entries }) => entries.map(({ key, to, text }) => ({ key, to, text, group }))),
    ...headerEntries(products, isMember).map(({ key, to, text }) => ({ key, to, text })),
    { key: 'support', to: paths.support, text: 'side.contact', group: 'side.support' },
  ];
  return [...new Map(all.toReversed().map((page) => [page.to, page])).values()].toReversed();
}

/** In both languages, whichever runs: who reads Korean may type `wallet`. */
export function findPages(pages: readonly SearchPage[], search: string): SearchPage[] {
  const wanted = searchForm(search);
  const isIn = (id: ShellText | undefined) => id !== undefined && texts[id].some((words) => searchForm(words).includes(wanted));
  return pages.filter(({ text, group }) => isIn(text) || isIn(group)).toSorted((a, b) => Number(isIn(b.text)) - Number(isIn(a.text)));
}
