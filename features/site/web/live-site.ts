// A site that an operator changes is changed on every open page: told by socket, asked for anew, put on without a reload.
import { call } from '@maru/kit/web/api-client.ts';
import { setTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { setSiteUpDown } from '@maru/kit/web/prefs.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { currentBuild, dressSite, setSite } from '@maru/kit/web/site.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { getSiteInfo, getTerm, listPendingTerms, siteChangeTopic } from '../contract.ts';

/** Pages of a large site must not all ask in the same moment. */
const SPREAD_MS = 1500;

/** Answers with the way to stop. */
export function listenToSite(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribeTopic(siteChangeTopic, {}, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void takeSite(), Math.random() * SPREAD_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function takeSite(): Promise<void> {
  try {
    const site = await call(getSiteInfo);
    setSite(site, currentBuild());
    setTimeZone(site.timeZone);
    dressSite(site);
    setSiteUpDown(site.theme.upDown);
    void refetch(getTerm);
    void refetch(listPendingTerms);
  } catch {
    // The page goes on as it was; the next change, or the next page, brings it.
  }
}
