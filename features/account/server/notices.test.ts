// Where a member is told what: the choice of each topic and channel, what cannot be switched off, mails about a sign-up that waited,
// and what of a member's bank account stays in the database.
import { expect, test } from 'vitest';
import { signUpDecided } from '../admin-contract.ts';
import { notifyMember, wantedInApp } from '../contract.ts';
import { guardedServer, PASSWORD } from '../testing/guarded-server.ts';
import { openBankInfo } from './bank-info.ts';

const exchange = guardedServer();
const { post, get, newMember, bearer, passwordLogin, mailWith, mails } = exchange;
type Headers = Record<string, string>;
const messages = async (auth: Headers): Promise<{ kind: string; title: string; content: string }[]> =>
  (await get('/api/message/list', auth)).body.data.content;
const idOf = async (auth: Headers) => (await get('/api/me', auth)).body.data.id as number;
const notice = { title: { ko: '입금됐어요', en: 'Deposited' }, content: { ko: '100 USDT가 들어왔어요.', en: '100 USDT came in.' } };

test('each topic has its channels; benefits only with consent; security cannot be switched off', async () => {
  const auth = await newMember('choose1');
  const rows = (await get('/api/user/notices', auth)).body.data.content;
  expect(rows.map((row: { topic: string }) => row.topic)).toEqual(['RISK', 'TRADE', 'WALLET', 'SECURITY', 'BENEFIT']);
  expect(rows[3]).toEqual({ topic: 'SECURITY', APP: true, SMS: true, MAIL: true, isFixed: true });
  expect(rows[4]).toEqual({ topic: 'BENEFIT', APP: false, SMS: false, MAIL: false, isFixed: false });
  const fixed = await post('/api/user/notices', { topic: 'SECURITY', channel: 'SMS', isOn: false }, auth);
  expect([fixed.status, fixed.body.code]).toEqual([400, 'NOTICE_FIXED']);
  const changed = await post('/api/user/notices', { topic: 'WALLET', channel: 'SMS', isOn: false }, auth);
  expect(changed.body.data).toEqual({ topic: 'WALLET', APP: true, SMS: false, MAIL: true, isFixed: false });
});

test('a notice goes where its member wants it, and nowhere else', async () => {
  const auth = await newMember('choose2');
  const member = await idOf(auth);
  const { services } = exchange.server.context;
  await post('/api/user/notices', { topic: 'WALLET', channel: 'SMS', isOn: false }, auth);
  await services.use(notifyMember)(1, member, 'WALLET', notice);
  await mailWith('choose2', '100 USDT가 들어왔어요.');
  expect((await messages(auth))[0]).toMatchObject({ kind: 'WALLET', title: '입금됐어요' });
  const { rows } = await exchange.server.context.pool.query("SELECT kind FROM outbox_message WHERE name = 'NOTICE'");
  expect(rows).toEqual([{ kind: 'MAIL' }]);
  await services.use(notifyMember)(1, member, 'BENEFIT', notice);
  expect(await messages(auth)).toHaveLength(1);
  expect(await services.use(wantedInApp)(1, [member], 'BENEFIT')).toEqual([]);
  expect(await services.use(wantedInApp)(1, [member], 'TRADE')).toEqual([member]);
});

test('whoever agrees to news at sign-up wants benefits, until it shuts itself out', async () => {
  const facts = { password: PASSWORD, name: '김소식', nick: '소식', phone: '010-7771-0001', email: 'news1@example.com', username: 'news1' };
  await post('/api/player', { ...facts, etcJson: '{"terms":["service","privacy","risk","age","news"]}' });
  const auth = bearer(await passwordLogin('news1'));
  const member = await idOf(auth);
  const wanted = () => exchange.server.context.services.use(wantedInApp)(1, [member], 'BENEFIT');
  expect(await wanted()).toEqual([member]);
  expect((await post('/api/user/exclude', { days: 30, password: PASSWORD }, auth)).status).toBe(200);
  expect(await wanted()).toEqual([]);
  await mailWith('news1', '스스로 정한 날까지 이용을 멈췄습니다');
});

test('a change of protection and a new device stand among the messages as well as in mails', async () => {
  const auth = await newMember('told1');
  await post('/api/user/anti_phishing', { phrase: '소나무', password: PASSWORD }, auth);
  await post('/api/user/settings_lock', { days: 1, password: PASSWORD }, auth);
  const strange = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile Safari/537.36' };
  await passwordLogin('told1', strange);
  const all = await messages(auth);
  expect(all.map(({ kind, title }) => [kind, title])).toEqual([
    ['SECURITY', '새로운 곳에서 로그인했습니다'],
    ['SECURITY', '보안 설정이 잠겼습니다'],
    ['SECURITY', '피싱 방지 문구가 바뀌었습니다'],
  ]);
  expect(all[0].content).toContain('203.0.113.9');
});

test('a sign-up that waited is told by mail that it may come in, or why not', async () => {
  const auth = await newMember('wait1');
  const member = await idOf(auth);
  const { services, pool } = exchange.server.context;
  await services.use(signUpDecided)(pool, 1, member, 'APPROVE', '');
  const approved = await mailWith('wait1', '가입이 승인되었습니다');
  expect(approved.text).toMatch(/wait1 아이디로 로그인.*\/login/s);
  await services.use(signUpDecided)(pool, 1, member, 'REFUSE', '서류의 이름이 다릅니다');
  await mailWith('wait1', '사유: 서류의 이름이 다릅니다');
  // Another site's member gets nothing.
  await services.use(signUpDecided)(pool, 2, member, 'APPROVE', '');
  expect((await mails('wait1')).filter(({ text }) => text.includes('승인되었습니다'))).toHaveLength(1);
});

test('a bank account is sealed at rest and opens only in its own row', async () => {
  const bankInfo = JSON.stringify({ code: '004', account: '110-234-567890', holder: '김은행' });
  const facts = { username: 'bank1', password: PASSWORD, name: '김은행', nick: '은행', phone: '010-7771-0002', email: 'bank1@example.com' };
  await post('/api/player', { ...facts, bankInfo });
  const { context } = exchange.server;
  const { rows } = await context.pool.query("SELECT account_no, bank_info FROM account_member WHERE username = 'bank1'");
  const [{ account_no: account, bank_info: kept }] = rows;
  expect(kept).toMatch(/^sealed:/);
  expect(Buffer.from(kept.slice(7), 'base64').toString('utf8')).not.toContain('110-234');
  expect(openBankInfo(context, 1, account, kept)).toBe(bankInfo);
  expect(openBankInfo(context, 1, account + 1, kept)).toBeUndefined();
  expect(openBankInfo(context, 2, account, kept)).toBeUndefined();
});
