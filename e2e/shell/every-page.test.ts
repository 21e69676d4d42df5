// Every page of the shell at two widths, in both themes and languages: shown whole, no fault, nothing from elsewhere, no serious axe finding,
// and on phones nothing that a finger would miss.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { atRest, axe, dress, logIn, overflowPx, type Visit } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { smallTargets } from './touch-targets.ts';

const exchange = openServerAndBrowser();

const looks: [Visit, Visit][] = [
  [
    { width: 1440, theme: 'theme-white', language: 'ko' },
    { width: 1440, theme: 'dark', language: 'en' },
  ],
  [
    { width: 390, theme: 'theme-white', language: 'en' },
    { width: 390, theme: 'dark', language: 'ko', upDown: 'green' },
  ],
];
const nameOf = ({ width, theme, language }: Visit) => `${width} ${theme} ${language}`;
const guestPages = ['/', '/login', '/signup', '/find/password', '/inbox', '/alert?code=maintenance', '/no/such/page'];
const memberPages = [
  '/',
  '/dnw_history/asset',
  '/dnw_history/history_list',
  '/dnw/transfer',
  '/dnw_history/future_list',
  '/myinfo/profile',
  '/myinfo/api',
];

/** Rows and texts that stand alike elsewhere: one look at each width, the other theme at the other. The mail's journey has the rest. */
const simplePages = [
  '/dnw_history/explain?sequence=1',
  '/dnw_history/calendar',
  '/coupon',
  '/dnw/fund',
  '/service/notice/1',
  '/service/invest_info',
  '/service/event',
  '/service/user-guide/service',
  '/service/user-guide/dnw',
  '/myinfo/term/privacy',
  '/dnw/deposit',
  '/dnw/withdraw',
  '/dnw/addresses',
];

/** As a link leads there: without loading the app anew. No two neighbours of the lists have the same title. */
async function goWithin(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate(`history.pushState({}, '', '${path}')`);
  await page.waitForFunction(`document.title !== ${JSON.stringify(before)}`);
}

/** Each page is loaded in one of the looks, by turns, and changed to the other where it stands. */
async function judge(looks: readonly [Visit, Visit], pages: readonly string[], simple?: readonly string[]) {
  const visitor = await exchange.visit(looks[0]);
  const { page } = visitor;
  try {
    const findings: string[] = [];
    if (simple) await logIn(page);
    for (const [i, path] of [...pages, ...(simple ?? [])].entries()) {
      if (i < pages.length) await page.goto(path, { waitUntil: 'load' });
      else await goWithin(page, path);
      await page.locator('main').waitFor();
      await page.locator('h1').first().waitFor({ state: 'attached' });
      const both = i % 2 === 0 ? looks : looks.toReversed();
      // At the other width the turn is the other one's.
      const once = looks[0].width === 1440 ? both.slice(0, 1) : both.slice(1);
      for (const look of i < pages.length ? both : once) {
        await dress(page, look);
        const where = `${path} at ${nameOf(look)}`;
        for (const { id, targets } of await axe(page)) findings.push(`${where} ${id}: ${targets.join(' | ')}`);
        const overflow = await overflowPx(page);
        if (overflow > 0) findings.push(`${where} is ${overflow} px too wide`);
        if (look.width === 390) for (const target of await smallTargets(page)) findings.push(`${where} is hard to hit: ${target}`);
      }
    }
    expect(findings).toEqual([]);
    expect(visitor.faults).toEqual([]);
  } finally {
    await visitor.close();
  }
}

describe.each(looks)('at %o and %o', (...pair) => {
  it(`guests: ${pair.map(nameOf).join(', ')}`, () => judge(pair, guestPages));
  it(`members: ${pair.map(nameOf).join(', ')}`, () => judge(pair, memberPages, simplePages));
});

it('nothing is too wide at any width', async () => {
  const visitor = await exchange.visit({ language: 'en' });
  await logIn(visitor.page);
  const tooWide: string[] = [];
  for (const path of ['/', '/dnw_history/asset', '/trade']) {
    await visitor.page.goto(path);
    await visitor.page.locator('h1').first().waitFor();
    for (const width of [360, 390, 768, 1024, 1280, 1440, 1920]) {
      await visitor.page.setViewportSize({ width, height: 900 });
      await atRest(visitor.page);
      const overflow = await overflowPx(visitor.page);
      if (overflow > 0) tooWide.push(`${path} at ${width}: ${overflow} px`);
    }
  }
  expect(tooWide).toEqual([]);
  await visitor.close();
});

it('the second site wears its own colours, mark and hero', async () => {
  const visitor = await exchange.visit({ theme: 'dark' }, exchange.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost'));
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await visitor.page.title()).toBe('한옥');
  expect(await visitor.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand').trim().toLowerCase()")).toBe(
    '#86cdb6',
  );
  await visitor.page.getByRole('img', { name: '최근 24시간 가격' }).waitFor();
  expect(await axe(visitor.page)).toEqual([]);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
});
