// What protects an account beyond its password, over real HTTP and mail: second factor, passkeys, notices, locks; and what an attacker gets.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { confirmPassword, withdrawalHoldOf } from '../contract.ts';
import { guardedServer, PASSWORD, PHONE } from '../testing/guarded-server.ts';
import { softPasskey } from '../testing/soft-passkey.ts';
const exchange = guardedServer();
const { clock, post, get, bearer, passwordLogin, newMember, codeOf, nextCode, withApp, challengeOf, second } = exchange;
const { mails, subjectsOf, mailWith, linkIn, security, withPasskey, askFor, byPasskey } = exchange;

test('an authenticator app is turned on by its first code; from then on a password alone opens nothing', async () => {
  const { auth, secret, uri } = await withApp('otp1');
  expect(uri).toMatch(/^otpauth:\/\/totp\/.*otp1\?issuer=.*secret=[A-Z2-7]{32}/);
  expect((await security(auth)).recoveryLeft).toBe(10);
  const first = await passwordLogin('otp1');
  expect(first.body.data).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), ways: ['TOTP', 'RECOVERY'], expiresIn: 180 });
  expect(JSON.stringify(first.body)).not.toContain('accessToken');
  const wrongFirst = await passwordLogin('otp1', {}, 'not-this-one');
  expect([wrongFirst.body.code, wrongFirst.body.data.challenge]).toEqual(['BAD_CREDENTIALS', undefined]);
  const done = await post('/api/login/second', { challenge: first.body.data.challenge, code: nextCode(secret) });
  expect(done.body.data.user.username).toBe('otp1');
  expect((await get('/api/me', bearer(done))).status).toBe(200);
  const history = (await get('/api/user/login_history', auth)).body.data.content;
  expect(history[0].result).toBe('OK_TOTP');
});

test('a code is taken once, on time, by the log-in it was asked for; a challenge opens one login', async () => {
  const { auth, secret } = await withApp('otp2');
  await withApp('otp3');
  const code = nextCode(secret);
  const challenge = await challengeOf('otp2');
  const both = await Promise.all([post('/api/login/second', { challenge, code }), post('/api/login/second', { challenge, code })]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await post('/api/login/second', { challenge, code: nextCode(secret) })).body.code).toBe('CHALLENGE_EXPIRED');
  const replayed = await second('otp2', code);
  expect([replayed.status, replayed.body.code, replayed.body.data.field]).toEqual([400, 'OTP_WRONG', 'code']);
  expect((await second('otp2', codeOf(secret, clock.now() - 90_000))).body.code).toBe('OTP_WRONG');
  const late = await challengeOf('otp2');
  clock.advance(180_001);
  expect((await post('/api/login/second', { challenge: late, code: codeOf(secret) })).body.code).toBe('CHALLENGE_EXPIRED');
  // Another member's code, another site, a made-up challenge.
  expect((await second('otp3', codeOf(secret))).body.code).toBe('OTP_WRONG');
  const atB = await post(
    '/api/login/second',
    { challenge: await challengeOf('otp2'), code: nextCode(secret) },
    { 'x-forwarded-host': 'b.test' },
  );
  expect(atB.body.code).toBe('CHALLENGE_EXPIRED');
  expect((await post('/api/login/second', { challenge: 'A'.repeat(43), code: '000000' })).body.code).toBe('CHALLENGE_EXPIRED');
  // Begun with a password that is changed meanwhile.
  const begun = await challengeOf('otp2');
  const change = { currentPassword: PASSWORD, password: 'New-planks-77' };
  expect((await post('/api/user/change_password', change, auth)).status).toBe(200);
  expect((await post('/api/login/second', { challenge: begun, code: nextCode(secret) })).body.code).toBe('CHALLENGE_EXPIRED');
});

