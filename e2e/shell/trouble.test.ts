// When something is away: the connection, an area's files, the site's own information (specification sections 4 and 8); or there twice: tabs.
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
let visitor: Visitor;
afterEach(async () => {
  await visitor?.close();
});

/** Closed until it is opened, once. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
}

/** The wire between page and socket: broken once, held before it leads anywhere, or cut so that no new connection lasts either. */
async function wire(page: Visitor['page']) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  let held: Promise<void> | undefined;
  await page.routeWebSocket('**/bx_ws', async (route) => {
    if (isCut) {
      setTimeout(() => void route.close(), 20);
      return;
    }
    await held;
    open.add(route);
    route.connectToServer();
  });
  const breakOnce = async () => {
    await Promise.all([...open].map((route) => route.close()));
    open.clear();
  };
  return {
    breakOnce,
    /** Answers with how to let it through. */
    hold() {
      const { open: letThrough, opened } = gate();
      held = opened;
      return letThrough;
    },
    async cut() {
      isCut = true;
      await breakOnce();
    },
  };
}

it('a lost socket alerts in the specified words, and the page reloads by itself once the server answers', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  const line = await wire(page);
  let asked = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/healthz')) asked += 1;
  });
  // Pages reload spread over seconds, so that not all come at once; this one comes first.
  await page.addInitScript('Math.random = () => 0');
  await page.goto('/futureView');
  await page.getByRole('img', { name: /연결 상태 좋음/ }).waitFor();
  await page.evaluate('window.beforeReload = true');
  // Nothing gets through: neither socket nor /healthz.
  await visitor.context.setOffline(true);
  await line.cut();
  await page.getByText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.').waitFor();
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(await page.evaluate('window.beforeReload')).toBe(true);
  await visitor.context.setOffline(false);
  // A page that is just being left cannot answer; the next poll does.
  await expect.poll(() => page.evaluate('window.beforeReload === undefined').catch(() => false)).toBe(true);
});

it('a short break only shows that it reconnects, and goes on', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  const line = await wire(page);
  await page.goto('/futureView');
  const light = page.getByRole('img', { name: /연결 상태 좋음/ });
  await light.waitFor();
  await page.evaluate('window.beforeReload = true');
  // Else a quick machine is connected again before anybody has looked.
  const letThrough = line.hold();
  await line.breakOnce();
  await page.getByRole('img', { name: /다시 연결하는 중|연결하는 중/ }).waitFor();
  letThrough();
  await light.waitFor();
  expect(await page.evaluate('window.beforeReload')).toBe(true);
});

it('a site that changes between a page’s load and its socket is put on all the same, and asked for again until it is told', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  const site = exchange.server.context.sites.all()[0];
  const late = { ko: '늦은 마루', en: 'Late Maru' };
  const rename = (name: { ko: string; en: string }) =>
    exchange.server.context.pool.query('UPDATE site_site SET config = config || $2 WHERE id = $1', [site.id, JSON.stringify({ name })]);
  const nameThere = async () => (await (await page.request.get('/api/site_info/code')).json()).data.name as unknown;
  const mark = (name: { en: string }) => page.getByRole('link', { name: name.en, exact: true }).first();
  const letThrough = (await wire(page)).hold();
  // The first question is lost on its way.
  let asked = 0;
  await page.route('**/api/site_info/code*', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.addInitScript('Math.random = () => 0');
  await page.goto('/login');
  await mark(site.name).waitFor();
  await rename(late);
  await expect.poll(nameThere).toEqual(late);
  letThrough();
  await mark(late).waitFor();
  expect(asked).toBe(2);
  await rename(site.name);
  await mark(site.name).waitFor();
});

it('without a network it is said at once; after a break an open tab hears of a newer build and is not reloaded', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  const line = await wire(page);
  await page.goto('/futureView');
  await page.getByRole('img', { name: /연결 상태 좋음/ }).waitFor();
  await visitor.context.setOffline(true);
  await page.getByText('연결이 끊겨 다시 잇고 있어요.').waitFor();
  await visitor.context.setOffline(false);
  await page.evaluate('window.beforeReload = true');
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/"build":"\w+"/, '"build":"newer"') });
  });
  await line.breakOnce();
  await page.getByText('새 버전이 나왔어요').waitFor();
  expect(await page.evaluate('window.beforeReload')).toBe(true);
});

