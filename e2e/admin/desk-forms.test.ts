// Forms and lists of the back office: a refusal stands at its field in both languages, heads follow the language, a long list has one bar.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, logInAtDesk, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { restrictByKeys } from './games-steps.ts';

const exchange = openServerAndBrowser();

async function enter(look: Visit = {}): Promise<Visitor> {
  const visitor = await exchange.visit(look);
  const { page } = visitor;
  await logInAtDesk(page);
  return visitor;
}

/** The words that stand under a field, which say that it is wrong. */
async function wordsAt(page: Page, field: Locator): Promise<string> {
  if ((await field.getAttribute('aria-invalid')) !== 'true') return '';
  const id = await field.getAttribute('aria-describedby');
  return id === null ? '' : page.locator(`[id="${id}"]`).innerText();
}

const nobodyMeans = ['0', '-5', 'abc', '1.1234567', '9'.repeat(40)];

/** How wide words are drawn, in the page's own face. */
const widthOf = (page: Page, words: string): Promise<number> =>
  page.evaluate(
    `(() => { const span = document.body.appendChild(document.createElement('span')); span.textContent = ${JSON.stringify(words)}; const { width } = span.getBoundingClientRect(); span.remove(); return width; })()`,
  ) as Promise<number>;

describe('what is written is what is read', () => {
  it('an x between digits stays an x, in a user name or an address', async () => {
    const { page, close } = await enter();
    await page.evaluate('document.fonts.ready');
    // Side by side they are as wide as each by itself; a times sign would be wider.
    const apart = (await widthOf(page, '1')) + (await widthOf(page, 'x')) + (await widthOf(page, '2'));
    expect(Math.abs((await widthOf(page, '1x2')) - apart)).toBeLessThan(0.5);
    await close();
  });

  it('a network that is away is said in the header, and again when it is back; an address that is none is told', async () => {
    const { page, context, close } = await enter();
    await page.goto('/admin/audit');
    await page.getByText('모두 정상').waitFor();
    await context.setOffline(true);
    await page.getByText('연결 다시 잇는 중').waitFor();
    await context.setOffline(false);
    await page.getByText('모두 정상').waitFor();
    await page.getByLabel('주소 (203.0.113.)').fill('zzz');
    await page.getByText('주소로 찾지 않았어요', { exact: false }).waitFor();
    await close();
  });
});

describe('a wrong value is told at its field', () => {
  it('money by hand and funds: nothing, less than nothing, letters, too fine, too large; a right one is quiet', async () => {
    const [korean, english] = await Promise.all([enter(), enter({ language: 'en', width: 390, theme: 'dark' })]);
    for (const [{ page }, label, words] of [
      [korean, '금액', '0보다 큰 금액을 소수 6자리까지 적어 주세요.'],
      [english, 'Amount', 'An amount above 0, with 6 decimals at most, please.'],
    ] as const) {
      await page.goto('/admin/ledger');
      const amount = page.getByLabel(label, { exact: true });
      for (const typed of nobodyMeans) {
        await amount.fill(typed);
        await expect.poll(() => wordsAt(page, amount), { message: typed }).toBe(words);
      }
      await amount.fill('1,234.5');
      await expect.poll(() => wordsAt(page, amount)).toBe('');
    }
    const { page } = korean;
    await page.getByRole('button', { name: '재원 채우기' }).click();
    const dialog = page.getByRole('dialog');
    for (const typed of nobodyMeans) {
      await dialog.getByLabel('금액').fill(typed);
      await expect.poll(() => wordsAt(page, dialog.getByLabel('금액')), { message: typed }).toContain('0보다 큰');
    }
    expect([korean.faults, english.faults]).toEqual([[], []]);
    await Promise.all([korean.close(), english.close()]);
  });

  it('what the server alone knows: a nickname that is taken, a coupon that exists, an address that shuts one out', async () => {
    const { page, faults, close } = await enter();
    const dialog = page.getByRole('dialog');
    await page.goto('/admin/members/1');
    await page.getByText('합계가 지갑과 같아요').waitFor();
    await page.getByRole('button', { name: '더 보기' }).first().click();
    await page.getByRole('menuitem', { name: '닉네임 바꾸기' }).click();
    const nick = dialog.getByLabel('새 닉네임');
    await nick.fill(await nickOf(2));
    await dialog.getByLabel('사유').fill('본인 요청');
    await dialog.getByRole('button', { name: '확인' }).click();
    await expect.poll(() => wordsAt(page, nick)).toBe('이미 쓰고 있는 닉네임이에요.');
    await page.keyboard.press('Escape');
    await page.goto('/admin/coupons');
    const code = page.getByLabel('쿠폰 번호');
    for (const turn of ['first', 'again']) {
      for (const [label, typed] of Object.entries({
        '쿠폰 번호': 'TWICE11',
        '이름 (한국어)': '두 번',
        '이름 (영어)': 'Twice',
        '1장 금액': '1',
        수량: '2',
        사유: '시험',
      }))
        await page.getByLabel(label, { exact: true }).fill(typed);
      await page.getByRole('button', { name: '2.00 USDT로 쿠폰 만들기' }).click();
      if (turn === 'first') await expect.poll(() => code.inputValue()).toBe('');
    }
    await expect.poll(() => wordsAt(page, code)).toBe('이미 있는 쿠폰 번호예요.');
    await page.goto('/admin/staff');
    await page.getByRole('tab', { name: '접속 규칙' }).click();
    await page.getByRole('button', { name: '접속 규칙 바꾸기' }).click();
    const minutes = dialog.getByLabel('쓰지 않으면 로그아웃 (분)');
    await minutes.fill('481');
    await expect.poll(() => wordsAt(page, minutes)).toBe('1부터 480까지의 숫자를 적어 주세요.');
    await minutes.fill('15');
    const addresses = dialog.getByLabel('접속할 수 있는 주소');
    await addresses.fill('203.0.113.0/24');
    await dialog.getByLabel('사유').fill('사무실에서만');
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect.poll(() => wordsAt(page, addresses)).toMatch(/^지금 쓰고 계신 주소\(.+\)가 목록에 없어요/);
    expect(faults).toEqual([]);
    await close();
  });
});

