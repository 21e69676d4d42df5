// Steps of the desk's journeys through games of rounds and switches of futures, and a settled round to look at.
import { FIRST_PREVIOUS, sealRecord } from '@maru/rounds/evidence.ts';
import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { priceRecord } from '../../features/rounds/testing/evidence-samples.ts';

/** A round nobody bet on any more, with its record: rows as projection and settlement would have written them. */
export async function settledRound(pool: Pick<Pool, 'query'>): Promise<void> {
  const record = priceRecord({ number: 1, strike: '60000', close: '60012.5', result: 'UP', bets: [] }, FIRST_PREVIOUS);
  const sealed = sealRecord(record);
  const [option, ordinal, at] = [Number(record.tradeOptionId) - 1, Number(record.tradeRoundId) % 2 ** 32, Number(record.settledAt)];
  await pool.query(
    `INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms, status, result, strike, close, paid, settled_seq, settled_ms)
     VALUES (1, $1, $2, 1, $3, 1, 0, 6000000, 6001250, 0, 1, $3)`,
    [option, ordinal, at],
  );
  await pool.query(
    `INSERT INTO rounds_evidence (site_id, option, number, ordinal, record, hash, previous_hash, settled_ms, at)
     VALUES (1, $1, 1, $2, $3, $4, $5, $6, now())`,
    [option, ordinal, sealed.record, sealed.hash, FIRST_PREVIOUS, at],
  );
}

/** The first game is open beside the list. */
export async function changeOdds(page: Page): Promise<void> {
  const [up, review, dialog] = [page.getByLabel('상승'), page.getByRole('button', { name: '바뀌는 내용 보기' }), page.getByRole('dialog')];
  await up.fill('1.99');
  await page.getByText('1.5에서 1.98 사이로 적어 주세요.').waitFor();
  await expect.poll(() => review.isDisabled()).toBe(true);
  await up.fill('1.94');
  await page.getByText('확률 0.5 × 배당 = 0.97 · 하우스 3%').waitFor();
  await review.click();
  await dialog.getByText(/회\(.+ 접수 시작\)부터예요/).waitFor();
  await expect.poll(() => dialog.locator('tbody tr').allInnerTexts()).toEqual([expect.stringMatching(/상승 배당\s+1.95\s+1.94/)]);
  await dialog.getByLabel('사유').fill('상승 쏠림을 줄여요');
  await dialog.getByRole('button', { name: '바꾸기' }).click();
  await page.getByText('조건을 바꿨어요').first().waitFor();
}

export async function pauseGame(page: Page, name: string): Promise<void> {
  const row = page.locator('tbody tr').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: '멈추기' }).click();
  await dialog.getByText('열린 라운드는 끝까지 가고').waitFor();
  await dialog.getByLabel('사유').fill('점검하는 동안');
  await dialog.getByRole('button', { name: '멈추기' }).click();
  await row.getByText('멈춤').waitFor();
}

/** Of `settledRound`, in the list of past rounds. */
export async function checkEvidence(page: Page): Promise<void> {
  await page.locator('tbody tr').filter({ hasText: '60,000.00 → 60,012.50' }).click();
  await page.getByRole('tab', { name: '증빙' }).click();
  await page.getByText(/이 기기에서 확인했어요/).waitFor();
  await expect.poll(() => page.locator('section li .text-danger').count()).toBe(0);
}

/** From the row's button through the dialog and back to the button. */
export async function restrictByKeys(page: Page, symbol: string, what: string, why: string): Promise<void> {
  const button = page.locator('tbody tr').filter({ hasText: symbol }).getByRole('button', { name: '거래 제한' });
  const dialog = page.getByRole('dialog');
  await button.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('지금과 같아요').waitFor();
  await dialog.getByRole('radio', { name: what }).focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('사유').focus();
  await page.keyboard.type(why);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1);
}
