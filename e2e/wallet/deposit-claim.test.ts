// A payment without its tag, in the browser on the demo's own chain: nobody's, claimed by the member, held against the chain by the desk, in the wallet
// (issue 15, 2 and 7). Both pages at 1440 and 390, both themes, both languages.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, logInAtDesk, type Visit } from '../browser.ts';
import { turnTo } from '../admin/menu-steps.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { expectInOrder } from '../shell/in-order.ts';

const exchange = openServerAndBrowser({ hasDeposits: true });
const widths = [1440, 390] as const;

const sql = async (text: string, values: unknown[] = []) => (await exchange.server.context.pool.query(text, values)).rows;

/** As a wallet sends it that asks for no tag: from the demo's purse, to the address that all members share. */
async function sendWithoutTag(page: Page): Promise<string> {
  await page.goto('/dnw/deposit?coin=XRP');
  await page.getByRole('button', { name: '주소 복사', exact: true }).waitFor();
  await sql(`INSERT INTO custody_test_coin (site_id, account, chain, coin, address, amount, asked_ms)
    SELECT site_id, account, chain, 'XRP', address, 40000000, 1 FROM custody_address WHERE chain = 'XRP' AND site_id = 1 LIMIT 1`);
  const unassigned = `SELECT a.tx_hash AS hash FROM custody_entry e JOIN custody_arrival a ON a.arrival_id = e.arrival_id WHERE e.is_booked`;
  await expect.poll(async () => (await sql(unassigned)).length).toBe(1);
  return (await sql(unassigned))[0].hash as string;
}

async function desk(look: Visit = {}) {
  const visitor = await exchange.visit(look);
  await logInAtDesk(visitor.page, 'admin');
  return visitor;
}

it('a member claims it, the desk sees both sides and credits it, the member sees it in the wallet', async () => {
  const member = await exchange.visit({ width: 1440 });
  await logIn(member.page);
  const hash = await sendWithoutTag(member.page);
  await member.page.getByRole('link', { name: '메모 없이 보낸 입금 찾기' }).click();
  const form = member.page.getByRole('form', { name: '어떤 입금이었나요' });
  await form.getByLabel('거래 해시').fill('짧은 해시');
  await form.getByLabel('보낸 금액').fill('41');
  await form.getByLabel('내 입금임을 보여 줄 설명').fill('어제 저녁에 다른 거래소에서 보냈어요 <b>=1+1</b>');
  await form.getByRole('button', { name: '찾아 달라고 하기' }).click();
  await expect.poll(() => form.getByLabel('거래 해시').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('거래 해시').fill(hash.toLowerCase());
  await form.getByRole('button', { name: '찾아 달라고 하기' }).click();
  const own = member.page.getByRole('region', { name: '내 신청' });
  await own.getByText('신청함').waitFor();
  await expect.poll(() => form.getByLabel('거래 해시').inputValue()).toBe('');

  const { page, faults, close } = await desk();
  await turnTo(page, '/admin/deposits/claims');
  await page.getByRole('row', { name: /demo1/ }).click();
  const side = page.getByRole('complementary').filter({ hasText: '체인이 말하는 것' });
  await side.getByRole('button', { name: '내가 맡기' }).click();
  await side.getByRole('button', { name: '내려놓기' }).waitFor();
  await side.getByText('<b>=1+1</b>').waitFor();
  await side.getByText('달라요').waitFor();
  await expect.poll(() => own.innerText()).toContain('확인 중');
  await side.getByRole('button', { name: '40 XRP 반영' }).click();
  await page.getByRole('dialog').getByLabel('사유').fill('보낸 거래소의 출금 내역과 맞아요');
  await page.getByRole('dialog').getByRole('button', { name: '40 XRP 반영' }).click();
  await expect.poll(() => side.innerText()).toContain('지갑에 반영');
  await expect.poll(() => own.innerText()).toContain('지갑에 반영');
  await turnTo(page, '/admin/deposits/unassigned?show=CREDITED');
  await page.getByRole('row', { name: /40/ }).getByText('주인 찾음').waitFor();
  await member.page.goto('/dnw/deposit?coin=XRP');
  await member.page.getByRole('region', { name: '최근 입금' }).getByText('출금 가능').waitFor();
  expect([faults, member.faults]).toEqual([[], []]);
  await Promise.all([close(), member.close()]);
});

it('the member’s page and the desk’s say everything in both languages, fit every window and pass the checks for readers', async () => {
  const [{ id }] = await sql('SELECT max(claim_id) AS id FROM custody_deposit_claim');
  for (const width of widths) {
    const { page, close } = await exchange.visit({ width });
    await logIn(page);
    await page.goto('/dnw/deposit/claim');
    await page.getByText('지갑에 반영').waitFor();
    await expectInOrder(page, /claim\.[a-z]/, 'member');
    await close();
    const at = await desk({ width });
    await at.page.goto(`/admin/deposits/claims?show=ALL&open=${id}`);
    await at.page.getByRole('heading', { name: `입금 찾기 ${id}` }).waitFor();
    await at.page.getByText('체인이 말하는 것').waitFor();
    await expectInOrder(at.page, /d[qu]\.[a-z]/, 'claim');
    await at.page.goto('/admin/deposits/unassigned?show=ALL');
    await at.page.getByText('주인 찾음').first().waitFor();
    await expectInOrder(at.page, /d[qu]\.[a-z]/, 'unassigned');
    await at.close();
  }
});
