// No link of any page leads to what is still being built, and without money the order buttons lead to where some can be got (issue 13, 5.29).
import { memberDirectory } from '@maru/account/contract.ts';
import { CommandKind, encodeCommand } from '@maru/engine/command.ts';
import { HOUSE_OWNER, HousePurse, ledgerAccount, MemberPurse, PostingReason } from '@maru/engine/ledger/account.ts';
import { expect, it } from 'vitest';
import { atRest, axe, dress, logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const floor = openServerAndBrowser({ hasDemoMoney: true });
type Page = Visitor['page'];
const addresses = () => [floor.server.url, floor.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost')];

/** One of a kind is enough: `/service/notice/1` stands for all notices. */
const kindOf = (path: string) => path.replace(/\/[^/]*\d[^/]*$/, '/…');

/** Every page of this site that a link of another leads to, from home on; answers those that show something still being built. */
async function walk(page: Page): Promise<{ seen: string[]; unbuilt: string[] }> {
  const waiting = ['/'];
  const known = new Set(waiting);
  const unbuilt: string[] = [];
  const seen: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    await page.goto(path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await atRest(page);
    seen.push(path);
    if ((await page.getByText(/아직 짓고 있어요|없는 페이지예요/).count()) > 0) unbuilt.push(path);
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

it.each(['guest', 'demo1'])('%s: on both sites no link leads to what is still being built', async (who) => {
  for (const address of addresses()) {
    const { page, close } = await floor.visit({}, address);
    if (who !== 'guest') await logIn(page, who);
    const { seen, unbuilt } = await walk(page);
    expect(unbuilt).toEqual([]);
    if (who !== 'guest')
      expect(seen).toEqual(expect.arrayContaining(['/dnw/fund', '/dnw/transfer', '/future', '/trade', '/myinfo/profile']));
    await close();
  }
});

/** All that demo2 has, back to the house. */
async function empty(site: number): Promise<void> {
  const { services, engine } = floor.server.context;
  const { account = -1 } = (await services.use(memberDirectory).findMember(site, 'demo2')) ?? {};
  for (const purse of [MemberPurse.Futures, MemberPurse.Binary]) {
    const debit = ledgerAccount(account + 1, purse);
    const amount = await engine.query<number>(site, 'ledger', debit);
    const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
    const credit = ledgerAccount(HOUSE_OWNER, HousePurse.Promo);
    if (amount > 0) await engine.submit(site, encodeCommand({ ...head, debit, credit, amount, reason: PostingReason.Adjustment }));
  }
}

it('without money every order button is the way to some, and demo money from there opens the ticket', async () => {
  await empty(1);
  const { page, faults, close } = await floor.visit({});
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
