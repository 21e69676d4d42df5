// The operators' desk under attack: the way in, rights, the audit log and the second person, over real HTTP and sockets.
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { deskTopic, getDeskSelf } from '@maru/operator/contract.ts';
import { openChallenge } from '@maru/operator/server/challenges.ts';
import { listFromHost, linkFromHost, lockFromHost, makeFromHost } from '@maru/operator/server/from-host.ts';
import { ensureDemoOperators, grantEverywhere, insertOperator } from '@maru/operator/server/operator-rows.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOperator, tokenOf } from '../../apps/server/testing/operator.ts';
import { attack, expectStatus } from './cases.ts';
import { bearer, from } from './desk-callers.ts';
import { type TestExchange, openTestExchange } from './test-exchange.ts';
import { judgeAuditLog } from './audit-chain.ts';
import { judgeOnePerson } from './one-person.ts';
import { createPaintShop } from './paint-shop.ts';
import { judgeSecondPerson } from './second-person.ts';
import { judgeWorkingOwner } from './working-owner.ts';

let exchange: TestExchange;
const shop = createPaintShop();
const SELF = getDeskSelf.path;
const PASSWORD = 'a-desk-of-pine-wood';
beforeAll(async () => {
  exchange = await openTestExchange([shop.feature]);
});
afterAll(() => exchange.server.stop());

const context = () => exchange.server.context;
const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: exchange.clock.now() });

/** As the command makes the first one: a link, a password, an app. */
async function enrolled(
  username: string,
  addressList: string[] = [],
): Promise<{ id: number; secret: string; recovery: string[]; token: string }> {
  const { pool } = context();
  const id = (await insertOperator(context(), pool, { username, name: username, addresses: addressList })) as number;
  await grantEverywhere(pool, id, 'owner');
  const { name } = await openChallenge(context(), pool, 'SETUP', id);
  const headers = from(addressList[0]);
  const set = await exchange.post('/api/admin/setup', { token: name, password: PASSWORD }, headers);
  expect(set.body.data).toEqual({ username });
  const first = await exchange.post('/api/admin/login', { username, password: PASSWORD }, headers);
  expect(first.body.data.step).toBe('ENROL');
  const { challenge, secret } = first.body.data;
  const done = await exchange.post('/api/admin/login/enrol', { challenge, code: codeNow(secret) }, headers);
  expect(done.status).toBe(200);
  return { id, secret, recovery: done.body.data.recoveryCodes, token: done.body.data.session.accessToken };
}
const logIn = (username: string, password = PASSWORD, headers = from()) =>
  exchange.post('/api/admin/login', { username, password }, headers);