it('a place that fails says what is safe, counts down and asks again by itself; what is not open here offers no retry', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  const refused = (status: number, code: string) => ({
    status,
    headers: { 'retry-after': '0.05' },
    json: { status: 'fail', code, message: '지금은 열지 않았어요.', data: {} },
  });
  await page.route('**/api/stock/trade/ticker_statistics*', (route) => route.fulfill(refused(503, 'UNAVAILABLE')));
  await page.route('**/api/notice/list*', (route) => route.fulfill(refused(403, 'PRODUCT_OFF')));
  await page.goto('/');
  await page.getByRole('alert').getByText('시세를 불러오지 못했어요').waitFor();
  await page.getByText(/오류 번호 UNAVAILABLE · \d초 뒤 자동 재시도/).waitFor();
  await page.getByRole('alert').getByText('지금은 열지 않았어요.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: '다시 시도' }).count()).toBe(1);
  await page.unroute('**/api/stock/trade/ticker_statistics*');
  await page.getByRole('columnheader', { name: '현재가' }).waitFor();
});

it('while it is not known who is here the page is never blank, and a server that only starts costs nobody the log-in', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  await logIn(page);
  let hasStarted = false;
  await page.route('**/api/me*', (route) =>
    hasStarted ? route.continue() : route.fulfill({ status: 503, json: { status: 'fail', code: 'UNAVAILABLE', message: '', data: {} } }),
  );
  await page.goto('/service/notice');
  await page.getByRole('status', { name: '화면을 여는 중' }).waitFor();
  hasStarted = true;
  await page.getByRole('heading', { level: 1, name: '공지사항' }).waitFor();
});

it('an area whose files are gone reloads once per build, then says what is safe', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/assets\/home-page-.*\.js$/, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('alert').getByText('화면을 불러오지 못했어요').waitFor();
  await page.getByText('자산과 주문은 그대로 있어요.').waitFor();
  expect(loads).toBe(2);
});

it('what is opened for the first time without a network fails in its own place: the page around it stands, and it comes when it can', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  await logIn(page);
  await page.goto('/future/1');
  const ladder = page.getByTestId('book-canvas');
  await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
  const says = (isOnline: boolean) =>
    page.evaluate(`Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${isOnline} })`);
  await says(false);
  await page.route('**/assets/**', (route) => route.abort());
  const bell = page.getByRole('banner').getByRole('button', { name: /알림/ });
  const list = page.getByRole('dialog', { name: /알림/ });
  await bell.click();
  await list.getByRole('alert').getByText('이 부분을 불러오지 못했어요').waitFor();
  await ladder.waitFor();
  // A dialog is said by a toast, and its button asks again: nothing is left open that nobody sees.
  for (const count of [1, 2]) {
    await page.getByTestId('calculator').click();
    await page.getByRole('listitem').getByText('이 부분을 불러오지 못했어요').last().waitFor();
    await page.getByRole('button', { name: `읽지 않은 알림 ${count}개` }).waitFor();
  }
  await ladder.waitFor();
  await page.unroute('**/assets/**');
  await says(true);
  // A browser that remembers what failed is given the page anew, and the panel is opened once more.
  await expect
    .poll(async () => {
      if ((await list.count()) === 0) await bell.click();
      const again = list.getByRole('button', { name: '다시 시도' });
      if (await again.isVisible()) await again.click();
      return await list.getByText('로그아웃하거나 탭을 닫으면 지워져요.').isVisible();
    })
    .toBe(true);
});

