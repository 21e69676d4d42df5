// Rounds that nobody wins, by browser: a tie and a gap in the prices give stakes back, say why, and leave evidence that verifies.
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openGamesExchange } from '../games-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const exchange = openGamesExchange(1_000);
const { start, market, goTo } = exchange;
let page: Page;

beforeAll(async () => {
  ({ page } = exchange.me);
  await page.goto('/trade/1');
  await page.getByTestId('bet-UP').waitFor();
});

/** Over a boundary, with the last trade before it where there is one. */
async function pass(at: number, price?: number): Promise<void> {
  if (price !== undefined) market.tick(BTC, price, at - 300);
  await goTo(at + 200);
}
const past = () => page.getByTestId('past-bet').first();

/** The ticket takes two presses within it for one (GUARD_MS of bet-ticket.tsx); the page's own seconds go on while its date is held. */
const TWO_PRESSES_MS = 700;

async function bet(): Promise<void> {
  await page.waitForTimeout(TWO_PRESSES_MS);
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
  // Held time leaps over the beats of a socket, which is opened anew then.
  expect(exchange.me.faults.filter((fault) => !fault.includes('404') && !fault.includes('CLOSING'))).toEqual([]);
});

it('the evidence of a round that is older than the newest bets shown has the member’s own bets in it', async () => {
  const list = '**/api/trade/history/list*';
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { content: unknown[] } };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, content: [] } } });
  });
  await page.reload();
  await page.getByRole('button', { name: /회 동가$/ }).click();
  const panel = page.getByRole('complementary').filter({ hasText: '결과 증빙' });
  await panel.getByText('20.00 → 20.00').waitFor();
});

afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** As an operator's pause leaves the site: its rows are live within seconds. */
async function play(option: number, isPlay: boolean): Promise<void> {
  const { pool, sites } = exchange.server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, $1, $2) WHERE id = 1`, [
    `{rounds,options,${option},isPlay}`,
    JSON.stringify(isPlay),
  ]);
  await expect.poll(() => sites.byId(1)?.rounds?.options[option].isPlay).toBe(isPlay);
}

it('a paused game with one\u2019s own bet in it is on the page after a reload too; without one its address says that another is shown', async () => {
  await goTo(start + 121_000);
  market.tick(BTC, 6_000_000, start + 120_900);
  await page.goto('/trade/1');
  await bet();
  await play(0, false);
  await page.reload();
  await page.getByTestId('open-bet').waitFor();
  await page.getByText('새 투자를 잠시 받지 않아요').waitFor();
  await page.getByRole('radio', { name: '30초', checked: true }).waitFor();
  await expect.poll(() => page.getByTestId('bet-UP').isDisabled()).toBe(true);
  await pass(start + 150_000, 6_000_000);
  await pass(start + 180_000, 6_002_000);
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(0);
  await past().getByText(/적중/).waitFor();
  await page.reload();
  await page.getByText('지금은 쉬는 게임이에요').waitFor();
  await page.getByText('대신 BTC 1분 게임을 보여 드려요').waitFor();
  await page.getByRole('radio', { name: '1분', checked: true }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: '30초' }).count()).toBe(0);
  // Its address too: the game that is offered again does not come under the finger of whoever bets in this one.
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/trade/1');
  await play(0, true);
  await page.reload();
  await page.getByRole('radio', { name: '30초', checked: false }).waitFor();
  await page.getByRole('radio', { name: '1분', checked: true }).waitFor();
  await page.getByRole('radio', { name: '30초' }).click();
  await page.getByRole('radio', { name: '30초', checked: true }).waitFor();
});
