// The members that every demo begins with (issue 13, 5.29): everybody has their password, so no visitor shuts them for the others.
import { createHash } from 'node:crypto';
import { createAccountFeature } from '@maru/account/server/feature.ts';
import { MAX_KEYS } from '@maru/bots/contract.ts';
import { createBotsFeature } from '@maru/bots/server/feature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, MARU, openTestExchange } from './testing/test-exchange.ts';

const LEAVE = '/api/user/leave';
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange({ more: [createBotsFeature()] });
});
afterAll(() => exchange.stop());

const query = async (text: string, values: unknown[]) => (await exchange.server.context.pool.query(text, values)).rows;
const statusOf = async (username: string) =>
  (await query('SELECT status FROM account_member WHERE site_id = $1 AND username = $2', [MARU, username]))[0]?.status;

describe('the members that every demo begins with', () => {
  it.each(['demo1', 'demo2'])('%s cannot leave: everybody has the password, and no visitor ends it for the others', async (username) => {
    const login = () => exchange.guest().post('/api/login', { username, password: 'demo1234' });
    const headers = { authorization: `Bearer ${(await login()).body.data.accessToken}` };
    const look = (await exchange.guest().get(LEAVE, {}, headers)).body.data;
    expect(look.isShared).toBe(true);
    for (const [language, words] of [
      ['ko', '모두가 함께 쓰는 데모 계정은 탈퇴할 수 없어요'],
      ['en', 'shared by everybody and cannot leave'],
    ] as const) {
      const body = { password: 'demo1234', givesUp: look.held.total };
      const refused = await exchange.guest().post(LEAVE, body, { ...headers, 'accept-language': language });
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'LEAVE_SHARED', message: expect.stringContaining(words) }]);
    }
    expect(await statusOf(username)).toBe('ACTIVE');
    expect((await login()).status).toBe(200);
  });

  const demo = 'demo1234';
  const made = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a', transports: [] } };
  const shut: readonly (readonly [path: string, body: object])[] = [
    ['/api/user/change_password', { currentPassword: demo, password: 'Another-plank-42' }],
    ['/api/player/change_nick', { nick: '남의별명' }],
    ['/api/user/anti_phishing', { password: demo, phrase: 'words' }],
    ['/api/user/settings_lock', { password: demo, days: 7 }],
    ['/api/user/lock', {}],
    ['/api/user/limits', { kind: 'LOSS', limit: '1' }],
    ['/api/user/exclude', { days: 30, password: demo }],
    ['/api/user/totp/start', { password: demo }],
    ['/api/user/totp/confirm', { code: '123456' }],
    ['/api/user/totp/end', { password: demo }],
    ['/api/user/totp/recovery', { password: demo }],
    ['/api/user/passkey/start', { password: demo }],
    ['/api/user/passkey/create', { label: 'key', made }],
    ['/api/user/passkey/remove', { id: 1, password: demo }],
    ['/api/player/update_withdraw_password', { password: '829174', loginPassword: demo }],
    ['/api/player/delete_withdraw_password', { password: '829174' }],
  ];
  /** What takes nothing from the others: a session of one visitor, a file, choices of mails. */
  const free = [
    '/api/logout',
    '/api/user/logins/end',
    '/api/user/logins/end_others',
    '/api/user/notices',
    '/api/user/data',
    '/api/user/step_up',
    '/api/user/leave',
  ];

  it('let no visitor shut them or change who they are: each such call says why, and the next visitor comes in as ever', async () => {
    const login = () => exchange.guest().post('/api/login', { username: 'demo1', password: demo });
    const headers = { authorization: `Bearer ${(await login()).body.data.accessToken}` };
    const row = async () => (await query("SELECT * FROM account_member WHERE site_id = $1 AND username = 'demo1'", [MARU]))[0];
    const before = await row();
    for (const [path, body] of shut) {
      const { status, body: told } = await exchange.guest().post(path, body, { ...headers, 'accept-language': 'ko' });
      expect([path, status, told.code, told.message]).toEqual([path, 409, 'SHARED_DEMO', expect.stringContaining('새로 가입하면')]);
    }
    const forgotten = { username: 'Demo1', certificateValue: 'demo1@example.com' };
    expect((await exchange.guest().post('/api/player/find_pw', forgotten)).body.code).toBe('SHARED_DEMO');
    // A code from before, and a mail's link: both would be anybody's who reads the demo's inbox.
    const text = `INSERT INTO account_certificate (key, site_id, kind, purpose, value, member_id, code_hash, created_at, expires_at, verified_at)
       VALUES ('a-key-of-sixteen-bytes', $1, 'MAIL', 'FIND_PW', 'demo1@example.com', $2, '', $3, $3, $3)`;
    await query(text, [MARU, before.id, new Date(exchange.server.context.clock.now())]);
    const reset = { key: 'a-key-of-sixteen-bytes', password: 'Another-plank-42' };
    expect((await exchange.guest().post('/api/certi/change_password_with_certi', reset)).body.code).toBe('SHARED_DEMO');
    const token = 'x'.repeat(43);
    await query('INSERT INTO account_notice_link (hash, site_id, member_id, expires_at) VALUES ($1, $2, $3, $4)', [
      createHash('sha256').update(token).digest(),
      MARU,
      before.id,
      new Date(exchange.server.context.clock.now() + 60_000),
    ]);
    expect((await exchange.guest().post('/api/not_me', { token })).body.code).toBe('SHARED_DEMO');
    expect(await row()).toEqual(before);
    expect((await login()).status).toBe(200);
  });

  it('no call of members escapes the question', () => {
    const calls = createAccountFeature().routes.filter(
      ({ route }) => route.method === 'POST' && !route.roles.some((role) => role === 'guest'),
    );
    const own = calls.filter(({ route }) => route.right === undefined).map(({ route }) => route.path);
    expect(own.toSorted()).toEqual([...shut.map(([path]) => path), ...free].toSorted());
  });

  it('a shared account’s keys never run out: the oldest ends', async () => {
    const login = await exchange.guest().post('/api/login', { username: 'demo2', password: demo });
    const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
    const key = () => exchange.guest().post('/api/user/api_key/create', { label: 'bot', scope: 'READ', password: demo }, headers);
    const { apiKey, key: first } = (await key()).body.data;
    expect(apiKey).toBeDefined();
    await query(
      `INSERT INTO bots_api_key (site_id, member_id, label, key_hash, shown, kind, material, scope, addresses, created_at)
       SELECT site_id, member_id, label, decode(md5(n::text), 'hex'), shown, kind, material, scope, addresses, created_at
       FROM bots_api_key, generate_series(2, $2) n WHERE id = $1`,
      [first.id, MAX_KEYS],
    );
    expect((await key()).status).toBe(200);
    const ids = (await exchange.guest().get('/api/user/api_key', {}, headers)).body.data.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(MAX_KEYS);
    expect(ids).not.toContain(first.id);
  });
});