test('whoever knows the password has ten tries of codes a day, however they come; the owner sees them', async () => {
  const { auth, secret } = await withApp('otp4');
  const wrong = (n: number) => String((Number(codeOf(secret)) + 1000 + n) % 1_000_000).padStart(6, '0');
  // One after the other: of one name only two passwords are looked at at once.
  const challenges: string[] = [];
  while (challenges.length < 14) challenges.push(await challengeOf('otp4'));
  const tries = await Promise.all(
    challenges.map((challenge, n) => post('/api/login/second', { challenge, code: wrong(n) }, { 'x-forwarded-for': `10.2.0.${n}` })),
  );
  expect(tries.filter(({ body }) => body.code === 'OTP_WRONG').length).toBeLessThanOrEqual(10);
  expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
  clock.advance(3_600_000);
  const later = await post('/api/user/step_up', { code: nextCode(secret) }, auth);
  expect(later.status).toBe(401);
  clock.advance(DAY_MS);
  expect((await second('otp4', nextCode(secret))).status).toBe(200);
});

test('a recovery code opens once, is told by mail and holds withdrawals; new ones end the old', async () => {
  const { codes } = await withApp('otp5');
  const done = await second('otp5', codes[0].toLowerCase());
  expect(done.status).toBe(200);
  const auth = bearer(done);
  expect((await second('otp5', codes[0])).body.code).toBe('OTP_WRONG');
  const state = await security(auth);
  expect([state.recoveryLeft, state.withdrawalHold.reason]).toEqual([9, 'RECOVERY_USED']);
  await expect.poll(async () => (await mails('otp5')).some(({ text }) => text.includes('복구 코드로 로그인'))).toBe(true);
  const renewed = await post('/api/user/totp/recovery', { password: PASSWORD }, auth);
  expect(renewed.body.data.recoveryCodes).toHaveLength(10);
  expect((await second('otp5', codes[1])).body.code).toBe('OTP_WRONG');
  expect((await second('otp5', renewed.body.data.recoveryCodes[0])).status).toBe(200);
});

test('sensitive acts ask for the second factor again, on the login that asks, for five minutes', async () => {
  const { auth, secret } = await withApp('otp6');
  const session = { site: 1, member: 0, username: 'otp6', family: '' };
  const endWith = (headers: Record<string, string>, password = PASSWORD) => post('/api/user/totp/end', { password }, headers);
  clock.advance(300_001);
  const asked = await endWith(auth);
  expect([asked.status, asked.body.code, asked.body.data.ways]).toEqual([403, 'SECOND_FACTOR_NEEDED', ['TOTP', 'RECOVERY']]);
  expect((await endWith(auth, 'wrong-one')).body.code).toBe('PASSWORD_WRONG');
  const change = { currentPassword: PASSWORD, password: 'New-planks-77' };
  expect((await post('/api/user/change_password', change, auth)).body.code).toBe('SECOND_FACTOR_NEEDED');
  const { rows } = await exchange.server.context.pool.query(
    "SELECT l.family, l.member_id FROM account_login l JOIN account_member m ON m.id = l.member_id WHERE m.username = 'otp6'",
  );
  const who = { ...session, member: rows[0].member_id as number, family: rows[0].family as string };
  // What makes an API key asks the same.
  await expect(exchange.server.context.services.use(confirmPassword)(who, '10.1.1.1', PASSWORD)).rejects.toThrow('SECOND_FACTOR_NEEDED');
  const other = bearer(await second('otp6', nextCode(secret)));
  // A proof on one device is none on another.
  expect((await endWith(auth)).body.code).toBe('SECOND_FACTOR_NEEDED');
  expect((await post('/api/user/step_up', { code: '000000' }, auth)).body.code).toBe('OTP_WRONG');
  expect((await post('/api/user/step_up', { code: nextCode(secret) }, auth)).body.data.until).toBe(
    new Date(clock.now() + 300_000).toISOString(),
  );
  await exchange.server.context.services.use(confirmPassword)(who, '10.1.1.1', PASSWORD);
  expect((await endWith(other)).body.data).toEqual({ ended: true });
  expect((await passwordLogin('otp6')).status).toBe(200);
  expect((await security(auth)).totp).toBeNull();
  await expect.poll(() => subjectsOf('otp6')).toHaveLength(2);
});

