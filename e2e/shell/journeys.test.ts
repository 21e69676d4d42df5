// What people do in the shell: be sent to log in and back, sign up, switch theme and language, log out, watch the wallet move, lose the connection.
import { afterEach, describe, expect, it } from 'vitest';
import { buffer as buffered } from 'node:stream/consumers';
import { axe, dress, buyAtMarket, logIn, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
let visitor: Visitor;
afterEach(async () => {
  await visitor?.close();
});

async function come(look: Visit = {}) {
  visitor = await exchange.visit(look);
  return visitor.page;
}
const pathOf = (url: string) => new URL(url).pathname;
const stored = (name: string) => visitor.page.evaluate(`sessionStorage.getItem('${name}')`) as Promise<string | null>;

/** As the demo's inbox shows it. */
async function codeMailedTo(address: string): Promise<string> {
  const code = async () => {
    const reply = await fetch(`${exchange.server.url}/api/demo/inbox?to=${encodeURIComponent(address)}`);
    const { data } = (await reply.json()) as { data: { content: { text: string }[] } };
    return /\d{6}/.exec(data.content[0]?.text ?? '')?.[0] ?? '';
  };
  let found = '';
  await expect.poll(async () => (found = await code()), { message: `a code for ${address}` }).not.toBe('');
  return found;
}

describe('the guard (specification section 2)', () => {
  it('sends guests to log in, says where it leads back to, and leads there; /dnw_history is its first page and a reload keeps the member', async () => {
    const page = await come();
    await page.goto('/dnw_history/asset');
    await page.waitForURL('**/login');
    await page.getByText('로그인하면 보시던 자산 현황으로 돌아가요.').waitFor();
    await page.getByLabel('아이디').fill('demo1');
    await page.getByLabel('비밀번호', { exact: true }).fill('demo1234');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dnw_history/asset');
    await expect.poll(() => stored('maru.wanted')).toBeNull();
    await expect.poll(() => stored('maru.refresh')).not.toBeNull();
    // Loaded anew: the tab's tokens say who this is.
    await page.goto('/dnw_history');
    await page.getByRole('heading', { name: '내 자산' }).waitFor();
    expect(pathOf(page.url())).toBe('/dnw_history/asset');
    expect(visitor.faults).toEqual([]);
  });
});

describe('the header (specification section 2)', () => {
  const entries = (page: Visitor['page']) => page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').allTextContents();

  it('guests read Wallet and Support in English and reach the view-only futures; theme and language change at once and stay', async () => {
    const page = await come();
    await page.goto('/');
    await expect.poll(() => entries(page)).toEqual(['USDT 선물', '바이너리', '파워볼', 'Wallet', 'Support', '이벤트']);
    await expect
      .poll(() => page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: 'USDT 선물' }).getAttribute('href'))
      .toBe('/futureView');
    await page.getByRole('button', { name: '어두운 화면으로' }).click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByRole('banner').getByRole('button', { name: '언어' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: /The floor holds/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /The floor holds/ }).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme + document.documentElement.lang')).toBe('darken');
    await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL('**/signup');
  });

  it('members read them in Korean, see their assets, and reach the trade screen', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/');
    await page.getByRole('banner').getByText('11,000.00').waitFor();
    await expect.poll(() => entries(page)).toEqual(['USDT 선물', '바이너리', '파워볼', '지갑', '고객지원', '이벤트']);
    await expect
      .poll(() => page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: 'USDT 선물' }).getAttribute('href'))
      .toBe('/future');
    await page
      .getByRole('banner')
      .getByRole('img', { name: /연결 상태 좋음/ })
      .waitFor();
    // Longer words, every product: the menu ends where the tools begin.
    await dress(page, { language: 'en' });
    const menu = await page.getByRole('navigation', { name: 'Main menu' }).boundingBox();
    const tools = await page.getByRole('banner').getByText('Demo').boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThan(tools?.x ?? 0);
  });

  it('on phones a new page begins at its top, and the menus are a sheet that closes by itself', async () => {
    const page = await come({ width: 390 });
    await page.goto('/');
    await page.getByText('시장 한눈에').waitFor();
    // What is still coming in above may move it on.
    await expect.poll(() => page.evaluate('scrollTo(0, 400); scrollY')).toBe(400);
    await page.getByRole('banner').getByRole('link', { name: '로그인' }).click();
    await page.getByRole('heading', { name: '다시 오셨네요' }).waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: '메뉴 열기' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: '이용 가이드' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('logging in and out', () => {
  it('the fields take only their characters (section 5); wrong words are refused in the specified text, without telling which was wrong', async () => {
    const page = await come();
    await page.goto('/login');
    const [username, password] = [page.getByLabel('아이디'), page.getByLabel('비밀번호', { exact: true })];
    await username.pressSequentially('demo');
    await username.press('D');
    await username.press('!');
    await expect.poll(() => username.inputValue()).toBe('demo');
    await password.pressSequentially('ab1-2');
    await expect.poll(() => password.inputValue()).toBe('ab12');
    await page.getByText('영문과 숫자만 쓸 수 있어요.').waitFor({ state: 'hidden' });
    await password.press('!');
    await page.getByText('영문과 숫자만 쓸 수 있어요.').waitFor();
    await username.fill('demo1');
    await password.fill('wrong1234');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('아이디 또는 비밀번호가 일치하지 않습니다.').waitFor();
    await expect.poll(() => stored('maru.access')).toBeNull();
  });

  it('logging out asks, forgets the tokens and goes to the login page', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/myinfo');
    await page.waitForURL('**/myinfo/message');
    await page.getByRole('button', { name: '로그아웃' }).click();
    await page.getByRole('dialog').getByText('로그아웃할까요?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => stored('maru.access')).toBeNull();
  });

  it('a session that ends under a member’s hands leads to log in, and the page is kept', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/dnw_history/asset');
    await page.getByText('11,000.00').first().waitFor();
    const over = (code: string) => ({ status: 401, json: { status: 'fail', code, message: '로그인이 끝났어요.', data: {} } });
    await page.route('**/api/futures/**', (route) => route.fulfill(over('TOKEN_EXPIRED')));
    await page.route('**/api/login*', (route) => route.fulfill(over('TOKEN_REVOKED')));
    await page.getByRole('link', { name: '선물 거래 내역' }).click();
    await page.waitForURL('**/login');
    await page.getByText('로그인하면 보시던 선물 거래 내역으로 돌아가요.').waitFor();
  });

  it('whoever logs in after another in the same tab begins with a page of its own: nothing of theirs is shown', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/dnw_history/asset');
    await page.getByRole('banner').getByText('11,000.00').waitFor();
    // A script's own value stands for all that a page has in its memory: figures, toasts, answers on their way.
    await page.evaluate('window.formersMemory = true');
    const over = (code: string) => ({ status: 401, json: { status: 'fail', code, message: '로그인이 끝났어요.', data: {} } });
    await page.route('**/api/futures/**', (route) => route.fulfill(over('TOKEN_EXPIRED')));
    await page.route('**/api/login*', (route) => route.fulfill(over('TOKEN_REVOKED')));
    await page.getByRole('link', { name: '선물 거래 내역' }).click();
    await page.waitForURL('**/login');
    await page.unroute('**/api/futures/**');
    await page.unroute('**/api/login*');
    // The next one's own figures are late.
    const asked = page.waitForRequest('**/api/wallet/my*');
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/api/wallet/my*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('아이디').fill('demo2');
    await page.getByLabel('비밀번호', { exact: true }).fill('demo1234');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dnw_history/future_list');
    expect(await page.evaluate('window.formersMemory')).toBeUndefined();
    await asked;
    await expect.poll(() => page.getByRole('banner').getByText('11,000.00').count()).toBe(0);
    answer();
    await page.getByRole('banner').getByText('11,000.00').waitFor();
  });

  it('a blocked member sees the alert and is logged out', async () => {
    const page = await come();
    await logIn(page, 'demo2');
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: '지갑' }).waitFor();
    await exchange.server.context.pool.query("UPDATE account_member SET status = 'DENY' WHERE username = 'demo2'");
    await page.reload();
    await page.getByRole('dialog').getByText('이용할 수 없는 계정입니다.').waitFor();
    await page.getByRole('button', { name: '확인' }).click();
    await expect.poll(() => stored('maru.access').catch(() => 'leaving')).toBeNull();
    await exchange.server.context.pool.query("UPDATE account_member SET status = 'ACTIVE' WHERE username = 'demo2'");
  });

  it('a device logged out from the profile is told so and has to log in again', async () => {
    const page = await come();
    await logIn(page);
    const other = await exchange.visit();
    try {
      await logIn(other.page);
      await other.page.goto('/dnw_history/asset');
      await other.page.getByLabel(/연결 상태 좋음/).waitFor();
      await page.goto('/myinfo/profile');
      await page.getByRole('region', { name: '로그인된 기기' }).getByRole('button', { name: '로그아웃', exact: true }).first().click();
      await other.page.getByText('접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.').waitFor();
      await other.page.getByRole('button', { name: '확인' }).click();
      await other.page.waitForURL('**/login');
    } finally {
      await other.close();
    }
  });

  it('of many devices the newest stand in the profile, and all of them when asked for', async () => {
    const page = await come();
    for (let n = 0; n < 7; n += 1) await page.request.post('/api/login', { data: { username: 'demo1', password: 'demo1234' } });
    await logIn(page);
    await page.goto('/myinfo/profile');
    const devices = page.getByRole('region', { name: '로그인된 기기' });
    await devices.getByText('이 기기').waitFor();
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(5);
    await devices.getByRole('button', { name: /대 모두 보기$/ }).click();
    await expect.poll(() => devices.getByRole('listitem').count()).toBeGreaterThan(7);
  });
});

