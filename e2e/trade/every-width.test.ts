// The trade screen at five widths, in both themes and languages: whole, without fault, readable, no wider than the window; guests look without private sockets.
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, buyAtMarket, dress, logIn, overflowPx, pressOrder, type Visit } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();

/** The first of a pair as it is loaded, the other as the same page becomes it: a window made narrower, a theme changed. */
const looks: [Visit & { width: number }, Visit & { width: number }][] = [
  [
    { width: 1920, theme: 'dark' },
    { width: 1440, theme: 'theme-white' },
  ],
  [
    { width: 1280, theme: 'dark', language: 'en' },
    { width: 1024, theme: 'theme-white', language: 'en', upDown: 'green' },
  ],
  [
    { width: 390, theme: 'theme-white' },
    { width: 390, theme: 'dark', language: 'en' },
  ],
];

async function standsWhole(page: Page, width: number): Promise<void> {
  await page.getByTestId('trade-screen').waitFor();
  await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
  expect((await axe(page)).map(({ id, targets }) => `${id}: ${targets.join(' | ')}`)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  if (width === 390) return;
  await expect.poll(() => page.getByTestId('book-canvas').count()).toBe(width === 1024 ? 0 : 1);
  // The ticket's buttons are seen without scrolling (screens: what users ask for, 14).
  const box = await page.getByTestId('order-long').boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(900);
}

describe.each(looks)('the member’s screen at %o, then %o', (first, then) => {
  it('stands whole', async () => {
    const { page, faults, close } = await exchange.visit(first);
    await logIn(page);
    await page.goto('/future/1');
    await standsWhole(page, first.width);
    await dress(page, then);
    if (then.width !== first.width) await page.setViewportSize({ width: then.width, height: 900 });
    await standsWhole(page, then.width);
    expect(faults).toEqual([]);
    await close();
  });
});

it('the phone’s sheet opens over a live chart, by touch and by keys', async () => {
  const { page, faults, close } = await exchange.visit({ width: 390 });
  await logIn(page, 'demo2');
  await page.goto('/future/1');
  // The narrowest of today's phones, in the longer language: the line under the symbol is whole.
  await page.setViewportSize({ width: 360, height: 800 });
  await dress(page, { language: 'en' });
  const line = page.getByText(/^Mark [\d,.]+ · Fund\. [+−]?[\d.]+%$/);
  await expect.poll(() => line.evaluate((of) => of.scrollWidth - of.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const lastTab = page.getByRole('tab', { name: 'History' });
  await expect.poll(async () => ((await lastTab.boundingBox())?.x ?? 390) + ((await lastTab.boundingBox())?.width ?? 0)).toBeLessThan(390);
  await dress(page, {});
  await page.getByTestId('dock-long').click();
  const sheet = page.getByTestId('ticket-sheet');
  await sheet.waitFor();
  const height = async () => Math.round(((await sheet.boundingBox())?.height ?? 0) / 8.44);
  await expect.poll(height).toBe(56);
  await page.getByRole('button', { name: '주문 창 크기 바꾸기' }).press('ArrowUp');
  await expect.poll(height).toBe(92);
  expect((await axe(page)).map(({ id, targets }) => `${id}: ${targets.join(' | ')}`)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // The pictures' header: one press from product to product.
  const products = page.getByRole('navigation', { name: '상품' });
  await products.getByRole('link', { name: '바이너리' }).click();
  await page.waitForURL(/\/trade/);
  await products.getByRole('link', { name: '선물' }).click();
  await page.waitForURL(/\/future(\/|$)/);
  await expect.poll(() => products.getByRole('link', { name: '선물' }).getAttribute('aria-current')).toBe('page');
  expect(faults).toEqual([]);
  await close();
});

it('at 200 % zoom on a laptop everything is reached, and the ticket beside the chart has the only order buttons', async () => {
  const { page, faults, close } = await exchange.visit();
  await page.setViewportSize({ width: 720, height: 450 });
  await logIn(page, 'demo2');
  await page.goto('/future/1');
  const dock = page.getByTestId('dock-long');
  await dock.click();
  const long = page.getByTestId('order-long');
  await expect
    .poll(async () => ((await long.boundingBox())?.y ?? 450) + ((await long.boundingBox())?.height ?? 0))
    .toBeLessThanOrEqual(450);
  await dock.waitFor({ state: 'hidden' });
  expect(await overflowPx(page)).toBe(0);
  await page.keyboard.press('Escape');
  await dock.waitFor();
  expect(faults).toEqual([]);
  await close();
});

/** They stay for two seconds, which a busy machine may miss: where the lowest of them ended is kept. */
const measureToasts = `window.toastFoot = 0; new MutationObserver(() => {
  for (const toast of document.querySelectorAll('.toasts > li')) toastFoot = Math.max(toastFoot, toast.getBoundingClientRect().bottom);
}).observe(document.querySelector('.toasts'), { childList: true })`;

it('on a phone exits are written without a minus, and nothing covers the buttons at the foot', async () => {
  const { page, faults, close } = await exchange.visit({ width: 390 });
  await logIn(page, 'demo2');
  await page.goto('/future/1');
  await page.getByTestId('dock-long').click();
  const long = page.getByTestId('order-long');
  const foot = async () => 844 - (((await long.boundingBox())?.y ?? 0) + ((await long.boundingBox())?.height ?? 0));
  await page.getByTestId('ticket').getByRole('tab', { name: '시장가' }).click();
  await page.getByTestId('ticket-quantity').fill('0.01');
  await page.getByTestId('ticket').getByText('익절·손절').click();
  // Their rows need the height: the sheet rises by itself, and its buttons stay under the thumb.
  await page.locator('[data-testid="ticket-sheet"][data-snap="full"]').waitFor();
  await expect.poll(foot).toBeLessThanOrEqual(24);
  await page.getByRole('textbox', { name: '손절 수익률' }).pressSequentially('30');
  const ticks = async (of: string) => Number((await page.getByTestId(of).inputValue()).replaceAll(',', ''));
  const last = async () => Number((await page.getByTestId('ticket-market-price').innerText()).replace(/[^\d.]/g, ''));
  // 30 % at twenty times is 1.5 % of the price, below a long's entry.
  await expect.poll(async () => Math.round((1 - (await ticks('tpsl-stopLoss')) / (await last())) * 100)).toBeGreaterThanOrEqual(1);
  await page.evaluate(measureToasts);
  await pressOrder(page, 'order-long');
  await expect.poll(() => page.evaluate('toastFoot')).toBeGreaterThan(0);
  // The sheet closes with its fill, and the new position comes into sight: what is told covers neither it nor the chart above.
  const chart = page.getByTestId('chart');
  await page.getByTestId('positions').getByRole('button', { name: '종료', exact: true }).first().waitFor();
  expect(await page.evaluate('toastFoot')).toBeLessThanOrEqual((await chart.boundingBox())!.y);
  expect(faults).toEqual([]);
  await close();
});

it('in English too a row’s button is called by what it shows', async () => {
  const { page, faults, close } = await exchange.visit({ width: 1440, theme: 'dark', language: 'en' });
  await logIn(page, 'demo2');
  await page.goto('/future/BTCUSDT');
  await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
  await buyAtMarket(page, '0.01');
  await page
    .getByTestId('positions')
    // What an earlier test bought may still be held.
    .getByRole('button', { name: /^Close 0\.0[12]0 [+−]?[\d.]+ USDT expected, BTC closes at market$/ })
    .first()
    .waitFor();
  expect((await axe(page)).map(({ id, targets }) => `${id}: ${targets.join(' | ')}`)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

describe('guests', () => {
  it('look, reckon with an example, and open no private queue', async () => {
    const { page, faults, close } = await exchange.visit({ width: 1440 });
    const frames: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
    await page.goto('/futureView/1');
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    await page.getByTestId('ticket-price').fill('50000');
    await page.getByTestId('ticket-quantity').fill('0.1');
    await expect.poll(() => page.getByTestId('order-cost').innerText()).toBe('254.00');
    await page.getByTestId('guest-foot').getByRole('link', { name: '로그인' }).waitFor();
    await expect.poll(() => page.getByTestId('order-long').count()).toBe(0);
    expect(frames.some((frame) => frame.includes('/topic/stock/'))).toBe(true);
    expect(
      frames.filter((frame) => frame.startsWith('SUBSCRIBE') && frame.includes('/user/queue/') && !frame.includes('/user/queue/pong')),
    ).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('an unknown symbol says so and leads on', async () => {
    const { page, close } = await exchange.visit({});
    await page.goto('/futureView/9999');
    await page.getByText('없는 종목이에요').waitFor();
    await page.getByRole('button', { name: '첫 종목으로' }).click();
    await page.waitForURL(/\/futureView\/1$/);
    await close();
  });
});

const isPong = (message: string | Buffer) => String(message).includes('\ndestination:/user/queue/pong\n');

describe('trouble narrows', () => {
  it('of an account that could not be read no figure is shown and no order taken, and it comes by itself', async () => {
    const { page, close } = await exchange.visit({});
    await logIn(page, 'demo2');
    let isBroken = true;
    await page.route('**/api/futures/history/open_position*', (route) =>
      isBroken ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }) : route.continue(),
    );
    await page.goto('/future/1');
    const ticket = page.getByTestId('ticket');
    await ticket.getByText('계정을 불러오지 못했습니다.').waitFor();
    await expect.poll(() => ticket.innerText()).toMatch(/주문 가능\s+-- USDT/);
    await expect.poll(() => page.getByTestId('order-long').count()).toBe(0);
    await page.getByRole('tab', { name: '포지션', exact: true }).waitFor();
    isBroken = false;
    await page.getByTestId('order-long').waitFor();
    // How many the test before has left is no matter of this one.
    await page.getByRole('tab', { name: /^포지션 \d+$/ }).waitFor();
    await close();
  });

  it('silent prices grey the figures, lock what would open, and leave the exit; a lost line says so, and on return what happened', async () => {
    const { page, close } = await exchange.visit({});
    let isSilent = false;
    let line: WebSocketRoute | undefined;
    let gate: Promise<void> | undefined;
    await page.routeWebSocket(/bx_ws/, async (route) => {
      await gate;
      line = route;
      const upstream = route.connectToServer();
      // Prices alone are held back: a page whose pings are not answered goes for a new line, and that is told in other words.
      upstream.onMessage(
        (message) => void ((isSilent && String(message).startsWith('MESSAGE') && !isPong(message)) || route.send(message)),
      );
    });
    await logIn(page);
    await page.goto('/future/1');
    await page.getByTestId('order-long').waitFor();
    await page.getByRole('tab', { name: '시장가' }).click();
    await buyAtMarket(page, '0.05');
    await page
      .getByTestId('positions')
      .getByRole('row', { name: /BTCUSDT/ })
      .waitFor();
    isSilent = true;
    await page.getByText(/시세 지연 \d+초/).waitFor();
    await page
      .getByRole('banner')
      .getByText(/지연 · 시세 \d+초/)
      .waitFor();
    await expect.poll(() => page.getByTestId('ticket').innerText()).toContain('시세 대기 중');
    await expect.poll(() => page.getByTestId('order-long').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: '시장가 종료' }).first().isEnabled()).toBe(true);
    // The picture of the warning: a price that stands still is told with its age, in the field too.
    await expect.poll(() => page.getByTestId('ticket-market-price').innerText()).toMatch(/^시장가 · \d+초 전 [\d,.]+$/);
    await page.getByTestId('ticket').getByRole('button', { name: '감소 전용으로 바꾸기' }).click();
    await page.getByTestId('ticket-quantity').fill('0.05');
    await page.getByTestId('order-short').waitFor();
    isSilent = false;
    await page.getByText(/시세 지연/).waitFor({ state: 'detached' });
    let letBack = () => {};
    gate = new Promise((done) => {
      letBack = done;
    });
    await line?.close({ code: 1012 });
    await page.getByTestId('ticket').getByText('연결이 끊겼습니다.').waitFor();
    await expect.poll(() => page.getByTestId('order-short').count()).toBe(0);
    await page.getByText(/시세 지연 \d+초/).waitFor();
    // From here on the break has been seen, and its end is told.
    await page.getByText('연결이 끊겨 다시 잇고 있어요.').waitFor();
    letBack();
    await page.getByTestId('order-short').waitFor();
    await expect.poll(() => page.evaluate("sessionStorage.getItem('maru.notices')")).toContain('그동안');
    await close();
  });
});