test('a secret in a stolen table is sealed, and a row copied to another member opens nothing', async () => {
  const mine = await withApp('otp7');
  const theirs = await withApp('otp8');
  const { pool } = exchange.server.context;
  const { rows } = await pool.query(
    'SELECT string_agg(t::text, $1) || (SELECT string_agg(r::text, $1) FROM account_recovery_code r) AS all FROM account_totp t',
    [''],
  );
  const hex = Buffer.from(Secret.fromBase32(mine.secret).bytes).toString('hex');
  for (const plain of [mine.secret, hex, mine.codes[0], mine.codes[0].replace('-', '')]) expect(rows[0].all).not.toContain(plain);
  await pool.query(
    `UPDATE account_totp SET secret = (SELECT t.secret FROM account_totp t JOIN account_member m ON m.id = t.member_id WHERE m.username = 'otp8')
     WHERE member_id = (SELECT id FROM account_member WHERE username = 'otp7')`,
  );
  expect((await second('otp7', nextCode(theirs.secret))).body.code).toBe('OTP_WRONG');
});

test('turning it on needs the password and the first code, and is refused when it is on', async () => {
  const auth = await newMember('otp9');
  expect((await post('/api/user/totp/start', { password: 'wrong-one' }, auth)).body.code).toBe('PASSWORD_WRONG');
  expect((await post('/api/user/totp/confirm', { code: '123456' }, auth)).body.code).toBe('TOTP_NOT_STARTED');
  await post('/api/user/totp/start', { password: PASSWORD }, auth);
  const { secret } = (await post('/api/user/totp/start', { password: PASSWORD }, auth)).body.data;
  expect((await passwordLogin('otp9')).status).toBe(200);
  expect((await post('/api/user/totp/end', { password: PASSWORD }, auth)).body.code).toBe('TOTP_NOT_STARTED');
  expect((await post('/api/user/totp/confirm', { code: codeOf(secret) }, auth)).status).toBe(200);
  expect((await post('/api/user/totp/confirm', { code: nextCode(secret) }, auth)).body.code).toBe('TOTP_ON_ALREADY');
  expect((await post('/api/user/totp/start', { password: PASSWORD }, auth)).body.code).toBe('TOTP_ON_ALREADY');
  expect((await post('/api/user/totp/start', { password: PASSWORD })).status).toBe(401);
});

test('a passkey logs in without name and password, as both factors at once; recovery codes come with the first', async () => {
  const { auth, key, codes } = await withPasskey('pass1');
  expect(codes).toHaveLength(10);
  const second = await withPasskey('pass1', auth);
  expect(second.codes).toBeNull();
  const done = await byPasskey(key.sign(await askFor()));
  expect(done.body.data.user.username).toBe('pass1');
  const fresh = bearer(done);
  expect((await get('/api/user/login_history', fresh)).body.data.content[0].result).toBe('OK_PASSKEY');
  expect((await security(fresh)).passkeys).toBe(2);
  // Proven a moment ago: nothing asks again.
  expect((await post('/api/user/passkey/remove', { id: second.id, password: PASSWORD }, fresh)).status).toBe(200);
  expect((await post('/api/user/passkey/remove', { id: second.id, password: PASSWORD }, fresh)).body.code).toBe('NOT_FOUND');
  await mailWith('pass1', '패스키가 지워졌습니다');
});

