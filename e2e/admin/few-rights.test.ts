// Operators of one brand with few rights: nothing of their menu asks for what they may not have, and no control stands that would be refused.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { presetRoles } from '../../features/operator/server/preset-roles.ts';
import { atRest, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { menuOf, turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser();

/** Logged in with just these rights, at the first site or at all. */
async function enterWith(rights: readonly string[], isEverywhere = false): Promise<Visitor & { refused: string[] }> {
  const { token } = await newOperator(exchange.server.context, { ...(isEverywhere ? {} : { site: 1 }), rights });
  const visitor = await exchange.visit();
  const tokens = { 'maru.admin.access': token, 'maru.admin.refresh': '', 'maru.admin.expiry': String(Date.now() + 3_600_000) };
  await visitor.page.addInitScript(`Object.assign(sessionStorage, ${JSON.stringify(tokens)})`);
  const refused: string[] = [];
  visitor.page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${new URL(visitor.page.url()).pathname} asked ${new URL(answer.url()).pathname}`);
  });
  await visitor.page.goto('/admin');
  await visitor.page.locator('#page h1').first().waitFor();
  return { ...visitor, refused };
}

async function walk(page: Page): Promise<number> {
  const addresses = await menuOf(page);
  for (const address of addresses) {
    await turnTo(page, address);
    await atRest(page);
  }
  return addresses.length;
}

describe('few rights at one brand', () => {
  it.each(presetRoles.filter(({ code }) => code !== 'owner').map(({ code, rights }) => ({ code, rights })))(
    'no page in the menu of $code asks for what is refused',
    async ({ rights }) => {
      const { page, refused, faults, close } = await enterWith(rights);
      expect(await walk(page)).toBeGreaterThan(3);
      expect(refused).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('today has no panel for what one may not see, and says so where nothing is left', async () => {
    const ledger = await enterWith(['ledger.read']);
    await ledger.page.getByRole('heading', { name: '돈의 흐름' }).waitFor();
    const services = ledger.page.locator('#page h2');
    await expect.poll(() => services.filter({ hasText: '곧 청산될 수 있는 포지션' }).count()).toBe(0);
    await expect.poll(() => services.filter({ hasText: '시스템' }).count()).toBe(0);
    await ledger.close();
    const notices = await enterWith(['notice.read']);
    await notices.page.getByText('오늘 볼 것이 없어요').waitFor();
    expect([...ledger.refused, ...notices.refused]).toEqual([]);
    await notices.close();
  });

  it('who may only read a brand sees its values, changes none, and is offered nothing that would be refused', async () => {
    const { page, refused, faults, close } = await enterWith(['site.read']);
    await page.goto('/admin/brand');
    await page.getByText('보기만 할 수 있어요.').waitFor();
    const fields = page.locator('#page fieldset');
    await expect.poll(() => fields.locator('input').first().isDisabled()).toBe(true);
    for (const name of ['발행', '바뀐 곳 보기', '되돌리기'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '발행 기록' }).waitFor();
    await atRest(page);
    await turnTo(page, '/admin/launch');
    await page.getByText('메일 발송', { exact: true }).waitFor();
    const ways = () => page.locator('#page').getByRole('link', { name: '고치러 가기' });
    const targets = async () => new Set(await Promise.all((await ways().all()).map((way) => way.getAttribute('href'))));
    await expect.poll(targets).toEqual(new Set(['/admin/brand']));
    expect([refused, faults]).toEqual([[], []]);
    await close();
  });

  it('the view of all brands claims no nought of money that one may not see', async () => {
    const few = await enterWith(['dashboard.read', 'contact.read'], true);
    const more = await enterWith(['dashboard.read', 'ledger.read'], true);
    for (const { page } of [few, more]) {
      await turnTo(page, '/admin/brands');
      await page.getByText('목표를 넘긴 브랜드').waitFor();
    }
    await more.page.getByText('하우스 결과 (USDT)').waitFor();
    for (const words of ['하우스 결과 (USDT)', '순입금 (USDT)', '노출 한도 80% 넘음', '모든 원장과 같아요'])
      await expect.poll(() => few.page.getByText(words).count()).toBe(0);
    expect([few.refused, more.refused]).toEqual([[], []]);
    await Promise.all([few.close(), more.close()]);
  });

  it('who holds a right at all sites has the buttons of what belongs to the installation, who holds it at one has not', async () => {
    const rights = ['dashboard.read', 'futures.read', 'futures.price', 'site.create'];
    const all = await enterWith(rights, true);
    const one = await enterWith(rights);
    for (const [address, name] of [
      ['/admin/brands', '새 브랜드'],
      ['/admin/prices', '한도'],
      ['/admin/prices/holidays', '휴장일 등록'],
    ]) {
      await all.page.goto(address);
      await all.page.getByRole('button', { name, exact: true }).first().waitFor();
      await one.page.goto(address);
      await one.page.locator('#page h1').first().waitFor();
      await atRest(one.page);
      await expect.poll(() => one.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect([...all.refused, ...one.refused]).toEqual([]);
    await Promise.all([all.close(), one.close()]);
  });

  it('an entry that is not there keeps the page’s head and the way back to its list', async () => {
    const { page, close } = await enterWith(['popup.read', 'notice.read']);
    for (const list of ['popups', 'contents']) {
      await page.goto(`/admin/${list}/99999`);
      await page.getByText('이 글은 없어요').waitFor();
      await page
        .getByRole('heading', { level: 1, name: '글 고치기' })
        .or(page.getByRole('heading', { level: 1, name: '팝업 고치기' }))
        .waitFor();
      await page.getByRole('link', { name: '목록', exact: true }).click();
      await page.waitForURL((url) => url.pathname === `/admin/${list}`);
    }
    await close();
  });
});
