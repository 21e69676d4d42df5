// Custody on the desk in a browser: a large withdrawal by two persons from the keyboard, coins set and paused, everything readable everywhere.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { logInAtDesk, type Visit, type Visitor } from '../browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const HASH = `0x${'ab12'.repeat(16)}`;
let large: number;
let small: number;

/** Rows alone: nothing of them stands in the ledger. */
beforeAll(async () => {
  const { pool, clock, services } = exchange.server.context;
  const now = clock.now();
  const account = (await services.use(memberDirectory).findMember(1, 'demo1'))?.account;
  const ask = async (key: string, amount: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO custody_withdrawal (site_id, account, request_key, body_hash, wallet_type, asset, chain, address, amount, fee, value, state,
         asked_ms, changed_ms)
       VALUES (1, $5, $1, '', 'ETH_USDT', 0, 'ETH', $2, $3, 1000000, $3, 'REVIEW', $4, $4)
       RETURNING withdrawal_id::float8 AS id`,
      [key, ADDRESS, amount, now - 3_600_000, account],
    );
    return rows[0].id;
  };
  [large, small] = [await ask('large', 17_999e6), await ask('small', 2_399e6)];
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO custody_arrival (chain, tx_hash, place, coin, address, amount, height, seen_ms, is_taken)
     VALUES ('ETH', $1, 0, 'ETH_USDT', $2, 25000000, 7, $3, true) RETURNING arrival_id::float8 AS id`,
    [HASH, ADDRESS, now],
  );
  await pool.query(
    `INSERT INTO custody_deposit (deposit_id, site_id, account, wallet_type, asset, amount, dust, state, confirmations, changed_ms)
     VALUES ($1, 1, $2, 'ETH_USDT', 0, 25000000, 0, 'SMALL', 2, $3)`,
    [rows[0].id, account, now],
  );
});

async function enter(look: Visit = {}, username = 'admin'): Promise<Visitor> {
  const visitor = await exchange.visit(look);
  await logInAtDesk(visitor.page, username);
  return visitor;
}
const open = async (page: Page, id: number) => {
  await turnTo(page, `/admin/withdrawals?open=${id}`);
  await page.getByRole('heading', { name: `출금 ${id}` }).waitFor();
};
/** Whatever is in focus there is pressed by Enter: nobody needs a pointer. */
const pressByKey = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
};
const because = async (page: Page, words: string, button: string) => {
  await page.getByRole('dialog').getByLabel('사유').fill(words);
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
};

describe('withdrawals', () => {
  it('a large one is taken, asked for and agreed to by two persons, all of it from the keyboard', async () => {
    const [first, second] = [await enter(), await enter({}, 'admin2')];
    const { page } = first;
    await turnTo(page, '/admin/withdrawals');
    await page.getByRole('row', { name: /17,999|18,000/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `출금 ${large}` }).waitFor();
    await pressByKey(page, '내가 맡기');
    await page.getByRole('button', { name: '내려놓기' }).waitFor();
    await open(second.page, large);
    await second.page.getByText('admin님이 맡고 있어요').waitFor();
    await expect.poll(() => second.page.getByRole('button', { name: /1차 승인/ }).isDisabled()).toBe(true);
    await pressByKey(page, '18,000 USDT 1차 승인');
    const dialog = page.getByRole('dialog');
    // Drawn in groups, and one word to whoever copies it.
    await expect.poll(() => dialog.innerText()).toContain(ADDRESS);
    await dialog.getByLabel('사유').fill('회원과 통화했어요');
    await dialog.getByRole('button', { name: '18,000 USDT 1차 승인' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '승인 대기 보기' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('승인 요청이 올라가 있어요').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /1차 승인/ }).count()).toBe(0);
    await second.page.getByRole('link', { name: '승인 요청 보기' }).click();
    await second.page.getByText(ADDRESS).first().waitFor();
    await pressByKey(second.page, '내가 맡기');
    await expect.poll(() => second.page.getByRole('button', { name: '승인하기' }).isEnabled()).toBe(true);
    await pressByKey(second.page, '승인하기');
    await page.getByRole('complementary').getByText('승인됨').first().waitFor();
    expect([first.faults, second.faults]).toEqual([[], []]);
    await Promise.all([first.close(), second.close()]);
  });

  it('a small one is refused with a reason, and leaves the queue', async () => {
    const { page, faults, close } = await enter();
    await open(page, small);
    await page.getByRole('button', { name: '거절하고 돌려주기' }).click();
    await because(page, '회원이 모르는 신청이에요', '거절하고 돌려주기');
    await page.getByRole('complementary').getByText('회원이 모르는 신청이에요').waitFor();
    await turnTo(page, '/admin/withdrawals');
    await page.getByText('검토를 기다리는 출금이 없어요').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('coins', () => {
  it('a fee changes at once, a wrong one says so at its field, fewer blocks ask another person, a pause says until when', async () => {
    const { page, faults, close } = await enter();
    await turnTo(page, '/admin/custody/coins');
    const row = page.getByRole('row', { name: /USDT\s*ETH/ });
    await row.getByRole('button', { name: '조건 바꾸기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('출금 수수료').fill('20');
    await because(page, '네트워크 수수료가 올랐어요', '바꾸기');
    await dialog.getByText('최소 출금은 수수료보다 커야 해요.').waitFor();
    await dialog.getByLabel('출금 수수료').fill('4.5');
    await because(page, '네트워크 수수료가 올랐어요', '바꾸기');
    await expect.poll(() => row.innerText()).toContain('4.5');
    await row.getByRole('button', { name: '조건 바꾸기' }).click();
    await dialog.getByLabel('지갑에 반영하는 확인 수').fill('1');
    await because(page, '더 빨리 반영하려고요', '바꾸기');
    await page.getByText('승인 요청됨').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: '입금 멈추기' }).click();
    await dialog.getByLabel('다시 열 때까지(시간)').fill('3');
    await because(page, '노드를 바꿔요', '바꾸기');
    await row.getByText('네트워크 점검').waitFor();
    await row.getByRole('button', { name: '입금 다시 열기' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

it('with rows on them the pages are no wider than a phone, say all in both languages, and pass the checks for readers', async () => {
  for (const width of [1440, 390] as const) {
    const { page, faults, close } = await enter({ width });
    for (const address of [
      `/admin/withdrawals?show=ALL&open=${large}`,
      '/admin/deposits?show=ALL',
      '/admin/custody',
      '/admin/custody/coins',
    ]) {
      await turnTo(page, address);
      await expectInOrder(page, /\b(dw|dd|cu|cc)\.[a-z]/, address);
    }
    expect(faults).toEqual([]);
    await close();
  }
});
