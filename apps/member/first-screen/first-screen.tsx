// Draws the first screen of a page as HTML, as a guest of the site sees it: the app's own components, with the answers that they ask for.
import { drawForWidth } from './browser-names.ts';
import { setSiteInfoId } from '@maru/kit/web/api-client.ts';
import { type Language, setLanguage } from '@maru/kit/web/i18n/language.ts';
import { setServerTime, setTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { setDrawnTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { drawPrefs } from '@maru/kit/web/prefs.ts';
import { queryClient } from '@maru/kit/web/query.ts';
import { setSite } from '@maru/kit/web/site.ts';
import type { BootPayload } from '@maru/site/contract.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from '../app.tsx';
import { paths } from '../paths.ts';
import { makeRouter } from '../routes.tsx';
import '../texts.ts';

export interface FirstScreenAsk {
  /** JSON of what the page's own start reads. */
  boot: string;
  /** JSON of keys and answers. */
  answers: string;
  path: string;
  language: Language;
  /** Of the window, CSS px. */
  width: number;
}
export interface FirstScreen {
  html: string;
  /** Keys of the questions that found no answer: a route's name, and its query. */
  wanted: unknown[][];
}

export async function drawFirstScreen(ask: FirstScreenAsk): Promise<FirstScreen> {
  const boot = JSON.parse(ask.boot) as BootPayload;
  const { theme, id, timeZone } = boot.site;
  drawForWidth(ask.width);
  queryClient.clear();
  for (const [key, data] of JSON.parse(ask.answers) as [unknown[], unknown][]) queryClient.setQueryData(key, data);
  setSite(boot.site, boot.build);
  setSiteInfoId(id);
  setTimeZone(timeZone);
  setServerTime(boot.now);
  setDrawnTime(boot.now);
  setLanguage(ask.language);
  drawPrefs({ language: ask.language, upDown: theme.upDown ?? 'kr', theme: theme.defaultMode });
  const html = (await draw(ask.path)) || (await draw(paths.login));
  const unanswered = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.data === undefined });
  return { html, wanted: unanswered.map(({ queryKey }) => [...queryKey]) };
}

/** Empty where the guard leads a guest elsewhere, which is to log in. */
async function draw(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  // All in its place: moving parts there afterwards would take scripts of the library's own.
  const { prelude } = await prerender(<App router={router} />, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return await new Response(prelude).text();
}
