// A member's price alerts from the bell to the toast: set in the dialog, moved on the chart, told when the price is there, found in the list.
import { marketService } from '@maru/market/server/market-service.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axe, dress, logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { openTradePage } from './trade-page.ts';

const exchange = openServerAndBrowser();
let me: Visitor;
let page: Page;

beforeAll(async () => {
  me = await openTradePage(exchange, '/future/BTCUSDT');
  page = me.page;
});

const market = () => exchange.server.context.services.use(marketService).hub.market('BINANCE:BTCUSDT')!;
/** Those who hear prices are told one, whatever the recording does meanwhile. */
const tellLast = (price: number) => {
  for (const listener of market().priceListeners) listener('LAST', Math.round(price * 10_000));
};
const bell = () => page.getByRole('button', { name: 'BTCUSDT 가격 알림' }).first();
const dialog = () => page.getByRole('dialog');
const line = () => page.locator('[data-line^="alert"]');
const far = () => Math.round(market().last / 100) * 1.05;

/** What opened it has the focus again: a line that is gripped before that would lose it. */
async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.locator('button[aria-label="BTCUSDT 가격 알림"]:focus').waitFor();
}

it('the bell opens the dialog: an alert that is set stands in the list and as a line on the chart', async () => {
  const price = far().toFixed(2);
  await bell().click();
  await dialog().getByText('설정한 알림이 없어요').waitFor();
  await dialog().getByLabel('알림 가격').fill(price);
  await dialog().getByLabel('메모').fill('저항선');
  await dialog()
    .getByRole('checkbox', { name: /메일로도 받기/ })
    .check();
  expect(await axe(page)).toEqual([]);
  await dialog().getByRole('button', { name: '알림 만들기' }).click();
  await dialog().locator('[data-alert]').waitFor();
  await expect.poll(() => dialog().locator('[data-alert]').innerText()).toMatch(/BTCUSDT.*닿으면[\s\S]*메일 · 저항선/);
  await closeDialog();
  await expect.poll(() => line().innerText()).toContain('알림 저항선');
});

it('what is already so is refused at its field, and nothing is set', async () => {
  await bell().click();
  await dialog().locator('[data-alert]').waitFor();
  await dialog()
    .getByRole('radio', { name: '이하가 되면' })
    .or(dialog().getByRole('button', { name: '이하가 되면' }))
    .first()
    .click();
  await dialog().getByLabel('알림 가격').fill(far().toFixed(2));
  await dialog().getByRole('button', { name: '알림 만들기' }).click();
  await dialog()
    .getByText(/이미 닿은 가격이에요/)
    .waitFor();
  await expect.poll(() => dialog().locator('[data-alert]').count()).toBe(1);
  await closeDialog();
});

it('its line moves by keys to another price', async () => {
  const before = Number((await page.locator('[data-line^="alert"] [data-part="tag"]').innerText()).replaceAll(',', ''));
  await line()
    .getByRole('button', { name: /알림 가격 옮기기/ })
    .focus();
  await page.keyboard.press('Alt+ArrowUp');
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/stock/alert/save'));
  await page.keyboard.press('Enter');
  expect((await saved).status()).toBe(200);
  const now = async () => Number((await page.locator('[data-line^="alert"] [data-part="tag"]').innerText()).replaceAll(',', ''));
  await expect.poll(now).toBeGreaterThan(before);
});

it('a right click on the candles asks for an alert at that very price', async () => {
  const chart = (await page.getByTestId('chart').boundingBox())!;
  await page.getByTestId('chart').click({ button: 'right', position: { x: chart.width / 3, y: chart.height / 2 } });
  await expect.poll(async () => Number((await dialog().getByLabel('알림 가격').inputValue()).replaceAll(',', ''))).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('when the price is there it is told by a toast, a message and a mail, its line is gone, and the list says when', async () => {
  tellLast(far() * 1.01);
  await page
    .getByText(/BTCUSDT 최근가 [\d,.]+에 닿았어요/)
    .first()
    .waitFor();
  await line().waitFor({ state: 'detached' });
  await bell().click();
  await dialog().getByText('지난 알림').waitFor();
  await expect.poll(() => dialog().locator('[data-alert]').innerText()).toMatch(/저항선/);
  const mails = async () => (await (await page.request.get('/api/demo/inbox')).json()) as { data: { content: { subject: string }[] } };
  await expect
    .poll(async () => (await mails()).data.content.map(({ subject }) => subject).join())
    .toMatch(/BTCUSDT 최근가 [\d,.]+에 닿았어요/);
  expect(me.faults).toEqual([]);
});

it('a move by percent is set beside the prices, stands in the list and not on the chart, is changed, and told with what it moved from', async () => {
  await closeDialog();
  await bell().click();
  await dialog().getByText('변동률', { exact: true }).click();
  await dialog().getByText('오르면', { exact: true }).click();
  await dialog().getByText('15분', { exact: true }).click();
  await expect.poll(() => dialog().getByRole('button', { name: '변동률을 입력하세요' }).isDisabled()).toBe(true);
  await dialog().getByLabel('변동률').last().fill('5');
  expect(await axe(page)).toEqual([]);
  await dialog().getByRole('button', { name: '알림 만들기' }).click();
  const row = dialog().locator('[data-alert]', { hasText: '최근가 15분 안에 +5%' });
  await row.waitFor();
  await expect.poll(() => line().count()).toBe(0);
  await row.getByRole('button', { name: '고치기' }).click();
  await dialog().getByLabel('변동률').last().fill('4.5');
  await dialog().getByRole('button', { name: '바꾼 내용 저장' }).click();
  await dialog().locator('[data-alert]', { hasText: '최근가 15분 안에 +4.5%' }).waitFor();
  await closeDialog();
  tellLast((market().last / 100) * 1.09);
  await page
    .getByText(/BTCUSDT 최근가 15분 안에 [\d.]+% 올랐어요/)
    .first()
    .waitFor();
  await bell().click();
  await dialog()
    .locator('[data-alert]', { hasText: /\+4\.5%[\s\S]*→/ })
    .waitFor();
  await closeDialog();
});

it('on a phone, dark and in English, it stands within the page', async () => {
  const phone = await exchange.visit({ width: 390 });
  await logIn(phone.page);
  await phone.page.goto('/future/BTCUSDT');
  await dress(phone.page, { theme: 'dark', language: 'en' });
  await phone.page.getByRole('button', { name: 'Price alerts of BTCUSDT' }).first().click();
  await phone.page.getByRole('dialog').getByText('Past alerts').waitFor();
  expect(await axe(phone.page)).toEqual([]);
  await expect.poll(() => phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect(phone.faults).toEqual([]);
  await phone.close();
});
