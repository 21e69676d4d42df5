// What protects an account, as a member meets it: turning the authenticator app on, the second step, proving it again, getting back in.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, it } from 'vitest';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { atRest, axe, dress, logIn, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const visitors: Visitor[] = [];
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.close();
});
async function come(look: Visit = {}) {
  const visitor = await exchange.visit(look);
  visitors.push(visitor);
  return visitor.page;
}
type Page = Awaited<ReturnType<typeof come>>;

const PASSWORD = 'longpassphrase42';

async function writePassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('아이디').fill(username);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}
/** Nobody's but the test's: what many share refuses to be shut. */
async function join(page: Page, username: string): Promise<void> {
  await openSignUp(exchange.server.context);
  const form = { username, password: PASSWORD, name: '김지킴', nick: `nick_${username}`, email: `${username}@example.com` };
  const phone = `010-5555-${String(1000 + ++joined)}`;
  const answer = await page.request.post('/api/player', { data: { ...form, phone } });
  expect(await answer.json()).toMatchObject({ status: 'success' });
}
let joined = 0;
/** Each code counts once: this one is of the next half minute, which the server still takes. */
const nextCode = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + 30_000 });

it('an address that is none is told where a username is looked for, once it was left, in the reader’s language', async () => {
  const page = await come({ width: 390, language: 'en' });
  await page.goto('/find/id');
  const mail = page.getByLabel('E-mail', { exact: true }).last();
  await mail.fill('nobody');
  await expect.poll(() => mail.getAttribute('aria-invalid')).toBeNull();
  await mail.blur();
  await page.getByText('Please check the e-mail address.').waitFor();
  await mail.fill('nobody@example.com');
  await expect.poll(() => mail.getAttribute('aria-invalid')).toBeNull();
});

