// Every page of the shell at two widths, in both themes and languages: shown whole, no fault, nothing from elsewhere, no serious axe finding.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/harness.ts';
import { axe, logIn, openBrowser, overflowPx, visit, type Visit } from '../browser.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const looks: Visit[] = [
  { width: 1440, theme: 'theme-white', language: 'ko' },
  { width: 1440, theme: 'dark', language: 'en' },
  { width: 390, theme: 'theme-white', language: 'en' },
  { width: 390, theme: 'dark', language: 'ko', upDown: 'green' },
];
const guestPages = ['/', '/login', '/signup', '/find/password', '/inbox', '/alert?code=maintenance', '/no/such/page'];
const memberPages = ['/', '/dnw_history/asset', '/myinfo/profile', '/myinfo/api'];
const name = ({ width, theme, language }: Visit) => `${width} ${theme} ${language}`;

async function judge(site: () => string, look: Visit, pages: readonly string[], isMember: boolean) {
  const visitor = await visit(browser, site(), look);
  try {
    const findings: string[] = [];
    if (isMember) await logIn(visitor.page);
    for (const path of pages) {
      await visitor.page.goto(path, { waitUntil: 'load' });
      await visitor.page.locator('main').waitFor();
      await visitor.page.locator('h1').first().waitFor({ state: 'attached' });
      await visitor.page.waitForTimeout(400);
      for (const { id, targets } of await axe(visitor.page)) findings.push(`${path} ${id}: ${targets.join(' | ')}`);
      const overflow = await overflowPx(visitor.page);
      if (overflow > 0) findings.push(`${path} is ${overflow} px too wide`);
    }
    expect(findings).toEqual([]);
    expect(visitor.faults).toEqual([]);
  } finally {
    await visitor.close();
  }
}

describe.each(looks)('at %o', (look) => {
  it(`guests: ${name(look)}`, () => judge(() => server.url, look, guestPages, false));
  it(`members: ${name(look)}`, () => judge(() => server.url, look, memberPages, true));
});

it('nothing is too wide at any width', async () => {
  const visitor = await visit(browser, server.url, { language: 'en' });
  await logIn(visitor.page);
  const tooWide: string[] = [];
  for (const path of ['/', '/dnw_history/asset', '/trade']) {
    await visitor.page.goto(path);
    await visitor.page.locator('h1').first().waitFor();
    for (const width of [360, 390, 768, 1024, 1280, 1440, 1920]) {
      await visitor.page.setViewportSize({ width, height: 900 });
      await visitor.page.waitForTimeout(120);
      const overflow = await overflowPx(visitor.page);
      if (overflow > 0) tooWide.push(`${path} at ${width}: ${overflow} px`);
    }
  }
  expect(tooWide).toEqual([]);
  await visitor.close();
});

it('the second site wears its own colours, mark and hero', async () => {
  const visitor = await visit(browser, server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost'), { theme: 'dark' });
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
