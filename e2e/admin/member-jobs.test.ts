// The back office in a browser: everybody whom the list's filter finds is chosen, treated in the background, followed on the page and taken as a file.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { axe, dress, logInAtDesk, overflowPx } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const CROWD = 250;

describe('acts on everybody a filter finds', () => {
  it('from the head of the list to the file of results, by keys too, in both themes and languages, on a phone', async () => {
    await exchange.server.context.pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
       SELECT 1, 20000 + n, 'flock' || n, 'flock_' || n, 'Kim', '019-' || to_char(n, 'FM0000') || '-1234', 'flock' || n || '@example.com', 'x'
       FROM generate_series(1, $1) n`,
      [CROWD],
    );
    const { page, faults, close } = await exchange.visit();
    await logInAtDesk(page);
    await page.goto('/admin/members?q=flock');
    await page.getByText(`${CROWD}명`, { exact: true }).waitFor();
    const head = page.getByRole('checkbox', { name: '보이는 회원 모두 고르기' });
    await head.focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: '고른 회원' });
    await bar.getByText('100명 고름').waitFor();
    // One less is no longer everybody shown.
    await page.getByRole('checkbox', { name: 'flock_250 고르기' }).uncheck();
    await expect.poll(() => bar.getByRole('button', { name: /모두 고르기/ }).count()).toBe(0);
    await head.check();
    await bar.getByRole('button', { name: `조건에 맞는 ${CROWD}명 모두 고르기` }).click();
    await bar.getByText(`조건에 맞는 ${CROWD}명 모두`).waitFor();
    // Another filter finds others: everybody of this one is not chosen there.
    const search = page.getByRole('textbox', { name: '아이디·닉네임 앞부분, 번호, 이름·휴대폰·이메일 전체' });
    await search.fill('flock_25');
    await bar.getByText('100명 고름').waitFor();
    await search.fill('flock');
    await bar.getByText(`조건에 맞는 ${CROWD}명 모두`).waitFor();
    await bar.getByRole('button', { name: '출금 보류', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: `${CROWD}명: 출금 보류` }).waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('textbox').fill('이상 거래 확인');
    await dialog.getByRole('button', { name: '처리하기' }).click();
    const strip = page.getByRole('region', { name: '회원 일괄 처리' });
    await strip.getByText('끝남').waitFor();
    await strip.getByText(`${CROWD} / ${CROWD}명`).waitFor();
    await expect.poll(() => bar.count()).toBe(0);
    await page.getByRole('link', { name: '일괄 처리 기록' }).click();
    await page.getByRole('heading', { name: '회원 일괄 처리' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '결과 받기' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trimEnd().split('\r\n')).toHaveLength(CROWD + 1);
    for (const look of [{ theme: 'dark' }, { language: 'en' }] as const) {
      await dress(page, look);
      expect(await axe(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowPx(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
