// No link of any page leads to what is still being built, and without money the order buttons lead to where some can be got (issue 13, 5.29).
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, WalletWord, walletAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { expect, it } from 'vitest';
import { atRest, axe, dress, logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser({ hasDemoMoney: true });
type Page = Visitor['page'];
const addresses = () => [exchange.server.url, exchange.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost')];

/** One of a kind is enough: `/service/notice/1` stands for all notices. */
const kindOf = (path: string) => path.replace(/\/[^/]*\d[^/]*$/, '/…');

/** Every page of this site that a link of another leads to, from home on; answers those that show something still being built. */
async function walk(page: Page): Promise<{ seen: string[]; unbuilt: string[] }> {
  await page.goto('/');
  const waiting = ['/'];
  const known = new Set(waiting);
  const unbuilt: string[] = [];
  const seen: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // As a link leads there: without loading the app anew.
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
    await page.locator('main').first().waitFor();
    await atRest(page);
    seen.push(path);
    if ((await page.getByText(/아직 짓고 있어요|찾으시는 페이지가 없어요/).count()) > 0) unbuilt.push(path);
    const links = (await page.evaluate(
      `[...document.querySelectorAll('a[href]')].filter((a) => a.origin === location.origin && a.target !== '_blank').map((a) => a.pathname)`,
    )) as string[];
    for (const link of links) {
      if (known.has(kindOf(link)) || link.startsWith('/api/') || link.startsWith('/admin')) continue;
      known.add(kindOf(link));
      waiting.push(link);
    }
  }
  return { seen, unbuilt };
}

/** By the page's own network: a site's name under localhost is known to the browser alone. */
async function logInWithin(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.evaluate(`fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '${username}', password: 'demo1234' }),
  }).then((answer) => answer.json()).then(({ data }) => Object.assign(sessionStorage, {
    'maru.access': data.accessToken, 'maru.refresh': data.refreshToken, 'maru.expiry': String(Date.now() + data.expiresIn * 1000),
  }))`);
}

it.each([
  ['guest', 0],
  ['guest', 1],
  ['demo1', 0],
  ['demo1', 1],
] as const)('%s on site %i: no link leads to what is still being built', async (who, site) => {
  const { page, close } = await exchange.visit({}, addresses()[site]);
  if (who !== 'guest') await logInWithin(page, who);
  const { seen, unbuilt } = await walk(page);
  expect(unbuilt).toEqual([]);
  if (who !== 'guest') expect(seen).toEqual(expect.arrayContaining(['/dnw/fund', '/dnw/transfer', '/future', '/trade', '/myinfo/profile']));
  await close();
});

/** All that demo2 has, back to the house. */
async function empty(site: number): Promise<void> {
  const { services, engine } = exchange.server.context;
  const { account = -1 } = (await services.use(memberDirectory).findMember(site, 'demo2')) ?? {};
  for (const purse of [WalletWord.Futures, WalletWord.Binary]) {
    const debit = walletAccount(account, purse);
    const amount = await engine.query<number>(site, 'ledger', debit);
    const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
    const credit = HouseAccount.Promo;
    if (amount > 0) await engine.submit(site, encodeCommand({ ...head, debit, credit, amount, reason: PostingReason.Adjustment }));
  }
}

it('without money every order button is the way to some, and demo money from there opens the ticket', async () => {
  await empty(1);
  const { page, faults, close } = await exchange.visit({});
  await logIn(page, 'demo2');
  for (const [path, wallet] of [
    ['/trade', 'BINARY'],
    ['/powerball', 'BINARY'],
    ['/slot/1', 'BINARY'],
    ['/future/BTCUSDT', 'FUTURES'],
  ]) {
    await page.goto(path);
    const way = page.getByTestId('fund').filter({ visible: true }).first();
    await expect.poll(() => way.getAttribute('href'), { message: path }).toBe(`/dnw/fund?to=${wallet}`);
    if (path.startsWith('/future')) await way.click();
  }
  await page.waitForURL('**/dnw/fund?to=FUTURES');
  await page.getByRole('button', { name: '10,000 USDT 받기' }).click();
  await page.getByText('아직 거래할 돈이 남아 있어요').waitFor();
  for (const look of [{ theme: 'dark', language: 'en' } as const, { theme: 'theme-white', language: 'ko' } as const]) {
    await dress(page, look);
    expect(await axe(page)).toEqual([]);
  }
  await page.goto('/future/BTCUSDT');
  await page.getByTestId('demo-note').getByText('데모 머니 10,000 USDT를 받았어요').waitFor();
  await page.getByTestId('order-long').waitFor();
  await page.getByRole('button', { name: '읽었어요' }).click();
  await page.getByTestId('demo-note').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});
