// The back office in a browser: its log-in, every page of its menu in both themes and widths, and a desk that is left alone.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, overflowPx, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const floor = openServerAndBrowser();

async function enter(look: Visit = {}, username = 'admin'): Promise<Visitor> {
  const visitor = await floor.visit(look);
  await logInAt(visitor.page, username);
  return visitor;
}

async function logInAt(page: Page, username: string): Promise<void> {
  await page.goto('/admin');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(`${username}1234`);
  await page.locator('button[type=submit]').click();
  await page.locator('#floor h1').waitFor();
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
    const phone = await enter({ width: 390, theme: 'dark', language: 'en' });
    const found: unknown[] = [];
    for (const address of await menuOf(wide.page)) {
      await wide.page.goto(address);
      await wide.page.locator('#floor h1').first().waitFor();
      for (const finding of await axe(wide.page)) found.push([address, finding]);
      await phone.page.goto(address);
      await phone.page.locator('#floor h1').first().waitFor();
      for (const finding of await axe(phone.page)) found.push([address, 'phone, dark, English', finding]);
      const tooWidePx = await overflowPx(phone.page);
      if (tooWidePx > 0) found.push([address, 390, tooWidePx]);
    }
    expect([...found, ...wide.faults, ...phone.faults]).toEqual([]);
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
    const asked = page.waitForRequest(
      (request) => request.url().includes('/api/admin/operator/list') && request.headers()['x-maru-site'] === 'hanok',
    );
    await page.getByRole('menuitem', { name: '한옥' }).click();
    await asked;
    await page.getByRole('button', { name: /사이트 고르기: 한옥/ }).waitFor();
    await close();
  });

  it('a desk left alone warns a minute before it closes, and asks for the password over the page: what was typed is still there', async () => {
    const { page, close } = await floor.visit();
    await page.clock.install();
    await logInAt(page, 'admin');
    await page.goto('/admin/audit');
    const target = page.getByLabel('대상으로 찾기 (member:17)');
    await target.fill('member:1');
    await page.clock.fastForward(14 * 60_000 + 5_000);
    await page.getByRole('heading', { name: '아직 계세요?' }).waitFor();
    await page.getByRole('button', { name: '계속하기' }).click();
    await page.getByRole('heading', { name: '아직 계세요?' }).waitFor({ state: 'detached' });
    await page.clock.fastForward(15 * 60_000 + 5_000);
    await page.getByText('오래 쓰지 않아 로그아웃했어요.').waitFor();
    await page.locator('input[name=password]').fill('admin1234');
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor({ state: 'detached' });
    expect(await target.inputValue()).toBe('member:1');
    await close();
  });

  it('a session that was ended elsewhere is noticed by the next call', async () => {
    const { page, close } = await enter();
    await page.goto('/admin/audit');
    await page.getByText('기록이 이어져 있어요').waitFor();
    const token = (await page.evaluate("sessionStorage.getItem('maru.admin.access')")) as string;
    await page.request.post('/api/admin/logout', { headers: { authorization: `Bearer ${token}` }, data: {} });
    await page.getByLabel('대상으로 찾기 (member:17)').fill('member:1');
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor();
    await close();
  });
});
