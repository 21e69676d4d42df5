// Conversions on the desk in a browser: a wrong term says so at its field, a stricter one holds at once, a coin is paused, all of it readable everywhere.
import { expect, it } from 'vitest';
import { logInAtDesk } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser();

it('terms are set and a coin is paused, at its fields and with a second person where it risks more', async () => {
  const { page, faults, close } = await exchange.visit({ width: 1440 });
  await logInAtDesk(page);
  await turnTo(page, '/admin/conversions');
  const row = page.getByRole('row', { name: /BTC/ });
  const dialog = page.getByRole('dialog');
  const because = async (words: string, button: string) => {
    await dialog.getByLabel('사유').fill(words);
    await dialog.getByRole('button', { name: button }).click();
  };
  await row.getByRole('button', { name: '조건 바꾸기' }).click();
  await dialog.getByLabel('견적 뒤 허용 변동').fill('0.3');
  await because('변동이 커졌어요', '바꾸기');
  await dialog.getByText('허용 변동은 스프레드보다 클 수 없어요.', { exact: false }).first().waitFor();
  await dialog.getByLabel('스프레드', { exact: true }).fill('0.35');
  await because('변동이 커졌어요', '바꾸기');
  await expect.poll(() => row.innerText()).toContain('0.35');
  await row.getByRole('button', { name: '조건 바꾸기' }).click();
  await dialog.getByLabel('하우스 노출 한도').fill('900000');
  await because('더 많이 바꾸려고요', '바꾸기');
  await page.getByText('승인 요청됨').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '전환 멈추기' }).click();
  await because('시세를 확인해요', '전환 멈추기');
  await row.getByText('멈춤 · 안전 확인').waitFor();
  await row.getByRole('button', { name: '전환 다시 열기' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('is no wider than a phone, says all in both languages, and passes the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, faults, close } = await exchange.visit({ width });
    await logInAtDesk(page);
    await turnTo(page, '/admin/conversions');
    await expectInOrder(page, /\bcw\.[a-z]/);
    expect(faults).toEqual([]);
    await close();
  }
});
