// The back office in a browser: the ways in, every page of its menu in both themes and widths, a desk that is left alone, two persons.
import { makeFromHost } from '@maru/operator/server/from-host.ts';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../../apps/server/testing/harness.ts';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { axe, logIn, logInAtDesk, overflowPx, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { smallTargets } from '../shell/touch-targets.ts';
import { changeOdds, checkEvidence, pauseGame, settledRound } from './games-steps.ts';
import { menuOf, turnTo } from './menu-steps.ts';
import { lostNames } from './row-names.ts';

const exchange = openServerAndBrowser();
const PASSWORD = 'a-desk-of-pine-wood';

async function enter(look: Visit = {}, username = 'admin'): Promise<Visitor> {
  const visitor = await exchange.visit(look);
  await logInAtDesk(visitor.page, username);
  return visitor;
}

describe('the back office', () => {
  it('a page that was wanted is asked for again after the log-in; a wrong password says so and stays', async () => {
    const { page, faults, close } = await exchange.visit();
    await page.goto('/admin/audit');
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill('wrong-password');
    await page.locator('button[type=submit]').click();
    await page.getByText('아이디나 비밀번호가 맞지 않아요.').waitFor();
    await page.locator('input[name=password]').fill('admin1234');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: '감사 기록' }).waitFor();
    await page.getByText('기록이 이어져 있어요').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/audit');
    expect(faults).toEqual([]);
    await close();
  });

  it('every page of the menu: no fault, axe clean in both themes and languages, no wider than a phone, nothing a finger would miss, no row without its name', async () => {
    const wide = await enter();
    const phone = await enter({ width: 390, theme: 'dark', language: 'en' });
    const addresses = [...(await menuOf(wide.page)), '/admin/rounds/games', '/admin/rounds/past', '/admin/members/1', '/admin/security'];
    const look = async ({ page }: Visitor, as: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const address of addresses) {
        await turnTo(page, address);
        for (const finding of await axe(page)) found.push([address, as, finding]);
        const tooWidePx = await overflowPx(page);
        if (tooWidePx > 0) found.push([address, as, tooWidePx]);
        if (page.viewportSize()?.width === 390)
          found.push(...[...(await smallTargets(page)), ...(await lostNames(page))].map((fault) => [address, as, fault]));
      }
      return found;
    };
    expect(addresses.length).toBeGreaterThan(15);
    expect(await Promise.all([look(wide, 'white, Korean'), look(phone, 'phone, dark, English')])).toEqual([[], []]);
    expect([wide.faults, phone.faults]).toEqual([[], []]);
    await Promise.all([wide.close(), phone.close()]);
  });

  it('a game’s odds over the guard are refused with words; a small change and a pause say from which round; a past round is checked here', async () => {
    await settledRound(exchange.server.context.pool);
    const { page, faults, close } = await enter();
    await page.goto('/admin/rounds/games?open=1');
    await changeOdds(page);
    await pauseGame(page, '비트코인 5분');
    await turnTo(page, '/admin/rounds/past');
    await checkEvidence(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('what one may not do is not in the menu, and its address says which right is missing', async () => {
    const { page, faults, close } = await enter({}, 'staff');
    await expect.poll(() => menuOf(page)).not.toContain('/admin/staff');
    await page.goto('/admin/staff');
    await page.getByText('이 화면을 볼 권한이 없어요').waitFor();
    await page.getByText('operator.read').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('another site is another desk: the same page is asked anew under its code', async () => {
    const { page, close } = await enter();
    await page.goto('/admin/staff');
    await page.getByRole('button', { name: /사이트 고르기/ }).click();
    const asked = page.waitForRequest(
      (request) => request.url().includes('/api/admin/operator/list') && request.headers()['x-maru-site'] === 'hanok',
    );
    await page.getByRole('option', { name: '한옥' }).click();
    await asked;
    await page.getByRole('button', { name: /사이트 고르기: 한옥/ }).waitFor();
    await close();
  });

  it('a desk left alone warns a minute before it closes, and asks for the password over the page: what was typed is still there', async () => {
    const { page, close } = await exchange.visit();
    await page.clock.install();
    await logInAtDesk(page, 'admin');
    await page.goto('/admin/audit');
    const target = page.getByLabel('대상으로 찾기 (member:17)');
    await target.fill('member:1');
    await page.clock.fastForward(14 * 60_000 + 5_000);
    await page.getByRole('heading', { name: '아직 계세요?' }).waitFor();
    await page.getByRole('button', { name: '계속하기' }).click();
    await page.getByRole('heading', { name: '아직 계세요?' }).waitFor({ state: 'detached' });
    await page.clock.fastForward(15 * 60_000 + 5_000);
    await page.getByText('오래 쓰지 않아 로그아웃했어요.').waitFor();
    // From here on nobody asks: every answer would be that nobody is logged in. After the log-in what the page asks by itself goes on.
    await expect.poll(() => page.evaluate("sessionStorage.getItem('maru.admin.access')")).toBe(null);
    const unnamed: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isOfDesk = pathname.startsWith('/api/admin/') && pathname !== '/api/admin/login';
      if (isOfDesk && request.headers()['authorization'] === undefined) unnamed.push(pathname);
    });
    await page.clock.fastForward(120_000);
    const goesOn = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/admin/waiting');
    await page.locator('input[name=password]').fill('admin1234');
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor({ state: 'detached' });
    await goesOn;
    expect(unnamed).toEqual([]);
    await expect.poll(() => target.inputValue()).toBe('member:1');
    await close();
  });

  it('a draft of colour, name, logo and words: seen in the preview alone, then on open pages without a reload, then undone', async () => {
    const [{ page, faults, close }, guest] = await Promise.all([enter(), exchange.visit()]);
    await guest.page.goto('/');
    await guest.page.evaluate('window.stays = true');
    const looks = `[getComputedStyle(document.documentElement).getPropertyValue('--brand'), document.querySelector('link[rel=icon]').getAttribute('href')]`;
    const before = (await guest.page.evaluate(looks)) as string[];
    await page.goto('/admin/brand');
    await page.getByLabel('브랜드, 밝은 테마 HEX').fill('#1D6B52');
    await page.getByLabel('이름 (한국어)').fill('초록 마루');
    await page.getByLabel('로고 올리기').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#1D6B52"/></svg>'),
    });
    await page.getByRole('tab', { name: '글' }).click();
    await page.getByLabel('글이나 이름으로 찾기').fill('home.start');
    await page.getByLabel('home.start 한국어').fill('지금 시작하기');
    const shown = page.frameLocator('iframe');
    await shown.getByText('지금 시작하기').first().waitFor();
    await page.getByRole('radio', { name: '지갑' }).click();
    // A wallet of nobody: shown whole, with no session behind it, and nothing can be asked for from it.
    await shown.getByText('12,582.85').first().waitFor();
    const frame = page.frames().find((each) => each.url().includes('/dnw_history'));
    const asked = "fetch('/api/dnw/transfer', { method: 'POST', body: '{}' }).then((answer) => answer.json())";
    expect(await frame?.evaluate(asked)).toMatchObject({ status: 'failure', code: 'PREVIEW' });
    await page.getByRole('radio', { name: '메일' }).first().click();
    await shown.getByText('407183').first().waitFor();
    await page.getByText('초록 마루 <no-reply@maru.example>').waitFor();
    expect(await guest.page.evaluate(looks)).toEqual(before);
    await page.getByRole('button', { name: '발행', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '발행', exact: true }).click();
    await guest.page.getByText('지금 시작하기').first().waitFor();
    const [brand, icon] = (await guest.page.evaluate(looks)) as string[];
    expect([brand, icon]).toEqual(['#1D6B52', expect.stringMatching(/^\/site-media\//)]);
    await page.getByRole('button', { name: '발행 기록' }).click();
    await page.getByRole('button', { name: '앞 발행본으로' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '앞 발행본으로' }).last().click();
    await guest.page.getByText('3분 만에 시작하기').first().waitFor();
    expect(await guest.page.evaluate(`[window.stays, ...${looks}]`)).toEqual([true, ...before]);
    expect([faults, guest.faults]).toEqual([[], []]);
    await Promise.all([close(), guest.close()]);
  });

  it('new terms that ask for consent: an open page of a member asks at once, and goes on where it was when they are agreed to', async () => {
    const [{ page, faults, close }, member] = await Promise.all([enter(), exchange.visit()]);
    await logIn(member.page);
    await member.page.goto('/myinfo/profile');
    await member.page.getByLabel(/연결 상태 좋음/).waitFor();
    await member.page.evaluate('window.stays = true');
    await turnTo(page, '/admin/documents');
    await page.getByRole('button', { name: '새 버전 쓰기' }).click();
    await page.locator('form div[lang=ko]').getByLabel('제목', { exact: true }).fill('대청 이용약관');
    await page.getByRole('button', { name: '발행하기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '발행하기' }).click();
    await page.getByText('이용약관 v2 발행했어요').waitFor();
    const asked = member.page.getByRole('dialog', { name: '약관이 바뀌었어요' });
    await asked.getByText(/^대청 이용약관 v2/).waitFor();
    expect(await axe(member.page)).toEqual([]);
    await expect.poll(() => asked.getByRole('button', { name: '1개에 더 동의해 주세요' }).isDisabled()).toBe(true);
    await asked.getByLabel('대청 이용약관에 동의합니다').click();
    await asked.getByRole('button', { name: '동의하고 계속하기' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await member.page.evaluate('[window.stays, location.pathname]')).toEqual([true, '/myinfo/profile']);
    const agreed = "SELECT max(version) AS version FROM site_agreement WHERE site_id = 1 AND kind = 'service'";
    expect((await exchange.server.context.pool.query(agreed)).rows).toEqual([{ version: 2 }]);
    expect([faults, member.faults]).toEqual([[], []]);
    await Promise.all([close(), member.close()]);
  });

  it('a table of the editor grows and shrinks by its tools, and what is pasted from Word comes as lists', async () => {
    const { page, faults, close } = await enter();
    await page.goto('/admin/contents/new-notice');
    const text = page.locator('[role=textbox][contenteditable=true]').first();
    await text.click();
    await page.getByRole('button', { name: '표', exact: true }).first().click();
    await text.locator('th').first().click();
    const tools = page.getByRole('toolbar', { name: '표 도구' });
    for (const tool of ['아래에 줄 넣기', '오른쪽에 칸 넣기', '오른쪽에 칸 넣기', '왼쪽에 칸 넣기', '칸 지우기'])
      await tools.getByRole('button', { name: tool }).click();
    const size = async () => [await text.locator('tr').count(), await text.locator('tr').first().locator('th, td').count()];
    await expect.poll(size).toEqual([4, 4]);
    await tools.getByRole('button', { name: '표 지우기' }).click();
    await expect.poll(size).toEqual([0, 0]);
    await tools.waitFor({ state: 'detached' });
    const line = (words: string) => `<p style="mso-list:l0"><!--[if !supportLists]--><span>·</span><!--[endif]-->${words}</p>`;
    const word = `<p>점검</p>${line('첫째')}${line('둘째')}<img src="file:///C:/a.png">`;
    await page.evaluate(`((clipboardData) => {
      clipboardData.setData('text/html', ${JSON.stringify(word)});
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('[role=textbox][contenteditable=true]').dispatchEvent(paste);
    })(new DataTransfer())`);
    await text.locator('ul > li', { hasText: '둘째' }).waitFor();
    await expect.poll(() => text.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('a session that was ended elsewhere is noticed by the next call', async () => {
    const { page, close } = await enter();
    await page.goto('/admin/audit');
    await page.getByText('기록이 이어져 있어요').waitFor();
    const token = (await page.evaluate("sessionStorage.getItem('maru.admin.access')")) as string;
    await page.request.post('/api/admin/logout', { headers: { authorization: `Bearer ${token}` }, data: {} });
    await page.getByLabel('대상으로 찾기 (member:17)').fill('member:1');
    await page.getByRole('heading', { name: '다시 로그인해 주세요' }).waitFor();
    await close();
  });
});

describe('outside the demo', () => {
  it('the first operator: a link from the host, a password, an app and its recovery codes; then the way in asks for one of them', async () => {
    const server = await startTestServer({ env: { MARU_DEMO: 'off' }, hasMarket: false });
    const { token } = await makeFromHost(server.context, { username: 'first', name: '첫 운영자', role: 'owner', site: undefined });
    const { page, faults, close } = await exchange.visit({}, server.url);
    await page.goto(`/admin/setup#${token}`);
    await page.getByLabel('비밀번호').fill(PASSWORD);
    await page.getByLabel('한 번 더').fill(PASSWORD);
    await page.getByRole('button', { name: '정하고 로그인하러 가기' }).click();
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.getByRole('img', { name: '인증 앱 등록용 QR' }).waitFor();
    const typed = (await page.getByText('직접 입력할 키').locator('+ p').innerText()).replaceAll(/\s/g, '');
    const app = new TOTP({ secret: Secret.fromBase32(typed) });
    await page.getByLabel('인증 번호').fill(app.generate());
    await page.getByRole('button', { name: '확인' }).click();
    await page.getByText('복구 코드를 지금 적어 두세요').waitFor();
    expect(await axe(page)).toEqual([]);
    const codes = await page.locator('main li').allInnerTexts();
    expect(codes).toHaveLength(10);
    const goOn = page.getByRole('button', { name: '들어가기' });
    await expect.poll(() => goOn.isDisabled()).toBe(true);
    await page.getByText('안전한 곳에 적어 두었어요').click();
    await goOn.click();
    await page.locator('#page h1').waitFor();
    // The link is spent, and says where to go.
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`/admin/setup?again#${token}`);
    await page.getByLabel('비밀번호').fill(PASSWORD);
    await page.getByLabel('한 번 더').fill(PASSWORD);
    await page.getByRole('button', { name: '정하고 로그인하러 가기' }).click();
    await page.getByText('이미 썼거나 기한이 지난 링크예요').waitFor();
    await page.getByRole('link', { name: /로그인하러 가기/ }).click();
    await page.locator('input[name=username]').fill('first');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: '복구 코드로 들어가기' }).click();
    await page.getByLabel('복구 코드').fill(codes[0]);
    await page.getByRole('button', { name: '확인' }).click();
    await page.locator('#page h1').waitFor();
    expect(faults).toEqual([]);
    await close();
    await server.close();
  });
});

describe('two persons', () => {
  /** A second operator with all rights, past the log-in. */
  async function enterSecond(): Promise<Visitor & { name: string }> {
    const { token, username } = await newOperator(exchange.server.context);
    const visitor = await exchange.visit();
    const session = { 'maru.admin.access': token, 'maru.admin.refresh': 'none', 'maru.admin.expiry': String(Date.now() + 3_600_000) };
    await visitor.page.addInitScript(`if (origin !== 'null') Object.assign(sessionStorage, ${JSON.stringify(session)});`);
    return { ...visitor, name: username };
  }

  /** Asked for past the form; answers the request's id. */
  async function askFor(page: Page, reason: string): Promise<number> {
    const headers = {
      authorization: `Bearer ${await page.evaluate("sessionStorage.getItem('maru.admin.access')")}`,
      'x-maru-site': 'maru',
    };
    const data = { type: 'PB', walletType: 'USDT', currency: 'USDT', rows: [{ playerId: 1, point: '5' }], total: '5', reason };
    const answer = await page.request.post('/api/admin/ledger/ask', { headers, data });
    return ((await answer.json()) as { data: { requestId: number } }).data.requestId;
  }

  it('from search to money that arrives: one finds the member and asks, another takes it and agrees, all without a reload', async () => {
    const [asker, decider, member] = await Promise.all([enter(), enterSecond(), exchange.visit()]);
    await logIn(member.page);
    await Promise.all([member.page.goto('/dnw_history/asset'), decider.page.goto('/admin/members/1')]);
    await decider.page.getByText('합계가 지갑과 같아요').waitFor();
    const { page } = asker;
    await turnTo(page, '/admin/members');
    await page.getByRole('textbox', { name: /아이디·닉네임 앞부분/ }).fill('demo1');
    await page.locator('tbody tr').filter({ hasText: 'demo1' }).click();
    await page.waitForURL(/\/members\/\d+$/);
    await page.getByText('합계가 지갑과 같아요').waitFor();
    await page.getByRole('button', { name: '메모', exact: true }).click();
    await page.getByRole('textbox', { name: '메모' }).fill('쿠폰 문의에 답변');
    await page.getByRole('button', { name: '남기기' }).click();
    for (const one of [page, decider.page]) await one.getByRole('listitem').filter({ hasText: '쿠폰 문의에 답변' }).waitFor();
    await turnTo(decider.page, '/admin/approvals');
    await decider.page.getByText('기다리는 승인이 없어요').waitFor();
    await expect.poll(() => page.getByText(/010-\d{4}-\d{4}/).count()).toBe(0);
    await page.locator('header').getByRole('button', { name: /보기/ }).first().click();
    await page.getByText(/010-\d{4}-\d{4}/).waitFor();
    await page.getByRole('link', { name: '원장 기입 요청' }).click();
    await page.getByLabel('금액').fill('1234.5');
    await page.getByLabel('이유').fill('이벤트 당첨 보상');
    await page.getByText('98,765').first().waitFor();
    await page.getByRole('button', { name: '승인 요청' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    const asked = page.locator('tbody tr').filter({ hasText: '이벤트 당첨 보상' });
    await asked.getByRole('link', { name: '승인 대기' }).click();
    await page.getByText('내가 요청해서 승인할 수 없어요').waitFor();
    await expect.poll(() => page.getByRole('button', { name: '승인하기' }).isDisabled()).toBe(true);
    await decider.page.getByRole('button', { name: '내가 맡기' }).click();
    await page.getByText(`${decider.name} 보는 중`).waitFor();
    expect([await axe(page), await axe(decider.page)]).toEqual([[], []]);
    await expect.poll(() => member.page.getByText('1,234.5').count()).toBe(0);
    await decider.page.getByRole('button', { name: '승인하기' }).click();
    // Without a reload: the member's wallet hears of it, and the page of who asked.
    await member.page.getByText('1,234.5').first().waitFor();
    await page.getByText('반영됨').first().waitFor();
    expect([asker.faults, decider.faults, member.faults]).toEqual([[], [], []]);
    await Promise.all([asker.close(), decider.close(), member.close()]);
  });

  it('refused with a reason, taken back by who asked, or past its time: each is found under its name', async () => {
    const [asker, decider] = await Promise.all([enter(), enterSecond()]);
    await decider.page.goto('/admin/approvals');
    const late = await askFor(asker.page, '기한이 지날 요청');
    await exchange.server.context.pool.query('UPDATE operator_approval SET expires_at = asked_at WHERE id = $1', [late]);
    await askFor(asker.page, '거절될 요청');
    await turnTo(asker.page, '/admin/approvals');
    await decider.page.getByRole('button', { name: '내가 맡기' }).click();
    const reject = decider.page.getByRole('button', { name: '거절하기' });
    await reject.waitFor();
    await expect.poll(() => reject.isDisabled(), { message: 'a rejection says why' }).toBe(true);
    await decider.page.getByLabel('메모').fill('증빙이 없음');
    await reject.click();
    await asker.page.getByText('기다리는 승인이 없어요').waitFor();
    await askFor(asker.page, '거둘 요청');
    // The list is slower than the one before one's eyes: first the button that was pressed goes, then all that stood beside it.
    const withdraw = asker.page.getByRole('button', { name: '요청 거두기' });
    await withdraw.waitFor();
    const slower = Promise.withResolvers<void>();
    await asker.page.route('**/api/admin/approval/list*', (route) => slower.promise.then(() => route.continue()));
    await withdraw.press('Enter');
    await asker.page.getByText('요청을 거뒀어요.').waitFor();
    await withdraw.waitFor({ state: 'detached' });
    slower.resolve();
    await asker.page.locator('h1:focus').waitFor();
    for (const [name, reason, more] of [
      ['거절됨', '거절될 요청', '증빙이 없음'],
      ['거둠', '거둘 요청', '반영되지 않음'],
      ['기한 지남', '기한이 지날 요청', '반영되지 않음'],
    ]) {
      await decider.page.getByRole('button', { name, exact: true }).click();
      await decider.page.getByRole('heading', { level: 2 }).first().waitFor();
      await decider.page.getByText(`“${reason}”`).waitFor();
      await decider.page.getByText(more).first().waitFor();
      // What was asked once is not headed as a value of now.
      await decider.page.getByRole('columnheader', { name: '요청한 값' }).waitFor();
      await expect.poll(() => decider.page.getByRole('button', { name: '승인하기' }).count()).toBe(0);
    }
    expect([asker.faults, decider.faults]).toEqual([[], []]);
    await Promise.all([asker.close(), decider.close()]);
  });
});
