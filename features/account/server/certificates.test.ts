// Codes by mail and SMS over real HTTP and a real SMTP server: what they prove, what they never tell, and what a guesser gets.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import type { TestServer } from '@maru/kit/server/testing/server.ts';
import type { ReceivedMail } from '@maru/outbox/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../testing/mail-server.ts';
import { setMemberStatus } from './end-sessions.ts';

const PASSWORD = 'Sturdy-plank-42';
const clock = manualClock(Date.now());
let server: TestServer;
beforeAll(async () => {
  server = await startMailServer(clock);
});
afterAll(() => server.stop());

interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  body: any;
}
let people = 0;
const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> => {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.${++people >> 8}.${people & 255}`, ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json() };
};
const mailsTo = async (to: string): Promise<ReceivedMail[]> => {
  const reply = await fetch(`${server.url}/api/demo/inbox?to=${encodeURIComponent(to)}`);
  return ((await reply.json()) as { data: { content: ReceivedMail[] } }).data.content;
};
/** The mail that comes after `before` others. */
async function mailTo(to: string, before = 0): Promise<ReceivedMail> {
  await expect.poll(async () => (await mailsTo(to)).length, { interval: 30 }).toBeGreaterThan(before);
  return (await mailsTo(to))[0];
}
const codeIn = (mail: ReceivedMail) => /\d{6}/.exec(mail.text)?.[0] ?? 'none';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function member(username: string, more: object = {}, headers: Record<string, string> = {}) {
  const n = ++people;
  const facts = { username, password: PASSWORD, name: '김마루', nick: `nick-${username}`.slice(0, 16), email: `${username}@example.com` };
  const made = await post('/api/player', { ...facts, phone: `010-4${String(n).padStart(3, '0')}-1000`, ...more }, headers);
  expect(made.body).toMatchObject({ status: 'success' });
  return { ...facts, ...more, phone: `010-4${String(n).padStart(3, '0')}-1000` };
}
async function proven(value: string, purpose: string, kind: 'email' | 'phone' = 'email'): Promise<string> {
  const before = (await mailsTo(value)).length;
  const asked = await post(`/api/certi/certificate_${kind}`, { certificateValue: value, purpose });
  expect(asked.body).toMatchObject({ status: 'success', data: { expiresIn: 180, resendIn: 60 } });
  const { key } = asked.body.data;
  const secretCode = codeIn(await mailTo(value, before));
  const verified = await post(`/api/certi/verify_${kind}`, { key, secretCode });
  expect(verified.body).toMatchObject({ data: { key, verified: true, usableFor: 600 } });
  return key;
}

test('a username is found by mail and by phone, once per proof', async () => {
  const { email, phone } = await member('finder');
  const key = await proven(email, 'FIND_ID');
  const found = await post('/api/player/find_id', { key });
  expect(found.body.data.content).toMatchObject([{ username: 'finder' }]);
  expect((await post('/api/player/find_id', { key })).body.code).toBe('CERTIFICATE_INVALID');
  const byPhone = await proven(phone, 'FIND_ID', 'phone');
  expect((await post('/api/player/find_id', { key: byPhone })).body.data.content).toMatchObject([{ username: 'finder' }]);
});

test('asking for an unknown address answers the same; only its owner learns by mail that there is no account', async () => {
  await member('known1');
  const known = await post('/api/certi/certificate_email', { certificateValue: 'known1@example.com', purpose: 'FIND_ID' });
  const unknown = await post('/api/certi/certificate_email', { certificateValue: 'stranger@example.com', purpose: 'FIND_ID' });
  const shape = ({ status, body }: Reply) => [status, { ...body, data: { ...body.data, key: body.data.key.length } }];
  expect(shape(unknown)).toEqual(shape(known));
  expect((await mailTo('stranger@example.com')).subject).toContain('가입한 계정이 없습니다');
  const guess = await post('/api/certi/verify_email', { key: unknown.body.data.key, secretCode: '000000' });
  expect([guess.status, guess.body.code, guess.body.data.left]).toEqual([400, 'CODE_WRONG', 4]);
});

test('a new password and the end of every login stand or fall together: where the second step fails, nothing has changed', async () => {
  const { username, email } = await member('steps');
  const { body } = await post('/api/login', { username, password: PASSWORD });
  const auth = { authorization: `Bearer ${body.data.accessToken}` };
  const asked = await post('/api/player/find_pw', { username, certificateValue: email });
  const { key } = asked.body.data;
  expect((await post('/api/certi/find_pw', { key, secretCode: codeIn(await mailTo(email)) })).body.data.verified).toBe(true);
  const { pool } = server.context;
  await pool.query(`CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'logins cannot end'; END $$;
    CREATE TRIGGER refuse_end BEFORE UPDATE ON account_login FOR EACH ROW EXECUTE FUNCTION refuse_end()`);
  const byOld = { currentPassword: PASSWORD, password: 'New-planks-77' };
  expect((await post('/api/user/change_password', byOld, auth)).status).toBe(500);
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' })).status).toBe(500);
  expect((await post('/api/login', { username, password: 'New-planks-77' })).body.code).toBe('BAD_CREDENTIALS');
  expect((await post('/api/login', { username, password: PASSWORD })).status).toBe(200);
  expect((await fetch(`${server.url}/api/me`, { headers: auth })).status).toBe(200);
  const told = (await mailsTo(email)).map(({ subject }) => subject);
  await pool.query('DROP TRIGGER refuse_end ON account_login; DROP FUNCTION refuse_end');
  // Neither the proof was used up nor a mail sent.
  expect(told).toHaveLength(1);
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' })).body.data).toEqual({ changed: true });
  expect((await fetch(`${server.url}/api/me`, { headers: auth })).status).toBe(401);
});

test('a log-in under way while its member is shut out does not come in, and is told nowhere as if it had', async () => {
  const { username } = await member('meanwhile');
  const { pool } = server.context;
  // A device seen before: the one to come would be news.
  const known = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0' };
  expect((await post('/api/login', { username, password: PASSWORD }, known)).status).toBe(200);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query("UPDATE account_member SET status = 'DENY' WHERE site_id = 1 AND username = $1", [username]);
  const coming = post('/api/login', { username, password: PASSWORD });
  // Its password was right: it waits for the row.
  const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rows[0].n).toBe(1);
  await client.query('COMMIT');
  client.release();
  expect((await coming).body.code).toBe('ACCOUNT_DENIED');
  const of = async (what: string, table: string) => {
    const { rows } = await pool.query(`SELECT ${what} FROM ${table} t JOIN account_member m ON m.id = t.member_id WHERE m.username = $1`, [
      username,
    ]);
    return rows;
  };
  expect(await of('t.ended_at', 'account_login')).toEqual([{ ended_at: null }]);
  expect(await of('t.result', 'account_login_try')).toEqual([{ result: 'OK' }]);
  expect(await of('t.used_at', 'account_notice_link')).toEqual([]);
});

test('a forgotten password: username and address must belong together, the new one ends every login and says so by mail', async () => {
  const { username, email, phone } = await member('forgot');
  const login = await post('/api/login', { username, password: PASSWORD });
  const auth = { authorization: `Bearer ${login.body.data.accessToken}` };
  const strange = await post('/api/player/find_pw', { username: 'nobody', certificateValue: email });
  expect(strange.body).toMatchObject({ status: 'success', data: { expiresIn: 180 } });
  clock.advance(60_001);
  const asked = await post('/api/player/find_pw', { username: 'FORGOT', certificateValue: email });
  const { key } = asked.body.data;
  const secretCode = codeIn(await mailTo(email));
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' })).body.code).toBe('CERTIFICATE_INVALID');
  expect((await post('/api/certi/find_pw', { key, secretCode })).body.data.verified).toBe(true);
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'qwer1234' })).body).toMatchObject({
    code: 'PASSWORD_TOO_COMMON',
    data: { field: 'password' },
  });
  // REC-06: this proof sets nobody else's password.
  const foreign = await post('/api/certi/change_password_with_certi', { key, username: 'finder', password: 'New-planks-77' });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'NO_PERMISSION']);
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' })).body).toMatchObject({
    status: 'success',
    data: { changed: true },
  });
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'Other-planks-78' })).body.code).toBe('CERTIFICATE_INVALID');
  const me = await fetch(`${server.url}/api/me`, { headers: auth });
  expect(me.status).toBe(401);
  expect((await post('/api/login', { refreshToken: login.body.data.refreshToken })).status).toBe(401);
  expect((await post('/api/login', { username, password: PASSWORD })).body.code).toBe('BAD_CREDENTIALS');
  expect((await post('/api/login', { username, password: 'New-planks-77' })).status).toBe(200);
  expect((await mailTo(email, 1)).text).toContain('forgot 계정: 비밀번호가');
  // By phone as well.
  const bySms = await post('/api/player/find_pw', { username, certificateValue: phone });
  expect(bySms.status).toBe(200);
  // Beside what the number is told of the new password.
  await expect.poll(async () => (await mailsTo(phone)).map(codeIn)).toContainEqual(expect.stringMatching(/^\d{6}$/));
});

test('REC-14 a guesser has five tries and three minutes; many at once have no more', async () => {
  const { email } = await member('guessed');
  const { key } = (await post('/api/certi/certificate_email', { certificateValue: email, purpose: 'FIND_ID' })).body.data;
  const right = codeIn(await mailTo(email));
  const tries = await Promise.all(Array.from({ length: 12 }, () => post('/api/certi/verify_email', { key, secretCode: wrong(right) })));
  const codes = tries.map(({ body }) => body.code).sort();
  expect(codes.filter((code) => code === 'CODE_WRONG')).toHaveLength(4);
  expect(codes.filter((code) => code === 'CODE_EXPIRED')).toHaveLength(8);
  expect((await post('/api/certi/verify_email', { key, secretCode: right })).body.code).toBe('CODE_EXPIRED');

  clock.advance(60_001);
  const second = await post('/api/certi/certificate_email', { certificateValue: email, purpose: 'FIND_ID' });
  const late = codeIn(await mailTo(email, 1));
  clock.advance(180_001);
  expect((await post('/api/certi/verify_email', { key: second.body.data.key, secretCode: late })).body.code).toBe('CODE_EXPIRED');
});

test('REC-11 a code counts for its purpose, its kind and its site only; ignoreKey and isDelete replace nothing', async () => {
  const { email } = await member('bound1');
  const { key } = (await post('/api/certi/certificate_email', { certificateValue: email, purpose: 'SIGN_UP' })).body.data;
  const secretCode = codeIn(await mailTo(email));
  const atB = { 'x-forwarded-host': 'b.test' };
  const refused = [
    await post('/api/certi/verify_phone', { key, secretCode }),
    await post('/api/certi/find_pw', { key, secretCode }),
    await post('/api/certi/verify_email', { key, secretCode }, atB),
    await post('/api/certi/verify_email', { key, secretCode: wrong(secretCode), ignoreKey: true, isDelete: 1, certificateValue: email }),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(['CODE_EXPIRED', 'CODE_EXPIRED', 'CODE_EXPIRED', 'CODE_WRONG']);
  // REC-13: a code proves what it was sent to and nothing else.
  expect((await post('/api/certi/verify_email', { key, secretCode, certificateValue: 'other@example.com' })).body.code).toBe(
    'CODE_EXPIRED',
  );
  // REC-02: the same code does nothing a second time.
  const twice = [await post('/api/certi/verify_email', { key, secretCode }), await post('/api/certi/verify_email', { key, secretCode })];
  expect(twice.map(({ status }) => status)).toEqual([200, 400]);
  expect((await post('/api/player/find_id', { key })).body.code).toBe('CERTIFICATE_INVALID');
  expect((await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' })).body.code).toBe('CERTIFICATE_INVALID');
});

test('a newer code for the same purpose and person takes the place of the older one, proven or not', async () => {
  const { username, email, phone } = await member('twice');
  const { key: first } = (await post('/api/player/find_pw', { username, certificateValue: email })).body.data;
  const firstCode = codeIn(await mailTo(email));
  clock.advance(60_001);
  // Somebody who has the name wrong takes nothing away.
  expect((await post('/api/player/find_pw', { username: 'finder', certificateValue: email })).status).toBe(200);
  expect((await post('/api/certi/find_pw', { key: first, secretCode: firstCode })).body.data?.verified).toBe(true);
  // By the other way, for the same member: the older one is worth nothing now, though it was proven.
  const { key: second } = (await post('/api/player/find_pw', { username, certificateValue: phone })).body.data;
  const secondCode = codeIn(await mailTo(phone));
  const byFirst = await post('/api/certi/change_password_with_certi', { key: first, password: 'New-planks-77' });
  expect([byFirst.status, byFirst.body.code]).toEqual([400, 'CERTIFICATE_INVALID']);
  clock.advance(60_001);
  const { key: third } = (await post('/api/player/find_pw', { username, certificateValue: phone })).body.data;
  const thirdCode = codeIn(await mailTo(phone, 1));
  expect((await post('/api/certi/find_pw', { key: second, secretCode: secondCode })).body.code).toBe('CODE_EXPIRED');
  expect((await post('/api/certi/find_pw', { key: third, secretCode: thirdCode })).body.data.verified).toBe(true);
  expect((await post('/api/certi/change_password_with_certi', { key: third, password: 'New-planks-77' })).body.data).toEqual({
    changed: true,
  });
});

test('another purpose stands beside a proof; the same one takes its place', async () => {
  const { username, email } = await member('beside');
  const name = await proven(email, 'FIND_ID');
  clock.advance(60_001);
  await proven(email, 'SIGN_UP');
  expect((await post('/api/player/find_id', { key: name })).body.data.content).toMatchObject([{ username }]);
  clock.advance(60_001);
  const older = await proven(email, 'FIND_ID');
  clock.advance(60_001);
  await post('/api/certi/certificate_email', { certificateValue: email, purpose: 'FIND_ID' });
  expect((await post('/api/player/find_id', { key: older })).body.code).toBe('CERTIFICATE_INVALID');
});

test('codes asked for at once are one', async () => {
  const { email } = await member('atonce');
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => post('/api/certi/certificate_email', { certificateValue: email, purpose: 'FIND_ID' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429, 429, 429]);
});

test('a proof lasts ten minutes', async () => {
  const { email } = await member('slowly');
  const key = await proven(email, 'FIND_ID');
  clock.advance(600_001);
  expect((await post('/api/player/find_id', { key })).body.code).toBe('CERTIFICATE_INVALID');
});

test('one code a minute and five an hour to an address, whoever asks', async () => {
  const ask = () => post('/api/certi/certificate_email', { certificateValue: 'flooded@example.com', purpose: 'SIGN_UP' });
  const seen: unknown[] = [];
  for (let n = 0; n < 6; n++) {
    seen.push((await ask()).status, (await ask()).body.code);
    clock.advance(60_001);
  }
  expect(seen).toEqual([...Array.from({ length: 4 }, () => [200, 'CODE_TOO_SOON']).flat(), 200, 'TOO_MANY_CODES', 429, 'TOO_MANY_CODES']);
  clock.advance(3_600_000);
  expect((await ask()).status).toBe(200);
});

const asks = { proofs: ['MAIL', 'SMS'] as ('MAIL' | 'SMS')[], asksBank: true };
/** Site A asks this of whoever signs up, until the test is over. */
async function whileAsking(signUp: SiteConfig['signUp'], work: () => Promise<void>): Promise<void> {
  const { sites } = server.context;
  const before = sites.all();
  sites.replace(before.map((site) => (site.id === 1 && signUp !== undefined ? { ...site, signUp } : site)));
  await work().finally(() => sites.replace(before));
}
const agreed = JSON.stringify({ terms: ['service', 'privacy', 'risk', 'age'] });
const newcomer = (username: string, n: number) => ({
  username,
  password: PASSWORD,
  name: '김새롬',
  nick: `새롬${n}`,
  email: `${username}@example.com`,
  phone: `010-77${n}-0001`,
  etcJson: agreed,
});

test('a site that asks for proofs makes a member only of whoever has proven this address and this number', async () => {
  await member('first1', { nick: '이른사람' });
  await whileAsking(asks, async () => {
    const form = newcomer('prover', 11);
    const emailKey = await proven(form.email, 'SIGN_UP');
    const phoneKey = await proven(form.phone, 'SIGN_UP', 'phone');
    const strange = await proven('stranger-b@example.com', 'SIGN_UP');
    const found = await 'A'.repeat(22);
    const unverified = (await post('/api/certi/certificate_email', { certificateValue: 'later@example.com' })).body.data.key;
    const bypass = { ignoreKey: true, isDelete: 1, certificateValue: form.email };
    const tries = [
      [form, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, ...bypass }, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, emailKey }, 'PROOF_REQUIRED', 'phoneKey'],
      [{ ...form, emailKey: strange, phoneKey }, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, emailKey: phoneKey, phoneKey: emailKey }, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, emailKey: found, phoneKey }, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, email: 'later@example.com', emailKey: unverified, phoneKey }, 'PROOF_REQUIRED', 'emailKey'],
      [{ ...form, phone: '010-7712-9999', emailKey, phoneKey }, 'PROOF_REQUIRED', 'phoneKey'],
      [{ ...form, emailKey, phoneKey, etcJson: '{"terms":["service"]}' }, 'TERMS_REQUIRED', 'terms'],
      [{ ...form, emailKey, phoneKey, bankInfo: '{"code":"090","account":"3333-01","holder":"남의이름"}' }, 'INVALID_FIELD', 'bankInfo'],
    ] as const;
    for (const [body, code, field] of tries) {
      const { body: answer } = await post('/api/player', body);
      expect([answer.code, answer.data?.field]).toEqual([code, field]);
    }
    // What failed has used nothing up; what succeeds has, for good.
    const bankInfo = JSON.stringify({ code: '090', account: '3333-01-1234567', holder: form.name });
    expect((await post('/api/player', { ...form, nick: '이른사람', emailKey, phoneKey })).body.code).toBe('NICK_TAKEN');
    expect((await post('/api/player', { ...form, emailKey, phoneKey, bankInfo })).body).toMatchObject({ data: { status: 'ACTIVE' } });
    const again = await post('/api/player', { ...form, username: 'prover3', nick: '또새롬', emailKey, phoneKey });
    expect(again.body).toMatchObject({ code: 'PROOF_REQUIRED', data: { field: 'emailKey' } });
  });
});

test('who has a number is told to whoever has proven it; a nickname may be asked for', async () => {
  await member('early');
  await whileAsking(asks, async () => {
    const phone = '010-4900-1000';
    const check = async (query: string) => (await (await fetch(`${server.url}/api/user/${query}`)).json()) as Reply['body'];
    expect((await check(`check_phone?phone=${phone}`)).code).toBe('PROOF_REQUIRED');
    const key = await proven('010-7799-0001', 'SIGN_UP', 'phone');
    expect((await check(`check_phone?phone=${phone}&key=${key}`)).code).toBe('PROOF_REQUIRED');
    expect((await check(`check_phone?phone=010-7799-0001&key=${key}`)).data).toEqual({ phone: '010-7799-0001', available: true });
    expect((await check(`check_nick?nick=NICK-EARLY`)).data.available).toBe(false);
    expect((await check(`check_nick?nick=${encodeURIComponent('아무도없음')}`)).data.available).toBe(true);
  });
});

test('a site that approves its members lets a new one in when it is approved, and says so only to whoever knows the password', () =>
  whileAsking({ proofs: [], needsApproval: true }, async () => {
    const form = newcomer('waiter', 21);
    expect((await post('/api/player', form)).body.data.status).toBe('WAIT');
    const logIn = async (password: string) => (await post('/api/login', { username: form.username, password })).body.code;
    expect([await logIn('not-this-one'), await logIn(PASSWORD)]).toEqual(['BAD_CREDENTIALS', 'PENDING_APPROVAL']);
    const { rows } = await server.context.pool.query("SELECT id FROM account_member WHERE username = 'waiter'");
    await setMemberStatus(server.context, 1, rows[0].id, 'ACTIVE');
    expect(await logIn(PASSWORD)).toBeUndefined();
  }));

test('one address that asks for everybody is slowed', async () => {
  const from = { 'x-forwarded-for': '66.6.6.6' };
  const replies: number[] = [];
  for (let n = 0; n < 61; n++) {
    replies.push((await post('/api/certi/verify_email', { key: 'A'.repeat(22), secretCode: '000000' }, from)).status);
  }
  expect([replies.filter((status) => status === 400).length, replies.at(-1)]).toEqual([60, 429]);
});

test('a stolen table tells no code, and codes do not stay in it', async () => {
  await member('tabled');
  await proven('tabled@example.com', 'FIND_ID');
  const { rows } = await server.context.pool.query(
    "SELECT (SELECT string_agg(c::text, '') FROM account_certificate c) || (SELECT string_agg(l::text, '') FROM outbox_message l) AS everything",
  );
  const secretCode = codeIn((await mailsTo('tabled@example.com'))[0]);
  expect(rows[0].everything).not.toContain(secretCode);
});

test('ATZ-08 a nickname changes for its own member, stays unique and is never the username', async () => {
  const { username } = await member('renamer');
  await member('other1', { nick: '먼저온사람' });
  const login = await post('/api/login', { username, password: PASSWORD });
  const auth = { authorization: `Bearer ${login.body.data.accessToken}` };
  const change = async (nick: string) => (await post('/api/player/change_nick', { nick }, auth)).body;
  const other = await post('/api/player/change_nick', { id: 1, nick: '남의이름' }, auth);
  expect([other.status, other.body.code]).toEqual([403, 'NO_PERMISSION']);
  expect(await change('새이름')).toMatchObject({ data: { nick: '새이름' } });
  expect([(await change('먼저온사람')).code, (await change('Renamer')).code, (await change('x')).code]).toEqual([
    'NICK_TAKEN',
    'NICK_IS_USERNAME',
    'INVALID_FIELD',
  ]);
  const me = (await (await fetch(`${server.url}/api/me`, { headers: auth })).json()) as { data: { nick: string } };
  expect(me.data.nick).toBe('새이름');
});