describe('the way in', () => {
  test('a link sets a password once; nobody gets in without an app; its code counts once, a recovery code once', async () => {
    const { secret, recovery, token } = await enrolled('doorkeeper');
    expect((await exchange.get(SELF, bearer(token))).body.data.secondFactor).toEqual({ isOn: true, isForced: true, recoveryLeft: 10 });
    const used = codeNow(secret);
    const again = await logIn('doorkeeper');
    expect(again.body.data.step).toBe('CODE');
    const { challenge } = again.body.data;
    expect((await exchange.post('/api/admin/login/code', { challenge, code: used }, from())).body.code, 'spent at the enrolment').toBe(
      'DESK_CODE_WRONG',
    );
    exchange.clock.advance(31_000);
    const step = await exchange.post('/api/admin/login/code', { challenge, code: codeNow(secret) }, from());
    expect(step.body.data.idleMs).toBe(900_000);
    expect((await exchange.post('/api/admin/login/code', { challenge, code: recovery[0] }, from())).body.code).toBe('DESK_CHALLENGE');
    const byPaper = async () => {
      const opened = await logIn('doorkeeper');
      return exchange.post('/api/admin/login/code', { challenge: opened.body.data.challenge, code: recovery[0] }, from());
    };
    expect((await byPaper()).status).toBe(200);
    expect((await byPaper()).body.code).toBe('DESK_CODE_WRONG');
  });

  test('whoever holds the machine makes the first one, once, and locks it; the log says so', async () => {
    const { token } = await makeFromHost(context(), { username: 'from-host', name: '첫 운영자', role: 'owner', site: undefined });
    expect((await exchange.post('/api/admin/setup', { token, password: PASSWORD }, from())).status).toBe(200);
    const again = { username: 'from-host', name: 'x', role: 'owner', site: undefined };
    await expect(makeFromHost(context(), again)).rejects.toThrow('there is one already');
    await expect(makeFromHost(context(), { ...again, username: 'other', role: 'king' })).rejects.toThrow('no such role');
    expect((await logIn('from-host')).body.data.step).toBe('ENROL');
    await lockFromHost(context(), 'from-host', true);
    expect((await logIn('from-host')).body.code).toBe('DESK_LOGIN_FAILED');
    expect((await listFromHost(context())).find((line) => line.includes('from-host'))).toContain('LOCKED app=no roles=Owner@*');
    const { rows } = await context().pool.query("SELECT action FROM operator_audit WHERE operator_name = 'host' ORDER BY seq");
    expect(rows.map(({ action }) => action)).toEqual(['host.create', 'host.lock']);
  });

  test('who forgets an app asks for the link: a password that somebody else knows enrols no app of theirs meanwhile', async () => {
    const { id } = await enrolled('lost-phone');
    const begun = await logIn('lost-phone');
    expect(begun.body.data.step).toBe('CODE');
    const boss = await newOperator(context(), { username: 'phone-helper' });
    const body = { id, forgetsApp: true, reason: 'phone lost' };
    const invited = await exchange.post('/api/admin/operator/invite', body, { ...bearer(boss.token), ...from() });
    const { setupToken } = invited.body.data;
    expect((await logIn('lost-phone')).body.code).toBe('DESK_LOGIN_FAILED');
    const { challenge } = begun.body.data;
    expect((await exchange.post('/api/admin/login/enrol', { challenge, code: '123456' }, from())).body.code).toBe('DESK_CHALLENGE');
    expect((await exchange.post('/api/admin/setup', { token: setupToken, password: 'another-desk-of-oak' }, from())).status).toBe(200);
    expect((await logIn('lost-phone', 'another-desk-of-oak')).body.data.step).toBe('ENROL');
    const { token } = await linkFromHost(context(), 'lost-phone', true);
    expect((await logIn('lost-phone', 'another-desk-of-oak')).body.code).toBe('DESK_LOGIN_FAILED');
    expect((await exchange.post('/api/admin/setup', { token, password: PASSWORD }, from())).status).toBe(200);
  });

  test('a second step waits for the password it began with: a new one ends it', async () => {
    const { id, secret } = await enrolled('stepper');
    const begun = await logIn('stepper');
    const { token } = await linkFromHost(context(), 'stepper', false);
    expect((await exchange.post('/api/admin/setup', { token, password: 'another-desk-of-oak' }, from())).status).toBe(200);
    exchange.clock.advance(31_000);
    const { challenge } = begun.body.data;
    expect((await exchange.post('/api/admin/login/code', { challenge, code: codeNow(secret) }, from())).body.code).toBe('DESK_CHALLENGE');
    const own = await tokenOf(context(), id);
    const again = await logIn('stepper', 'another-desk-of-oak');
    const change = { currentPassword: 'another-desk-of-oak', password: PASSWORD };
    expect((await exchange.post('/api/admin/me/password', change, bearer(own))).status).toBe(200);
    exchange.clock.advance(31_000);
    const late = { challenge: again.body.data.challenge, code: codeNow(secret) };
    expect((await exchange.post('/api/admin/login/code', late, from())).body.code).toBe('DESK_CHALLENGE');
  });

  test('an unknown name, a wrong password and a locked operator are answered alike', async () => {
    const { id } = await enrolled('lockedone');
    await context().pool.query("UPDATE operator_operator SET status = 'LOCKED' WHERE id = $1", [id]);
    const answers = await Promise.all([logIn('nobody-here'), logIn('lockedone', 'not-this-one'), logIn('lockedone')]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0].body.code).toBe('DESK_LOGIN_FAILED');
    // The demo's own, left over in a database that is no demo any more.
    await ensureDemoOperators({ ...context(), config: { ...context().config, demo: true } });
    expect((await logIn('admin', 'admin1234')).body.code).toBe('DESK_LOGIN_FAILED');
  });

  test('a new password ends the other sessions and is asked from then on', async () => {
    const { token, id } = await enrolled('changer');
    const other = await tokenOf(context(), id);
    const change = (password: string) => exchange.post('/api/admin/me/password', { currentPassword: PASSWORD, password }, bearer(token));
    expect((await change('i-am-the-changer')).body.code).toBe('DESK_PASSWORD_WEAK');
    expect((await change('another-desk-of-oak')).status).toBe(200);
    expect((await exchange.get(SELF, bearer(other))).status).toBe(401);
    expect((await logIn('changer')).body.code).toBe('DESK_LOGIN_FAILED');
    expect((await logIn('changer', 'another-desk-of-oak')).body.data.step).toBe('CODE');
  });

  test('tries are counted with the name, whatever the address', async () => {
    await enrolled('guessed');
    for (let i = 0; i < 5; i++) expect((await logIn('guessed', `guess-${i}-of-many`)).body.code).toBe('DESK_LOGIN_FAILED');
    expect((await logIn('guessed')).body.code).toBe('TOO_MANY_LOGINS');
    // Its owner is not shut out by strangers.
    const { rows } = await context().pool.query<{ ip: string }>(
      "SELECT ip FROM operator_session s JOIN operator_operator o ON o.id = s.operator_id WHERE username = 'guessed'",
    );
    expect((await logIn('guessed', PASSWORD, from(rows[0].ip))).body.data.step).toBe('CODE');
  });

  attack('ADM-11', async (attacked) => {
    await enrolled('a2', ['198.51.100.7']);
    const home = from('198.51.100.7');
    const withoutCode = await logIn('a2', PASSWORD, home);
    expect(withoutCode.body.data.session, 'no token before the code').toBeUndefined();
    const { challenge } = withoutCode.body.data;
    expectStatus(attacked, (await exchange.post('/api/admin/login/code', { challenge, code: '000000' }, home)).status);
    expectStatus(attacked, (await logIn('a2', PASSWORD, from('203.0.113.9'))).status);
    exchange.clock.advance(31_000);
    expect((await logIn('a2', PASSWORD, home)).status).toBe(200);
  });

  test('15 minutes without a call end the session, calls that no person made do not keep it; 8 hours end it anyway', async () => {
    const { token, id } = await newOperator(context());
    for (let i = 0; i < 3; i++) {
      exchange.clock.advance(14 * 60_000);
      expect((await exchange.get(SELF, bearer(token))).status).toBe(200);
    }
    exchange.clock.advance(14 * 60_000);
    expect((await exchange.get(SELF, { ...bearer(token), 'x-maru-unattended': '1' })).status).toBe(200);
    exchange.clock.advance(2 * 60_000);
    expect((await exchange.get(SELF, bearer(token))).body.code).toBe('TOKEN_EXPIRED');
    const long = await tokenOf(context(), id);
    for (let i = 0; i < 8 * 6 - 1; i++) {
      exchange.clock.advance(10 * 60_000);
      expect((await exchange.get(SELF, bearer(long))).status).toBe(200);
    }
    exchange.clock.advance(10 * 60_000);
    expect((await exchange.get(SELF, bearer(long))).body.code).toBe('TOKEN_EXPIRED');
  });

  test('a session is seen and ended from another one; a member is no operator', async () => {
    const { token, id } = await newOperator(context());
    const other = await tokenOf(context(), id);
    const list = (await exchange.get('/api/admin/me/sessions', bearer(token))).body.data;
    expect(list).toHaveLength(2);
    expect((await exchange.post('/api/admin/me/sessions/end', {}, bearer(token))).body.data.count).toBe(1);
    expect((await exchange.get(SELF, bearer(other))).body.code).toBe('TOKEN_EXPIRED');
    expect((await exchange.post('/api/admin/logout', {}, bearer(token))).status).toBe(200);
    expect((await exchange.get(SELF, bearer(token))).status).toBe(401);
  });
});

