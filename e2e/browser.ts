// A real Chromium at a real server: pages that collect their own faults, an axe run, and the few steps that many journeys share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
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

/** Nobody looks at a test's pixels: a graphics process of their own would cost a sixth of all that its pages do. */
const unseen = ['--disable-gpu', '--in-process-gpu'];
const patient = fileURLToPath(new URL('patient-chromium.sh', import.meta.url));

/** For tests. */
export async function openBrowser(): Promise<Browser> {
  return launch(patient, unseen, { PATIENT_CHROMIUM: await ensureChromium() });
}

/** For benches: as a person's browser runs. */
export async function openWholeBrowser(): Promise<Browser> {
  return launch(await ensureChromium(), [], {});
}

function launch(executablePath: string, args: readonly string[], env: Record<string, string>): Promise<Browser> {
  // Root has no sandbox of its own in containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...args, ...sandbox], env: { ...process.env, ...env } });
}

/** Answers of 4xx are the page's business; only what nobody expects is a fault. */
const expected = /Failed to load resource: the server responded with a status of (4\d\d|503)/;

export async function visit(browser: Browser, siteUrl: string, look: Visit = {}): Promise<Visitor> {
  const { width = 1440, withWorker = false } = look;
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
  await context.addInitScript(`if (!localStorage['maru.theme']) Object.assign(localStorage, ${JSON.stringify(choicesOf(look))});`);
  // Only ends what hangs.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  const own = new URL(siteUrl).host;
  const unanswered = new Set<Request>();
  asked.set(page, unanswered);
  page.on('requestfinished', (request) => void unanswered.delete(request));
  page.on('requestfailed', (request) => void unanswered.delete(request));
  page.on('request', (request) => {
    // What a page that is left had asked for is nobody's any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) unanswered.clear();
    if (request.resourceType() === 'fetch') unanswered.add(request);
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && host !== own) faults.push(`left the site: ${request.url()}`);
  });
  return { page, context, faults, close: () => context.close() };
}

/** Calls that a page has not had an answer to. */
const asked = new WeakMap<Page, Set<Request>>();
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
/** What runs for ever is no transition, and what is held never ends. */
const isPassing = "(a) => a.playState === 'running' && a.effect.getComputedTiming().endTime < Infinity";
const transitions = `Promise.allSettled(document.getAnimations().filter(${isPassing}).map((a) => a.finished))`;

/** Everything that was begun is over: calls are answered and drawn, and nothing is on its way from one colour or place to another. */
export async function atRest(page: Page): Promise<void> {
  do {
    while ((asked.get(page)?.size ?? 0) > 0) await page.waitForTimeout(10);
    await page.evaluate(drawn);
  } while ((asked.get(page)?.size ?? 0) > 0);
  await page.evaluate(`${transitions}.then(() => ${drawn})`);
}

const choicesOf = ({ theme = 'theme-white', language = 'ko', upDown = 'kr' }: Visit) => ({
  'maru.theme': theme,
  'maru.lang': language,
  'maru.updown': upDown,
});

/** Theme, language and palette as if they were chosen in another tab: the page changes at once. */
export async function dress(page: Page, look: Visit): Promise<void> {
  const choices = JSON.stringify(choicesOf(look));
  await page.evaluate(`Object.assign(localStorage, ${choices}); dispatchEvent(new StorageEvent('storage', { key: 'maru.theme' }))`);
  const { theme = 'theme-white', language = 'ko' } = look;
  await page.waitForFunction(`document.documentElement.dataset.theme + document.documentElement.lang === '${theme}${language}'`);
}

export interface AxeFinding {
  id: string;
  impact: string;
  targets: string[];
}

/** What can only be minor or moderate need not be looked for: a fifth of the time. */
const lesserRules =
  "Object.fromEntries(axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]))";

/** Serious and critical findings of a page at rest. */
export async function axe(page: Page): Promise<AxeFinding[]> {
  await atRest(page);
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${lesserRules} }).then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, targets: v.nodes.map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')) })))`,
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
  const tokens = {
    'maru.access': data.accessToken,
    'maru.refresh': data.refreshToken,
    'maru.expiry': String(Date.now() + data.expiresIn * 1000),
  };
  // Once: a page after logging out must not find them again. A page that is not the site's has no storage.
  const once = JSON.stringify(`logged in ${data.refreshToken}`);
  await page.addInitScript(
    `if (origin !== 'null' && !sessionStorage[${once}]) Object.assign(sessionStorage, ${JSON.stringify(tokens)}, { [${once}]: 'yes' });`,
  );
}

/** By the form of the back office, as one of the demo's operators. */
export async function logInAtDesk(page: Page, username = 'admin'): Promise<void> {
  await page.goto('/admin');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(`${username}1234`);
  await page.locator('button[type=submit]').click();
  await page.locator('#page h1').waitFor();
}

/** Buys BTC for the page's member, past its screens, and asks again while a busy machine's market has nothing to sell (rules 3.3). */
export async function buyAtMarket(page: Page, quantity: string): Promise<void> {
  const token = await page.evaluate("sessionStorage.getItem('maru.access')");
  const data = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity };
  for (;;) {
    const answer = await page.request.post('/api/futures/order', { headers: { authorization: `Bearer ${token}` }, data });
    const reply = (await answer.json()) as { data?: { order?: { status: string } } };
    if (reply.data?.order?.status === 'FILLED') return;
    await page.waitForTimeout(100);
  }
}

/** What the ticket says of an order that met nothing. */
export const keptTicket = '적어 둔 내용은 그대로예요';

/** A market that meets nothing so often is no busy machine's any more. */
const MOST_PRESSES = 100;

/**
 * Presses until the order is taken: one that met nothing (rules 3.3), or that prices came too late for (3 s without news), keeps what
 * was written and says so, and a person presses again.
 */
export async function pressOrder(page: Page, button: 'order-long' | 'order-short'): Promise<void> {
  const quantity = page.getByTestId('ticket-quantity');
  const ticket = page.getByTestId('ticket');
  const said = ticket.getByText(keptTicket).or(ticket.getByRole('alert'));
  // A phone's ticket closes with its fill.
  const isTaken = async () =>
    (await quantity.evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value))).every(
      (value) => value === '',
    );
  for (let presses = 1; ; presses += 1) {
    // What was said of the press before goes with this one.
    await page.getByTestId(button).click();
    while (!(await isTaken()) && (await said.count()) === 0) await page.waitForTimeout(50);
    if (await isTaken()) return;
    if (presses === MOST_PRESSES) throw new Error(`not taken: ${(await said.allInnerTexts()).join(' ')}`);
    await page.waitForTimeout(100);
  }
}

/** The page is wider than the window. */
export async function overflowPx(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;
}
