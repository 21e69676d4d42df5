// A site that an operator changes is changed on every open page: told by socket, asked for anew, put on without a reload.
import { call } from '@maru/kit/web/api-client.ts';
import { setTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { setSiteUpDown } from '@maru/kit/web/prefs.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { currentBuild, currentSite, dressSite, setSite } from '@maru/kit/web/site.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { getSiteInfo, getTerm, listPendingTerms, siteChangeTopic, type SiteInfo } from '../contract.ts';

/** Pages of a large site must not all ask in the same moment. */
const SPREAD_MS = 1500;
/** Without an answer: after 2 s, 6 s, 14 s and so on. */
const AGAIN_MS = 2_000;
const AGAIN_AT_MOST_MS = 60_000;

/** Answers with the way to stop. */
export function listenToSite(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** An answer to an earlier question never takes a later one's place. */
  let turn = 0;
  const ask = (waitMs: number) => {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const take = async () => {
      try {
        const site = await call(getSiteInfo);
        if (mine === turn) put(site);
      } catch {
        // The page goes on as it was until then.
        if (mine === turn) ask(Math.min(waitMs * 2 + AGAIN_MS, AGAIN_AT_MOST_MS));
      }
    };
    timer = setTimeout(() => void take(), waitMs + Math.random() * SPREAD_MS);
  };
  // Told at every start of the line, so that a page that was loaded before a change and listens after it learns of it too.
  const stop = subscribeTopic(siteChangeTopic, {}, ({ mark }) => {
    if (mark !== currentSite().mark) ask(0);
  });
  return () => {
    turn += 1;
    clearTimeout(timer);
    stop();
  };
}

function put(site: SiteInfo): void {
  setSite(site, currentBuild());
  setTimeZone(site.timeZone);
  dressSite(site);
  setSiteUpDown(site.theme.upDown);
  void refetch(getTerm);
  void refetch(listPendingTerms);
}