describe('rights', () => {
  attack('ATZ-09', async (attacked) => {
    const u1 = await exchange.member('atz09');
    expectStatus(attacked, (await exchange.get('/api/admin/list', u1.auth)).status);
    expectStatus(attacked, (await exchange.get(SELF, u1.auth)).status);
  });

  attack('ATZ-14', async (attacked) => {
    const u1 = await exchange.member('atz14');
    const partners = async () => (await context().pool.query('SELECT count(*) FROM partner_partner')).rows[0].count;
    const before = await partners();
    expectStatus(attacked, (await exchange.post('/api/admin/partner', { username: 'px', level: 1 }, u1.auth)).status);
    expect((await exchange.post('/api/partner', { username: 'px', level: 1 }, u1.auth)).status, 'the member side has no such call').toBe(
      404,
    );
    expect(await partners()).toBe(before);
  });

  attack('TEN-04', async (attacked) => {
    await exchange.member('ten04');
    const { rows } = await context().pool.query<{ id: number }>("SELECT id FROM account_member WHERE username = 'ten04'");
    const look =
      (site: number, headers: object = {}) =>
      async () => {
        const { token } = await newOperator(context(), { site });
        return exchange.get(`/api/admin/member?playerId=${rows[0].id}`, { ...bearer(token), ...headers });
      };
    expect((await look(1)()).body.data, 'the positive control').toBeDefined();
    for (const asked of [look(2, { 'x-maru-site': 'b' }), look(2, { 'x-maru-site': 'a' }), look(2)])
      expectStatus(attacked, (await asked()).status);
  });

  test('a live note reaches the operators of its site, and nobody else', async () => {
    const { token } = await newOperator(context(), { site: 1, rights: ['contact.read'] });
    const mine = await connectStomp(exchange.server.port, { token });
    const heard = mine.subscribe('/topic/desk/a');
    await mine.settle();
    context().sockets.publishAll([1, 2], deskTopic.destination.replace('{siteCode}', 'a'), { type: 'WAITING', kind: 'contact' });
    await expect.poll(() => heard.map(({ body }) => body)).toEqual([{ type: 'WAITING', kind: 'contact' }]);
    mine.subscribe('/topic/desk/b');
    await expect.poll(() => mine.errors.length).toBe(1);
    await mine.end();
  });

  test('its socket ends with its session: run out for want of calls, or ended by a row', async () => {
    const open = async () => {
      const { token, id } = await newOperator(context());
      return { id, socket: await connectStomp(exchange.server.port, { token }) };
    };
    const [idle, ended] = [await open(), await open()];
    await context().pool.query('UPDATE operator_session SET ended_at = now() WHERE operator_id = $1', [ended.id]);
    exchange.clock.advance(16_000);
    expect(await ended.socket.closed).toBe(4001);
    await idle.socket.settle();
    exchange.clock.advance(4 * 3_600_000);
    expect(await idle.socket.closed).toBe(4001);
  });
});

