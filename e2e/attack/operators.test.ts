// The operators' desk under attack: the way in, rights, the audit log and the second person, over real HTTP and sockets.
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { deskTopic, getDeskSelf } from '@maru/operator/contract.ts';
import { checkChain, noteAnchor } from '@maru/operator/server/audit-check.ts';
import { openChallenge } from '@maru/operator/server/challenges.ts';
import { listFromHost, lockFromHost, makeFromHost } from '@maru/operator/server/from-host.ts';
import { ensureDemoOperators, grantEverywhere, insertOperator } from '@maru/operator/server/operator-rows.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOperator, tokenOf } from '../../apps/server/testing/operator.ts';
import { attack, expectStatus } from './cases.ts';
import { type Floor, openFloor } from './floor.ts';
import { askPaint, createPaintShop } from './paint-shop.ts';

let floor: Floor;
const shop = createPaintShop();
const SELF = getDeskSelf.path;
const PASSWORD = 'a-desk-of-pine-wood';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** Every caller its own address, so that nobody waits for another's mistakes. */
let addresses = 0;
const from = (ip = `10.20.${++addresses >> 8}.${addresses & 255}`) => ({ 'x-forwarded-for': ip });

beforeAll(async () => {
  floor = await openFloor([shop.feature]);
});
afterAll(() => floor.server.stop());

const context = () => floor.server.context;
const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: floor.clock.now() });

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
  const set = await floor.post('/api/admin/setup', { token: name, password: PASSWORD }, headers);
  expect(set.body.data).toEqual({ username });
  const first = await floor.post('/api/admin/login', { username, password: PASSWORD }, headers);
  expect(first.body.data.step).toBe('ENROL');
  const { challenge, secret } = first.body.data;
  const done = await floor.post('/api/admin/login/enrol', { challenge, code: codeNow(secret) }, headers);
  expect(done.status).toBe(200);
  return { id, secret, recovery: done.body.data.recoveryCodes, token: done.body.data.session.accessToken };
}
const logIn = (username: string, password = PASSWORD, headers = from()) => floor.post('/api/admin/login', { username, password }, headers);

describe('the way in', () => {
  test('a link sets a password once; nobody gets in without an app; its code counts once, a recovery code once', async () => {
    const { secret, recovery, token } = await enrolled('doorkeeper');
    expect((await floor.get(SELF, bearer(token))).body.data.secondFactor).toEqual({ isOn: true, isForced: true, recoveryLeft: 10 });
    const used = codeNow(secret);
    const again = await logIn('doorkeeper');
    expect(again.body.data.step).toBe('CODE');
    const { challenge } = again.body.data;
    expect((await floor.post('/api/admin/login/code', { challenge, code: used }, from())).body.code, 'spent at the enrolment').toBe(
      'DESK_CODE_WRONG',
    );
    floor.clock.advance(31_000);
    const step = await floor.post('/api/admin/login/code', { challenge, code: codeNow(secret) }, from());
    expect(step.body.data.idleMs).toBe(900_000);
    expect((await floor.post('/api/admin/login/code', { challenge, code: recovery[0] }, from())).body.code).toBe('DESK_CHALLENGE');
    const byPaper = async () => {
      const opened = await logIn('doorkeeper');
      return floor.post('/api/admin/login/code', { challenge: opened.body.data.challenge, code: recovery[0] }, from());
    };
    expect((await byPaper()).status).toBe(200);
    expect((await byPaper()).body.code).toBe('DESK_CODE_WRONG');
  });

  test('whoever holds the machine makes the first one, once, and locks it; the log says so', async () => {
    const { token } = await makeFromHost(context(), { username: 'from-host', name: '첫 운영자', role: 'owner', site: undefined });
    expect((await floor.post('/api/admin/setup', { token, password: PASSWORD }, from())).status).toBe(200);
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
    expectStatus(attacked, (await floor.post('/api/admin/login/code', { challenge, code: '000000' }, home)).status);
    expectStatus(attacked, (await logIn('a2', PASSWORD, from('203.0.113.9'))).status);
    floor.clock.advance(31_000);
    expect((await logIn('a2', PASSWORD, home)).status).toBe(200);
  });

  test('15 minutes without a call end the session, calls that no person made do not keep it; 8 hours end it anyway', async () => {
    const { token, id } = await newOperator(context());
    for (let i = 0; i < 3; i++) {
      floor.clock.advance(14 * 60_000);
      expect((await floor.get(SELF, bearer(token))).status).toBe(200);
    }
    floor.clock.advance(14 * 60_000);
    expect((await floor.get(SELF, { ...bearer(token), 'x-maru-unattended': '1' })).status).toBe(200);
    floor.clock.advance(2 * 60_000);
    expect((await floor.get(SELF, bearer(token))).body.code).toBe('TOKEN_EXPIRED');
    const long = await tokenOf(context(), id);
    for (let i = 0; i < 8 * 6 - 1; i++) {
      floor.clock.advance(10 * 60_000);
      expect((await floor.get(SELF, bearer(long))).status).toBe(200);
    }
    floor.clock.advance(10 * 60_000);
    expect((await floor.get(SELF, bearer(long))).body.code).toBe('TOKEN_EXPIRED');
  });

  test('a session is seen and ended from another one; a member is no operator', async () => {
    const { token, id } = await newOperator(context());
    const other = await tokenOf(context(), id);
    const list = (await floor.get('/api/admin/me/sessions', bearer(token))).body.data;
    expect(list).toHaveLength(2);
    expect((await floor.post('/api/admin/me/sessions/end', {}, bearer(token))).body.data.count).toBe(1);
    expect((await floor.get(SELF, bearer(other))).body.code).toBe('TOKEN_EXPIRED');
    expect((await floor.post('/api/admin/logout', {}, bearer(token))).status).toBe(200);
    expect((await floor.get(SELF, bearer(token))).status).toBe(401);
  });
});