test('a passkey answers its own challenge once, on its own host, with its owner proven, and its count only grows', async () => {
  const { key } = await withPasskey('pass2');
  const mallory = await withPasskey('pass3');
  const stranger = softPasskey(exchange.server.url);
  const proof = key.sign(await askFor());
  expect((await byPasskey(proof)).status).toBe(200);
  const challenge = (options: { challenge: string }) => ({ challenge: options.challenge });
  const forged = { ...key.sign(await askFor()), id: mallory.key.id, rawId: mallory.key.id };
  const flipped = key.sign(await askFor());
  flipped.response.signature = `${flipped.response.signature.slice(0, -4)}AAAA`;
  const lies: [string, object][] = [
    ['replayed', proof],
    ['made-up challenge', key.sign({ challenge: 'A'.repeat(43) })],
    ['another origin', key.sign(challenge(await askFor()), { origin: 'https://evil.example' })],
    ['another host', key.sign(challenge(await askFor()), { host: 'evil.example' })],
    ['owner not proven', key.sign(challenge(await askFor()), { isVerified: false })],
    ['a count that goes back', key.sign(challenge(await askFor()), { counter: 1 })],
    ['another’s name', forged],
    ['another’s handle', key.sign(challenge(await askFor()), { userHandle: 'AAAA' })],
    ['a bent signature', flipped],
    ['a passkey nobody made', stranger.sign(challenge(await askFor()))],
  ];
  for (const [what, passkey] of lies) {
    const { status, body } = await byPasskey(passkey);
    expect([what, status, body.code]).toEqual([what, 400, 'PASSKEY_REFUSED']);
  }
  const late = key.sign(await askFor());
  clock.advance(300_001);
  expect((await byPasskey(late)).body.code).toBe('PASSKEY_REFUSED');
  expect((await byPasskey(key.sign(await askFor()), { 'x-forwarded-host': 'b.test' })).body.code).toBe('PASSKEY_REFUSED');
  expect((await byPasskey(key.sign(await askFor()))).status).toBe(200);
});

test('a passkey is the second step of its own member’s log-in and steps up its own member’s login, nobody else’s', async () => {
  const { key, auth } = await withPasskey('pass4');
  const mallory = await withPasskey('pass5');
  const first = await passwordLogin('pass4');
  expect([first.body.code, first.body.data.ways]).toEqual(['SECOND_FACTOR_REQUIRED', ['PASSKEY', 'RECOVERY']]);
  const { challenge } = first.body.data;
  const options = await askFor(challenge);
  expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([key.id]);
  const step = (passkey: object, more: object = {}) => post('/api/login/second', { challenge, passkey, ...more });
  expect((await step(mallory.key.sign(options))).body.code).toBe('PASSKEY_REFUSED');
  // A challenge for logging in is none for the second step.
  expect((await step(key.sign(await askFor()))).body.code).toBe('PASSKEY_REFUSED');
  expect((await step(key.sign(await askFor(challenge)), { code: '123456' })).body.code).toBe('REQUIRED_FIELD');
  const done = await step(key.sign(await askFor(challenge), { isVerified: false }));
  expect(done.status).toBe(200);
  expect((await passwordLogin('pass4')).body.code).toBe('SECOND_FACTOR_REQUIRED');
  clock.advance(300_001);
  const end = () => post('/api/user/passkey/start', { password: PASSWORD }, auth);
  expect((await end()).body.code).toBe('SECOND_FACTOR_NEEDED');
  const theirs = await post('/api/user/step_up', { passkey: mallory.key.sign(await askFor(undefined, mallory.auth)) }, auth);
  expect(theirs.body.code).toBe('PASSKEY_REFUSED');
  expect((await post('/api/user/step_up', { passkey: key.sign(await askFor(undefined, auth)) }, auth)).status).toBe(200);
  expect((await end()).status).toBe(200);
});

