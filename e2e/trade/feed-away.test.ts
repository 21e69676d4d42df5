// Prices that do not come, or that nobody believes, said where members and operators look: header, list of symbols, ticket, desk (13.15).
import { expect, it } from 'vitest';
import { axe, logIn, overflowPx } from '../browser.ts';
import { silence, tellShare } from '../feed-drill.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const isCrypto = (name: string) => name.startsWith('BINANCE:');

it('a feed that is away is told with how many symbols wait and since when, and taken back when prices return', async () => {
  const { page, faults, close } = await exchange.visit({ language: 'en' });
  await logIn(page);
  await page.goto('/future/1');
  await page.getByTestId('order-long').waitFor();
  const header = page.getByRole('banner');
  await header.getByText(/^\d+ms$/).waitFor();
  const speak = silence(exchange.server, isCrypto);
  await header.getByText(/^Feed away 2[3-9]\/\d+$/).waitFor();
  await header.getByRole('img', { name: /^The price feed is away: 2[3-9] of \d+ symbols wait since \d\d:\d\d\.$/ }).waitFor();
  const ticket = page.getByTestId('ticket');
  await ticket.getByText(/^No price of BTCUSDT has come since \d\d:\d\d: trading is halted\.$/).waitFor();
  await ticket.getByText(/2[3-9] of \d+ symbols wait for prices/).waitFor();
  await page.getByRole('button', { name: /Choose a symbol/ }).click();
  await page.getByText(/^The price feed is away/).waitFor();
  await page
    .getByRole('button', { name: /^BTCUSDT.* \d+ (s|min) ago/ })
    .first()
    .waitFor();
  expect((await axe(page)).map(({ id, targets }) => `${id}: ${targets.join(' | ')}`)).toEqual([]);
  await page.keyboard.press('Escape');
  speak();
  await header.getByText(/^\d+ms$/).waitFor();
  await page.getByTestId('order-long').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('a price that is not believed locks the ticket with its reason, on a phone too, and counts one symbol in the header', async () => {
  const { page, close } = await exchange.visit({ width: 390 });
  await logIn(page);
  await page.goto('/future/1');
  await page.getByTestId('dock-long').waitFor();
  const right = tellShare(exchange.server, (name) => name === 'BINANCE:BTCUSDT', 0.05);
  await page.getByText('가격 확인 중', { exact: true }).waitFor();
  await page
    .getByRole('banner')
    .getByText(/^시세 대기 1\/\d+$/)
    .waitFor();
  await page.getByTestId('dock-long').click();
  await page.getByTestId('ticket-sheet').getByText('BTCUSDT 가격이 갑자기 크게 달라져 확인하고 있습니다.').waitFor();
  expect(await overflowPx(page)).toBe(0);
  right();
  await expect.poll(() => page.getByText('가격 확인 중', { exact: true }).count()).toBe(0);
  await close();
});

it('the desk’s header says it too instead of that all is well, and leads to the prices', async () => {
  const { page, close } = await exchange.visit({});
  await page.goto('/admin');
  await page.getByLabel('아이디').fill('admin');
  await page.getByLabel('비밀번호', { exact: true }).fill('admin1234');
  await page.keyboard.press('Enter');
  await page.getByText('모두 정상').waitFor();
  const speak = silence(exchange.server, isCrypto);
  const light = page.getByRole('banner').getByRole('link', { name: /^시세 끊김, \d+개 중 2[3-9]개 종목 대기 · \d\d:\d\d부터$/ });
  await light.click();
  await page.getByText(/^시세가 끊겨 \d+개 중 2[3-9]개 종목이 멈췄어요\. \d\d:\d\d부터예요\.$/).waitFor();
  await page
    .getByRole('row', { name: /ETHUSDT 중단 \d+(초|분) 전/ })
    .first()
    .waitFor();
  speak();
  await page.getByText('모두 정상').waitFor();
  await close();
});
