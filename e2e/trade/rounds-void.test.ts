// Rounds that nobody wins, by browser: a tie and a gap in the prices give stakes back, say why, and leave evidence that verifies.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFeatures } from '../../apps/server/features.ts';
import { startTestServer, type TestServer } from '../../apps/server/testing/harness.ts';
import { heldTime } from '../../apps/server/testing/held-time.ts';
import { toldMarket } from '../../apps/server/testing/told-market.ts';
import { logIn, openBrowser, type Visitor, visit } from '../browser.ts';

const BTC = 'BINANCE:BTCUSDT';
const MINUTE = 60_000;
const start = Math.ceil(Date.now() / (5 * MINUTE)) * 5 * MINUTE;
const time = heldTime(start);
const market = toldMarket();
let server: TestServer;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let me: Visitor;
let page: Page;

beforeAll(async () => {
  const features = createFeatures().map((feature) => (feature.name === 'market' ? market.feature : feature));
  [server, browser] = await Promise.all([
    startTestServer({ clock: time.clock, engineWorker: time.engineWorker, features, hasMarket: false }),
    openBrowser(),
  ]);
  me = await visit(browser, server.url);
  page = me.page;
  await goTo(start + 1_000);
  await logIn(page);
  await page.goto('/trade/1');
  await page.getByTestId('bet-UP').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  time.stop();
});

/** Server and page stand at the same moment. */
async function goTo(at: number): Promise<void> {
  await time.goTo(at);
  await page.clock.setFixedTime(at);
}
/** Over a boundary, with the last trade before it where there is one. */
async function pass(at: number, price?: number): Promise<void> {
  if (price !== undefined) market.tick(BTC, price, at - 300);
  await goTo(at + 200);
}
const past = () => page.getByTestId('past-bet').first();

async function bet(): Promise<void> {
  await expect.poll(() => page.getByTestId('bet-UP').isEnabled()).toBe(true);
  await page.getByTestId('bet-UP').click();
  await page.getByTestId('open-bet').waitFor();
}

it('a tie gives the stake back and says so', async () => {
  await expect.poll(() => market.isHeard(BTC)).toBe(true);
  market.tick(BTC, 6_000_000, start + 900);
  await bet();
  await pass(start + 30_000, 6_000_000);
  market.tick(BTC, 6_001_000, start + 45_000);
  await pass(start + 60_000, 6_000_000);
  await past().getByText('무효, 전액 반환 (동가)').waitFor();
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(0);
  await page.getByRole('button', { name: /회 동가$/ }).waitFor();
});

it('a gap in the prices voids the round; its evidence says which rule, and verifies', async () => {
  await goTo(start + 61_000);
  await bet();
  market.tick(BTC, 6_000_000, start + 80_000);
  // Silence over the boundary.
  await pass(start + 90_000);
  await pass(start + 120_000, 6_002_000);
  await past().getByText('무효, 전액 반환 (시세 공백)').waitFor();
  await past().click();
  await page.getByText(/이 기기에서 확인했어요/).waitFor();
  await page.getByText('무효 · 시세 공백').first().waitFor();
  await expect.poll(() => page.locator('aside li .text-danger').count()).toBe(0);
  expect(me.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});
