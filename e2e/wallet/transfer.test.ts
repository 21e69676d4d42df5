// Coins to another member in the browser: named masked before they go, guarded by the withdrawal password, and seen in the history.
// At 1440 and 390, both themes, both languages.
import { Asset, houseAccount, Purse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { logIn } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const PASSWORD = 'longpassphrase42';
const DIGITS = '274913';
let joined = 0;

/** A member of its own: the demo's shared ones may set no withdrawal password. */
async function join(page: Page, username: string, name: string): Promise<number> {
  await openSignUp(exchange.server.context);
  const form = { username, password: PASSWORD, name, nick: `nick_${username}`, email: `${username}@example.com` };
  const answer = await page.request.post('/api/player', { data: { ...form, phone: `010-7777-${String(1000 + ++joined)}` } });
  const { data } = (await answer.json()) as { data: { id: number } };
  await logIn(page, username, PASSWORD);
  return data.id;
}

async function give(member: number, usdt: number): Promise<void> {
  const account = exchange.server.context.services.use(memberDirectory).accountOf(1, member) as number;
  const debit = houseAccount(Asset.Usdt, Purse.External);
  const record = encodeTransfer({ debit, credit: usdtWallet(account), amount: usdt * 1e6, reason: 0 });
  await exchange.server.context.engine.submit(1, record);
}

/** A new password holds transfers for a day; nobody waits for it here. */
const liftHold = (member: number) =>
  exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member]);

async function setPassword(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: '출금 비밀번호 정하기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('새 출금 비밀번호').fill(DIGITS);
  await dialog.getByLabel('로그인 비밀번호').fill(PASSWORD);
  await dialog.getByRole('button', { name: '저장' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const inOrder = (page: Page) => expectInOrder(page, /\bmt\.[a-zA-Z]/);

const confirming = (page: Page) => page.getByRole('dialog', { name: '이 회원에게 보낼까요?' });
async function checkReceiver(page: Page, receiver: string, amount: string): Promise<void> {
  await page.getByLabel('받는 회원').fill(receiver);
  await page.getByLabel('보낼 금액').fill(amount);
  await page.getByRole('button', { name: '받는 사람 확인' }).click();
}

it('a member sends USDT to another one; a stranger’s name is never shown whole', async () => {
  const to = await exchange.visit({ width: 390 });
  await join(to.page, 'receiver1', '박하늘');
  const { page, close, faults } = await exchange.visit({ width: 1440 });
  const member = await join(page, 'giver01', '김보냄');
  await give(member, 500);
  await page.goto('/dnw/transfer?to=member');
  await inOrder(page);
  await setPassword(page);
  await page.getByText('보내기를 잠시 막아 두었어요').first().waitFor();
  await liftHold(member);
  await page.reload();

  await checkReceiver(page, 'nobody-here', '100');
  await page.getByText('받을 수 있는 회원을 찾을 수 없어요').waitFor();
  await inOrder(page);
  await checkReceiver(page, 'giver01', '100');
  await page.getByText('나에게는 보낼 수 없어요').waitFor();
  await page.getByLabel('보낼 금액').fill('501');
  await page.getByText('500 USDT까지 보낼 수 있어요').waitFor();
  await checkReceiver(page, 'receiver1', '120.5');
  const dialog = confirming(page);
  await expect.poll(() => dialog.getByTestId('receiver-name').innerText()).toBe('박*늘');
  await expect.poll(() => page.locator('body').innerText()).not.toContain('박하늘');
  await inOrder(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('출금 비밀번호').fill('000001');
  await dialog.getByRole('button', { name: '120.5 USDT 보내기' }).click();
  await dialog
    .getByText(/비밀번호가/)
    .first()
    .waitFor();
  await dialog.getByLabel('출금 비밀번호').fill(DIGITS);
  await dialog.getByRole('button', { name: '120.5 USDT 보내기' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('379.5').first().waitFor();
  await page.getByRole('button', { name: '회원 이체' }).first().click();
  const drawer = page.getByRole('dialog', { name: '이체 보냄' });
  await drawer.getByText('박*늘', { exact: true }).waitFor();
  await inOrder(page);
  await page.keyboard.press('Escape');
  expect([...faults, ...to.faults]).toEqual([]);
  await Promise.all([close(), to.close()]);
});

it('on a phone it fits and reads, before, at and after the look; paused it says so', async () => {
  const { page, close, faults } = await exchange.visit({ width: 390 });
  const member = await join(page, 'giver02', 'Jane Doe');
  await give(member, 50);
  await page.goto('/dnw/transfer');
  await page.getByRole('link', { name: '회원에게' }).click();
  await setPassword(page);
  await liftHold(member);
  await page.goto('/dnw/transfer?to=member');
  await page.getByLabel('받는 회원').waitFor();
  await inOrder(page);
  await checkReceiver(page, 'receiver1', '10');
  await confirming(page).waitFor();
  await inOrder(page);
  await confirming(page).getByRole('button', { name: '돌아가기' }).click();
  await exchange.server.context.pool.query("UPDATE wallet_member_terms SET paused = 'SAFETY' WHERE site_id = 1");
  await page.reload();
  await page.getByText('회원에게 보내기를 잠시 멈췄어요').first().waitFor();
  await inOrder(page);
  await exchange.server.context.pool.query('UPDATE wallet_member_terms SET paused = NULL WHERE site_id = 1');
  expect(faults).toEqual([]);
  await close();
});
