// A real Chromium at a real server: pages that collect their own faults, an axe run, and the few steps that many journeys share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../tools/test/chromium.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visit {
  width?: 390 | 768 | 1024 | 1280 | 1440 | 1920;
  theme?: 'theme-white' | 'dark';
  language?: 'ko' | 'en';
  upDown?: 'kr' | 'green' | 'red-green';
  /** Lets the page have its service worker. */
  withWorker?: boolean;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors, CSP reports and requests that left the site. */
  faults: string[];
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await ensureChromium();
  // Root has no sandbox of its own in containers.
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** Answers of 4xx are the page's business; only what nobody expects is a fault. */
const expected = /Failed to load resource: the server responded with a status of (4\d\d|503)/;

export async function visit(
  browser: Browser,
  siteUrl: string,
  { width = 1440, theme = 'theme-white', language = 'ko', upDown = 'kr', withWorker = false }: Visit = {},
): Promise<Visitor> {
  const isPhone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    baseURL: siteUrl,
    // Tests hold back and cut requests of the page; a worker would make them itself.
    serviceWorkers: withWorker ? 'allow' : 'block',
  });
  await context.addInitScript(
    `if (!localStorage['maru.theme']) { localStorage['maru.theme'] = '${theme}'; localStorage['maru.lang'] = '${language}'; localStorage['maru.updown'] = '${upDown}'; }`,
  );
  // Only ends what hangs.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  const own = new URL(siteUrl).host;
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && host !== own) faults.push(`left the site: ${request.url()}`);
  });
  return { page, context, faults, close: () => context.close() };
}

export interface AxeFinding {
  id: string;
  impact: string;
  targets: string[];
}

/** Serious and critical findings. */
export async function axe(page: Page): Promise<AxeFinding[]> {
  await page.evaluate(axeSource);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, targets: v.nodes.map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')) })))`,
  )) as AxeFinding[];
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/**
 * From the next page on this tab is logged in, as the form would have done it: by the login call, without loading two more pages.
 * The form itself is what the journeys of the shell prove.
 */
export async function logIn(page: Page, username = 'demo1', password = 'demo1234'): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username, password } });
  const { data } = (await answer.json()) as { data: { accessToken: string; refreshToken: string; expiresIn: number } };
  // Any small file of the site: session storage belongs to its address.
  await page.goto('/offline.html');
  const tokens = { access: data.accessToken, refresh: data.refreshToken, expiry: String(Date.now() + data.expiresIn * 1000) };
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) sessionStorage.setItem(`maru.${name}`, value);
  }, tokens);
}

/** The page is wider than the window. */
export async function overflowPx(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;
}
