// Pages come with their first screen: there without any script, in the site's own words, kept by the app that takes it over.
import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/harness.ts';
import { openBrowser, visit } from '../browser.ts';

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
/** A host of the headers is asked for as it is, whatever this machine's resolver knows. */
const pageAt = (path: string, headers: Record<string, string> = {}) =>
  new Promise<string>((done, fail) => {
    const { hostname, port } = new URL(server.url);
    get({ hostname, port, path, headers: { ...phone, ...headers } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => done(text));
    }).on('error', fail);
  });
/** The first one of all is drawn while a page goes without. */
async function screenAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  await expect.poll(async () => rootOf(await pageAt(path, headers))).not.toBe('');
  return await pageAt(path, headers);
}

const sites = () => [
  { url: server.url, name: { ko: '마루', en: 'Maru' }, elsewhere: /Hanok|한옥/ },
  { url: server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost'), name: { ko: '한옥', en: 'Hanok' }, elsewhere: /Maru|마루/ },
];
const looks = [
  [390, 'theme-white'],
  [1440, 'theme-white'],
  [1440, 'dark'],
  [390, 'dark'],
] as const;
/** Where people arrive; the last is for members alone. */
const pages = ['/', '/login', '/futureView', '/trade'];
/** From the first moment on: what moves, and whether what was drawn is ever on the screen before the app. */
const watched = `window.moved = 0; window.movers = []; window.wasSeen = false;
const nameOf = ({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 160) ?? node?.parentElement?.outerHTML?.slice(0, 160), ...[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join(' '))].join(' | ');
new PerformanceObserver((list) => { for (const e of list.getEntries()) { window.moved += e.value; window.movers.push(e.value.toFixed(3), ...e.sources.map(nameOf)) } }).observe({ type: 'layout-shift', buffered: true });
addEventListener('DOMContentLoaded', () => { window.wasSeen = getComputedStyle(document.getElementById('root')).display !== 'none' && document.getElementById('root').childElementCount > 0 });`;
const stateOf = (
  elsewhere: RegExp,
) => `(({ dataset, lang }) => ({ first: dataset.first ?? null, roots: document.querySelectorAll('#root').length,
  look: dataset.theme + ' ' + lang, movers: window.moved < 0.05 ? [] : window.movers, isOwn: !${elsewhere}.test(document.body.innerText), place: location.pathname }))(document.documentElement)`;

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
    const ask = () => pageAt('/', { host: new URL(sites()[1].url).host });
    await screenAt('/');
    await expect.poll(async () => rootOf(await ask())).toContain('Hanok');
    expect(rootOf(await ask())).not.toMatch(/Maru|마루/);
    expect(rootOf(await screenAt('/login', { cookie: 'a=b; maru.lang=en' }))).toContain('Log in');
    expect(rootOf(await screenAt('/login'))).not.toContain('Log in');
  });

  it('is seen before the app, stays where it is when the app comes, and moves nothing', async () => {
    await screenAt('/', { 'user-agent': 'desktop' });
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
    await screenAt('/', { 'user-agent': 'desktop' });
    const { page, close } = await visit(browser, server.url);
    for (let pass = 0; pass < 3; pass++) {
      await page.goto('/');
      await page.getByTestId('app-shown').waitFor({ state: 'attached' });
      const [painted, asked] = (await page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, Math.min(...performance.getEntriesByType('resource').filter((e) => /\\/assets\\/.*\\.js$/.test(e.name)).map((e) => e.startTime))]",
      )) as [number, number];
      // Infinite where nothing of that name was asked for at all.
      expect(asked).toBeLessThan(Infinity);
      expect(asked).toBeGreaterThanOrEqual(painted);
    }
    await close();
  });

  it('is taken over as it stands, on both sites: nothing in it is drawn anew or moves, at any width, in both themes and languages', async () => {
    for (const [at, { url, name, elsewhere }] of sites().entries()) {
      for (const [width, theme] of looks) {
        const language = (at + looks.findIndex((look) => look[0] === width && look[1] === theme)) % 2 === 0 ? 'ko' : 'en';
        const { page, context, faults, close } = await visit(browser, url, { width, theme, language });
        const user = width === 390 ? phone : { 'user-agent': 'desktop' };
        await context.setExtraHTTPHeaders(user);
        await context.addCookies([{ name: 'maru.lang', value: language, url }]);
        await page.addInitScript(watched);
        const warnings: string[] = [];
        page.on('console', (message) => void (message.text().includes('drawn anew') && warnings.push(message.text())));
        for (const path of [...pages, '/signup']) {
          await screenAt(path, { ...user, cookie: `maru.lang=${language}`, host: new URL(url).host });
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('html[data-page="shown"]').waitFor();
          // A page for members alone leads on to the way in, which was drawn for it.
          const isLedOn = path === '/trade';
          await expect.poll(() => page.locator('form[inert]').count()).toBe(0);
          const shown = { path, url, width, theme, language };
          expect({ ...shown, faults, warnings, ...((await page.evaluate(stateOf(elsewhere))) as object) }).toEqual({
            ...shown,
            faults: [],
            warnings: [],
            first: isLedOn ? null : 'on',
            roots: 1,
            look: `${theme} ${language}`,
            movers: [],
            isOwn: true,
            place: isLedOn ? '/login' : path,
          });
          // The futures page is called by its symbol.
          if (path !== '/futureView') expect(await page.title()).toContain(name[language]);
        }
        await close();
      }
    }
  });

  it('says that its prices are late without moving anything, on a phone in the longer language', async () => {
    for (const { url } of sites()) {
      const { page, context, faults, close } = await visit(browser, url, { width: 390, language: 'en' });
      await context.addCookies([{ name: 'maru.lang', value: 'en', url }]);
      await page.addInitScript(watched);
      // It opens, and nothing ever comes.
      await page.routeWebSocket(/./, () => {});
      await page.goto('/');
      await page
        .getByText(/\d s old/)
        .first()
        .waitFor();
      expect(await page.evaluate('window.moved < 0.05 ? [] : window.movers')).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    }
  });

  it('has forms that wake with the app', async () => {
    await screenAt('/login', { 'user-agent': 'desktop' });
    const { page, close } = await visit(browser, server.url);
    await page.goto('/login');
    await page.getByTestId('app-shown').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('form[inert]').count()).toBe(0);
    await close();
  });

  it('is a guest’s: a member sees nothing of it on either site, in either theme, and has the page', async () => {
    for (const { url, name } of sites()) {
      for (const [width, theme] of [looks[0], looks[2]]) {
        const { page, context, faults, close } = await visit(browser, url, { width, theme });
        const user = width === 390 ? phone : { 'user-agent': 'desktop' };
        await context.setExtraHTTPHeaders(user);
        // The second site's name is the browser's alone, so the form is filled: a drawn one, which has to wake.
        await page.goto('/login');
        await page.getByTestId('app-shown').waitFor({ state: 'attached' });
        await expect.poll(() => page.locator('form[inert]').count()).toBe(0);
        await page.getByLabel('아이디').fill('demo1');
        await page.getByLabel('비밀번호', { exact: true }).fill('demo1234');
        await page.keyboard.press('Enter');
        await page.waitForURL((at) => at.pathname === '/');
        await page.addInitScript(watched);
        for (const path of pages) {
          await screenAt(path, { ...user, host: new URL(url).host });
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('html[data-page="shown"]').waitFor();
          await expect.poll(() => page.getByRole('link', { name: '로그인' }).count()).toBe(0);
          const shown = { path, url, width, theme };
          expect({ ...shown, faults, look: await page.evaluate('document.documentElement.dataset.theme') }).toEqual({
            ...shown,
            faults: [],
            look: theme,
          });
          expect(await page.evaluate('window.wasSeen')).toBe(false);
          if (path !== '/futureView') expect(await page.title()).toContain(name.ko);
        }
        await close();
      }
    }
  });
});
