// A withdrawal in the browser, on the demo's own chain with its own processes: asked for, looked at as the server holds it, followed until it
// is confirmed (issue 15, at the end). At 1440 and 390, both themes, both languages.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { dress, logIn } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const PASSWORD = 'longpassphrase42';
const DIGITS = '274913';
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
let joined = 0;

/** A member of its own: the demo's shared ones may set no withdrawal password. */
async function join(page: Page, username: string): Promise<number> {
  await openSignUp(exchange.server.context);
  const form = { username, password: PASSWORD, name: '김출금', nick: `nick_${username}`, email: `${username}@example.com` };
  const answer = await page.request.post('/api/player', { data: { ...form, phone: `010-6666-${String(1000 + ++joined)}` } });
  const { data } = (await answer.json()) as { data: { id: number } };
  await logIn(page, username, PASSWORD);
  return data.id;
}

/** A new one holds withdrawals for a day; nobody waits for it here. */
const liftHold = (member: number) =>
  exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member]);

const inOrder = (page: Page) => expectInOrder(page, /\b(withdraw|track|reason|explorer)\.[a-zA-Z]/);

async function setPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: '출금 비밀번호 정하기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('새 출금 비밀번호').fill(DIGITS);
  await dialog.getByLabel('로그인 비밀번호').fill(PASSWORD);
  await dialog.getByRole('button', { name: '저장' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function getCoins(page: Page): Promise<void> {
  await page.goto('/dnw/deposit');
  await page.getByRole('button', { name: '주소 복사' }).waitFor();
  await page.getByRole('button', { name: '테스트 코인 보내기' }).click();
  await page.getByRole('region', { name: '최근 입금' }).getByText('출금 가능').waitFor();
}

it('a member with test coins sends some to an address and sees it confirmed, without a reload', async () => {
  const { page, close, faults } = await exchange.visit({ width: 1440 });
  const member = await join(page, 'sender1');
  await getCoins(page);
  await page.goto('/dnw/withdraw');
  await setPassword(page);
  await page.getByText('출금을 잠시 막아 두었어요').waitFor();
  await liftHold(member);
  await page.reload();
  await page
    .getByRole('button', { name: /ETH 네트워크/ })
    .first()
    .click();
  const address = page.getByLabel('받는 주소');
  await address.fill('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  await page.getByText('BTC 주소예요. ETH 주소를 넣거나 네트워크를 바꿔 주세요.').waitFor();
  await address.fill(OUTSIDE.toLowerCase());
  await page.getByLabel('보내는 금액').fill('100');
  await page.getByRole('button', { name: '확인하고 보내기' }).click();
  const dialog = page.getByRole('dialog', { name: '이대로 보낼까요?' });
  // As the server read it, not as it was typed.
  await expect
    .poll(() =>
      dialog
        .getByTestId('held-address')
        .innerText()
        .then((text) => text.replace(/\s/g, '')),
    )
    .toBe(OUTSIDE);
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('출금 비밀번호').fill('000001');
  await dialog.getByRole('button', { name: '97 USDT 보내기' }).click();
  await dialog
    .getByText(/비밀번호가/)
    .first()
    .waitFor();
  await dialog.getByLabel('출금 비밀번호').fill(DIGITS);
  await dialog.getByRole('button', { name: '97 USDT 보내기' }).click();
  const tracker = page.getByRole('dialog', { name: '출금' });
  await tracker.getByTestId('tx-hash').waitFor();
  await tracker.getByText('돈이 도착했어요').waitFor();
  // Its hash leads to the page that stands in the place of an explorer.
  await tracker.getByTestId('tx-hash').getByRole('link').click();
  await page.getByRole('heading', { name: 'ETH 거래' }).waitFor();
  const shown = page.getByTestId('chain-transaction');
  await shown.getByText('블록에 담겼어요').waitFor();
  const words = (await shown.innerText()).replace(/\s/g, '');
  expect(words).toContain(OUTSIDE);
  expect(words).toContain('97USDT');
  await inOrder(page);
  await page.goBack();
  await expect.poll(() => page.getByRole('region', { name: '출금 내역' }).innerText()).toContain('완료');
  await page.goto('/myinfo/message');
  await page.getByRole('heading', { name: '출금이 끝났어요' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('an address of the list waits for a day, counted down; switched on, money leaves there alone', async () => {
  const { page, close, faults } = await exchange.visit({ width: 390 });
  const member = await join(page, 'lister1');
  await page.goto('/dnw/addresses');
  await page.getByText('적어 둔 주소가 없어요').waitFor();
  await page.getByRole('main').getByRole('button', { name: '출금 비밀번호 정하기' }).waitFor();
  await setPassword(page);
  await liftHold(member);
  await page.getByRole('button', { name: '새 주소 등록' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('받는 주소').fill(OUTSIDE);
  await dialog.getByLabel('이름').fill('내 지갑');
  await dialog.getByLabel('출금 비밀번호').fill(DIGITS);
  await dialog.getByRole('button', { name: '새 주소 등록' }).click();
  await page.getByText(/2[34]:\d\d:\d\d 뒤부터 쓸 수 있어요/).waitFor();
  await page.getByRole('switch').click();
  await dialog.getByLabel('출금 비밀번호').fill(DIGITS);
  await dialog.getByRole('button', { name: '켜기' }).click();
  await page.getByText('새 주소로는 하루 동안 보낼 수 없어요').waitFor();
  await inOrder(page);
  await dress(page, { theme: 'theme-white', language: 'ko' });
  await page.goto('/dnw/withdraw');
  await page.getByText('주소록에 있는 곳으로만 보낼 수 있어요').waitFor();
  await expect.poll(() => page.getByRole('button', { name: `내 지갑 ${OUTSIDE}` }).isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

it('shows no overflow, says everything in both languages, and passes the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, close } = await exchange.visit({ width });
    await join(page, `looker${width}`);
    await page.goto('/dnw/withdraw');
    await page.getByText('아직 출금한 적이 없어요').waitFor();
    await inOrder(page);
    await close();
  }
});