describe('rights', () => {
  attack('ATZ-09', async (attacked) => {
    const u1 = await floor.member('atz09');
    expectStatus(attacked, (await floor.get('/api/admin/list', u1.auth)).status);
    expectStatus(attacked, (await floor.get(SELF, u1.auth)).status);
  });

  attack('ATZ-14', async (attacked) => {
    const u1 = await floor.member('atz14');
    const partners = async () => (await context().pool.query('SELECT count(*) FROM partner_partner')).rows[0].count;
    const before = await partners();
    expectStatus(attacked, (await floor.post('/api/admin/partner', { username: 'px', level: 1 }, u1.auth)).status);
    expect((await floor.post('/api/partner', { username: 'px', level: 1 }, u1.auth)).status, 'the member side has no such call').toBe(404);
    expect(await partners()).toBe(before);
  });

  attack('TEN-04', async (attacked) => {
    await floor.member('ten04');
    const { rows } = await context().pool.query<{ id: number }>("SELECT id FROM account_member WHERE username = 'ten04'");
    const look =
      (site: number, headers: object = {}) =>
      async () => {
        const { token } = await newOperator(context(), { site });
        return floor.get(`/api/admin/member?playerId=${rows[0].id}`, { ...bearer(token), ...headers });
      };
    expect((await look(1)()).body.data, 'the positive control').toBeDefined();
    for (const asked of [look(2, { 'x-maru-site': 'b' }), look(2, { 'x-maru-site': 'a' }), look(2)])
      expectStatus(attacked, (await asked()).status);
  });

  test('a live note reaches the operators of its site, and nobody else', async () => {
    const { token } = await newOperator(context(), { site: 1, rights: ['contact.read'] });
    const mine = await connectStomp(floor.server.port, { token });
    const heard = mine.subscribe('/topic/desk/a');
    await mine.settle();
    context().sockets.publishAll([1, 2], deskTopic.destination.replace('{siteCode}', 'a'), { type: 'WAITING', kind: 'contact' });
    await expect.poll(() => heard.map(({ body }) => body)).toEqual([{ type: 'WAITING', kind: 'contact' }]);
    mine.subscribe('/topic/desk/b');
    await expect.poll(() => mine.errors.length).toBe(1);
    await mine.end();
  });
});

