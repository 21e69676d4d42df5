// What was typed is not lost by a slip: closing, leaving and the tab ask first, in both languages and by the keyboard, and nobody is asked about what was sent.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { atRest, axe, logIn, logInAtDesk, overflowPx, type Visit } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const question = (page: Page) => page.getByRole('dialog', { name: /^(적은 내용을 버릴까요\?|Discard what you typed\?)$/ });
const stay = (page: Page) => question(page).getByRole('button', { name: /^(계속 적기|Keep writing)$/ });
const leave = (page: Page) => question(page).getByRole('button', { name: /^(버리고 나가기|Discard and leave)$/ });
/** Who asks comes with the first form of a page: until then a slip is done again. */
const askedAfter = (page: Page, slip: () => Promise<void>, again: () => Promise<void>) =>
  expect
    .poll(async () => {
      await again();
      await slip();
      await atRest(page);
      return question(page).isVisible();
    })
    .toBe(true);
const focused = (page: Page) => page.evaluate('document.activeElement.id');

const looks: Visit[] = [
  { width: 1440, theme: 'dark', language: 'en' },
  { width: 390, theme: 'theme-white', language: 'ko' },
];
it.each(looks)('a dialog with something typed in asks before Escape, a press outside or its button closes it, at %o', async (look) => {
  const { page, faults, close } = await exchange.visit(look);
  await logIn(page);
  await page.goto('/myinfo/api');
  const open = page.getByRole('button', { name: /^(API 키 만들기|Make an API key)$/ });
  const dialog = page.getByRole('dialog', { name: /^(API 키 만들기|Make an API key)$/, includeHidden: true });
  const name = dialog.getByLabel(/^(이름|Name)$/);
  // Nothing typed, nothing asked.
  await open.click();
  await name.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await askedAfter(
    page,
    () => page.keyboard.press('Escape'),
    async () => {
      await open.click();
      await name.fill('Grid bot');
    },
  );
  const field = await name.getAttribute('id');
  expect(await axe(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  // The harmless answer has the focus; Escape is that answer too, and what was written in has the focus again.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^(계속 적기|Keep writing)$/);
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(field);
  await expect.poll(() => name.inputValue()).toBe('Grid bot');

  await page.mouse.click(4, 4);
  await stay(page).click();
  await question(page).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: /^(닫기|Close)$/ }).click();
  await leave(page).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => question(page).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

async function enterDesk(): Promise<Awaited<ReturnType<typeof exchange.visit>>> {
  const visitor = await exchange.visit();
  const { page } = visitor;
  await logInAtDesk(page);
  return visitor;
}

it('another page of the app, the way back and the tab ask; what stays on the page does not; what was sent is never asked about', async () => {
  const { page, faults, close } = await enterDesk();
  const heading = (name: string) => page.locator('#page h1', { hasText: name });
  const code = page.getByLabel('쿠폰 번호');
  const elsewhere = page.getByRole('link', { name: '감사 기록' }).first();
  await askedAfter(
    page,
    () => elsewhere.click(),
    async () => {
      await page.getByRole('link', { name: '쿠폰' }).first().click();
      await code.fill('LEAVE1');
    },
  );
  await stay(page).click();
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => code.inputValue()).toBe('LEAVE1');
  expect(new URL(page.url()).pathname).toBe('/admin/coupons');
  await page.goBack();
  await stay(page).click();
  expect(new URL(page.url()).pathname).toBe('/admin/coupons');

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate('location.assign("/admin/audit")').catch(() => undefined);
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect.poll(() => code.inputValue()).toBe('LEAVE1');

  for (const [label, typed] of Object.entries({
    '이름 (한국어)': '떠남',
    '이름 (영어)': 'Leave',
    '1장 금액': '1',
    수량: '1',
    사유: '시험',
  }))
    await page.getByLabel(label, { exact: true }).fill(typed);
  await page.getByRole('button', { name: '1.00 USDT로 쿠폰 만들기' }).click();
  await expect.poll(() => code.inputValue()).toBe('');
  await elsewhere.click();
  await heading('감사').waitFor();
  await expect.poll(() => question(page).count()).toBe(0);
  expect([asked.length, faults]).toEqual([1, []]);
  await close();
});

it('what is written beside a list is asked about when another row is chosen, or another site', async () => {
  const { page, faults, close } = await enterDesk();
  await page.goto('/admin/inquiries/canned?open=new');
  const [name, korean, english] = ['이름', '한국어', '영어'].map((label) => page.getByLabel(label, { exact: true }));
  const save = page.getByRole('button', { name: '저장', exact: true });
  await name.fill('환영');
  await korean.fill('안녕하세요.');
  await english.fill('Welcome.');
  await save.click();
  const row = page.getByRole('row', { name: /환영/ });
  await row.waitFor();
  await expect.poll(() => question(page).count()).toBe(0);
  await page.getByRole('button', { name: '새 답변' }).click();
  await name.fill('두 번째');
  await row.click();
  await stay(page).click();
  await expect.poll(() => name.inputValue()).toBe('두 번째');
  await page.getByRole('button', { name: /사이트 고르기/ }).click();
  await page.getByRole('option', { name: '한옥' }).click();
  await stay(page).click();
  await page.keyboard.press('Escape');
  await row.click();
  await leave(page).click();
  await expect.poll(() => name.inputValue()).toBe('환영');
  expect(faults).toEqual([]);
  await close();
});

/** Dialogs of the desk with fields of their own beside the reason: where, what opens it, the field, what is typed. */
const dialogs: [string, string, string, string][] = [
  ['ledger', '재원 채우기', '금액', '500'],
  ['exposure', '사이트 한도', '한도 (USDT)', '1000'],
  ['banks', '은행 추가', '이름 (한국어)', '새 은행'],
  ['prices', '한도', '한도 (%)', '5'],
  ['alerts', '시간 바꾸기', '시간', '48'],
  ['exports', '체결', '시작', '2026-11-02'],
  ['rounds/games', '게임 더하기', '상승', '1.9'],
];
it('a dialog of the desk that asks for more than a reason asks before it is closed', async () => {
  const { page, faults, close } = await enterDesk();
  for (const [path, button, label, typed] of dialogs) {
    await page.goto(`/admin/${path}`);
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('사유') });
    const field = dialog.getByLabel(label, { exact: true });
    await askedAfter(
      page,
      () => page.keyboard.press('Escape'),
      async () => {
        await page.getByRole('button', { name: button, exact: true }).first().click();
        await field.fill(typed);
      },
    );
    await stay(page).click();
    await expect.poll(() => field.inputValue(), { message: path }).toBe(typed);
    await page.keyboard.press('Escape');
    await leave(page).click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
  await close();
});

