// What a member reads: told of unread news at log-in, a message, an inquiry with a file answered and seen live, notices and popups.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { operatorToken } from '../../apps/server/testing/operator.ts';
import { axe, logIn, overflowPx, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { smallTargets } from '../shell/touch-targets.ts';

const exchange = openServerAndBrowser();
let demo1: number;
let desk: string;
let picture: Buffer;
beforeAll(async () => {
  const { services } = exchange.server.context;
  const directory = services.use(memberDirectory);
  demo1 = (await directory.findMember(1, 'demo1'))!.member;
  desk = await operatorToken(exchange.server.context, { site: 1, username: 'helpdesk' });
  picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#3a4be0' } })
    .png()
    .toBuffer();
});

/** The back office's calls, where a test is not about its pages. */
async function operate(path: string, body: object): Promise<{ id: number }> {
  const reply = await fetch(`${exchange.server.url}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${desk}` },
    body: JSON.stringify(body),
  });
  expect(reply.status, path).toBe(200);
  return ((await reply.json()) as { data: { id: number } }).data;
}
const send = (title: string, more: object = {}) =>
  operate('message/send', { playerIds: [demo1], title, content: '블록에 담기면 한 번 더 알려 드려요.', ...more });

async function fill(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('아이디').fill('demo1');
  await page.getByLabel('비밀번호', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

/** The demo's operator, who has all rights. */
async function enterDesk(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill('admin1234');
  await page.locator('button[type=submit]').click();
  await page.locator('#page h1').waitFor();
}

async function inOrder(visitor: Visitor, path: string, isPhone = false): Promise<void> {
  expect(await axe(visitor.page), path).toEqual([]);
  expect(await overflowPx(visitor.page), path).toBe(0);
  if (isPhone) expect(await smallTargets(visitor.page), path).toEqual([]);
  expect(visitor.faults, path).toEqual([]);
}

it('unread messages and answers are told at log-in and lead there', async () => {
  await send('1,200 USDT를 보냈어요', { kind: 'WALLET', link: '/dnw_history/asset' });
  const visitor = await exchange.visit();
  const { page } = visitor;
  await fill(page);
  const alert = page.getByRole('dialog');
  await alert.getByText('읽지 않은 메세지가 존재합니다.').waitFor();
  await alert.getByRole('button', { name: '확인' }).click();
  await page.waitForURL('**/myinfo/message');
  await page.getByRole('heading', { name: '1,200 USDT를 보냈어요' }).waitFor();
  await page.getByLabel('읽지 않은 메시지 1개').first().waitFor();
  await inOrder(visitor, '/myinfo/message');

  await page.getByRole('button', { name: '‘1,200 USDT를 보냈어요’ 읽음 처리' }).first().click();
  await page.getByLabel('읽지 않은 메시지 1개').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '‘1,200 USDT를 보냈어요’ 삭제' }).first().click();
  await page.getByText('새 메시지가 없어요').waitFor();
  await visitor.close();
});

it('an inquiry with a file comes to the desk live, and its answer to the member', async () => {
  const operator = await exchange.visit();
  await enterDesk(operator.page);
  await operator.page.goto('/admin/inquiries');
  await operator.page.getByText('기다리는 문의가 없어요').waitFor();
  const visitor = await exchange.visit({ width: 390, theme: 'dark' });
  const { page } = visitor;
  await logIn(page);
  await page.goto('/support');
  await page.getByLabel('문의 내용').fill('출금이 늦어요 <img src=x onerror=alert(1)>');
  await page.getByLabel('파일 첨부').first().setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: '화면.png 빼기' }).waitFor();
  await page.getByRole('button', { name: '문의 보내기' }).click();
  await inOrder(visitor, '/support', true);
  await page.getByRole('link', { name: /출금이 늦어요/ }).click();
  await page.waitForURL('**/myinfo/contact/*');
  await page.getByText('출금이 늦어요 <img src=x onerror=alert(1)>').waitFor();
  await page.getByRole('button', { name: '화면.png 크게 보기' }).click();
  await page.getByRole('dialog').getByRole('img', { name: '화면.png' }).waitFor();
  await page.keyboard.press('Escape');

  // The operator sat at the empty queue all the while: the inquiry came to it, and the answer goes back, without a reload.
  const { page: back } = operator;
  await back.getByText('출금이 늦어요 <img src=x onerror=alert(1)>').click();
  const side = back.getByRole('complementary').last();
  await side.getByRole('button', { name: '화면.png 크게 보기' }).waitFor();
  await side.getByRole('button', { name: '내가 맡기' }).click();
  await side.getByText('내가 맡았어요').waitFor();
  await side.getByLabel('답변', { exact: true }).fill('네트워크가 느려요. 30분 안에 도착합니다.');
  await side.getByLabel('파일 첨부').first().setInputFiles({ name: '안내.png', mimeType: 'image/png', buffer: picture });
  await side.getByRole('button', { name: '안내.png 빼기' }).waitFor();
  expect(await axe(back), '/admin/inquiries').toEqual([]);
  await side.getByRole('button', { name: '답변 보내기' }).click();
  await page.getByText('30분 안에 도착합니다').waitFor();
  await page.getByText('답변 완료').waitFor();
  await page.getByRole('button', { name: '안내.png 크게 보기' }).waitFor();
  await inOrder(visitor, '/myinfo/contact', true);
  await side.getByRole('button', { name: '안내.png 크게 보기' }).waitFor();
  expect(operator.faults).toEqual([]);
  await operator.close();
  await page.goto('/myinfo/message');
  await page.getByRole('heading', { name: '문의하신 내용에 답변드렸어요' }).waitFor();
  await expect.poll(() => page.getByLabel(/읽지 않은 메시지/).count(), { message: 'it was read where it stands' }).toBe(0);
  await visitor.close();
});