describe('people and roles', () => {
  const POST = '/api/admin/operator/';
  let owner: Awaited<ReturnType<typeof newOperator>>;
  beforeAll(async () => {
    owner = await newOperator(context(), { username: 'a1' });
  });
  const people = async (who: string, site = 'a') =>
    (await floor.get('/api/admin/operator/list', { ...bearer(who), 'x-maru-site': site })).body.data.content as {
      id: number;
      username: string;
      mayEdit: boolean;
      status: string;
      grants: { roleId: number; site: string | null }[];
    }[];
  const rolesNow = async () => (await floor.get('/api/admin/role/list', bearer(owner.token))).body.data;
  const roleId = async (code: string) => (await rolesNow()).roles.find((role: { code: string }) => role.code === code).id as number;

  test('an owner adds a person, who sets a password by the link and has just these rights, until they change: at once', async () => {
    const grants = [{ roleId: await roleId('support'), site: 'a' }];
    const made = await floor.post(`${POST}create`, { username: 'helper', name: '도우미', grants }, bearer(owner.token));
    const { id, setupToken } = made.body.data;
    expect((await floor.post(`${POST}create`, { username: 'helper', name: '또', grants }, bearer(owner.token))).body.code).toBe(
      'OPERATOR_EXISTS',
    );
    expect((await floor.post('/api/admin/setup', { token: setupToken, password: 'helper-helper' }, from())).body.code).toBe(
      'DESK_PASSWORD_WEAK',
    );
    expect((await floor.post('/api/admin/setup', { token: setupToken, password: PASSWORD }, from())).status).toBe(200);
    expect((await floor.post('/api/admin/setup', { token: setupToken, password: PASSWORD }, from())).body.code).toBe('DESK_SETUP_USED');
    const token = await tokenOf(context(), id);
    const self = (await floor.get(SELF, bearer(token))).body.data;
    expect(self.sites.map((site: { code: string }) => site.code)).toEqual(['a']);
    expect(self.sites[0].rights).not.toContain('operator.read');
    expect((await floor.get('/api/admin/operator/list', bearer(token))).body.code).toBe('NO_PERMISSION');
    const wider = [{ roleId: await roleId('auditor'), site: null }];
    expect((await floor.post(`${POST}change`, { id, grants: wider, reason: 'moved to audit' }, bearer(owner.token))).status).toBe(200);
    expect((await people(token)).length).toBeGreaterThan(1);
    expect((await floor.post(`${POST}lock`, { id, isLocked: true, reason: 'left' }, bearer(owner.token))).body.data.status).toBe('LOCKED');
    expect((await floor.get(SELF, bearer(token))).status).toBe(401);
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
    for (const [call, body] of tries) expectStatus(attacked, (await floor.post(POST + call, body, asManager)).status);
    const role = { id: owners, name: { ko: '소유자', en: 'Owner' }, rights: ['notice.read'], reason: 'less for them' };
    expectStatus(attacked, (await floor.post('/api/admin/role/save', role, asManager)).status);
    const after = await people(owner.token);
    expect(after.filter(({ id }) => id === owner.id)).toEqual([before]);
    expect(after.some(({ username }) => username === 'puppet')).toBe(false);
    expect((await people(a2.token)).find(({ id }) => id === owner.id)?.mayEdit).toBe(false);
  });

  test('a role is what its rights are, at once for its holders; one that is held stays; a slip of the pen is refused', async () => {
    const as = bearer(owner.token);
    const save = (body: object) => floor.post('/api/admin/role/save', { name: { ko: '보기', en: 'Look' }, reason: 'needed', ...body }, as);
    expect((await save({ rights: ['operatr.read'] })).body.code).toBe('RIGHT_MALFORMED');
    const role = (await save({ rights: ['operator.read'] })).body.data;
    const made = await floor.post(`${POST}create`, { username: 'looker', name: 'x', grants: [{ roleId: role.id, site: 'b' }] }, as);
    const looker = { ...bearer(await tokenOf(context(), made.body.data.id)), 'x-maru-site': 'b' };
    expect((await floor.get('/api/admin/operator/list', looker)).status).toBe(200);
    expect((await floor.get('/api/admin/operator/list', { ...looker, 'x-maru-site': 'a' })).body.code, 'a site without any grant').toBe(
      'NOT_FOUND',
    );
    expect((await save({ id: role.id, rights: ['audit.read'] })).status).toBe(200);
    expect((await floor.get('/api/admin/operator/list', looker)).body.code).toBe('NO_PERMISSION');
    expect((await floor.post('/api/admin/role/delete', { id: role.id, reason: 'gone' }, as)).body.code).toBe('ROLE_IN_USE');
  });

  test('addresses shut out whoever is elsewhere at once, and never the one who writes them', async () => {
    const as = { ...bearer(owner.token), ...from('10.9.0.1') };
    const save = (addresses: string[]) => floor.post('/api/admin/desk/settings', { idleMinutes: 15, addresses, reason: 'office' }, as);
    expect((await save(['10.9.0.0/33'])).body.code).toBe('DESK_ADDRESS_MALFORMED');
    expect((await save(['192.0.2.0/24'])).body.code).toBe('ADDRESS_SHUTS_OUT');
    expect((await save(['10.9.0.0/24'])).status).toBe(200);
    expect((await floor.get(SELF, { ...bearer(owner.token), ...from('10.8.0.1') })).body.code).toBe('DESK_ADDRESS');
    expect((await logIn('a1', PASSWORD, from('10.8.0.1'))).body.code).toBe('DESK_ADDRESS');
    expect((await save([])).status).toBe(200);
  });
});