it('a refusal that is of no field of the form, or of one value of a field, is told all the same', async () => {
  const { page, close } = await enter();
  const roles = Promise.withResolvers<void>();
  await page.route('**/api/admin/role/list*', (route) => roles.promise.then(() => route.continue()));
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: '직원 추가' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('아이디').fill('newcomer');
  await dialog.getByLabel('이름', { exact: true }).fill('새 직원');
  // Roles that come after the dialog was opened: one of them is proposed all the same.
  await dialog.getByText('역할을 하나 이상 골라 주세요.').waitFor();
  roles.resolve();
  const addresses = dialog.getByLabel('허용 주소');
  await addresses.fill('1'.repeat(61));
  await dialog.getByRole('button', { name: '직원 추가' }).click();
  await expect.poll(() => wordsAt(page, addresses)).not.toBe('');
  await page.route('**/api/admin/ledger/check*', (route) =>
    route.fulfill({
      status: 400,
      json: { status: 'fail', code: 'WALLET_NOT_USED', message: '쓰지 않는 지갑이에요.', data: { field: 'walletType' } },
    }),
  );
  await page.goto('/admin/ledger');
  const member = page.getByLabel('회원 번호', { exact: true });
  await member.fill('1');
  await expect.poll(() => wordsAt(page, member)).toBe('쓰지 않는 지갑이에요.');
  await close();
});

it('a maintenance rate is typed key by key, and an address that is none is told in the reader’s language', async () => {
  const { page, faults, close } = await enter();
  await page.goto('/admin/brand');
  await page.getByRole('tab', { name: '도메인·메일' }).click();
  const mail = page.getByLabel('보내는 메일');
  await mail.fill('not an address');
  await expect.poll(() => wordsAt(page, mail)).toBe('이 값은 쓸 수 없어요. 형식을 확인해 주세요.');
  await mail.fill('no-reply@maru.example');
  await expect.poll(() => wordsAt(page, mail)).toBe('');
  await page.getByRole('tab', { name: '코인·종목' }).click();
  await page.getByRole('button', { name: '직접 정하기' }).click();
  const rate = page.getByLabel('유지 증거금 (%) 1', { exact: true });
  await rate.fill('');
  await rate.pressSequentially('0.55');
  await expect.poll(() => rate.inputValue()).toBe('0.55');
  await page.keyboard.press('Tab');
  await expect.poll(() => rate.inputValue()).toBe('0.55');
  expect(faults).toEqual([]);
  await close();
});

async function nickOf(member: number): Promise<string> {
  const { rows } = await exchange.server.context.pool.query<{ nick: string }>('SELECT nick FROM account_member WHERE id = $1', [member]);
  return rows[0].nick;
}