it('without site information it alerts and offers the reload', async () => {
  visitor = await exchange.visit();
  const { page } = visitor;
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('window.__MARU__=', 'window.__GONE__=') });
  });
  await page.route('**/api/site_info/code*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('dialog').getByText('사이트 정보를 불러오지 못했습니다. 잠시 후 다시 시도해 주세요.').waitFor();
  await page.unroute('**/api/site_info/code*');
  await page.unroute('**/');
  await page.getByRole('button', { name: '새로고침' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

describe('two tabs of one browser', () => {
  const ASSETS = '/dnw_history/asset';
  const tokenIn = (page: Page) => page.evaluate("sessionStorage.getItem('maru.access')") as Promise<string | null>;
  const isIn = (page: Page) => page.getByText('11,000.00').first().waitFor();
  async function twoTabs(): Promise<[Page, Page]> {
    visitor = await exchange.visit();
    const { page } = visitor;
    await logIn(page);
    await page.goto(ASSETS);
    await isIn(page);
    const second = await visitor.context.newPage();
    await second.goto(ASSETS);
    await isIn(second);
    return [page, second];
  }

  it('the second is logged in; what opens the login lies in no storage that outlives them, and another site of the browser has nothing', async () => {
    const [page, second] = await twoTabs();
    expect(await tokenIn(second)).toBe(await tokenIn(page));
    const kept = (await second.evaluate('JSON.stringify(localStorage) + document.cookie')) as string;
    for (const key of ['maru.access', 'maru.refresh']) expect(kept).not.toContain(await page.evaluate(`sessionStorage.getItem('${key}')`));
    const elsewhere = await visitor.context.newPage();
    await elsewhere.goto(new URL(ASSETS, exchange.server.url.replace('127.0.0.1', 'hanok.localhost')).href);
    await elsewhere.waitForURL('**/login');
    expect(await tokenIn(elsewhere)).toBeNull();
    expect(visitor.faults).toEqual([]);
  });

  it('both renew at once, even with the same token, and both stay', async () => {
    const tabs = await twoTabs();
    for (const page of tabs)
      await page.evaluate("navigator.locks.request = (name, work) => work(); sessionStorage.setItem('maru.expiry', '0')");
    await Promise.all(tabs.map((page) => page.getByRole('link', { name: '선물 거래 내역' }).click()));
    for (const page of tabs) {
      await page.getByRole('heading', { name: '선물 거래 내역' }).first().waitFor();
      await expect.poll(() => page.evaluate("Number(sessionStorage.getItem('maru.expiry')) > Date.now()")).toBe(true);
    }
    await Promise.all(tabs.map((page) => page.reload()));
    for (const page of tabs) await expect.poll(() => new URL(page.url()).pathname).not.toBe('/login');
    expect(await tokenIn(tabs[1])).not.toBeNull();
  });

  it('a log-out in one is one in both, and nobody is here for the next', async () => {
    const [page, second] = await twoTabs();
    const token = await tokenIn(page);
    await second.goto('/myinfo/message');
    await second.getByRole('button', { name: '로그아웃' }).click();
    await second.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    await Promise.all([page.waitForURL('**/login'), second.waitForURL('**/login')]);
    expect([await tokenIn(page), await tokenIn(second)]).toEqual([null, null]);
    const answer = await page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
    const third = await visitor.context.newPage();
    await third.goto(ASSETS);
    await third.waitForURL('**/login');
  });

  it('a guest’s open tab is in once another logs in, with what was typed, and out with it again', async () => {
    visitor = await exchange.visit();
    const { page } = visitor;
    await page.goto('/futureView/1');
    await page.getByTestId('ticket-quantity').fill('0.123');
    const second = await visitor.context.newPage();
    // Somebody is signing up here: nothing takes it from them.
    const signing = await visitor.context.newPage();
    await signing.goto('/signup');
    await signing.getByLabel('아이디').first().fill('newcomer1');
    await second.goto('/login');
    await second.getByLabel('아이디', { exact: true }).fill('demo1');
    await second.getByLabel('비밀번호', { exact: true }).fill('demo1234');
    await second.keyboard.press('Enter');
    await page.getByText('다른 탭에서 로그인해 이 탭도 로그인했어요').waitFor();
    await page.getByTestId('guest-foot').getByRole('link', { name: '거래 화면으로' }).click();
    await page.getByTestId('order-long').waitFor();
    await expect.poll(() => page.getByTestId('ticket-quantity').inputValue()).toBe('0.123');
    expect(await tokenIn(page)).toBe(await tokenIn(second));
    // Its line is the member's too.
    await second.goto(ASSETS);
    await isIn(second);
    await expect.poll(() => signing.getByLabel('아이디').first().inputValue()).toBe('newcomer1');
    expect(await tokenIn(signing)).toBeNull();
    await signing.goto('/');
    await expect.poll(() => tokenIn(signing)).not.toBeNull();
    await second.goto('/myinfo/message');
    await second.getByRole('button', { name: '로그아웃' }).click();
    await second.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    await Promise.all([page, second, signing].map((tab) => tab.waitForURL('**/login')));
    expect(await Promise.all([page, second, signing].map(tokenIn))).toEqual([null, null, null]);
    expect(visitor.faults).toEqual([]);
  });

  it('the open line takes the newer token before the old one runs out: no other is opened', async () => {
    visitor = await exchange.visit();
    const { page } = visitor;
    const lines: string[][] = [];
    page.on('websocket', (line) => {
      const frames: string[] = [];
      lines.push(frames);
      line.on('framesent', ({ payload }) => frames.push(String(payload)));
    });
    await logIn(page);
    await page.clock.install();
    await page.goto(ASSETS);
    await isIn(page);
    await expect.poll(() => lines.at(-1)?.some((frame) => frame.startsWith('SUBSCRIBE'))).toBe(true);
    const opened = lines.length;
    const before = await tokenIn(page);
    await page.evaluate("sessionStorage.setItem('maru.expiry', String(Date.now() + 100_000))");
    await page.clock.fastForward(30_000);
    await expect.poll(() => tokenIn(page)).not.toBe(before);
    const token = await tokenIn(page);
    await expect.poll(() => lines.at(-1)?.find((frame) => frame.includes('destination:/renew'))).toContain(`Bearer ${token}`);
    expect(lines).toHaveLength(opened);
    expect(visitor.faults).toEqual([]);
  });
});
