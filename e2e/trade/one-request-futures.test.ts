// One act on the trade page is one request: what it changes on screen comes with the answer and by the member's queue, and nothing is read back.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { buyAtMarket, pressOrder } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { openTradePage } from './trade-page.ts';

const exchange = openServerAndBrowser();
let page: Page;
/** What of the member's own was asked for, in order; options and prices are everybody's. */
let asked: string[];
/** Realized today is asked for once a minute, whatever happens. */
let profitAt = 0;
const PROFIT_EVERY_MS = 55_000;

/** What a page asks for whose socket was lost and is back, as on a machine that is too busy to beat. */
const afterLoss: ReadonlySet<string> = new Set([
  'GET /api/futures/futures_cross',
  'GET /api/futures/history/open_order',
  'GET /api/futures/history/open_position',
  'GET /api/futures/twap/list',
  'GET /api/wallet/my',
]);
let isBack = false;

beforeAll(async () => {
  ({ page } = await openTradePage(exchange, '/future/1'));
  asked = [];
  page.on('websocket', () => void (isBack = true));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/api\/(futures|wallet|user|dnw)\//.test(pathname) || pathname.endsWith('/option/list')) return;
    const isMinutely = pathname === '/api/wallet/profit' && performance.now() - profitAt > PROFIT_EVERY_MS;
    if (pathname === '/api/wallet/profit') profitAt = performance.now();
    if (!isMinutely) asked.push(`${request.method()} ${pathname}`);
  });
  // A position is open on the page, on margin of its own: its sums stand below.
  const token = await page.evaluate("sessionStorage.getItem('maru.access')");
  const data = { futuresOptionId: 1, marginType: 'ISOLATED' };
  await page.request.post('/api/futures/order/margin_type', { headers: { authorization: `Bearer ${token}` }, data });
  await buyAtMarket(page, '0.2');
  await page
    .getByTestId('positions')
    .getByRole('row', { name: /BTCUSDT/ })
    .waitFor();
  await page.waitForLoadState('networkidle');
});
beforeEach(async () => {
  await page.getByRole('tab', { name: /^포지션\s*\d/ }).click();
  await settled();
  forget();
});

function forget(): void {
  asked.length = 0;
  isBack = false;
}

/** The page has done whatever the news made it do: an answer from the server comes after what was asked before. */
async function settled(): Promise<readonly string[]> {
  for (let turn = 0; turn < 10; turn++)
    await page.evaluate(async () => void (await (await fetch('/api/public/futures/option/list')).text()));
  return asked.filter((name) => !isBack || !afterLoss.has(name));
}

const lastPrice = async () => Number((await page.getByTestId('last-price').first().innerText()).replace(/[^\d.]/g, ''));

const limitOrder = async () => {
  const last = await lastPrice();
  await page.getByRole('tab', { name: '지정가' }).click();
  await page.getByTestId('ticket-price').fill((last * 0.98).toFixed(1));
  await page.getByTestId('ticket-quantity').fill('0.01');
  await page.getByTestId('order-long').click();
};

it('an order that rests, its amendment and its cancel', async () => {
  await limitOrder();
  await page.getByRole('tab', { name: /미체결\s*1/ }).waitFor();
  expect(await settled()).toEqual(['POST /api/futures/order']);
  await page.getByRole('tab', { name: /미체결/ }).click();
  const row = page.getByTestId('orders').getByRole('row', { name: /BTCUSDT/ });
  await row.locator('button[data-edit]').click();
  await row.locator('input[data-edited=quantity]').fill('0.02');
  await row.locator('button[data-edit]').click();
  await expect.poll(() => row.innerText()).toContain('0.020');
  expect(await settled()).toEqual(['POST /api/futures/order', 'POST /api/futures/order/amend']);
  await row.getByRole('button', { name: '취소' }).click();
  await page.getByRole('tab', { name: /미체결\s*0/ }).waitFor();
  expect((await settled()).slice(2)).toEqual(['POST /api/futures/order/cancel']);
});

it('a market order that fills beside an open position', async () => {
  const size = page.getByTestId('positions').getByRole('row', { name: /BTCUSDT/ });
  await page.getByRole('tab', { name: '시장가' }).click();
  await page.getByTestId('ticket-quantity').fill('0.1');
  await pressOrder(page, 'order-long');
  await expect.poll(() => size.innerText()).toContain('0.300');
  // A press that met nothing is pressed again; each is one request.
  expect(new Set(await settled())).toEqual(new Set(['POST /api/futures/order']));
});

it('margin of its own, and its take-profit', async () => {
  const positions = page.getByTestId('positions');
  await positions.getByRole('button', { name: /^증거금 조정/ }).click();
  const margin = page.getByRole('dialog');
  await margin.getByRole('textbox').fill('5');
  await margin.getByRole('button', { name: /USDT 추가$/ }).click();
  await margin.waitFor({ state: 'detached' });
  expect(await settled()).toEqual(['POST /api/futures/order/margin']);
  await page.getByTestId('tpsl-cell').click();
  const exits = page.getByRole('dialog');
  await exits.getByTestId('tpsl-takeProfit').fill(((await lastPrice()) * 1.04).toFixed(1));
  await exits.getByRole('button', { name: '저장' }).click();
  await exits.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByTestId('tpsl-cell').innerText()).toMatch(/\d.*\/ --/);
  expect((await settled()).slice(1)).toEqual(['POST /api/futures/order/tpsl']);
});

it('closing it', async () => {
  await page.getByTestId('positions').getByRole('button', { name: '시장가 종료' }).first().click();
  const does = page.getByRole('dialog').getByRole('button', { name: /0\.300 BTC 종료/ });
  await does.click();
  await page.getByText('열린 포지션이 없어요').waitFor();
  expect(new Set(await settled())).toEqual(new Set(['POST /api/futures/order']));
});

it('another leverage, with an open order that it charges anew', async () => {
  await limitOrder();
  await page.getByRole('tab', { name: /미체결\s*1/ }).waitFor();
  await settled();
  forget();
  await page.getByRole('button', { name: /^레버리지 / }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('40');
  await page.getByRole('dialog').getByRole('button', { name: '40배로 변경' }).click();
  await page.getByRole('button', { name: '레버리지 40x' }).waitFor();
  expect(await settled()).toEqual(['POST /api/futures/order/leverage']);
});
