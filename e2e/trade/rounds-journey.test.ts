// A round as a member lives it, on recorded prices in real time: bet, lock, result, money, evidence, and the tool that anyone can run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, dress, logIn, overflowPx } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const TOOL = fileURLToPath(new URL('../../tools/verify-round/verify-round.mjs', import.meta.url));

/** What the stand-alone tool answers to a file of evidence. */
function toolSays(content: unknown): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-journey-'));
  try {
    writeFileSync(join(folder, 'round.json'), JSON.stringify(content));
    return spawnSync(process.execPath, [TOOL, join(folder, 'round.json')], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function binaryWallet(page: Page): Promise<{ point: number; waiting: number }> {
  const token = await page.evaluate("sessionStorage['maru.access']");
  const answer = await page.request.get('/api/wallet/my', { headers: { authorization: `Bearer ${token}` } });
  const { BINARY } = (await answer.json()).data;
  return { point: Number(BINARY.point), waiting: Number(BINARY.gameWaitPoint) };
}

/** Seconds to the cut-off that a bet needs to get there; and those that leave time to look around before its result is told. */
const SOON = /마감까지 ([4-9]|\d\d)초/;
const LONG_BEFORE = /마감까지 (1[5-9]|[2-9]\d)초/;

/** Twice within a moment, however long the answer takes, is once; one that came after the cut-off is put on the next round. */
async function betUp(page: Page, by = 'history', closes = SOON): Promise<void> {
  const address = `**/api/trade/${by}/betting*`;
  const isBet = (request: Request) => request.method() === 'POST' && request.url().includes(`/${by}/betting`);
  for (let isTaken = false; !isTaken; ) {
    await page.getByRole('timer', { name: closes }).waitFor();
    let answer = () => {};
    const pressed = new Promise<void>((done) => {
      answer = done;
    });
    const asked: Request[] = [];
    await page.route(address, (route) => {
      if (!isBet(route.request())) return route.continue();
      asked.push(route.request());
      return pressed.then(() => route.continue());
    });
    const answered = page.waitForResponse((response) => isBet(response.request()), { timeout: 0 });
    // A button that closes at the moment it is pressed asks nothing; while it asks, it takes no press.
    while (asked.length === 0) {
      await page
        .getByTestId('bet-UP')
        .dblclick({ timeout: 5_000 })
        .catch(() => undefined);
      await page.waitForTimeout(100);
    }
    expect(asked).toHaveLength(1);
    answer();
    isTaken = (await answered).ok();
    await page.unroute(address);
  }
}

test('a bet in a 30-second round is locked, settled and paid once, and its evidence stands in the page and in the tool', async () => {
  const { page, faults, close } = await exchange.visit();
  await logIn(page);
  await page.goto('/trade/1');
  await page.getByTestId('binary').waitFor();
  const began = await binaryWallet(page);
  await page.getByLabel('금액', { exact: true }).fill('20');
  await expect.poll(async () => Number(await page.getByTestId('pays').textContent())).toBe(39);
  await betUp(page);
  await page.getByTestId('open-bet').waitFor();
  await expect.poll(() => page.getByTestId('open-bet').count()).toBe(1);
  await expect.poll(() => binaryWallet(page)).toEqual({ point: began.point - 20, waiting: 20 });
  await page
    .getByRole('button', { name: '내 기록' })
    .or(page.getByRole('tab', { name: '내 기록' }))
    .first()
    .click();
  await page.getByText('아직 결과가 난 투자가 없어요').first().waitFor();
  // Betting on it closes, its round begins, ends and is told.
  const open = page.getByTestId('open-bet');
  await open.getByRole('button', { name: '취소' }).waitFor({ state: 'hidden' });
  await open.getByText(/기준 \d/).waitFor();
  const said = page.getByText(/^(적중 \+19\.00|미적중 −20\.00|무효 · 20\.00 반환)$/);
  await said.waitFor();
  const worth = { 적: 19, 미: -20, 무: 0 }[(await said.textContent())?.[0] as '적' | '미' | '무'];
  const past = page.getByTestId('past-bet').first();
  await past.waitFor();
  // Once: what was staked is back in the wallet or gone, and nothing waits.
  await expect.poll(() => binaryWallet(page)).toEqual({ point: began.point + worth, waiting: 0 });
  await past.getByRole('button').click();
  const sheet = page.getByRole('complementary').filter({ hasText: '결과 증빙' });
  await sheet.getByText('이 기기에서 확인했어요', { exact: false }).waitFor();
  await expect.poll(() => sheet.locator('.text-danger').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  const list = await page.request.get('/api/public/trade_round?tradeOptionId=1&size=5');
  const { content } = (await list.json()).data;
  const { tradeRoundId } = content.find(({ status }: { status: number }) => status > 0);
  const evidence = (await (await page.request.get(`/api/trade/round/evidence?tradeRoundId=${tradeRoundId}`)).json()).data;
  expect(toolSays(evidence)).toMatchObject({ status: 0 });
  // One digit of one tick.
  const altered = {
    ...evidence,
    record: evidence.record.replace(/"price":"(\d)/, (_: string, digit: string) => `"price":"${9 - Number(digit)}`),
  };
  expect(toolSays(altered).status).not.toBe(0);
  // The tool that anyone takes from the site is the one that was run.
  expect(await (await page.request.get('/verify-round.mjs')).text()).toBe(readFileSync(TOOL, 'utf8'));
  await page.goto(`/verify/${tradeRoundId}`);
  await page.getByText('이 기기에서 확인했어요', { exact: false }).waitFor();
  await page.goto('/dnw_history/binary_list');
  await page.getByTestId('binary-list').getByText('1건', { exact: false }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  // With a bet that waits or runs: the page in its other looks.
  await page.goto('/trade/1');
  await betUp(page);
  await page.getByTestId('open-bet').waitFor();
  expect(await axe(page)).toEqual([]);
  await dress(page, { theme: 'dark', language: 'en' });
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

/** What a phone's foot says of the money that a bet is of. */
const balance = async (page: Page): Promise<string> => (await page.getByTestId('available').textContent()) ?? '';

test('practice: the same round with money that is none, marked wherever it stands, and the wallet as it was', async () => {
  const { page, faults, close } = await exchange.visit({ width: 390 });
  await logIn(page, 'demo2');
  await page.goto('/trade/1');
  await page.getByTestId('bet-UP').waitFor();
  const began = await binaryWallet(page);
  expect(await balance(page)).toMatch(/^가능/);
  // By keys alone: left and right choose, as in every segment.
  await page.getByRole('radio', { name: '실전' }).focus();
  await page.keyboard.press('ArrowRight');
  // The segment moves the focus a task later: a press before that is still on the old choice.
  await page.locator('[role=radio]:focus', { hasText: '연습' }).waitFor();
  await page.keyboard.press('Space');
  await expect.poll(() => balance(page)).toBe('연습 가능 10,000.00 USDT');
  // The board is another now, its switch too: whoever flipped it by keys is still on it.
  await page.locator('[role=radio]:focus', { hasText: '연습' }).waitFor();
  await page.getByText('연습 머니로 투자해요 · 실제 돈이 아니에요').waitFor();
  expect(await overflowPx(page)).toBe(0);
  const box = await page.getByTestId('bet-DOWN').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(760);
  await betUp(page, 'practice', LONG_BEFORE);
  await expect.poll(() => balance(page)).toBe('연습 가능 9,980.00 USDT');
  await page.getByTestId('open-bet').getByText('연습', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await dress(page, { theme: 'dark', language: 'ko' });
  expect(await axe(page)).toEqual([]);
  // Another look at the page in this tab: it practises still.
  await page.reload();
  await expect.poll(() => balance(page)).toBe('연습 가능 9,980.00 USDT');
  // The balance stands at the switch, marked; the head of one's bets does not say it again without its mark.
  await page.getByRole('region', { name: '내 연습' }).getByText('대기 20.00 USDT', { exact: true }).waitFor();
  // What comes of it is told on the real board too.
  await page.getByRole('radio', { name: '실전' }).click();
  await expect.poll(() => balance(page)).toMatch(/^가능/);
  const said = page.getByText(/^연습 · (적중 \+19\.00|미적중 −20\.00|무효 · 20\.00 반환)$/);
  // From a round's opening to its end is a minute.
  await said.waitFor({ timeout: 120_000 });
  // Read before anything else is done: the notice goes by itself.
  const worth = { 적: '10,019.00', 미: '9,980.00', 무: '10,000.00' }[(await said.textContent())?.at(5) as '적' | '미' | '무'];
  await page.getByRole('radio', { name: '연습' }).click();
  await expect.poll(() => balance(page)).toBe(`연습 가능 ${worth} USDT`);
  await page.getByRole('tab', { name: '내 연습' }).click();
  await page.getByTestId('practice-past').getByTestId('past-bet').waitFor();
  expect(await binaryWallet(page)).toEqual(began);
  await page.goto('/dnw_history/binary_list');
  await page.getByText('아직 거래가 없어요').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('fits a phone, with the two buttons at its foot', async () => {
  const { page, faults, close } = await exchange.visit({ width: 390, theme: 'dark' });
  await logIn(page);
  await page.goto('/trade/1');
  const down = page.getByTestId('bet-DOWN');
  await down.waitFor();
  expect(await overflowPx(page)).toBe(0);
  const box = await down.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(780);
  // One's own bets begin above the dock, as in the picture: nobody scrolls to see what is at stake.
  const dock = await page.getByRole('region', { name: '투자하기' }).boundingBox();
  const mine = await page.getByRole('region', { name: '내 참여' }).boundingBox();
  expect((mine?.y ?? 844) + 60).toBeLessThan(dock?.y ?? 0);
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('on a desk it is as high as the window, down to that of the pictures', async () => {
  const { page, close } = await exchange.visit({ width: 1920 });
  await logIn(page);
  await page.goto('/trade/1');
  const foot = async () => {
    const box = await page.getByTestId('binary').boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  for (const height of [1080, 900]) {
    await page.setViewportSize({ width: 1920, height });
    await page.getByRole('img', { name: '가격과 라운드' }).waitFor();
    await expect.poll(foot).toBe(height);
  }
  await close();
});
