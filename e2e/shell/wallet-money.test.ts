// Money in the browser: a transfer that changes currency with what arrives told first, and a coupon from the desk into a member's wallet.
import { expect, it } from 'vitest';
import { atRest, axe, buyAtMarket, logIn, overflowPx } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const hanok = () => exchange.server.url.replace(/127\.0\.0\.1|localhost/, 'hanok.localhost');

it('a file that cannot be saved says why, and nothing of what is not known yet; a finger is told as a pointer is', async () => {
  const { page, close } = await exchange.visit({ width: 390 });
  await logIn(page);
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/wallet/profit/days*', async (route) => {
    await held;
    const reply = await route.fetch();
    const body = (await reply.json()) as { data: object };
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, days: [] } } });
  });
  await page.goto('/dnw_history/calendar');
  const file = page.getByRole('button', { name: 'CSV로 받기' });
  const told = async (words: string) => {
    // Forced: what is off is not waited for.
    await file.tap({ force: true });
    await page.getByRole('tooltip').filter({ hasText: words }).waitFor();
  };
  await told('손익을 불러오는 중');
  // A press elsewhere ends it.
  await page.getByRole('heading', { level: 1 }).tap();
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  answer();
  await page.getByText('이달에는 실현된 손익이 없어요').waitFor();
  await told('이달에는 받을 기록이 없어요');
  await close();
});

it('USDT goes into the won wallet of the other demo site: rate, spread and what arrives stand there before it is confirmed', async () => {
  const { page, faults, close } = await exchange.visit({}, hanok());
  // This name is the browser's alone, so the form is filled.
  await page.goto('/dnw/transfer');
  await page.getByLabel('아이디').fill('demo1');
  await page.getByLabel('비밀번호', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dnw/transfer');
  await page
    .getByRole('button', { name: '보내는 지갑' })
    .or(page.getByRole('combobox', { name: '보내는 지갑' }))
    .click();
  await page.getByRole('option', { name: '선물 지갑' }).click();
  await page
    .getByRole('button', { name: '받는 지갑' })
    .or(page.getByRole('combobox', { name: '받는 지갑' }))
    .click();
  await page.getByRole('option', { name: '바이너리 지갑' }).click();
  await page.getByLabel('금액').fill('100.5');
  await page.getByText('1 USDT = 1,382 KRW').waitFor();
  await page.getByText('138,752').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '100.5 USDT를 138,752 KRW로 전환하기' }).click();
  await page.getByText('이체 완료').waitFor();
  await page.getByText('전환 보냄').first().waitFor();
  await page.goto('/dnw_history/asset');
  await page.getByText('오늘 손익').waitFor();
  await page.getByRole('button', { name: '바이너리 지갑 전환' }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('an operator makes a coupon, a member redeems it, the desk counts it', async () => {
  const desk = await exchange.visit();
  await desk.page.goto('/admin/coupons');
  await desk.page.locator('input[name=username]').fill('admin');
  await desk.page.locator('input[name=password]').fill('admin1234');
  await desk.page.locator('button[type=submit]').click();
  await desk.page.getByRole('heading', { name: '쿠폰', exact: true }).waitFor();
  const fields = {
    '쿠폰 번호': 'OPEN-FLOOR',
    '이름 (한국어)': '마루 개장',
    '이름 (영어)': 'Floor opening',
    '1장 금액': '5',
    수량: '2',
    사유: '개장 행사',
  };
  for (const [label, value] of Object.entries(fields)) await desk.page.getByLabel(label, { exact: true }).fill(value);
  await desk.page.getByRole('button', { name: '10.00 USDT로 쿠폰 만들기' }).click();
  await desk.page.getByText('OPEN-FLOOR').waitFor();
  const member = await exchange.visit({ width: 390 });
  await logIn(member.page);
  await member.page.goto('/coupon');
  await member.page.getByLabel('쿠폰 번호').fill('open-floor');
  await atRest(member.page);
  const seen = { asked: [] as string[], isLineNew: false };
  member.page.on('websocket', () => void (seen.isLineNew = true));
  member.page.on('request', (request) => void seen.asked.push(new URL(request.url()).pathname));
  await member.page.getByRole('button', { name: '쿠폰 등록하기' }).click();
  await member.page.getByText('마루 개장').first().waitFor();
  await atRest(member.page);
  // What its socket tells is not asked for, but where a machine too busy to beat has lost it.
  if (!seen.isLineNew) expect(seen.asked.filter((path) => /wallet|dnw/.test(path))).toEqual([]);
  expect(await overflowPx(member.page)).toBe(0);
  await desk.page.reload();
  await desk.page.getByText('1 / 2').waitFor();
  expect([...desk.faults, ...member.faults]).toEqual([]);
  await Promise.all([desk.close(), member.close()]);
});

it('a site that gives up futures: guests are told, whoever holds a position is led to it and closes it', async () => {
  const { page, faults, close } = await exchange.visit();
  await logIn(page);
  await page.goto('/dnw_history/asset');
  await buyAtMarket(page, '0.010');
  await exchange.server.context.pool.query(`UPDATE site_site SET config = config || '{"type": 0}' WHERE id = 1`);
  // Live, on the page that is open.
  await page.getByText('열린 선물 포지션이 1개 있어요').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '포지션 정리하기' }).click();
  await page.getByText('지금은 포지션을 줄이는 주문만 됩니다.').waitFor();
  const closing = page.getByTestId('positions').getByRole('button', { name: '시장가 종료' }).first();
  const closed = page.getByText('열린 포지션이 없어요');
  await closing.waitFor();
  while ((await closed.count()) === 0) {
    // It may meet an empty book: a person presses again.
    await closing.click({ timeout: 1000 }).catch(() => undefined);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /BTC 종료/ })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await closed.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  await page.goto('/futureView');
  await page.getByText('이 사이트에서는 열지 않은 상품이에요').waitFor();
  await expect.poll(() => page.locator('main#page').count()).toBe(1);
  expect(faults).toEqual([]);
  await close();
});
