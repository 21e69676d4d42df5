// The back office in a browser: its log-in, every page of its menu in both themes and widths, what waits for a second person, and a session left alone.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, dress, overflowPx, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const floor = openServerAndBrowser();

async function enter(look: Visit = {}, username = 'admin'): Promise<Visitor> {
  const visitor = await floor.visit(look);
  const { page } = visitor;
  await page.goto('/admin');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(`${username}1234`);
  await page.locator('button[type=submit]').click();
  await page.locator('#floor h1').waitFor();
  return visitor;
}

/** Addresses of the menu, as this operator sees it. */
async function menuOf(page: Page): Promise<string[]> {
  const links = await page.locator('aside nav a').all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

describe('the back office', () => {
  it('a page that was wanted is asked for again after the log-in; a wrong password says so and stays', async () => {
    const { page, faults, close } = await floor.visit();
    await page.goto('/admin/audit');
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill('wrong-password');
    await page.locator('button[type=submit]').click();
    await page.getByText('아이디나 비밀번호가 맞지 않아요.').waitFor();
    await page.locator('input[name=password]').fill('admin1234');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: '감사 기록' }).waitFor();
    await page.getByText('기록이 이어져 있어요').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/audit');
    expect(faults).toEqual([]);
    await close();
  });

  it('every page of the menu: no fault, axe clean in both themes and languages, no wider than a phone', async () => {
    const wide = await enter();
    const phone = await enter({ width: 390 });
    for (const address of await menuOf(wide.page)) {
      await wide.page.goto(address);
      await wide.page.locator('#floor h1').first().waitFor();
      expect(await axe(wide.page), address).toEqual([]);
      await dress(wide.page, { theme: 'dark', language: 'en' });
      expect(await axe(wide.page), `${address} dark en`).toEqual([]);
      await dress(wide.page, {});
      await phone.page.goto(address);
      await phone.page.locator('#floor h1').first().waitFor();
      expect(await overflowPx(phone.page), `${address} 390`).toBe(0);
    }
    expect([...wide.faults, ...phone.faults]).toEqual([]);
    await Promise.all([wide.close(), phone.close()]);
  });

  it('what one may not do is not in the menu, and its address says which right is missing', async () => {
    const { page, faults, close } = await enter({}, 'staff');
    expect(await menuOf(page)).not.toContain('/admin/staff');
    await page.goto('/admin/staff');
    await page.getByText('이 화면을 볼 권한이 없어요').waitFor();
    await page.getByText('operator.read').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('another site is another desk: the same page is asked anew under its code', async () => {
    const { page, close } = await enter();
    await page.goto('/admin/staff');
    await page.getByRole('button', { name: /사이트 고르기/ }).click();
    const asked = page.waitForRequest((request) => request.url().includes('/api/admin/operator/list'));
    await page.getByRole('menuitem', { name: '한옥' }).click();
    expect((await asked).headers()['x-maru-site']).toBe('hanok');
    await page.getByRole('button', { name: /사이트 고르기: 한옥/ }).waitFor();
    await close();
  });

  it('a session that was ended elsewhere asks for the password over the page, and what was typed is still there', async () => {
    const { page, close } = await enter();
    await page.goto('/admin/audit');
    await page.getByLabel('대상으로 찾기 (member:17)').fill('member:1');
    const token = (await page.evaluate("sessionStorage.getItem('maru.admin.access')")) as string;
    await page.request.post('/api/admin/logout', { headers: { authorization: `Bearer ${token}` }, data: {} });
    await page.getByRole('button', { name: '다시 확인' }).click();
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor();
    await page.locator('input[name=password]').fill('admin1234');
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('대상으로 찾기 (member:17)').inputValue()).toBe('member:1');
    await close();
  });
});
