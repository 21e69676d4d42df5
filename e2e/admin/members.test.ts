// An operator finds a member, reads its file, notes, reveals and asks for money by hand; another one agrees, and the member sees it arrive.
import { expect, test } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { axe, dress, logIn, overflowPx, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const room = openServerAndBrowser();

async function enterDesk({ page }: Visitor): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('아이디').fill('admin');
  await page.getByLabel('비밀번호', { exact: true }).fill('admin1234');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/** A second person, past its screens. */
async function agree(requestId: string): Promise<void> {
  const { token } = await newOperator(room.server.context);
  const call = async (path: string, body?: object) => {
    const answer = await fetch(room.server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-maru-site': 'maru', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await answer.json()) as { data: { print: string }; code?: string };
    expect([path, answer.status, reply.code]).toEqual([path, 200, undefined]);
    return reply.data;
  };
  const { print } = await call(`/api/admin/approval?id=${requestId}`);
  await call('/api/admin/approval/decide', { id: Number(requestId), isApproved: true, print });
}

test('from search to money that arrives', async () => {
  const [desk, member] = await Promise.all([room.visit(), room.visit()]);
  await logIn(member.page);
  await member.page.goto('/dnw_history/asset');
  await enterDesk(desk);
  const { page } = desk;
  await page.goto('/admin/members');
  await page.getByRole('textbox', { name: /전화 끝자리/ }).fill('demo1');
  await page.locator('tbody tr').filter({ hasText: 'demo1' }).click();
  await page.waitForURL(/\/members\/\d+$/);
  await page.getByText('합계가 지갑과 같아요').waitFor();
  await page.getByRole('button', { name: '메모', exact: true }).click();
  await page.getByRole('textbox', { name: '메모' }).fill('쿠폰 문의에 답변');
  await page.getByRole('button', { name: '남기기' }).click();
  await page.getByRole('listitem').filter({ hasText: '쿠폰 문의에 답변' }).waitFor();
  expect(await page.getByText(/010-\d{4}-\d{4}/).count()).toBe(0);
  await page.locator('header').getByRole('button', { name: /보기/ }).first().click();
  await page.getByText(/010-\d{4}-\d{4}/).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '원장 기입 요청' }).click();
  await page.getByLabel('금액').fill('1234.5');
  await page.getByLabel('이유').fill('이벤트 당첨 보상');
  await page.getByText('98,765').first().waitFor();
  await page.getByRole('button', { name: '승인 요청' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const asked = page.locator('tbody tr').filter({ hasText: '이벤트 당첨 보상' });
  await asked.getByText('승인 대기').waitFor();
  const requestId = /id=(\d+)/.exec((await asked.getByRole('link', { name: '승인 대기' }).getAttribute('href')) ?? '')?.[1] ?? '';
  expect(await member.page.getByText('1,234.5').count()).toBe(0);
  await agree(requestId);
  // Without a reload: the member's wallet hears of it.
  await member.page.getByText('1,234.5').first().waitFor();
  await page.reload();
  await asked.getByText('기입됨').waitFor();
  expect([desk.faults, member.faults]).toEqual([[], []]);
});

test('every page of it stands on a phone, in the dark and in English', async () => {
  const desk = await room.visit({ width: 390 });
  await enterDesk(desk);
  for (const path of ['/admin/members', '/admin/members/1', '/admin/members/waiting', '/admin/ledger']) {
    await desk.page.goto(path);
    await dress(desk.page, { theme: 'dark', language: 'en' });
    expect([path, await axe(desk.page), await overflowPx(desk.page)]).toEqual([path, [], 0]);
  }
  expect(desk.faults).toEqual([]);
});
