// A power ball round by browser: three picks, one refused and one without an answer, the draw seen, paid once, and checked in the page.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axe, dress, overflowPx } from '../browser.ts';
import { openGamesExchange } from '../games-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const MINUTE = 60_000;
// Past the moment in which a page waits for the draw before it.
const exchange = openGamesExchange(15_000);
const { start, market, goTo } = exchange;
let page: Page;

beforeAll(async () => {
  ({ page } = exchange.me);
  await page.goto('/powerball');
  await page.getByTestId('steps').waitFor();
});

const step = (n: number) => page.locator(`[data-testid=steps][data-step="${n}"]`).waitFor();
const cell = (code: string) => page.locator(`[data-market=${code}]`);
const told = () => page.getByTestId('slip-told');
const slip = () => page.getByTestId('slip');

it('the board is walked by arrow keys; the slip knows the true maximum and what excludes what', async () => {
  await expect.poll(() => market.isHeard(BTC)).toBe(true);
  await cell('PB_ODD').focus();
  for (const key of ['ArrowRight', 'Space', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const pressed = page.locator('[data-market][aria-pressed=true]');
  await expect
    .poll(() => pressed.evaluateAll((cells) => cells.map((each) => each.getAttribute('data-market'))))
    .toEqual(['PB_EVEN', 'SUM_OVER']);
  await cell('PB_7').click();
  await slip().getByRole('textbox', { name: '파워볼 숫자 7 금액' }).fill('2');
  await expect.poll(() => page.getByTestId('slip-total').innerText()).toBe('22.00');
  await expect.poll(() => page.getByTestId('slip-best').innerText()).toBe('39.00');
  await slip().getByText('파워볼 짝, 파워볼 숫자 7: 함께 나올 수 없습니다').waitFor();
  await expect.poll(() => cell('SUM_ODD_UNDER').innerText()).toContain('24.4%');
});

it('the slip waits through other views, other power balls and a reload; a market that is gone meanwhile is taken off and named', async () => {
  const picks = () => slip().getByRole('heading').innerText();
  const views = page.getByRole('navigation', { name: '파워볼 화면' });
  await cell('PB_8').click();
  await views.getByRole('button', { name: '추첨 방식' }).click();
  await page.getByTestId('seals').waitFor();
  await views.getByRole('button', { name: '파워볼' }).click();
  await expect.poll(picks).toBe('선택 4');
  await page.getByText('2분', { exact: true }).click();
  await expect.poll(picks).toBe('선택 0');
  await page.getByText('1분', { exact: true }).click();
  await expect.poll(picks).toBe('선택 4');
  const list = '**/api/trade/option/list*';
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { content: { odds: { type: string }[] }[] } };
    for (const option of body.data.content) option.odds = option.odds.filter(({ type }) => type !== 'PB_8');
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page.getByTestId('slip-gone').getByText('파워볼 숫자 8').waitFor();
  await expect.poll(picks).toBe('선택 3');
  await expect.poll(() => page.getByTestId('slip-total').innerText()).toBe('22.00');
  await page.unroute(list);
  await page.reload();
  await step(1);
});

it('each pick has its own answer: one taken, one refused, one unanswered that is asked again and never placed twice', async () => {
  const address = '**/api/trade/history/betting*';
  await page.route(address, async (route) => {
    const { type } = route.request().postDataJSON() as { type: string };
    const refusal = { status: 'fail', code: 'SIDE_EXPOSURE_FULL', message: '이 방향은 받을 수 있는 금액이 찼어요.', data: {} };
    if (type === 'PB_7') return route.fulfill({ status: 422, json: refusal });
    if (type === 'PB_EVEN') return route.continue();
    // It arrives, and its answer is lost.
    await route.fetch();
    return route.abort();
  });
  await page.getByTestId('place').click();
  await told().getByText('3건 중 1건만 참여됐어요').waitFor();
  await page.getByTestId('pick-PB_7').getByText('이 방향은 받을 수 있는 금액이 찼어요.').waitFor();
  await page.getByTestId('pick-SUM_OVER').getByText('답을 받지 못했어요').waitFor();
  await page.unroute(address);
  // The lost answers, and nothing else.
  expect(exchange.faults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  exchange.me.faults.splice(0);
  await page.getByTestId('place').getByText('다시 확인').click();
  // Asked again is what had no answer, and only that.
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(2);
  await page.getByTestId('place').getByText('2.00 USDT 참여').click();
  await slip().getByRole('heading', { name: '선택 0' }).waitFor();
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(3);
  await page.getByTestId('coming').getByText('내 참여 22.00').waitFor();
});

it('closes, takes the public value, draws, and pays once; what was drawn verifies on this device', async () => {
  const sealed = await page
    .getByTestId('steps')
    .getByText(/^sha256/)
    .innerText();
  await goTo(start + 51_000);
  await step(2);
  await expect.poll(() => page.getByTestId('place').isDisabled()).toBe(true);
  for (const ms of [100, 250, 400]) market.tick(BTC, 6_000_000 + ms, start + 50_000 + ms);
  await step(3);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await goTo(start + MINUTE + 200);
  const coming = page.getByTestId('coming');
  const seen = () => coming.locator('.sr-only').first().innerText();
  // One by one, and it is said that they were decided before; who wants less motion sees all at once.
  await coming.getByText('번호는 이미 정해졌고').waitFor();
  await expect.poll(seen).toMatch(/^\d+번, 아직/);
  await goTo(start + MINUTE + 2_200);
  await expect.poll(seen).toMatch(/^(\d+번, ){3}아직/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(seen).toMatch(/^(\d+번, ){5}파워볼 \d$/);
  await goTo(start + MINUTE + 8_000);
  await expect.poll(() => page.getByTestId('past-bet').count()).toBe(3);
  await step(1);
  const results = await page.getByTestId('past-bet').evaluateAll((bets) => bets.map((bet) => bet.getAttribute('data-result')));
  const balls = (await page.getByTestId('last-result').locator('.sr-only').first().innerText()).match(/\d+/g)?.map(Number) ?? [];
  const sum = balls.slice(0, 5).reduce((all, ball) => all + ball, 0);
  // Newest first, in the order they were taken.
  expect(results.toSorted()).toEqual([balls[5] % 2 === 0, balls[5] === 7, sum > 72].map((isWon) => (isWon ? 'won' : 'lost')).toSorted());
  await page.getByTestId('last-result').getByTestId('draw-check').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('다시 뽑아도 같은 번호').waitFor();
  await expect.poll(() => sheet.locator('.text-danger').count()).toBe(0);
  await expect.poll(() => sheet.innerText()).toContain(sealed.split(' ')[1]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '내 기록' }).click();
  await expect.poll(() => page.getByTestId('record-row').count()).toBe(3);
});

it('says how it is drawn: seals of what comes, and all 43 markets with their counts', async () => {
  await page.getByRole('button', { name: '추첨 방식' }).click();
  await expect
    .poll(() =>
      page
        .getByTestId('seals')
        .getByText(/^[0-9a-f]{64}$/)
        .count(),
    )
    .toBe(14);
  await expect.poll(() => page.getByTestId('market-table').locator('tbody tr').count()).toBe(43);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('navigation', { name: '파워볼 화면' }).getByRole('button', { name: '파워볼' }).click();
});

it.each([
  ['theme-white', 'ko', 1440],
  ['dark', 'en', 1440],
  ['theme-white', 'en', 390],
  ['dark', 'ko', 390],
] as const)('has no serious axe finding, nor is it wider than its window: %s, %s, %d', async (theme, language, width) => {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await dress(page, { theme, language });
  await cell('PB_EVEN').click();
  if (width === 390) {
    expect(await overflowPx(page)).toBe(0);
    await page.getByTestId('open-slip').click();
    await page.getByRole('dialog').getByTestId('slip').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Empty, as after placing, it makes room for the markets.
    await page.getByTestId('open-slip').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(모두 지우기|Clear all)$/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cell('PB_EVEN').click();
  }
  expect(await axe(page)).toEqual([]);
  await cell('PB_EVEN').click();
  expect(exchange.faults()).toEqual([]);
});
