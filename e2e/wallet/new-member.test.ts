// Who has just joined and has nothing: every page of money leads to an address, and says what stands before the first withdrawal.
import { expect, it } from 'vitest';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { logIn } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const PASSWORD = 'longpassphrase42';

it('from each of them to the deposit page; there a tag is copied by its name, and address and tag stand in one text too', async () => {
  const { page, close, faults } = await exchange.visit({ width: 390 });
  await openSignUp(exchange.server.context);
  const form = { username: 'nothing1', password: PASSWORD, name: '김새로', nick: 'nick_nothing', email: 'nothing1@example.com' };
  await page.request.post('/api/player', { data: { ...form, phone: '010-6666-2001' } });
  await logIn(page, 'nothing1', PASSWORD);
  for (const path of ['/dnw_history/asset', '/dnw_history/history_list', '/dnw/fund', '/dnw/withdraw']) {
    await page.goto(path);
    await page.locator('main a[href^="/dnw/deposit"]').first().waitFor();
  }
  await page.getByText('정하고 하루가 지나면 출금할 수 있으니').waitFor();
  await page.locator('main a[href="/dnw/deposit?coin=ETH_USDT"]').click();
  await page.getByRole('button', { name: '주소 복사' }).waitFor();
  await page.getByRole('button', { name: 'XRP', exact: true }).click();
  await page.getByRole('button', { name: '태그 복사' }).waitFor();
  await page.getByText(/^X[1-9A-HJ-NP-Za-km-z]{46}$/).waitFor();
  await expectInOrder(page, /\b(deposit|network)\.[a-z]/);
  expect(faults).toEqual([]);
  await close();
});
