// Transfers between members on the desk in a browser: how each ended, a lower limit at once, and a pause; readable everywhere.
import { memberDirectory } from '@maru/member/contract.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { logInAtDesk } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser();
const PAGE = '/admin/ledger/transfers';

/** Rows alone: nothing of them stands in the ledger. */
beforeAll(async () => {
  const { pool, clock, services } = exchange.server.context;
  const accountOf = async (name: string) => (await services.use(memberDirectory).findMember(1, name))?.account;
  const [payer, payee] = [await accountOf('demo1'), await accountOf('demo2')];
  const now = clock.now();
  const add = (state: string, amount: number, seq: number | null, fault: string | null) =>
    pool.query(
      `INSERT INTO wallet_member_transfer (site_id, account, payee, account_name, payee_name, asset, amount, value, asked_ms, ends_ms, state,
         taken_ms, until_ms, seq, fault, is_told) VALUES (1, $1, $2, '*', '*', 0, $3, $3, $4, $4, $5, $4, $4, $6, $7, true)`,
      [payer, payee, amount, now, state, seq, fault],
    );
  await add('DONE', 120_500_000, 7, null);
  await add('REFUSED', 900_000_000, null, 'RECEIVER_CLOSED');
});

const because = async (page: Page, words: string, button: string) => {
  await page.getByRole('dialog').getByLabel('사유').fill(words);
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
};

it('who sent what to whom, a lower limit at once, a higher one by two, and a pause', async () => {
  const { page, faults, close } = await exchange.visit({ width: 1440 });
  await logInAtDesk(page);
  await turnTo(page, PAGE);
  const row = page.getByRole('row', { name: /demo1.*demo2/ });
  await expect.poll(() => row.count()).toBe(2);
  await page.getByText('거절 · 받는 계정 정지').waitFor();
  await page.getByRole('button', { name: '한도 바꾸기' }).click();
  await page.getByRole('dialog').getByLabel('한 번에').fill('300');
  await because(page, '피싱이 늘었어요', '저장');
  await page.getByText(/한 번에 1~300,/).waitFor();
  await page.getByRole('button', { name: '한도 바꾸기' }).click();
  await page.getByRole('dialog').getByLabel('한 번에').fill('400');
  await because(page, '다시 올려요', '저장');
  await page.getByText('승인 요청됨').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '멈추기' }).click();
  await because(page, '확인이 필요해요', '멈추기');
  await page.getByRole('button', { name: '다시 열기' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('is no wider than a phone, says all in both languages, and passes the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, faults, close } = await exchange.visit({ width });
    await logInAtDesk(page);
    await turnTo(page, PAGE);
    await page.getByText('demo2').first().waitFor();
    await expectInOrder(page, /\bwm\.[a-z]/);
    expect(faults).toEqual([]);
    await close();
  }
});
