// A member checks in the browser that its balance is counted: from the wallets to the proof, saved and checked again elsewhere, an altered one found;
// and the desk that asks for it. At 1440 and 390, both themes, both languages.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { logIn, logInAtDesk } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const TOOL = fileURLToPath(new URL('../../tools/verify-liabilities/verify-liabilities.mjs', import.meta.url));

it('the desk asks for a proof, which stands in its list, readable everywhere', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await logInAtDesk(page);
  await page.goto('/admin/custody/liabilities');
  await page.getByRole('button', { name: '지금 만들기' }).click();
  await page.getByRole('cell', { name: /USDT/ }).first().waitFor();
  await expectInOrder(page, /proof\.[a-z]/i);
  await close();
});

it('the wallets lead to it; every check holds within 50 ms, and the saved branch holds elsewhere too', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await logIn(page);
  await page.goto('/dnw_history/asset');
  await page.getByRole('link', { name: '내 잔고가 빠짐없이 들어 있는지 확인하기' }).click();
  await page.getByText('내 잔고가 들어 있어요').waitFor();
  const words = await page.getByText(/경로는 \d+ms/).innerText();
  expect(Number(/경로는 (\d+)ms/.exec(words)?.[1])).toBeLessThanOrEqual(50);
  await page.getByText('사이트의 키로 서명했어요').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '내 경로 내려받기' }).click()]);
  const said = spawnSync(process.execPath, [TOOL, (await download.path()) as string], { encoding: 'utf8' });
  expect([said.status, said.stdout]).toEqual([0, expect.stringContaining('Nothing is wrong.')]);
  await close();
});

it('a branch that was altered on its way is named as wrong', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await page.route('**/api/wallet/liabilities/branch*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { parts: { amount: string }[] } };
    body.data.parts[0].amount = String(BigInt(body.data.parts[0].amount) + 1n);
    await route.fulfill({ response: answer, json: body });
  });
  await logIn(page);
  await page.goto('/dnw_history/proof');
  await page.getByText('틀림: 내 잎에서 공개된 뿌리와 합계까지 이어져요').waitFor();
  await page.getByText(/맞지 않는 것이 있어요/).waitFor();
  await expect.poll(() => page.getByText('내 잔고가 들어 있어요').count()).toBe(0);
  await close();
});

it('shows no overflow, says everything in both languages, and passes the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, close } = await exchange.visit({ width });
    await logIn(page);
    await page.goto('/dnw_history/proof');
    await page.getByText('내 잔고가 들어 있어요').waitFor();
    await expectInOrder(page, /proof\.[a-z]/i);
    await close();
  }
});