describe('people and roles', () => {
  const POST = '/api/admin/operator/';
  let owner: Awaited<ReturnType<typeof newOperator>>;
  beforeAll(async () => {
    owner = await newOperator(context(), { username: 'a1' });
  });
  const people = async (who: string, site = 'a') =>
    (await exchange.get('/api/admin/operator/list', { ...bearer(who), 'x-maru-site': site })).body.data.content as {
      id: number;
      username: string;
      mayEdit: boolean;
      status: string;
      grants: { roleId: number; site: string | null }[];
    }[];
  const rolesNow = async () => (await exchange.get('/api/admin/role/list', bearer(owner.token))).body.data;
  const roleId = async (code: string) => (await rolesNow()).roles.find((role: { code: string }) => role.code === code).id as number;

  test('an owner adds a person, who sets a password by the link and has just these rights, until they change: at once', async () => {
    const grants = [{ roleId: await roleId('support'), site: 'a' }];
    const made = await exchange.post(`${POST}create`, { username: 'helper', name: '도우미', grants }, bearer(owner.token));
    const { id, setupToken } = made.body.data;
    expect((await exchange.post(`${POST}create`, { username: 'helper', name: '또', grants }, bearer(owner.token))).body.code).toBe(
      'OPERATOR_EXISTS',
    );
    expect((await exchange.post('/api/admin/setup', { token: setupToken, password: 'helper-helper' }, from())).body.code).toBe(
      'DESK_PASSWORD_WEAK',
    );
    expect((await exchange.post('/api/admin/setup', { token: setupToken, password: PASSWORD }, from())).status).toBe(200);
    expect((await exchange.post('/api/admin/setup', { token: setupToken, password: PASSWORD }, from())).body.code).toBe('DESK_SETUP_USED');
    const token = await tokenOf(context(), id);
    const recovery = (currentPassword: string) => exchange.post('/api/admin/me/recovery', { currentPassword }, bearer(token));
    expect((await recovery('not-this-one')).body.code).toBe('DESK_PASSWORD_WRONG');
    expect((await recovery(PASSWORD)).body.code).toBe('DESK_FACTOR_NONE');
    const self = (await exchange.get(SELF, bearer(token))).body.data;
    expect(self.sites.map((site: { code: string }) => site.code)).toEqual(['a']);
    expect(self.sites[0].rights).not.toContain('operator.read');
    expect((await exchange.get('/api/admin/operator/list', bearer(token))).body.code).toBe('NO_PERMISSION');
    const nothing = { id, grants: [{ roleId: 999_999, site: 'a' }], reason: 'typo' };
    expect((await exchange.post(`${POST}change`, nothing, bearer(owner.token))).body.code).toBe('ROLE_UNKNOWN');
    const wider = [{ roleId: await roleId('auditor'), site: null }];
    expect((await exchange.post(`${POST}change`, { id, grants: wider, reason: 'moved to audit' }, bearer(owner.token))).status).toBe(200);
    expect((await people(token)).length).toBeGreaterThan(1);
    expect((await exchange.post(`${POST}lock`, { id, isLocked: true, reason: 'left' }, bearer(owner.token))).body.data.status).toBe(
      'LOCKED',
    );
    expect((await exchange.get(SELF, bearer(token))).status).toBe(401);
  });

  attack('ADM-04', async (attacked) => {
    const a2 = await newOperator(context(), { username: 'manager', rights: ['operator.*', 'notice.*'] });
    const asManager = bearer(a2.token);
    const owners = await roleId('owner');
    const [before] = (await people(owner.token)).filter(({ id }) => id === owner.id);
    const tries = [
      ['change', { id: owner.id, grants: [], reason: 'take over' }],
      ['lock', { id: owner.id, isLocked: true, reason: 'take over' }],
      ['invite', { id: owner.id, forgetsApp: true, reason: 'take over' }],
      ['create', { username: 'puppet', name: 'x', grants: [{ roleId: owners, site: null }] }],
      ['create', { username: 'puppet', name: 'x', grants: [{ roleId: owners, site: 'a' }] }],
      ['change', { id: a2.id, grants: [{ roleId: owners, site: null }], reason: 'more for me' }],
    ] as const;
    const codes: string[] = [];
    for (const [call, body] of tries) {
      const { status, body: answer } = await exchange.post(POST + call, body, asManager);
      expectStatus(attacked, status);
      codes.push(answer.code);
    }
    expect(codes).toEqual([...Array<string>(5).fill('OPERATOR_HIGHER'), 'OPERATOR_SELF']);
    const role = { id: owners, name: { ko: '소유자', en: 'Owner' }, rights: ['notice.read'], reason: 'less for them' };
    expectStatus(attacked, (await exchange.post('/api/admin/role/save', role, asManager)).status);
    const after = await people(owner.token);
    expect(after.filter(({ id }) => id === owner.id)).toEqual([before]);
    expect(after.some(({ username }) => username === 'puppet')).toBe(false);
    expect((await people(a2.token)).find(({ id }) => id === owner.id)?.mayEdit).toBe(false);
  });

  test('a role is what its rights are, at once for its holders; one that is held stays; a slip of the pen is refused', async () => {
    const as = bearer(owner.token);
    const save = (body: object) =>
      exchange.post('/api/admin/role/save', { name: { ko: '보기', en: 'Look' }, reason: 'needed', ...body }, as);
    expect((await save({ rights: ['operatr.read'] })).body.code).toBe('RIGHT_MALFORMED');
    const role = (await save({ rights: ['operator.read'] })).body.data;
    const made = await exchange.post(`${POST}create`, { username: 'looker', name: 'x', grants: [{ roleId: role.id, site: 'b' }] }, as);
    const looker = { ...bearer(await tokenOf(context(), made.body.data.id)), 'x-maru-site': 'b' };
    expect((await exchange.get('/api/admin/operator/list', looker)).status).toBe(200);
    expect((await exchange.get('/api/admin/operator/list', { ...looker, 'x-maru-site': 'a' })).body.code, 'a site without any grant').toBe(
      'NOT_FOUND',
    );
    expect((await save({ id: role.id, rights: ['audit.read'] })).status).toBe(200);
    expect((await exchange.get('/api/admin/operator/list', looker)).body.code).toBe('NO_PERMISSION');
    expect((await exchange.post('/api/admin/role/delete', { id: role.id, reason: 'gone' }, as)).body.code).toBe('ROLE_IN_USE');
  });

  test('addresses shut out whoever is elsewhere at once, sockets too, and never the one who writes them', async () => {
    const as = { ...bearer(owner.token), ...from('10.9.0.1') };
    const save = (addresses: string[]) => exchange.post('/api/admin/desk/settings', { idleMinutes: 15, addresses, reason: 'office' }, as);
    expect((await save(['10.9.0.0/33'])).body.code).toBe('DESK_ADDRESS_MALFORMED');
    expect((await save(['192.0.2.0/24'])).body.code).toBe('ADDRESS_SHUTS_OUT');
    const listen = (ip: string) => connectStomp(exchange.server.port, { token: owner.token, upgrade: from(ip) });
    const [inside, outside] = await Promise.all([listen('10.9.0.7'), listen('10.8.0.1')]);
    expect((await save(['10.9.0.0/24'])).status).toBe(200);
    // Both are told to come again; only one of them may.
    await Promise.all([inside.closed, outside.closed]);
    await expect(listen('10.8.0.1')).rejects.toThrow('TOKEN_INVALID');
    await (await listen('10.9.0.7')).end();
    expect((await exchange.get(SELF, { ...bearer(owner.token), ...from('10.8.0.1') })).body.code).toBe('DESK_ADDRESS');
    expect((await logIn('a1', PASSWORD, from('10.8.0.1'))).body.code).toBe('DESK_ADDRESS');
    expect((await save([])).status).toBe(200);
  });
});

judgeAuditLog(() => exchange);
judgeSecondPerson(() => exchange, shop);
judgeOnePerson(() => exchange);
judgeWorkingOwner(() => exchange);
