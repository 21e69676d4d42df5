// A deposit in the browser, on the demo's own chain with its own processes: an address, test coins, blocks that add up, money in the wallet
// (issue 15, at the end). At 1440 and 390, both themes, both languages.
import { expect, it } from 'vitest';
import { logIn } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });

it('a new look at /dnw/deposit: address and QR, test coins sent, seen, counted, credited and withdrawable, without a reload', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await logIn(page);
  await page.goto('/dnw/deposit');
  await page.getByRole('button', { name: '주소 복사' }).waitFor();
  await page.getByRole('img', { name: 'USDT 입금 주소 QR 코드' }).waitFor();
  await page.getByText('아직 입금이 없어요').waitFor();
  await page.getByRole('button', { name: '테스트 코인 보내기' }).click();
  await page.getByText('지금 들어오고 있어요').waitFor();
  const recent = page.getByRole('region', { name: '최근 입금' });
  await recent.getByText(/확인 \d\/6/).waitFor();
  await recent.getByText('출금 가능').waitFor();
  await expect.poll(() => page.getByText('지금 들어오고 있어요').count()).toBe(0);
  await page.goto('/dnw_history/asset');
  await expect.poll(() => page.locator('main').innerText()).toMatch(/3,000(\.00)?/);
  await close();
});

it('shows no overflow, says everything in both languages, and passes the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, close } = await exchange.visit({ width });
    await logIn(page, 'demo2');
    await page.goto('/dnw/deposit');
    await page.getByRole('button', { name: '주소 복사' }).waitFor();
    await expectInOrder(page, /deposit\.[a-z]/);
    await close();
  }
});