it('an answer that waits leads to its inquiry at log-in', async () => {
  const asked = await exchange.visit();
  await logIn(asked.page);
  await asked.page.goto('/support');
  await asked.page.getByLabel('문의 내용').fill('입금 주소가 바뀌었나요');
  await asked.page.getByRole('button', { name: '문의 보내기' }).click();
  const link = asked.page.getByRole('link', { name: /입금 주소가/ });
  const path = (await link.getAttribute('href'))!;
  await asked.close();
  await operate('contact/answer', { id: Number(path.split('/').at(-1)), answer: '그대로예요.' });
  const visitor = await exchange.visit();
  await fill(visitor.page);
  await visitor.page.getByText('읽지 않은 1:1문의가 존재합니다.').waitFor();
  await visitor.page.getByRole('button', { name: '확인' }).click();
  await visitor.page.waitForURL(`**${path}`);
  await visitor.page.getByText('그대로예요.').waitFor();
  await visitor.close();
});

it('notices are listed and read; popups stand over the page, are hidden for a day, and come in real time', async () => {
  const first = await operate('popup/save', {
    type: 2,
    title: '출금 정책이 바뀝니다',
    content: '<p>새 주소는 24시간 뒤에</p>',
    isShow: true,
  });
  await operate('popup/save', { type: 1, title: '이벤트', content: `/api/file?id=${'x'.repeat(22)}`, isShow: true });
  const visitor = await exchange.visit({ width: 1440, theme: 'dark', language: 'ko' });
  const { page } = visitor;
  await logIn(page);
  await page.goto('/service/notice');
  const box = page.getByRole('region', { name: '출금 정책이 바뀝니다' });
  await box.waitFor();
  expect((await box.boundingBox())!.width).toBe(384);
  await page.getByRole('region', { name: '이벤트' }).waitFor({ state: 'detached' });
  await inOrder(visitor, 'popups');
  const before = Date.now() / 1000;
  await box.getByRole('button', { name: '오늘 하루 보지 않기' }).click();
  await box.waitFor({ state: 'detached' });
  const cookie = (await visitor.context.cookies()).find(({ name }) => name === `maru.popup.${first.id}`)!;
  const setAt = cookie.expires - DAY_SECONDS;
  expect(setAt).toBeGreaterThan(before - 2);
  expect(setAt).toBeLessThan(Date.now() / 1000 + 2);

  await inOrder(visitor, '/service/notice');
  await page.getByRole('link', { name: /데모에 오신 것을/ }).click();
  await page.getByRole('heading', { level: 1, name: '데모에 오신 것을 환영합니다' }).waitFor();
  await page.getByText('녹화된 실제 시세').waitFor();
  await inOrder(visitor, '/service/notice/1');

  await operate('popup/save', {
    type: 2,
    title: '트론이 느려요',
    content: '<p>약 <strong>20분</strong></p>',
    isShow: true,
    isRealtime: true,
  });
  const live = page.getByRole('region', { name: '트론이 느려요' });
  await live.waitFor();
  await expect.poll(() => live.getByRole('button', { name: '오늘 하루 보지 않기' }).count()).toBe(0);
  await live.getByRole('button', { name: '닫기' }).click();
  await operate('notice/save', { category: 'NOTICE', title: '점검을 앞당깁니다', content: '<p>3시</p>', isOpen: true, isTold: true });
  await page.getByText('점검을 앞당깁니다').first().waitFor();
  await operate('popup/delete', { id: first.id });
  await visitor.close();
});