test('making a passkey needs the password, a challenge of one’s own, and a proven owner', async () => {
  const auth = await newMember('pass6');
  const other = await newMember('pass7');
  const start = async (headers: Record<string, string>) =>
    (await post('/api/user/passkey/start', { password: PASSWORD }, headers)).body.data.options;
  expect((await post('/api/user/passkey/start', { password: 'wrong-one' }, auth)).body.code).toBe('PASSWORD_WRONG');
  const key = softPasskey(exchange.server.url);
  const create = (made: object) => post('/api/user/passkey/create', { label: 'x', made }, auth);
  const tries = [
    await create(key.make(await start(other))),
    await create(key.make(await start(auth), { isVerified: false })),
    await create(key.make(await start(auth), { origin: 'https://evil.example' })),
    await create(key.make({ ...(await start(auth)), challenge: (await askFor()).challenge })),
  ];
  expect(tries.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'PASSKEY_REFUSED'));
  const made = key.make(await start(auth));
  expect((await create(made)).status).toBe(200);
  expect((await create(made)).body.code).toBe('PASSKEY_REFUSED');
  expect((await get('/api/user/passkey', auth)).body.data.content).toHaveLength(1);
  expect((await get('/api/user/passkey', other)).body.data.content).toHaveLength(0);
});

test('a login from a new device or place is told by mail; a known one and the first are not', async () => {
  await newMember('seen1');
  await passwordLogin('seen1');
  await passwordLogin('seen1', { 'x-forwarded-for': '10.1.77.4' });
  await passwordLogin('seen1', { 'user-agent': PHONE });
  expect((await mailWith('seen1', 'Android')).text).toContain('10.1.1.1');
  await passwordLogin('seen1', { 'user-agent': PHONE });
  await passwordLogin('seen1', { 'x-forwarded-for': '88.3.4.5' });
  await mailWith('seen1', '88.3.4.5');
  expect((await mails('seen1')).filter(({ subject }) => subject.includes('새로운 곳에서'))).toHaveLength(2);
});

test('“this was not me” works once without a login: it ends every login, closes the account and stops withdrawals until a new password', async () => {
  const owner = await newMember('robbed');
  const thief = bearer(await passwordLogin('robbed', { 'user-agent': PHONE, 'x-forwarded-for': '66.6.6.6' }));
  const token = linkIn(await mailWith('robbed', '66.6.6.6'));
  const { rows } = await exchange.server.context.pool.query('SELECT string_agg(l::text, $1) AS all FROM account_notice_link l', ['']);
  expect(rows[0].all).not.toContain(token);
  expect((await post('/api/not_me', { token }, { 'x-forwarded-host': 'b.test' })).body.code).toBe('LINK_USED');
  expect((await post('/api/not_me', { token: 'A'.repeat(43) })).body.code).toBe('LINK_USED');
  expect((await post('/api/not_me', { token })).body.data).toEqual({ locked: true });
  expect((await post('/api/not_me', { token })).body.code).toBe('LINK_USED');
  for (const auth of [owner, thief]) expect((await get('/api/me', auth)).status).toBe(401);
  expect([(await passwordLogin('robbed')).body.code, (await passwordLogin('robbed', {}, 'guess')).body.code]).toEqual([
    'ACCOUNT_LOCKED',
    'BAD_CREDENTIALS',
  ]);
  const member = (await exchange.server.context.pool.query("SELECT id FROM account_member WHERE username = 'robbed'")).rows[0].id as number;
  const held = () => exchange.server.context.services.use(withdrawalHoldOf)(1, member);
  expect(await held()).toEqual({ until: null, reason: 'LOCKED' });
  const { key } = (await post('/api/player/find_pw', { username: 'robbed', certificateValue: 'robbed@example.com' })).body.data;
  const secretCode = /\d{6}/.exec((await mailWith('robbed', '인증번호는')).text)?.[0] ?? '';
  await post('/api/certi/find_pw', { key, secretCode });
  await post('/api/certi/change_password_with_certi', { key, password: 'New-planks-77' });
  expect((await passwordLogin('robbed', {}, 'New-planks-77')).status).toBe(200);
  expect(await held()).toEqual({ until: new Date(clock.now() + DAY_MS), reason: 'PASSWORD' });
});

