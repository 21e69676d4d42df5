// Pages come with their first screen: there without any script, in the site's own words, kept by the app that takes it over.
import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/harness.ts';
import { logIn, openBrowser, visit } from '../browser.ts';

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/156 Mobile Safari/537.36' };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ hasFirstScreens: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const rootOf = (html: string) => /<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? '';
const pageAt = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(server.url + path, { headers: { ...phone, ...headers } })).text();
/** The first one of all is drawn while a page goes without. */
async function screenAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  await expect.poll(async () => rootOf(await pageAt(path, headers))).not.toBe('');
  return await pageAt(path, headers);
}

describe('the first screen', () => {
  it('stands in the page with words and last prices, and no script without its nonce', async () => {
    await expect.poll(async () => rootOf(await screenAt('/'))).toMatch(/시장은 흔들려도.*\d{2},\d{3}/s);
    const html = await screenAt('/');
    expect(html).not.toMatch(/<script(?![^>]*(nonce=|src=))/);
    expect(html).not.toContain('<template');
    // Answers are asked for in the page's language.
    expect(rootOf(html)).not.toContain('When prices are late');
    // A price that nobody has told yet is no price of nothing.
    expect(rootOf(await screenAt('/futureView'))).toMatch(/BTC(?!.*[^\d,.]0\.00[^\d])/s);
    // Pages for members alone: a guest is shown the way in.
    for (const path of ['/login', '/trade']) expect(rootOf(await screenAt(path))).toContain('<form inert');
  });

  it('is the asked site’s alone, in the language that was chosen', async () => {
    const { hostname, port } = new URL(server.url);
    const ask = () =>
      new Promise<string>((done, fail) => {
        get({ hostname, port, path: '/', headers: { ...phone, host: `hanok.localhost:${port}` } }, (reply) => {
          let text = '';
          reply.on('data', (part) => (text += String(part)));
          reply.on('end', () => done(text));
        }).on('error', fail);
      });
    await screenAt('/');
    await expect.poll(async () => rootOf(await ask())).toContain('Hanok');
    expect(rootOf(await ask())).not.toMatch(/Maru|마루/);
    expect(rootOf(await screenAt('/login', { cookie: 'a=b; maru.lang=en' }))).toContain('Log in');
    expect(rootOf(await screenAt('/login'))).not.toContain('Log in');
  });

  it('is seen before the app, stays where it is when the app comes, and moves nothing', async () => {
    await screenAt('/', { 'user-agent': 'desk' });
    const { page, faults, close } = await visit(browser, server.url);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.addInitScript(
      "window.moved = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) window.moved += e.value }).observe({ type: 'layout-shift', buffered: true })",
    );
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    await page.evaluate("window.before = document.querySelector('main')");
    held.resolve();
    await page.getByTestId('app-shown').waitFor({ state: 'attached' });
    expect(await page.evaluate('window.before.isConnected')).toBe(true);
    expect(await page.evaluate('window.moved')).toBeLessThan(0.05);
    expect(faults).toEqual([]);
    await close();
  });

  it('has the line to itself until it is on the screen: the app is asked for after it', async () => {
    await screenAt('/', { 'user-agent': 'desk' });
    const { page, close } = await visit(browser, server.url);
    for (let pass = 0; pass < 3; pass++) {
      await page.goto('/');
      await page.getByTestId('app-shown').waitFor({ state: 'attached' });
      const [painted, asked] = (await page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, Math.min(...performance.getEntriesByType('resource').filter((e) => /\\/assets\\/.*\\.js$/.test(e.name)).map((e) => e.startTime))]",
      )) as [number, number];
      expect(asked).toBeGreaterThanOrEqual(painted);
    }
    await close();
  });

  it('is taken over as it stands: nothing in it is drawn anew, at any width and in either language', async () => {
    for (const width of [390, 1440] as const) {
      for (const language of ['ko', 'en'] as const) {
        const { page, context, close } = await visit(browser, server.url, { width, language });
        const user = width === 390 ? phone : { 'user-agent': 'desk' };
        await context.setExtraHTTPHeaders(user);
        await context.addCookies([{ name: 'maru.lang', value: language, url: server.url }]);
        const warnings: string[] = [];
        page.on('console', (message) => void (message.text().includes('drawn anew') && warnings.push(message.text())));
        // A page for members alone leads on to another.
        for (const path of ['/', '/login', '/signup', '/futureView']) {
          await screenAt(path, { ...user, cookie: `maru.lang=${language}` });
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('html[data-page="shown"]').waitFor();
          const state = await page.evaluate("document.documentElement.dataset.first + ' ' + document.querySelectorAll('#root').length");
          expect({ path, width, language, state, warnings }).toEqual({ path, width, language, state: 'on 1', warnings: [] });
        }
        await close();
      }
    }
  });

  it('has forms that wake with the app', async () => {
    await screenAt('/login', { 'user-agent': 'desk' });
    const { page, close } = await visit(browser, server.url);
    await page.goto('/login');
    await page.getByTestId('app-shown').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('form[inert]').count()).toBe(0);
    await close();
  });

  it('is a guest’s: a member does not see it', async () => {
    const { page, close } = await visit(browser, server.url);
    await logIn(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByTestId('app-shown').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByRole('link', { name: '로그인' }).count()).toBe(0);
    await close();
  });
});