describe('switches of futures', () => {
  it('a symbol is halted by keys alone, with a reason; the row says so, the focus comes back, and it is freed again', async () => {
    const { page, faults, close } = await enter();
    await page.goto('/admin/futures');
    await restrictByKeys(page, 'DOGEUSDT', '멈춤', '호가 공급이 끊김');
    await page.locator('tbody tr').filter({ hasText: 'DOGEUSDT' }).getByText('멈춤 · 운영자').waitFor();
    await restrictByKeys(page, 'DOGEUSDT', '모두', '호가가 돌아옴');
    await page.locator('tbody tr').filter({ hasText: 'DOGEUSDT' }).getByText('거래 중').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('a symbol’s dialog tells what holds now, not what held when it opened; on a phone its acts are in sight at once', async () => {
    const { page, faults, close } = await enter({ width: 390 });
    await page.goto('/admin/futures');
    const row = page.locator('tbody tr').filter({ hasText: 'DOGEUSDT' });
    await row.getByRole('button', { name: '거래 제한' }).waitFor();
    const endOf = async () => {
      const box = await row.getByRole('button', { name: '거래 종료' }).boundingBox();
      return box ? box.x + box.width : Number.POSITIVE_INFINITY;
    };
    await expect.poll(endOf).toBeLessThanOrEqual(390);
    await row.getByRole('button', { name: '거래 제한' }).click();
    const choice = (name: string) => page.getByRole('dialog').getByRole('radio', { name, checked: true });
    await choice('모두').waitFor();
    const token = await page.evaluate("sessionStorage.getItem('maru.admin.access')");
    const switchTo = async (trading: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-maru-site': 'maru', 'idempotency-key': crypto.randomUUID() };
      const data = { futuresOptionId: 4, trading, reason: '다른 운영자가 바꿈' };
      expect((await page.request.post('/api/admin/futures/switch', { headers, data })).status()).toBe(200);
    };
    await switchTo('HALT');
    await choice('멈춤').waitFor();
    await page.getByRole('dialog').getByText('지금과 같아요').waitFor();
    await page.keyboard.press('Escape');
    await switchTo('NONE');
    await row.getByText('거래 중').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

it('what cannot be undone waits for another person: a symbol’s end is asked for', async () => {
  const { page, faults, close } = await enter();
  await page.goto('/admin/futures');
  await page.locator('tbody tr').filter({ hasText: 'DOGEUSDT' }).getByRole('button', { name: '거래 종료' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('사유').fill('거래량이 적음');
  await dialog.getByRole('button', { name: '승인 요청' }).click();
  await page.getByRole('dialog', { name: '승인 요청됨' }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('a declared form leads to the first field that is wrong, says why in both languages, is sent by keys and once', async () => {
  const [korean, english] = await Promise.all([enter(), enter({ language: 'en', width: 390, theme: 'dark' })]);
  const open = async ({ page }: Visitor, labels: { new: string; save: string; name: string }) => {
    await page.goto('/admin/inquiries/canned');
    await page.getByRole('button', { name: labels.new }).click();
    await page.getByRole('button', { name: labels.save, exact: true }).click();
    const name = page.getByLabel(labels.name, { exact: true });
    await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    return name;
  };
  const there = await open(english, { new: 'New answer', save: 'Save', name: 'Name' });
  await expect.poll(() => wordsAt(english.page, there)).toBe('Please fill in: Name.');
  const { page } = korean;
  const name = await open(korean, { new: '새 답변', save: '저장', name: '이름' });
  await expect.poll(() => wordsAt(page, name)).toBe('이름을 적어 주세요.');
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('한국어', { exact: true }).fill('확인했습니다.');
  await page.getByLabel('영어', { exact: true }).fill('We looked into it.');
  const sent: string[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/admin/contact/canned/save*', async (route) => {
    sent.push(route.request().postData() ?? '');
    await answer.promise;
    await route.continue();
  });
  await name.fill('  확인 완료 ');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '저장', exact: true, disabled: true }).waitFor();
  answer.resolve();
  await page.getByRole('cell', { name: '확인 완료' }).waitFor();
  expect(sent.map((body) => JSON.parse(body))).toEqual([
    { title: '확인 완료', contentKo: '확인했습니다.', contentEn: 'We looked into it.' },
  ]);
  expect([korean.faults, english.faults]).toEqual([[], []]);
  await Promise.all([korean.close(), english.close()]);
});

describe('lists', () => {
  it('heads of a table follow the language at once', async () => {
    const { page, faults, close } = await enter();
    for (const address of ['members', 'members/1', 'documents', 'security']) {
      await page.goto(`/admin/${address}`);
      await page.locator('th[scope=col]').first().waitFor();
      await page
        .locator('header')
        .getByRole('button', { name: /데모 관리자/ })
        .click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      const korean = async () => (await page.locator('th[scope=col]').allInnerTexts()).filter((head) => /[가-힣]/.test(head));
      await expect.poll(korean, { message: address }).toEqual([]);
      await page
        .locator('header')
        .getByRole('button', { name: /데모 관리자/ })
        .click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('a long one scrolls with the page: no second bar, and its end can be reached', async () => {
    await exchange.server.context.pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, created_at, status)
       SELECT 1, 900000 + n, 'crowd' || n, 'crowd' || n, 'Crowd', '010-9999-' || (1000 + n), 'crowd' || n || '@example.com', '-',
         now() - n * interval '1 day', 'ACTIVE' FROM generate_series(1, 90) n`,
    );
    const { page, faults, close } = await enter();
    await page.goto('/admin/members?q=crowd');
    await page.getByText('crowd1', { exact: true }).first().waitFor();
    const table = page.getByRole('region', { name: '회원 목록' });
    await expect
      .poll(() => table.evaluate((box) => (box as { scrollHeight: number }).scrollHeight - (box as { clientHeight: number }).clientHeight))
      .toBe(0);
    await expect.poll(() => table.getByText('crowd90', { exact: true }).count(), { message: 'only what is seen is drawn' }).toBe(0);
    // One way of scrolling alone: a key's own goes on from where it began, and on a slow machine takes the page back there.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await table.getByText('crowd90', { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