test('a member locks its own account; a link that is a week old does nothing', async () => {
  const auth = await newMember('locker');
  await passwordLogin('locker', { 'user-agent': PHONE });
  const token = linkIn(await mailWith('locker', 'Android'));
  clock.advance(7 * DAY_MS + 1);
  expect((await post('/api/not_me', { token })).body.code).toBe('LINK_USED');
  const fresh = bearer(await passwordLogin('locker'));
  expect((await post('/api/user/lock', {}, fresh)).body.data).toEqual({ locked: true });
  expect((await get('/api/me', fresh)).status).toBe(401);
  expect((await passwordLogin('locker')).body.code).toBe('ACCOUNT_LOCKED');
  expect((await post('/api/user/lock', {}, auth)).status).toBe(401);
});

test('the words that a member has chosen stand in its mails and in nobody else’s; changing them needs the password', async () => {
  const auth = await newMember('phish1');
  await newMember('phish2');
  const set = (phrase: string, password = PASSWORD) => post('/api/user/anti_phishing', { phrase, password }, auth);
  expect((await set('대청마루 소나무', 'wrong')).body.code).toBe('PASSWORD_WRONG');
  for (const bad of ['x', 'a'.repeat(21), '<b>bold</b>', 'two\nlines', '{code}']) expect((await set(bad)).body.code).toBe('INVALID_FIELD');
  expect((await set('대청마루 소나무')).body.data).toEqual({ changed: true });
  expect((await security(auth)).antiPhishing).toBe('대•••••••');
  for (const username of ['phish1', 'phish2']) {
    await post('/api/player/find_pw', { username, certificateValue: `${username}@example.com` });
    await post('/api/certi/certificate_phone', {
      certificateValue: `010-6${String(exchange.people).padStart(3, '0')}-1000`,
      purpose: 'FIND_ID',
    });
  }
  expect((await mailWith('phish1', '인증번호는')).text).toContain('피싱 방지 문구: 대청마루 소나무');
  expect((await mailWith('phish2', '인증번호는')).text).not.toContain('피싱 방지');
  expect((await mailWith('phish1', '문구가 바뀌었습니다')).text).toContain('대청마루 소나무');
});

test('locked settings stay as they are until the day that was named; the lock only grows', async () => {
  const auth = await newMember('fixed1');
  const lock = (days: number) => post('/api/user/settings_lock', { days, password: PASSWORD }, auth);
  expect((await lock(31)).body.code).toBe('INVALID_FIELD');
  const until = new Date(clock.now() + 3 * DAY_MS).toISOString();
  expect((await lock(3)).body.data).toEqual({ until });
  expect((await lock(1)).body.data).toEqual({ until });
  const tries = [
    await post('/api/user/totp/start', { password: PASSWORD }, auth),
    await post('/api/user/anti_phishing', { phrase: '소나무', password: PASSWORD }, auth),
    await post('/api/user/change_password', { currentPassword: PASSWORD, password: 'New-planks-77' }, auth),
  ];
  expect(tries.map(({ status, body }) => [status, body.code])).toEqual(Array.from({ length: 3 }, () => [403, 'SETTINGS_LOCKED']));
  expect(tries[0].body.message).toContain('까지 바꿀 수 없어요');
  expect((await security(auth)).settingsLockedUntil).toBe(until);
  clock.advance(3 * DAY_MS + 1);
  const later = bearer(await passwordLogin('fixed1'));
  expect((await post('/api/user/anti_phishing', { phrase: '소나무', password: PASSWORD }, later)).status).toBe(200);
});

