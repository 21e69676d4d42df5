// What holds withdrawals back on the desk in a browser: a rule, a level and the sanctions list, stricter at once and looser by two.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dress, logInAtDesk } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const LISTED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const because = async (page: Page, button: string) => {
  await page.getByRole('dialog').getByLabel('사유').fill('위원회에서 정했어요');
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
};
const asked = async (page: Page) => {
  await page.getByText('승인 요청됨').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

it('a stricter rule holds at once, a wrong value says so at its field, a looser one and a name off the list ask another person', async () => {
  const { page, faults, close } = await exchange.visit({ width: 1440 });
  await logInAtDesk(page);
  await turnTo(page, '/admin/withdrawals/rules');
  const dialog = page.getByRole('dialog');
  const many = page.getByRole('row', { name: /하루 신청 횟수/ });
  await many.getByRole('button', { name: '바꾸기' }).click();
  await dialog.getByLabel('기준').fill('5000');
  await because(page, '바꾸기');

  await dialog.getByText(/기준은 0부터 1,?000까지 적어 주세요/).waitFor();
  // What the server said is of the language in which it was asked; what was typed is nobody's but the typist's.
  await dress(page, { language: 'en' });
  await expect.poll(() => dialog.innerText()).not.toMatch(/기준은/);
  await expect.poll(() => dialog.getByLabel('Threshold').inputValue()).toBe('5000');
  await dress(page, { language: 'ko' });
  await dialog.getByLabel('기준').fill('4');
  await because(page, '바꾸기');
  await expect.poll(() => many.innerText()).toMatch(/4\s+번/);
  await many.getByRole('button', { name: '바꾸기' }).click();
  await dialog.getByLabel('이 규칙을 써요').click();
  await because(page, '바꾸기');
  await asked(page);
  await page.getByRole('link', { name: '등급별 한도' }).click();
  const first = page.getByRole('row', { name: /^1/ });
  await first.getByRole('button', { name: '바꾸기' }).click();
  await dialog.getByLabel('하루 한도').fill('20000');
  await because(page, '바꾸기');
  await expect.poll(() => first.innerText()).toContain('20,000');
  await page.getByRole('link', { name: '제재 명단' }).click();
  await page.getByRole('button', { name: '명단 올리기' }).click();
  await dialog.getByLabel('주소').fill(`${LISTED},OFAC SDN`);
  await because(page, '명단 올리기');
  const row = page.getByRole('row', { name: new RegExp(LISTED) });
  await row.getByRole('button', { name: '빼기' }).click();
  await because(page, '빼기');
  await asked(page);
  expect(faults).toEqual([]);
  await close();
});

it('the pages are no wider than a phone, say all in both languages, and pass the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, faults, close } = await exchange.visit({ width });
    await logInAtDesk(page);
    for (const view of ['', '/levels', '/sanctions']) {
      await turnTo(page, `/admin/withdrawals/rules${view}`);
      await expectInOrder(page, /\bru\.[a-z]/, view);
    }
    await page.goto('/admin/withdrawals/rules');
    await page.getByRole('button', { name: '바꾸기' }).nth(1).click();
    await page.getByRole('dialog').getByLabel('사유').waitFor();
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
    await close();
  }
});