describe('signing up', () => {
  it('checks while typing, proves address and number by codes, names what is missing, and logs in', async () => {
    const page = await come();
    await page.goto('/signup');
    const button = page.getByRole('main').getByRole('button', { name: '가입하기' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByLabel('아이디').fill('demo1');
    await page.getByText('이미 쓰고 있는 아이디예요.').waitFor();
    await page.getByLabel('아이디').fill('hangyeol_92');
    await page.getByText('쓸 수 있는 아이디예요.').waitFor();
    await page.getByLabel('비밀번호', { exact: true }).fill('maru2026abcd');
    await page.getByText('튼튼해요.').waitFor();
    await page.getByLabel('이름', { exact: true }).fill('김한결');
    await page.getByLabel('닉네임').fill('마루지기');
    await page.getByText('이미 쓰고 있는 닉네임이에요.').waitFor();
    await page.getByLabel('닉네임').fill('hangyeol_92');
    await page.getByText('아이디와 같은 닉네임은 쓸 수 없어요.').waitFor();
    await page.getByText('닉네임만 고쳐 주세요').waitFor();
    await page.getByRole('button', { name: '‘한결’ 쓰기' }).click();
    await expect.poll(() => page.getByLabel('닉네임').inputValue()).toBe('한결');
    await page.getByLabel('이메일').fill('hangyeol@maru.kr');
    await page.getByRole('button', { name: '인증번호 받기' }).first().click();
    await page.getByLabel('인증번호').fill(await codeMailedTo('hangyeol@maru.kr'));
    await page.getByText('내 주소로 확인했어요.').waitFor();
    await page.getByLabel('휴대폰 번호').pressSequentially('01048217730');
    await expect.poll(() => page.getByLabel('휴대폰 번호').inputValue()).toBe('010-4821-7730');
    await page.getByText('휴대폰 인증').waitFor();
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    await page.getByLabel('인증번호').fill('000000');
    await page.getByText('인증번호가 맞지 않아요.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('인증번호').fill(await codeMailedTo('010-4821-7730'));
    await page.getByText('내 번호로 확인했어요.').waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByText('한 가지만 더 하면 돼요').waitFor();
    await page.getByLabel('전체 동의').click();
    expect(await axe(page)).toEqual([]);
    await button.click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('가입을 마쳤어요').waitFor();
    await page.getByRole('banner').getByRole('link', { name: '지갑' }).waitFor();
    expect(visitor.faults).toEqual([]);
  });

  it('keeps what was typed over a reload, except the password', async () => {
    const page = await come();
    await page.goto('/signup');
    await page.getByLabel('아이디').fill('keep_me');
    await page.getByLabel('비밀번호', { exact: true }).fill('secret12');
    await page.reload();
    await expect.poll(() => page.getByLabel('아이디').inputValue()).toBe('keep_me');
    await expect.poll(() => page.getByLabel('비밀번호', { exact: true }).inputValue()).toBe('');
  });

  it('a referral link fills and locks its code; an unknown one keeps nobody out', async () => {
    const page = await come();
    await page.goto('/ref/NOBODY');
    await page.getByText('없는 추천 코드예요.').waitFor();
    await page.getByRole('button', { name: '코드 없이 가입하기' }).click();
    await expect.poll(() => page.getByLabel('추천인 코드').inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('추천인 코드').getAttribute('readonly')).toBeNull();
  });
});

describe('live', () => {
  it('the home book moves and an order shows in the wallet without a reload', async () => {
    const page = await come();
    await page.goto('/');
    const book = page.getByRole('region', { name: 'BTC 호가' });
    await book
      .getByText(/\d\d,\d{3}\.\d/)
      .first()
      .waitFor();
    const before = await book.textContent();
    await expect.poll(() => book.textContent()).not.toBe(before);
    await logIn(page);
    await page.goto('/dnw_history/asset');
    await page.getByText('자산 변동 내역').waitFor();
    await expect.poll(() => page.getByRole('cell', { name: /거래 수수료/ }).count()).toBe(0);
    await buyAtMarket(page, '0.010');
    await page
      .getByRole('cell', { name: /거래 수수료/ })
      .first()
      .waitFor();
    await page.getByText('주문·포지션에 묶임').waitFor();
  });

  it('money goes from the futures wallet to another, and both lines stand in the history and in its file', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/dnw_history/asset');
    await page.getByRole('main').getByRole('button', { name: '이체', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '내 지갑 사이 이체' });
    // It begins where there is money; the other way round there is none, and the button says so.
    await dialog.getByRole('button', { name: '두 지갑 바꾸기' }).click();
    await dialog.getByRole('button', { name: '옮길 수 있는 금액이 없어요' }).waitFor();
    await dialog.getByRole('button', { name: '두 지갑 바꾸기' }).click();
    await dialog.getByLabel('금액', { exact: true }).fill('1250.5');
    await dialog.getByText('→ 1,250.5').waitFor();
    await dialog.getByRole('button', { name: '1,250.5 USDT 이체하기' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /USDT 지갑/ })
      .getByText('1,250.5')
      .first()
      .waitFor();
    await page.getByRole('link', { name: '전체 내역' }).click();
    await page.waitForURL('**/dnw_history/history_list');
    await page.getByRole('row', { name: /선물 지갑 이체 보냄 → USDT 지갑 −1,250\.5/ }).waitFor();
    await page.getByRole('row', { name: /USDT 지갑 이체 받음 ← 선물 지갑 \+1,250\.5.*1,250\.5/ }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV로 받기' }).click()]);
    const text = (await buffered(await file.createReadStream())).toString('utf8');
    expect(text).toMatch(/선물 지갑,TO 이체 보냄,→ USDT 지갑,-1250\.500000,\d+\.\d{6},USDT/);
    expect(visitor.faults).toEqual([]);
  });

  it('amounts can be hidden on this device', async () => {
    const page = await come();
    await logIn(page);
    await page.goto('/dnw_history/asset');
    await page.getByRole('button', { name: '금액 가리기' }).click();
    await page.getByRole('main').getByText('••••••').first().waitFor();
    await page.reload();
    await page.getByRole('main').getByText('••••••').first().waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/\d,\d{3}\.\d/)
        .count(),
    ).toBe(0);
  });
});