test('REC-12 a changed password ends the other logins, is told by mail and holds withdrawals for a day, which runs out by itself', async () => {
  const first = await newMember('held1');
  const other = bearer(await passwordLogin('held1', { 'user-agent': PHONE }));
  const change = { currentPassword: PASSWORD, password: 'New-planks-77' };
  // REC-07: another's id changes neither password.
  const foreign = await post('/api/user/change_password', { ...change, id: 1 }, first);
  expect([foreign.status, foreign.body.code]).toEqual([403, 'NO_PERMISSION']);
  const changed = await post('/api/user/change_password', change, first);
  const auth = bearer(changed);
  expect((await get('/api/me', other)).status).toBe(401);
  expect((await security(auth)).withdrawalHold).toEqual({ until: new Date(clock.now() + DAY_MS).toISOString(), reason: 'PASSWORD' });
  await expect.poll(async () => (await mails('held1')).some(({ text }) => text.includes('held1 계정: 비밀번호가 바뀌었고'))).toBe(true);
  clock.advance(DAY_MS + 1);
  const again = bearer(await passwordLogin('held1', {}, 'New-planks-77'));
  expect((await security(again)).withdrawalHold).toBeNull();
});

const SET = '/api/player/update_withdraw_password';
const UNSET = '/api/player/delete_withdraw_password';

test('the withdrawal password: the first asks for the log-in’s, later ones for the one before; each change is told and holds withdrawals', async () => {
  const auth = await newMember('purse1');
  const exists = async () => (await get('/api/player/exist_withdraw_password', auth)).body.data.exists;
  expect(await exists()).toBe(false);
  expect((await post(SET, { password: '480213' }, auth)).body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'loginPassword' } });
  for (const weak of ['111111', '123456', '987654'])
    expect((await post(SET, { password: weak, loginPassword: PASSWORD }, auth)).body.code).toBe('WITHDRAW_PASSWORD_WEAK');
  expect((await post(SET, { password: '480213', loginPassword: PASSWORD }, auth)).body.data).toEqual({ changed: true });
  expect([await exists(), (await security(auth)).withdrawalHold.reason]).toEqual([true, 'WITHDRAW_PASSWORD_SET']);
  await mailWith('purse1', '출금 비밀번호가 바뀌었습니다');
  const { rows } = await exchange.server.context.pool.query("SELECT hash FROM account_withdraw_password WHERE hash NOT LIKE '$argon2id$%'");
  expect(rows).toEqual([]);
  expect((await post(SET, { password: '902174', prevPassword: '480213' }, auth)).status).toBe(200);
  expect((await post(UNSET, { password: '480213' }, auth)).body).toMatchObject({ code: 'WITHDRAW_PASSWORD_WRONG', data: { left: 4 } });
  expect((await post(UNSET, { password: '902174' }, auth)).body.data).toEqual({ deleted: true });
  expect(await exists()).toBe(false);
});

test('REC-08: after five wrong tries the withdrawal password rests for a day, over every new login', async () => {
  let auth = await newMember('purse2');
  await post(SET, { password: '480213', loginPassword: PASSWORD }, auth);
  const replies = [];
  for (let n = 0; n < 20; n++) {
    if (n === 3) auth = bearer(await passwordLogin('purse2'));
    replies.push(await post(SET, { prevPassword: `90000${n % 10}`, password: '999990' }, auth));
  }
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, ...Array.from({ length: 16 }, () => 429)]);
  expect(replies.at(-1)?.body.code).toBe('WITHDRAW_PASSWORD_LOCKED');
  // The right one is not looked at either, and calls at once have no more between them.
  expect((await post(UNSET, { password: '480213' }, auth)).body.code).toBe('WITHDRAW_PASSWORD_LOCKED');
  exchange.clock.advance(DAY_MS + 1);
  auth = bearer(await passwordLogin('purse2'));
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => post(UNSET, { password: '000001' }, auth)));
  expect(atOnce.filter(({ status }) => status === 400)).toHaveLength(4);
});

test('REC-10: without the withdrawal password it is not removed', async () => {
  const auth = await newMember('purse3');
  await post(SET, { password: '480213', loginPassword: PASSWORD }, auth);
  for (const body of [{ password: '' }, {}, { password: PASSWORD }]) expect((await post(UNSET, body, auth)).status).toBe(400);
  expect((await get('/api/player/exist_withdraw_password', auth)).body.data.exists).toBe(true);
});
