// A TWAP order from the ticket to its end: the plan before it is sent, its progress and orders below the chart, one toast for all of them.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axe, pressOrder, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { openTradePage } from './trade-page.ts';

const exchange = openServerAndBrowser();
let me: Visitor;
let page: Page;

beforeAll(async () => {
  me = await openTradePage(exchange, '/future/BTCUSDT');
  page = me.page;
});

const row = () => page.getByTestId('twaps').locator('tbody tr');
const field = (name: string) => page.getByTestId(`ticket-${name}`);

it('the ticket says into how many orders the quantity goes, and refuses what cannot be split on its field', async () => {
  await page.getByTestId('ticket-other-types').click();
  await page.getByRole('menuitem', { name: 'TWAP' }).click();
  await field('quantity').fill('0.05');
  await field('twapMinutes').fill('3');
  await page.getByTestId('order-long').click();
  await expect.poll(() => page.getByTestId('ticket').getByRole('alert').innerText()).toBe('TWAP 시간은 5분부터 24시간까지 정할 수 있어요.');
  await page.getByTestId('ticket').getByRole('button', { name: '30분' }).click();
  await expect.poll(() => page.getByTestId('twap-plan').innerText()).toMatch(/^\d+(초|분)마다 0\.\d+ BTC씩 \d+번 시장에서 체결해요\.$/);
  expect(await axe(page)).toEqual([]);
});

it('its first order fills at once: the row below the chart says how far it is, and no order of it has a toast of its own', async () => {
  await Promise.all([page.getByText('TWAP을 시작했어요').first().waitFor(), pressOrder(page, 'order-long')]);
  await page.getByRole('tab', { name: /^TWAP/ }).click();
  await expect.poll(() => row().innerText()).toMatch(/BTCUSDT[\s\S]*매수[\s\S]*0\.0\d+ \/ 0\.050[\s\S]*체결 중/);
  await expect.poll(() => page.getByRole('tab', { name: /^포지션 ?\d/ }).innerText()).toMatch(/1$/);
  await expect.poll(() => page.evaluate("sessionStorage.getItem('maru.notices')")).toMatch(/^(?!.*주문 체결완료).*TWAP을 시작했어요/s);
  await row().getByRole('button', { name: '주문 내역' }).click();
  const slices = page.getByRole('dialog').getByTestId('twap-slices');
  await expect.poll(() => slices.innerText()).toMatch(/순번 1[\s\S]*보냄/);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('after a reload it is still there, cancelled it stands among the ended ones with what it filled', async () => {
  await page.reload();
  await page.getByRole('tab', { name: /^TWAP\s*1$/ }).click();
  await Promise.all([page.getByText('TWAP을 취소했어요').first().waitFor(), row().getByRole('button', { name: '취소' }).click()]);
  await page.getByText('진행 중인 TWAP이 없어요').waitFor();
  await page.getByText('지난 TWAP', { exact: true }).click();
  await expect.poll(() => row().innerText()).toMatch(/0\.0\d+ \/ 0\.050[\s\S]*30분[\s\S]*회원 취소/);
  expect(me.faults).toEqual([]);
});
