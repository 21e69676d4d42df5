// From nothing to a first trade on both demo sites: codes by mail and phone, demo money, then a position; and the identity window, clicked through.
import { expect, it } from 'vitest';
import { pressOrder, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDemoMoney: true });
type Page = Visitor['page'];

/** As the demo's inbox shows it. */
async function codeTo(address: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${exchange.server.url}/api/demo/inbox?to=${encodeURIComponent(address)}`);
    const { data } = (await reply.json()) as { data: { content: { text: string }[] } };
    const code = /\d{6}/.exec(data.content[0]?.text ?? '');
    if (code !== null) return code[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function signUp(page: Page, username: string, phone: string): Promise<void> {
  const mail = `${username}@maru.kr`;
  await page.goto('/signup');
  await page.getByLabel('아이디').fill(username);
  await page.getByLabel('비밀번호', { exact: true }).fill('maru2026abcd');
  await page.getByLabel('닉네임').fill(`결-${username}`);
  await page.getByLabel('이름', { exact: true }).fill('김한결');
  await page.getByLabel('이메일').fill(mail);
  await page.getByRole('button', { name: '인증번호 받기' }).first().click();
  await page.getByLabel('인증번호').fill(await codeTo(mail));
  await page.getByText('내 주소로 확인했어요.').waitFor();
  await page.getByLabel('휴대폰 번호').pressSequentially(phone);
  await page.getByRole('button', { name: '인증번호 받기' }).click();
  await page.getByLabel('인증번호').fill(await codeTo(phone));
  await page.getByText('내 번호로 확인했어요.').waitFor();
  await page.getByLabel('전체 동의').click();
  await page.getByRole('main').getByRole('button', { name: '가입하기' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('banner').getByRole('link', { name: '지갑' }).waitFor();
}

/** A first bet's wallet is empty: the button that says so leads to the money that is there, and back. */
async function fundFirstBet(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: '바이너리' }).click();
  await page.getByTestId('fund').click();
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().getByText('다른 지갑에서 옮기기').waitFor();
  await page.getByRole('button', { name: '이체하기' }).click();
  await page.getByRole('dialog').getByLabel('금액').fill('500');
  // The other site's wallet is of another currency.
  await page.getByRole('button', { name: /^500 USDT/ }).click();
  await page.waitForURL((url) => url.pathname === '/trade');
  await page.getByTestId('fund').waitFor({ state: 'detached' });
}

it('on both sites a person signs up with codes, comes in at once and has a first position', async () => {
  const addresses = [exchange.server.url, exchange.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost')];
  for (const [at, address] of addresses.entries()) {
    const { page, faults, close } = await exchange.visit({}, address);
    const username = `first_trade${at}`;
    await signUp(page, username, `0104821773${at}`);
    // The toast goes after a while; the bell keeps what it said.
    await page.getByRole('banner').getByRole('button', { name: /알림/ }).click();
    await page.getByRole('dialog').getByText('데모 머니 10,000 USDT를 받았어요.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('link', { name: 'USDT 선물' }).click();
    await page.getByTestId('demo-note').getByText('데모 머니 10,000 USDT를 받았어요').waitFor();
    await page.getByRole('tab', { name: '시장가' }).click();
    await page.getByTestId('ticket-quantity').fill('0.003');
    await pressOrder(page, 'order-long');
    const row = page.getByTestId('positions').getByRole('row', { name: /BTCUSDT/ });
    await row.waitFor();
    await expect.poll(() => row.innerText()).toContain('0.003');
    await fundFirstBet(page);
    expect(faults).toEqual([]);
    await close();
  }
});

it('a site that asks who somebody is opens the window, takes the name and keeps it', async () => {
  const { pool, sites } = exchange.server.context;
  const signUp = { proofs: [], asksIdentity: true };
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{signUp}', $1)`, [JSON.stringify(signUp)]);
  sites.replace(sites.all().map((site) => ({ ...site, signUp })));
  const { page, faults, close } = await exchange.visit();
  await page.goto('/signup');
  const [bureau] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: '본인 확인하기' }).click()]);
  await bureau.getByText('진짜 NICE가 아니에요.').waitFor();
  await bureau.getByLabel('이름').fill('김한결');
  await bureau.getByLabel('생년월일').fill('19920408');
  await bureau.getByLabel('휴대폰 번호').fill('01048217731');
  await bureau.getByRole('button', { name: '동의하고 확인받기' }).click();
  await page.getByText('김한결님으로 확인했어요').waitFor();
  const name = page.getByLabel('이름', { exact: true });
  await expect.poll(() => Promise.all([name.inputValue(), name.getAttribute('readonly')])).toEqual(['김한결', '']);
  expect(faults).toEqual([]);
  await close();
});
