// One act of a member is one request: what it changes on screen comes with the answer and by the member's queue, and nothing is read back.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openGamesExchange } from '../games-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const exchange = openGamesExchange(15_000);
const { start, market } = exchange;
let page: Page;
/** What of the member's own was asked for, in order; what everybody is told is not. */
const asked: string[] = [];
let news = 0;

beforeAll(async () => {
  ({ page } = exchange.me);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(trade\/history|wallet|user\/limits|slot)/.test(pathname) && !/others|recent_all|top_winners/.test(pathname))
      asked.push(`${request.method()} ${pathname}`);
  });
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
