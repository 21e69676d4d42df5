// Cold storage on the desk in a browser, on the demo's own chain: an address and what is taken out of it by two persons, the file carried to the
// offline tool and brought back signed through the page (issue 15, 3 and 7; ADR 0082, 0083).
import { demoCold } from '@maru/chains/demo-cold.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openColdTool } from '../../apps/server/testing/cold-tool.ts';
import { logInAtDesk, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { expectInOrder } from '../shell/in-order.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const PAGE = '/admin/custody';
const CHAIN = 'XRP';

async function enter(username: string, look: Visit = {}): Promise<Visitor> {
  const visitor = await exchange.visit(look);
  await logInAtDesk(visitor.page, username);
  return visitor;
}

const send = async (page: Page, button: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('사유').fill('금고에서 확인했어요');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.getByText('승인 요청됨').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

/** The only one that waits. */
async function agree(page: Page): Promise<void> {
  await page.goto('/admin/approvals');
  await page.getByRole('button', { name: '내가 맡기' }).click();
  await page.getByRole('button', { name: '승인하기' }).click();
  await page.getByText('기다리는 승인이 없어요').waitFor();
}

async function hotAddress(): Promise<string> {
  const { rows } = await exchange.server.context.pool.query<{ address: string }>(
    'SELECT address FROM custody_hot WHERE site_id = 1 AND chain = $1',
    [CHAIN],
  );
  return rows[0].address;
}

async function carry(page: Page, row: Locator): Promise<{ text: string; code: string }> {
  const code = /[0-9a-f]{4}(-[0-9a-f]{4}){3}/.exec(await row.innerText())?.[0] as string;
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: '파일 받기' }).click()]);
  return { text: readFileSync((await file.path()) as string, 'utf8'), code };
}

const inOrder = (page: Page) => expectInOrder(page, /\b(co|cu|sw)\.[a-z]/);

it('two persons set an address and take coins out of it; the file goes to the offline tool and comes back through the page', async () => {
  exchange.server.context.services.use(custodyProcesses).wake();
  const [first, second] = [await enter('admin'), await enter('admin2')];
  const { page } = first;
  await turnTo(page, PAGE);
  await page.getByText('정해진 콜드 지갑이 없어요').waitFor();
  await page.getByRole('button', { name: '주소 정하기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('네트워크').click();
  await page.getByRole('option', { name: CHAIN }).click();
  await dialog.getByLabel('주소').fill(demoCold[CHAIN]);
  await send(page, '주소 정하기');
  await expect.poll(() => hotAddress().catch(() => '')).not.toBe('');
  await agree(second.page);
  const held = page.getByRole('region', { name: '콜드 지갑 주소' }).getByRole('row', { name: /XRP/ });
  // What is above the share goes there by itself; what lies there is read when somebody asks.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: '지금 맞춰 보기' }).click();
      return held.getByRole('button', { name: '꺼내기' }).count();
    })
    .toBe(1);
  await inOrder(page);
  await held.getByRole('button', { name: '꺼내기' }).click();
  await dialog.getByLabel('수량').fill('2500');
  await send(page, '꺼내기');
  await agree(second.page);
  const move = page.getByRole('region', { name: '콜드 지갑에서 꺼낸 것' }).getByRole('row', { name: /2,500/ });
  await move.getByText('서명 기다림').waitFor();
  await inOrder(page);
  const phone = await enter('admin', { width: 390 });
  await turnTo(phone.page, PAGE);
  await phone.page.getByText('서명 기다림').waitFor();
  await inOrder(phone.page);
  const tool = await openColdTool();
  expect((await tool.allow(CHAIN, await hotAddress())).code).toBe(0);
  const { text, code } = await carry(page, move);
  const { said, signed } = await tool.sign(text, code);
  tool.close();
  expect(signed, said).toBeDefined();
  await move
    .getByLabel('서명한 파일 올리기')
    .setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page
    .getByText(/파일이/)
    .first()
    .waitFor();
  await move.getByLabel('서명한 파일 올리기').setInputFiles({
    name: 'order.signed.json',
    mimeType: 'application/json',
    buffer: Buffer.from(signed as string),
  });
  await move.getByText('끝남').waitFor();
  await phone.page.getByRole('region', { name: '콜드 지갑에서 꺼낸 것' }).getByText('끝남').waitFor();
  expect([first.faults, second.faults, phone.faults]).toEqual([[], [], []]);
  await Promise.all([first.close(), second.close(), phone.close()]);
});
