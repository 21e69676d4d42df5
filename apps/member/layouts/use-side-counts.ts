// The figures right of the side menu's entries: how many symbols there are, what is new on the boards.
import { listOptions } from '@maru/futures/contract.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { useNewsCounts } from '@maru/notice/web/news.ts';
import { useUnreadAnswers } from '../unread.ts';
import type { NavGroup } from './nav-entries.ts';

/** By the key of the entry; nothing is asked for entries that are not there. */
export function useSideCounts(groups: readonly NavGroup[]): Readonly<Record<string, number>> {
  const { isFutures } = useTypeStatus();
  const has = (group: NavGroup['text']) => groups.some(({ text }) => text === group);
  const isHome = has('side.trade');
  const options = useCall(listOptions, { staleMs: 300_000, isOn: isHome && isFutures });
  const news = useNewsCounts(isHome || has('side.support'));
  const inquiry = useUnreadAnswers(has('side.myinfo'));
  return { ...news, inquiry, ...(isHome ? { futures: options.data?.length ?? 0 } : {}) };
}
