// One act of a member is one request: what it changes on screen comes with the answer and by the member's queue, and nothing is read back.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { operatorToken } from '../../apps/server/testing/operator.ts';
import { openGamesExchange } from '../games-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const exchange = openGamesExchange(15_000);
const { start, market } = exchange;
let page: Page;
/** What of the member's own was asked for, in order; what everybody is told is not. */
const asked: string[] = [];
let news = 0;

function countRequests(of: Page): void {
  of.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(trade\/history|wallet|user\/limits|slot|dnw|coupon)/.test(pathname) && !/others|recent_all|top_winners/.test(pathname))
      asked.push(`${request.method()} ${pathname}`);
  });
}

beforeAll(async () => {
  ({ page } = exchange.me);
  countRequests(page);
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void (String(payload).includes('"gameBet"') && news++)));
});

/** The page has done whatever the news made it do: an answer from the server comes after what was asked before. */
async function settled(told: number): Promise<void> {
  await expect.poll(() => news).toBe(told);
  for (let turn = 0; turn < 5; turn++)
    await page.evaluate(async () => void (await (await fetch('/api/public/trade_option/site/list')).text()));
}

async function opened(address: string, mark: string): Promise<void> {
  await page.goto(address);
  await page.getByTestId(mark).waitFor();
  await page.waitForLoadState('networkidle');
  await settled((news = 0));
  asked.length = 0;
}

it('a bet, and its taking back, are one request each', async () => {
  await expect.poll(() => market.isHeard(BTC)).toBe(true);
  market.tick(BTC, 6_000_000, start + 14_900);
  await opened('/trade/1', 'bet-UP');
  await expect.poll(() => page.getByTestId('bet-UP').isEnabled()).toBe(true);
  await page.getByTestId('bet-UP').click();
  await page.getByTestId('open-bet').waitFor();
  await settled(1);
  expect(asked).toEqual(['POST /api/trade/history/betting']);
  await page.getByTestId('open-bet').getByRole('button', { name: '취소' }).click();
  await page.getByTestId('past-bet').waitFor();
  await settled(2);
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(0);
  expect(asked).toEqual(['POST /api/trade/history/betting', 'POST /api/trade/history/cancel']);
});

it('a pick of the power ball, and its taking back, are one request each', async () => {
  await opened('/powerball', 'steps');
  await page.locator('[data-market=PB_ODD]').click();
  await page.getByTestId('place').click();
  await page.getByTestId('open-bet').waitFor();
  await settled(1);
  expect(asked).toEqual(['POST /api/trade/history/betting']);
  await page.getByTestId('open-bet').getByRole('button', { name: /취소/ }).click();
  await page.getByTestId('open-bet').waitFor({ state: 'detached' });
  await settled(2);
  expect(asked).toEqual(['POST /api/trade/history/betting', 'POST /api/trade/history/cancel']);
});

it('a spin is one request: the list, the sums of the day and the limit follow from its answer', async () => {
  await page.goto('/slot/1');
  const spin = page.getByTestId('spin');
  await spin.waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('금액').fill('2');
  await expect.poll(() => spin.isEnabled()).toBe(true);
  await settled((news = 0));
  asked.length = 0;
  for (const spins of [1, 2]) {
    await spin.click();
    // Behind the press: reckoned from before it, the next one may be within the 400 ms and is none.
    const pressed = (await page.evaluate('performance.now()')) as number;
    await expect.poll(() => page.getByTestId('spins').getByText('봉인됨').count()).toBe(spins);
    await page.getByTestId('spins').getByTestId('day').getByText(`${spins}번`).waitFor();
    await expect.poll(() => spin.isEnabled()).toBe(true);
    // Two presses within 400 ms are one.
    await expect.poll(() => page.evaluate('performance.now()')).toBeGreaterThan(pressed + 400);
  }
  await settled(0);
  expect(asked).toEqual(['POST /api/slot', 'POST /api/slot']);
});

/** Lists ask for rows that come late up to three seconds after news. */
async function lateRowsAsked(of: Page): Promise<void> {
  const now = (await of.evaluate('performance.now()')) as number;
  await expect.poll(() => of.evaluate('performance.now()')).toBeGreaterThan(now + 3_500);
}

it('a coupon is one request: its line in the list and the wallet follow from its answer and the queue', async () => {
  const authorization = `Bearer ${await operatorToken(exchange.server.context, { site: 1, rights: ['coupon.*'] })}`;
  const expiresAt = new Date(start + 7 * DAY_MS).toISOString();
  const data = { promoCode: 'ONE-ASK', name: { ko: '한 번', en: 'Once' }, point: '5', quota: 3, expiresAt };
  expect((await page.request.post('/api/admin/coupon/create', { headers: { authorization }, data })).status()).toBe(200);
  await page.goto('/coupon');
  await page.getByText('등록한 쿠폰이 없어요').waitFor();
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.getByLabel('쿠폰 번호').fill('ONE-ASK');
  await page.getByRole('button', { name: '쿠폰 등록하기' }).click();
  await page.locator('#wallet-list + ul').getByText('한 번').waitFor();
  await lateRowsAsked(page);
  expect(asked).toEqual(['POST /api/coupon/use']);
});

it('a transfer is one request, also with a change of currency: its lines stand in the list', async () => {
  const won = await exchange.me.context.newPage();
  countRequests(won);
  const site = exchange.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost');
  for (const [at, of, to, says] of [
    [page, '', undefined, '이체 받음'],
    [won, site, '바이너리 지갑', '전환 받음'],
  ] as const) {
    await at.goto(`${of}/dnw/transfer`);
    // This name is the browser's alone, so the form is filled.
    if (at === won) {
      await won.getByLabel('아이디').fill('demo1');
      await won.getByLabel('비밀번호', { exact: true }).fill('demo1234');
      await won.keyboard.press('Enter');
      await won.waitForURL('**/dnw/transfer');
    }
    await at.getByLabel('금액').waitFor();
    if (to !== undefined) {
      await at
        .getByRole('button', { name: '받는 지갑' })
        .or(at.getByRole('combobox', { name: '받는 지갑' }))
        .click();
      await at.getByRole('option', { name: to }).click();
    }
    await at.getByLabel('금액').fill('100');
    await at.waitForLoadState('networkidle');
    asked.length = 0;
    await at.locator('form button[type=submit]').click();
    await at.locator('#wallet-list ~ *').getByText(says).first().waitFor();
    await lateRowsAsked(at);
    // The rate is asked for every 15 s while it is looked at.
    expect(asked.filter((what) => what !== 'GET /api/dnw/conversion')).toEqual(['POST /api/dnw/transfer']);
  }
  await won.close();
});
