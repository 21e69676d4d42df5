// What must be known before the first render: the site and the server's time, from the page itself or, in development, by one call.
import { call, setSiteInfoId } from '@maru/kit/web/api-client.ts';
import { pageAgeMs, setServerTime, setTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { setDrawnTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { queryClient } from '@maru/kit/web/query.ts';
import { startPrefs } from '@maru/kit/web/prefs.ts';
import { keepSessionUnder } from '@maru/kit/web/session.ts';
import { dressSite, setSite } from '@maru/kit/web/site.ts';
import { paths } from './paths.ts';
import { type BootPayload, getServerTimeOffset, getSiteInfo } from '@maru/site/contract.ts';

declare global {
  interface Window {
    __MARU__?: BootPayload;
    /** What the first screen was drawn from, as this page's own calls would have it. */
    __MARU_ANSWERS__?: { at: number; list: [key: unknown[], data: unknown][] };
  }
}

async function ask(): Promise<BootPayload> {
  const [site, time] = await Promise.all([call(getSiteInfo), call(getServerTimeOffset)]);
  return { site, now: time.serverTime, build: 'dev' };
}

/** What the page brought need not be asked for; a member may be told something else. */
function takeAnswers(now: number): void {
  const { at, list } = window.__MARU_ANSWERS__ ?? { at: now, list: [] };
  if (document.documentElement.dataset['first'] !== 'on') return;
  setDrawnTime(at);
  const updatedAt = Date.now() - pageAgeMs() - Math.max(0, now - at);
  for (const [key, data] of list) queryClient.setQueryData(key, data, { updatedAt });
}

/** Throws when the site cannot be known. */
export async function boot(): Promise<BootPayload> {
  const known = window.__MARU__;
  const payload = known ?? (await ask());
  // Without a site's own rules the page would show another's colours: `npm run dev` has no server-made head.
  if (!known) dressSite(payload.site);
  if (payload.framedBy) keepSessionUnder('maru.preview');
  setSite(payload.site, payload.build);
  setSiteInfoId(payload.site.id);
  setTimeZone(payload.site.timeZone);
  setServerTime(payload.now, known ? pageAgeMs() : 0);
  takeAnswers(payload.now);
  if (payload.framedBy && location.pathname.startsWith(paths.walletHome))
    (await import('./sample-member.ts')).showSampleMember(payload.site);
  const { theme } = payload.site;
  startPrefs(theme.defaultMode, theme.upDown);
  document.querySelector('link[rel="icon"]')?.setAttribute('href', theme.favicon || theme.logo || '/logo.svg');
  return payload;
}