describe('the audit log', () => {
  const auditor = () => newOperator(context(), { rights: ['audit.*'] });
  const rowsOf = async (who: string, query: string) =>
    (await floor.get(`/api/admin/audit/list?${query}`, bearer(who))).body.data.content as Record<string, unknown>[];

  attack('ADM-16', async (attacked) => {
    const s1 = await newOperator(context(), { site: 1, rights: ['approval.read'] });
    expectStatus(
      attacked,
      (await floor.post('/api/admin/approval/decide', { id: 1, isApproved: true, print: '' }, bearer(s1.token))).status,
    );
    const { token } = await auditor();
    expect(await rowsOf(token, `operatorId=${s1.id}`)).toMatchObject([
      { action: 'decideApproval', right: 'approval.decide', refusal: 'NO_PERMISSION', site: 'a', operator: { username: s1.username } },
    ]);
  });

  attack('ADM-14', async () => {
    const { pool, config, clock } = context();
    const change = (sql: string) => pool.query(sql).catch((error: Error) => error.message);
    for (const sql of ["UPDATE operator_audit SET target = 'x'", 'DELETE FROM operator_audit', 'TRUNCATE operator_audit']) {
      expect(await change(sql), sql).toContain('permission denied');
    }
    const { token } = await auditor();
    const check = async () => (await floor.get('/api/admin/audit/check', bearer(token))).body.data;
    expect(await check()).toMatchObject({ isWhole: true, broken: null });
    await noteAnchor(pool, clock.now(), config.dataDir);
    // What a superuser can do, in a transaction that is rolled back.
    const client = await pool.connect();
    const tampered = async (sql: string) => {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica');
      await client.query(sql);
      const found = await checkChain(client, clock.now(), config.dataDir);
      await client.query('ROLLBACK');
      return found.broken;
    };
    expect(await tampered("UPDATE operator_audit SET target = 'member:1' WHERE seq = 5")).toEqual({ seq: 5, why: 'CHANGED' });
    expect(await tampered('DELETE FROM operator_audit WHERE seq = 4')).toEqual({ seq: 5, why: 'GAP' });
    const { rows } = await client.query<{ n: number }>('SELECT max(seq)::int AS n FROM operator_audit');
    expect(await tampered(`DELETE FROM operator_audit WHERE seq > ${rows[0].n - 3}`)).toEqual({ seq: rows[0].n - 2, why: 'CUT' });
    client.release();
  });

  test('written by many at once it has no gap and no second end', async () => {
    const { pool } = context();
    const many = await Promise.all(Array.from({ length: 8 }, () => newOperator(context())));
    const before = (await pool.query<{ n: number }>('SELECT max(seq)::int AS n FROM operator_audit')).rows[0].n;
    await Promise.all(
      many.flatMap(({ token }) => Array.from({ length: 5 }, () => floor.post(askPaint.path, { colour: 'many' }, bearer(token)))),
    );
    const { rows } = await pool.query<{ n: number; top: number }>('SELECT count(*)::int AS n, max(seq)::int AS top FROM operator_audit');
    expect(rows[0].top - before).toBe(40);
    expect(rows[0].n).toBe(rows[0].top);
    const { token } = await auditor();
    expect((await floor.get('/api/admin/audit/check', bearer(token))).body.data.isWhole).toBe(true);
  });

  attack('ADM-15', async (attacked) => {
    const spy = await newOperator(context(), { username: '=cmd', rights: ['audit.read'] });
    expectStatus(attacked, (await floor.get('/api/admin/audit/export?reason=why', bearer(spy.token))).status);
    const { token, id } = await auditor();
    expect((await floor.get('/api/admin/audit/export', bearer(token))).status).toBe(400);
    const first = await floor.get(`/api/admin/audit/export?reason=yearly%20check&operatorId=${spy.id}`, bearer(token));
    expect(first.headers.get('content-type')).toContain('text/csv');
    // A cell never begins as a formula would.
    expect(first.text).toContain("'=cmd");
    expect(first.text).not.toMatch(/(^|,)[=+@-][a-z]/m);
    expect(await rowsOf(token, `operatorId=${id}&action=exportAudit`)).toMatchObject([{ reason: 'yearly check', after: { lines: 1 } }]);
    for (let i = 0; i < 4; i++) await floor.get('/api/admin/audit/export?reason=more&target=none', bearer(token));
    const sixth = await floor.get('/api/admin/audit/export?reason=more', bearer(token));
    expectStatus(attacked, sixth.status);
    expect(await rowsOf(token, `operatorId=${id}&refused=true`)).toMatchObject([{ refusal: 'AUDIT_EXPORT_LIMIT' }]);
  });

  test('of another site nothing is read, of the installation only by those who read all sites', async () => {
    const ofB = await newOperator(context(), { site: 2, rights: ['audit.read'] });
    const atB = { ...bearer(ofB.token), 'x-maru-site': 'b' };
    const { content } = (await floor.get('/api/admin/audit/list', atB)).body.data;
    expect(content.every(({ site }: { site: string }) => site === 'b')).toBe(true);
    const { token } = await auditor();
    expect((await rowsOf(token, 'action=deskEnrol')).length).toBeGreaterThan(0);
  });
});

