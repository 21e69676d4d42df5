// What is new on the boards, asked once for the home page and the counts of the side menu.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { listNotices, listPromotions } from '../board-contract.ts';

const newForMs = 3 * DAY_MS;
export const isNew = (at: string): boolean => serverNow() - Date.parse(at) < newForMs;

const asked = { query: { size: '10' }, staleMs: 60_000 } as const;

/** The first ten of each: what is counted or shown beside other things never needs more. */
export function useNews(isOn = true) {
  return { notices: useCall(listNotices, { ...asked, isOn }), events: useCall(listPromotions, { ...asked, isOn }) };
}

/** New notices and events that run now. */
export function useNewsCounts(isOn: boolean): { notice: number; event: number } {
  const { notices, events } = useNews(isOn);
  return {
    notice: notices.data?.content.filter(({ createdAt }) => isNew(createdAt)).length ?? 0,
    event: events.data?.content.filter(({ period }) => period?.state === 'RUNNING').length ?? 0,
  };
}