it('stakes of the slot and terms of a game are asked about until they were sent', async () => {
  const { page, faults, close } = await enterDesk();
  const elsewhere = page.getByRole('link', { name: '감사 기록' }).first();
  const send = async () => {
    await page.getByRole('button', { name: '바뀌는 내용 보기' }).click();
    await page.getByRole('dialog').getByLabel('사유').fill('한도를 낮춰요');
    await page.getByRole('dialog').getByRole('button', { name: '바꾸기', exact: true }).click();
  };
  await page.goto('/admin/slot');
  const most = page.getByLabel('한 번 회전 최대');
  await askedAfter(
    page,
    () => elsewhere.click(),
    async () => {
      if (!(await most.isVisible())) await page.goto('/admin/slot');
      await most.fill('9');
    },
  );
  await stay(page).click();
  await send();
  // It waits for a second person: that is sent as well.
  await page.getByRole('dialog', { name: '승인 요청됨' }).getByRole('button', { name: '닫기' }).last().click();
  await elsewhere.click();
  await page.locator('#page h1', { hasText: '감사' }).waitFor();

  await page.goto('/admin/rounds/games?open=1');
  const up = page.getByLabel('상승', { exact: true });
  await askedAfter(
    page,
    () => page.getByRole('complementary').getByRole('button', { name: '닫기' }).click(),
    async () => {
      if (!(await up.isVisible())) await page.goto('/admin/rounds/games?open=1');
      await up.fill('1.93');
    },
  );
  await stay(page).click();
  await expect.poll(() => up.inputValue()).toBe('1.93');
  await send();
  await page.getByText('조건을 바꿨어요').first().waitFor();
  await page.getByRole('complementary').getByRole('button', { name: '닫기' }).click();
  await up.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});