describe('the second person', () => {
  const PAINTER = ['paint.*', 'approval.*'];
  let asker: Record<string, string>;
  let decider: Record<string, string>;
  beforeAll(async () => {
    asker = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
    decider = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
  });
  const ask = async (colour: string) => {
    const asked = await floor.post(askPaint.path, { colour }, asker);
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    return asked.body.data.requestId as number;
  };
  const look = async (id: number, who = decider) => (await floor.get(`/api/admin/approval?id=${id}`, who)).body.data;
  const decide = async (id: number, who = decider, more: object = {}) =>
    floor.post('/api/admin/approval/decide', { id, isApproved: true, print: (await look(id)).print, ...more }, who);

  attack('ADM-06', async (attacked) => {
    const id = await ask('white');
    expect((await look(id, asker)).mayDecide).toBe(false);
    const own = await decide(id, asker);
    expectStatus(attacked, own.status);
    expect(own.body.code).toBe('APPROVAL_OWN');
    expect(shop.painted).toEqual([]);
    expect((await decide(id)).body.data).toMatchObject({ status: 'APPROVED', result: { colour: 'white' } });
    expect([shop.painted, shop.dried]).toEqual([['white'], ['white']]);
  });

  test('nobody decides what its own inviter asks for: two log-ins of one person are one', async () => {
    const boss = await newOperator(context(), { rights: ['*'] });
    const role = (await floor.get('/api/admin/role/list', bearer(boss.token))).body.data.roles.find(
      ({ code }: { code: string }) => code === 'owner',
    );
    const puppet = { username: 'puppet-2', name: 'x', grants: [{ roleId: role.id, site: null }] };
    const { id } = (await floor.post('/api/admin/operator/create', puppet, bearer(boss.token))).body.data;
    const asked = (await floor.post(askPaint.path, { colour: 'gold' }, bearer(boss.token))).body.data.requestId;
    const strings = bearer(await tokenOf(context(), id));
    expect((await decide(asked, strings)).body.code).toBe('APPROVAL_GUEST');
    expect(shop.painted).not.toContain('gold');
    expect((await decide(asked)).status).toBe(200);
  });

  attack('ADM-12', async (attacked) => {
    const id = await ask('green');
    const others = await Promise.all(Array.from({ length: 10 }, () => newOperator(context(), { site: 1, rights: PAINTER })));
    const { print } = await look(id);
    const answers = await Promise.all(
      others.map(({ token }) => floor.post('/api/admin/approval/decide', { id, isApproved: true, print }, bearer(token))),
    );
    for (const { status } of answers) expectStatus(attacked, status);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shop.painted.filter((colour) => colour === 'green')).toHaveLength(1);
  });

  test('what another has taken waits for it, and is free again by itself; a changed row is not applied', async () => {
    const id = await ask('blue');
    const other = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
    expect((await floor.post('/api/admin/approval/claim', { id }, other)).body.data.claim).not.toBeNull();
    expect((await decide(id)).body.code).toBe('APPROVAL_CLAIMED');
    floor.clock.advance(5 * 60_000 + 1);
    const seen = (await look(id)).print;
    await context().pool.query(`UPDATE operator_approval SET payload = '{"colour": "red"}' WHERE id = $1`, [id]);
    expect((await decide(id, decider, { print: seen })).body.code).toBe('APPROVAL_CHANGED');
    expect(shop.painted).not.toContain('red');
  });

  test('a refusal while applying leaves it waiting; a rejection says why; who asked takes it back; three days end it', async () => {
    const gone = await ask('gone');
    expect((await decide(gone)).body.code).toBe('COLOUR_GONE');
    expect((await look(gone)).status).toBe('WAITING');
    expect((await decide(gone, decider, { isApproved: false })).body.code).toBe('REQUIRED_FIELD');
    expect((await decide(gone, decider, { isApproved: false, reason: 'no such paint' })).body.data.decisionReason).toBe('no such paint');
    const mine = await ask('pink');
    expect((await floor.post('/api/admin/approval/withdraw', { id: mine }, decider)).status).toBe(404);
    expect((await floor.post('/api/admin/approval/withdraw', { id: mine }, asker)).body.data.status).toBe('WITHDRAWN');
    expect((await decide(mine)).body.code).toBe('APPROVAL_DECIDED');
    const late = await ask('grey');
    const [waits] = (await floor.get('/api/admin/waiting', decider)).body.data;
    expect(waits).toMatchObject({ kind: 'approval' });
    await context().pool.query('UPDATE operator_approval SET expires_at = asked_at WHERE id = $1', [late]);
    expect((await decide(late)).body.code).toBe('APPROVAL_DECIDED');
    expect((await look(late)).status).toBe('EXPIRED');
  });

  test('without the kind’s own right nobody decides; a request of another site does not exist; what writes no line fails', async () => {
    const id = await ask('brown');
    const reader = bearer((await newOperator(context(), { site: 1, rights: ['approval.*'] })).token);
    expect((await decide(id, reader)).body.code).toBe('NO_PERMISSION');
    const elsewhere = bearer((await newOperator(context(), { site: 2, rights: ['*'] })).token);
    const atB = { ...elsewhere, 'x-maru-site': 'b' };
    expect((await floor.get(`/api/admin/approval?id=${id}`, atB)).body.code).toBe('NOT_FOUND');
    expect((await floor.get(`/api/admin/approval?id=${id}`, { ...elsewhere, 'x-maru-site': 'a' })).body.code).toBe('NOT_FOUND');
    expect((await floor.post('/api/admin/paint/silent', {}, asker)).status).toBe(500);
  });
});
