// Coins converted in the browser: a quote that runs down and comes anew, one request for the act and nothing read after it, a double press that
// is one conversion, and what the page says where nothing can be pressed. At 1440 and 390, both themes, both languages.
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { atRest, logIn } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const [MARU, USDT, BTC] = [1, 0, 2];
const PASSWORD = 'longpassphrase42';
let joined = 0;

/** Prices of the demo move: here by less than a quote allows. */
beforeAll(() => terms('spread = 2000000, tolerance = 2000000'));

const terms = (change: string) => exchange.server.context.pool.query(`UPDATE wallet_convert_coin SET ${change} WHERE site_id = ${MARU}`);
const units = (asset: number, amount: number) => Math.round(amount * (asset === USDT ? 1e6 : 1e8));

/** A member of its own with so much of them. */
async function join(page: Page, username: string, held: readonly [asset: number, amount: number][]): Promise<void> {
  const { context, engines } = exchange.server;
  await openSignUp(context);
  const form = { username, password: PASSWORD, name: '김전환', nick: `nick_${username}`, email: `${username}@example.com` };
  const answer = await page.request.post('/api/player', { data: { ...form, phone: `010-7777-${String(1000 + ++joined)}` } });
  const { data } = (await answer.json()) as { data: { id: number } };
  const account = context.services.use(memberDirectory).accountOf(MARU, data.id) as number;
  for (const [asset, amount] of held) {
    const credit = accountOf(account, asset, Purse.Available);
    const debit = houseAccount(asset, Purse.External);
    await engines.submit(MARU, encodeTransfer({ debit, credit, amount: units(asset, amount), reason: 0 }));
  }
  await logIn(page, username, PASSWORD);
}

const amountField = (page: Page) => page.getByLabel('줄 금액');
const actButton = (page: Page) => page.getByRole('button', { name: /로 바꾸기$/ });
const given = (page: Page) => page.getByRole('region', { name: '줄 코인' });
const recent = (page: Page) => page.getByRole('region', { name: '최근 전환' });
const isAct = (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/dnw/convert';

/** Again where a busy machine’s market had no fresh price at that moment. */
async function pressConvert(page: Page): Promise<void> {
  for (;;) {
    await actButton(page).click();
    const done = page.getByText('전환 완료');
    await done.or(page.locator('form').getByRole('alert')).first().waitFor();
    if ((await done.count()) > 0) return;
    await amountField(page).press('End');
  }
}

it('from the wallets to a conversion: as it was quoted, one request, nothing read after it', async () => {
  const { page, faults, close } = await exchange.visit({ width: 1440 });
  await join(page, 'changer1', [
    [USDT, 5_000],
    [BTC, 0.5],
  ]);
  await page.goto('/dnw_history/asset');
  await page.getByRole('link', { name: 'BTC 지갑 전환' }).click();
  await expect.poll(() => given(page).innerText()).toMatch(/0\.5[\s\S]*비트코인/);
  await amountField(page).fill('0.1');
  await page.getByText(/이 값은 \d+초 동안 그대로예요/).waitFor();
  await page.getByRole('region', { name: '견적' }).getByText('2.00%').waitFor();
  await atRest(page);
  const calls: Request[] = [];
  page.on('request', (request) => void (request.resourceType() === 'fetch' && calls.push(request)));
  await pressConvert(page);
  await expect.poll(() => recent(page).innerText()).toContain('0.1 BTC');
  await expect.poll(() => given(page).innerText()).toMatch(/사용 가능\s*0\.4\s*BTC/);
  await atRest(page);
  // The list of coins is looked at every few seconds; a press that met no price is none.
  const after = calls.slice(calls.findLastIndex(isAct) + 1).map((request) => new URL(request.url()).pathname);
  expect(after.filter((path) => path !== '/api/dnw/convert/coins')).toEqual([]);
  await page.goto('/dnw_history/history_list');
  await page.getByText('전환 비용').first().waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('a quote that ran out is no longer pressed: a new one is asked for', async () => {
  const { page, close } = await exchange.visit({ width: 390 });
  await join(page, 'changer2', [[USDT, 1_000]]);
  await page.goto('/dnw/convert');
  await amountField(page).fill('100');
  await actButton(page).waitFor();
  const first = await page.getByText(/^견적 \d+$/).innerText();
  const held: Route[] = [];
  await page.route('**/api/dnw/convert/quote*', (route) => void held.push(route));
  const posts: Request[] = [];
  page.on('request', (request) => void (isAct(request) && posts.push(request)));
  await page.getByRole('button', { name: '새 견적 받기' }).click();
  await page.getByText('견적이 끝나서 새로 받고 있어요').waitFor();
  expect(posts).toEqual([]);
  await page.unroute('**/api/dnw/convert/quote*');
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  await actButton(page).waitFor();
  await expect.poll(() => page.getByText(/^견적 \d+$/).innerText()).not.toBe(first);
  await close();
});

it('pressed twice it is one conversion', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await join(page, 'changer3', [[USDT, 1_000]]);
  await page.goto('/dnw/convert');
  await amountField(page).fill('100');
  await actButton(page).waitFor();
  const posts: Request[] = [];
  page.on('request', (request) => void (isAct(request) && posts.push(request)));
  // By mouse and by key, before an answer.
  await actButton(page).dblclick();
  await amountField(page)
    .press('Enter')
    .catch(() => undefined);
  await page.getByText('전환 완료').waitFor();
  await expect.poll(() => given(page).innerText()).toContain('900');
  await expect.poll(() => recent(page).getByText('100 USDT').count()).toBe(1);
  expect(posts.length).toBe(1);
  await close();
});

it('says why nothing can be pressed: no coins, too little, too much, paused, no price', async () => {
  const { page, close } = await exchange.visit({ width: 1440 });
  await join(page, 'changer4', []);
  await page.goto('/dnw/convert');
  await page.getByRole('button', { name: '바꿀 USDT 잔액이 없어요' }).waitFor();
  await page.getByRole('link', { name: 'USDT 입금하기' }).waitFor();
  await close();
  const other = await exchange.visit({ width: 1440 });
  await join(other.page, 'changer5', [[USDT, 50_000]]);
  await other.page.goto('/dnw/convert');
  for (const [amount, words] of [
    ['9.99', '최소 10 USDT어치부터 바꿀 수 있어요'],
    ['20001', '한 번에 20,000 USDT어치까지 바꿀 수 있어요'],
    ['50001', '한 번에 20,000 USDT어치까지 바꿀 수 있어요'],
  ] as const) {
    await amountField(other.page).fill(amount);
    await other.page.getByRole('button', { name: words }).waitFor();
    await expect.poll(() => given(other.page).innerText()).toContain(words);
  }
  await amountField(other.page).fill('100');
  await actButton(other.page).waitFor();
  await terms(`paused = CASE WHEN asset = ${BTC} THEN 'SAFETY' END`);
  await other.page.getByRole('button', { name: 'BTC 전환을 잠시 멈췄어요' }).waitFor();
  await terms('paused = NULL');
  await actButton(other.page).waitFor();
  await other.close();
});

it('is in order at both widths, in both themes and languages, with a quote and without', async () => {
  for (const width of [1440, 390] as const) {
    const { page, close } = await exchange.visit({ width });
    await join(page, `changer${width}`, [[USDT, 1_000]]);
    await page.goto('/dnw/convert');
    for (const point of ['', '100']) {
      await amountField(page).fill(point);
      await expectInOrder(page, /\bcv\.[a-z]/);
    }
    await close();
  }
});