it('a limit of games is set from where a ticket leads, binds at once, and a looser one says when it will', async () => {
  const page = await come({ width: 390 });
  await join(page, 'limiter');
  await logIn(page, 'limiter', PASSWORD);
  await page.goto('/myinfo/profile#limits');
  const row = page.getByRole('region', { name: '스스로 정한 한도' }).getByRole('listitem').filter({ hasText: '하루 게임 손실' });
  const set = async (button: string, value: string) => {
    await row.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByLabel('한도').fill(value);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${value} USDT 한도 정하기` })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await set('정하기', '100');
  await row.getByText('−100 USDT').waitFor();
  await set('바꾸기', '300');
  await row.getByText(/부터 300 USDT$/).waitFor();
  await expect.poll(() => row.textContent()).toContain('−100 USDT');
});

it('a member leaves: what stands in the way has its page, the sum is ticked, and no way leads back in', async () => {
  await openSignUp(exchange.server.context);
  const page = await come({ width: 390, theme: 'dark' });
  const form = {
    username: 'leaver',
    password: 'longpassphrase42',
    name: '김떠남',
    nick: '떠나는이',
    phone: '010-4444-0001',
    email: 'leaver@example.com',
  };
  const joined = (await (await page.request.post('/api/player', { data: form })).json()) as { data: { id: number } };
  const account = exchange.server.context.services.use(memberDirectory).accountOf(1, joined.data.id) as number;
  const debit = HouseAccount.Promo;
  const gift = {
    kind: CommandKind.Transfer,
    debit,
    credit: futuresWallet(account),
    amount: 2_000_000_000,
    reason: PostingReason.Adjustment,
  };
  await exchange.server.context.engine.submit(1, encodeFields(-1, -1, gift));
  await logIn(page, 'leaver', form.password);
  await page.goto('/myinfo/profile');
  const within = (text: string) => page.evaluate(text);
  const headers = { authorization: `Bearer ${await within("sessionStorage['maru.access']")}` };
  const last = (await (await page.request.get('/fapi/v1/ticker/price?symbol=BTCUSDT')).json()) as { price: string };
  const order = {
    futuresOptionId: 1,
    side: 'BUY',
    type: 'LIMIT',
    positionSide: 'BOTH',
    quantity: '0.010',
    price: String(Math.floor(Number(last.price) * 0.97)),
  };
  const placed = await page.request.post('/api/futures/order', { data: order, headers });
  expect(await placed.json()).toMatchObject({ status: 'success' });
  await page.getByRole('region', { name: '회원 탈퇴' }).getByRole('button', { name: '탈퇴하기' }).click();
  const dialog = page.getByRole('dialog');
  const row = dialog.getByRole('listitem').filter({ hasText: '미체결 주문' });
  await row.getByRole('link', { name: '보러 가기' }).waitFor();
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  const cancelled = await page.request.post('/api/futures/order/cancel_all', { data: {}, headers });
  expect(await cancelled.json()).toMatchObject({ status: 'success' });
  // It looks again by itself.
  await dialog.getByRole('checkbox', { name: /2,000 USDT를 포기해요/ }).check();
  await dialog.getByLabel('비밀번호', { exact: true }).fill(form.password);
  await dialog.getByRole('button', { name: '탈퇴하기' }).click();
  await page.getByRole('heading', { name: '탈퇴했어요' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const again = await page.request.post('/api/login', { data: { username: 'leaver', password: form.password } });
  expect(again.status()).toBe(401);
});

it('an authenticator app is turned on from the profile; the next log-in asks for it, a recovery code opens, sensitive acts ask again', async () => {
  const page = await come();
  await join(page, 'stepper');
  await logIn(page, 'stepper', PASSWORD);
  await page.goto('/myinfo/profile');
  await page.getByRole('region', { name: '보안', exact: true }).getByRole('button', { name: '켜기' }).nth(1).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('지금 비밀번호').fill(PASSWORD);
  await dialog.getByRole('button', { name: '다음' }).click();
  await dialog.getByRole('img', { name: 'QR 코드' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('앱에 보이는 6자리 숫자').fill('000000');
  await dialog.getByText('코드가 맞지 않아요.').waitFor();
  await dialog.getByLabel('앱에 보이는 6자리 숫자').fill(TOTP.generate({ secret: Secret.fromBase32(secret) }));
  await dialog.getByText('복구 코드를 보관해 주세요').waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  // Everything is asked again, as when a phone is back on the network: codes that are shown once stay until they are kept.
  await dress(page, { language: 'en' });
  await atRest(page);
  await dress(page, {});
  await atRest(page);
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(codes);
  await expect.poll(() => dialog.getByRole('button', { name: '마치기' }).isDisabled()).toBe(true);
  await dialog.getByLabel('안전한 곳에 보관했어요').click();
  await dialog.getByRole('button', { name: '마치기' }).click();
  await page.getByText('인증 앱 · 복구 코드 10개 남음').waitFor();
  await page.getByText('출금이 잠시 멈춰 있어요').waitFor();

  const phone = await come({ width: 390, theme: 'dark' });
  await writePassword(phone, 'stepper');
  await phone.getByText('2단계 중 2단계').waitFor();
  await expect.poll(() => axe(phone)).toEqual([]);
  expect(await phone.evaluate(`sessionStorage.getItem('maru.access')`)).toBeNull();
  await phone.getByRole('button', { name: '복구 코드 쓰기' }).click();
  await phone.getByLabel('복구 코드').fill(codes[0]);
  await phone.getByRole('button', { name: '확인' }).click();
  await phone.waitForURL((url) => url.pathname === '/');

  // A login that proved nothing lately is asked again, then the call goes on by itself.
  await exchange.server.context.pool.query('UPDATE account_login SET stepped_up_at = NULL');
  await page.getByRole('region', { name: '보안', exact: true }).getByRole('button', { name: '관리' }).click();
  await dialog.getByRole('button', { name: 'OTP 끄기' }).click();
  await dialog.getByLabel('지금 비밀번호').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'OTP 끄기' }).click();
  await page.getByRole('dialog', { name: '한 번 더 확인할게요' }).getByLabel('인증 앱의 6자리 숫자').fill(nextCode(secret));
  await page.getByText('OTP를 껐어요').waitFor();
  await page.getByText('아직 꺼져 있어요').filter({ visible: true }).first().waitFor();
});

it('a mail about a login from somewhere new: “this was not me” logs the thief out and opens again by a new password', async () => {
  const thief = await come();
  await join(thief, 'robbed');
  await logIn(thief, 'robbed', PASSWORD);
  await thief.goto('/myinfo/profile');
  await thief.getByText('보안 5가지 중 1가지 켜짐').waitFor();
  await thief.getByLabel(/연결 상태 좋음/).waitFor();
  await thief.request.post('/api/login', {
    data: { username: 'robbed', password: PASSWORD },
    headers: {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    },
  });
  const inbox = async () =>
    (await (await thief.request.get('/api/demo/inbox?to=robbed@example.com')).json()) as { data: { content: { text: string }[] } };
  await expect.poll(async () => (await inbox()).data.content[0]?.text ?? '').toContain('/not-me/');
  const link = /\/not-me\/[\w-]{43}/.exec((await inbox()).data.content[0].text)?.[0] ?? '';
  const owner = await come({ width: 390 });
  await owner.goto(link);
  await owner.getByText('내가 한 로그인이 아닌가요?').waitFor();
  expect(await axe(owner)).toEqual([]);
  await owner.getByRole('button', { name: '계정 잠그기' }).click();
  await owner.getByText('계정을 잠갔어요').waitFor();
  await thief.getByText('접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.').waitFor();
  await writePassword(owner, 'robbed');
  await owner.getByRole('alert').getByText('계정이 잠겨 있어요.').waitFor();
  await owner.goto(link);
  await owner.getByRole('button', { name: '계정 잠그기' }).click();
  await owner.getByText('쓸 수 없는 링크예요').waitFor();
});

it('a passkey is made in the profile, logs in by itself and is the second step after a password', async () => {
  // Passkeys belong to a host by name.
  const visitor = await exchange.visit({ width: 390 }, exchange.server.url.replace('127.0.0.1', 'localhost'));
  visitors.push(visitor);
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  const { pool } = exchange.server.context;
  await join(page, 'keyed');
  await logIn(page, 'keyed', PASSWORD);
  await page.goto('/myinfo/profile');
  await page.getByRole('region', { name: '보안', exact: true }).getByRole('button', { name: '켜기' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('지금 비밀번호').fill(PASSWORD);
  await expect.poll(() => axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: '패스키 만들기' }).click();
  await dialog.getByText('복구 코드를 보관해 주세요').waitFor();
  await dialog.getByLabel('안전한 곳에 보관했어요').click();
  await dialog.getByRole('button', { name: '마치기' }).click();
  await page.getByText('1개 · 비밀번호 없이 로그인').waitFor();

  const logOut = async () => {
    await page.evaluate(`for (const name of ['access', 'refresh', 'expiry']) sessionStorage.removeItem('maru.' + name)`);
    await page.goto('/login');
  };
  await logOut();
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await logOut();
  await writePassword(page, 'keyed');
  await page.getByText('패스키로 확인할게요').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '패스키로 확인' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const tries = async () => (await pool.query('SELECT result FROM account_login_try ORDER BY id DESC LIMIT 2')).rows;
  await expect.poll(tries).toEqual([{ result: 'OK_PASSKEY' }, { result: 'OK_PASSKEY' }]);
  expect(visitor.faults).toEqual([]);
});

it('a forgotten password: a code by mail sets a new one, which opens where the old one no longer does, and a mail says so', async () => {
  const visitor = await exchange.visit({ width: 390 });
  visitors.push(visitor);
  const { page } = visitor;
  const mails = async () => {
    const answer = await page.request.get('/api/demo/inbox?to=forgetful@example.com');
    return ((await answer.json()) as { data: { content: { text: string }[] } }).data.content.map(({ text }) => text);
  };
  await join(page, 'forgetful');
  const before = (await mails()).length;
  await page.goto('/login');
  await page.getByRole('link', { name: '비밀번호 찾기' }).click();
  await page.getByLabel('아이디').fill('forgetful');
  await page.getByRole('textbox', { name: '이메일' }).fill('forgetful@example.com');
  await page.getByRole('button', { name: '인증번호 받기' }).click();
  await page.getByText('맞는 계정이 있으면').waitFor();
  // Newest first; others of this member may come late.
  const code = async () => {
    const all = await mails();
    return /\d{6}/.exec(all.slice(0, all.length - before).join('\n'))?.[0] ?? '';
  };
  await expect.poll(code).not.toBe('');
  await page.getByLabel('인증번호 6자리').fill(await code());
  await page.keyboard.press('Enter');
  await page.getByLabel('새 비밀번호', { exact: true }).fill('maru2026wxyz');
  // Until the button has taken its colour its words have too little contrast.
  await expect.poll(() => axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('비밀번호를 바꿨어요').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '로그인하기' }).click();
  await page.getByLabel('아이디').fill('forgetful');
  const password = page.getByLabel('비밀번호', { exact: true });
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('아이디 또는 비밀번호가 일치하지 않습니다.').waitFor();
  await password.fill('maru2026wxyz');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(async () => (await mails()).join()).toContain('비밀번호가 바뀌었고');
  expect(visitor.faults).toEqual([]);
});

it('who has shut itself out is shown the way to leave: password and code, no login, and the page says that the exclusion goes on', async () => {
  const visitor = await exchange.visit({ width: 390, theme: 'dark' });
  visitors.push(visitor);
  const { page } = visitor;
  await join(page, 'shutout');
  const login = await page.request.post('/api/login', { data: { username: 'shutout', password: PASSWORD } });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const shut = await page.request.post('/api/user/exclude', { data: { days: 180, password: PASSWORD }, headers });
  expect(await shut.json()).toMatchObject({ status: 'success' });
  await writePassword(page, 'shutout');
  await page.getByRole('alert').getByText('스스로 이용을 멈춘 계정이에요').waitFor();
  await expect.poll(() => axe(page)).toEqual([]);
  await page.getByRole('link', { name: '이용을 멈춘 채로 탈퇴하기' }).click();
  await page.getByRole('heading', { name: '이용을 멈춘 동안 탈퇴하기' }).waitFor();
  await page.getByLabel('아이디').fill('shutout');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await expect.poll(() => axe(page)).toEqual([]);
  await page.getByRole('button', { name: '본인 확인하기' }).click();
  const code = async () => {
    const answer = await page.request.get('/api/demo/inbox?to=shutout@example.com');
    const { data: inbox } = (await answer.json()) as { data: { content: { text: string }[] } };
    return /\b\d{6}\b/.exec(inbox.content[0]?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(code).not.toBe('');
  await page.getByLabel('인증번호 6자리').fill(await code());
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await page.getByText('스스로 멈춘 기간은 그대로 이어져').waitFor();
  await expect.poll(() => axe(page)).toEqual([]);
  expect(await page.evaluate(`sessionStorage.getItem('maru.access')`)).toBeNull();
  const tick = page.getByRole('checkbox');
  if ((await tick.count()) > 0) await tick.check();
  await page.getByRole('button', { name: '탈퇴하기' }).click();
  await page.getByRole('heading', { name: '탈퇴했어요' }).waitFor();
  const again = await page.request.post('/api/login', { data: { username: 'shutout', password: PASSWORD } });
  expect(again.status()).toBe(401);
  expect(visitor.faults).toEqual([]);
});
