// Leaving (issue 13, 4.28; ADR 0049): what stands in the way, one final effect through races and crashes, and what follows the person.
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { futuresWallet, HouseAccount } from '@maru/engine/ledger/account.ts';
import { setAccountFlag } from '@maru/account/server/account-flag.ts';
import { refuseRejoin } from '@maru/account/server/leaving/left-person.ts';
import { exclusionOf } from '@maru/account/server/nice/person.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { leavingParts } from '@maru/member/contract.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, MARU } from './testing/test-exchange.ts';
import { dressMarket, looksAt, openLeavingExchange } from './testing/leaving-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { limit, market, ORDER } from './testing/two-members.ts';

const LEAVE = '/api/user/leave';
const password = 'a-long-passphrase';
const clock = stoppableClock();
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openLeavingExchange(clock);
});
afterAll(() => exchange.stop());

const { context, rowOf, statusOf, flagsOf, equityOf, give } = looksAt(() => exchange);
const look = async (member: TestMember) => (await member.get(LEAVE)).body.data;
const phoneOf = async (member: TestMember): Promise<string> => (await member.get('/api/me')).body.data.phone;
const signUp = (username: string, phone: string, more: object = {}) =>
  exchange
    .guest()
    .post('/api/player', { username, password, name: 'Kim', nick: `n_${username}`, phone, email: `${username}@example.com`, ...more });

describe('what stands in the way', () => {
  it('is named before, each with its page, and refused with nothing changed', async () => {
    const anna = await exchange.member('anna_go', '1000');
    // What the house offers is fresh for seconds only: on a slow machine it is over before the order comes.
    const bought = async () => {
      await dressMarket(exchange);
      await anna.post(ORDER, market);
      return (await look(anna)).obstacles.length;
    };
    await expect.poll(bought).toBe(1);
    await anna.post(ORDER, { ...limit, price: '50000' });
    const { obstacles, held, kept } = await look(anna);
    expect(obstacles).toMatchObject([
      { kind: 'POSITIONS', count: 1, path: '/future' },
      { kind: 'ORDERS', count: 1, path: '/future' },
    ]);
    expect(held).toMatchObject({ mayGiveUp: false, most: '1' });
    expect(kept).toEqual({ contracts: 1826, disputes: 1096, logins: 90, rejoin: 30 });
    const refused = await anna.post(LEAVE, { password, givesUp: '1000000' });
    expect(refused.body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'POSITIONS,ORDERS' } });
    expect(await statusOf(anna)).toBe('ACTIVE');
    expect(await flagsOf(anna)).toBe(0);
    expect(await rowOf('account_leaving', anna)).toEqual([]);
  });

  it('money that is money cannot be given up; dust only by its sum, two-sided to the house under a reason of its own', async () => {
    const rich = await exchange.member('rich_go', '1.01');
    expect((await rich.post(LEAVE, { password, givesUp: '1.01' })).body).toMatchObject({
      code: 'LEAVE_OBSTACLES',
      data: { kinds: 'BALANCE' },
    });
    const poor = await exchange.member('poor_go', '0.75');
    expect((await look(poor)).held).toMatchObject({ total: '0.75', mayGiveUp: true, wallets: [{ type: 'FUTURES', point: '0.75' }] });
    expect((await poor.post(LEAVE, { password })).body).toMatchObject({ code: 'LEAVE_GIVE_UP', data: { total: '0.75' } });
    expect((await poor.post(LEAVE, { password, givesUp: '0.74' })).body.code).toBe('LEAVE_GIVE_UP');
    expect((await poor.post(LEAVE, { password, givesUp: '0.75' })).status).toBe(200);
    expect(await equityOf(poor)).toMatchObject({ futures: 0, usdt: 0, binary: 0 });
    await exchange.projected();
    const { rows } = await context().pool.query(
      'SELECT debit, credit, amount::int AS amount, reason FROM wallet_ledger WHERE site_id = 1 AND account = $1 AND reason = 27',
      [poor.account],
    );
    expect(rows).toEqual([{ debit: futuresWallet(poor.account), credit: HouseAccount.Dust, amount: 750_000, reason: 27 }]);
    expect((await rowOf('account_left', poor))[0].given_up).toEqual({ FUTURES: '0.75 USDT' });
  });

  it('an account that operators hold does not slip away', async () => {
    const held = await exchange.member('held_go', '0');
    const desk = await exchange.operator();
    await desk.post('/api/admin/member/hold', { playerId: held.member, days: 7, reason: '확인이 필요함' });
    expect((await held.post(LEAVE, { password })).body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'RESTRICTED' } });
  });

  it('asks for the password', async () => {
    const ben = await exchange.member('ben_go', '0');
    expect((await ben.post(LEAVE, { password: 'something-else' })).body.code).toBe('PASSWORD_WRONG');
    expect(await statusOf(ben)).toBe('ACTIVE');
  });
});

it('asks for the second factor where one is on, unless this login has just proven it', async () => {
  const otto = await exchange.member('otto_go', '0');
  const { secret } = (await otto.post('/api/user/totp/start', { password })).body.data;
  const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() });
  expect((await otto.post('/api/user/totp/confirm', { code: code() })).status).toBe(200);
  clock.skip(6 * 60_000);
  expect((await otto.post(LEAVE, { password })).body.code).toBe('SECOND_FACTOR_NEEDED');
  expect(await statusOf(otto)).toBe('ACTIVE');
  expect((await otto.post('/api/user/step_up', { code: code() })).status).toBe(200);
  expect((await otto.post(LEAVE, { password })).status).toBe(200);
  for (const table of ['account_totp', 'account_recovery_code']) expect(await rowOf(table, otto)).toEqual([]);
});

describe('final at once', () => {
  it('however often it is sent: one effect, no way back in, nothing of the person left in the open', async () => {
    const cleo = await exchange.member('cleo_go', '0');
    const phone = await phoneOf(cleo);
    const login = await exchange.guest().post('/api/login', { username: 'cleo_go', password });
    const key = await cleo.post('/api/user/api_key/create', { label: 'mine', scope: 'READ', password });
    const socket = await connectStomp(exchange.port, { token: cleo.token });
    const told = socket.subscribe('/user/queue/force_logout');
    await socket.settle();
    const answers = await Promise.all([1, 2, 3].map(() => cleo.post(LEAVE, { password })));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.leftAt)).size).toBe(1);
    expect(await rowOf('account_left', cleo)).toHaveLength(1);
    await expect
      .poll(() => told.map(({ body }) => (body as { message: string }).message))
      .toEqual([expect.stringContaining('탈퇴했습니다')]);
    expect(await socket.closed).toBeGreaterThan(0);
    expect((await cleo.get('/api/me')).status).toBe(401);
    expect((await exchange.guest().post('/api/login', { username: 'cleo_go', password })).body.code).toBe('BAD_CREDENTIALS');
    expect((await exchange.guest().post('/api/login', { refreshToken: login.body.data.refreshToken })).status).toBe(401);
    if (key.status === 200) expect((await rowOf('bots_api_key', cleo))[0].revoked_at).not.toBeNull();
    const [row] = await rowOf('account_member', cleo, 'id');
    expect(row).toMatchObject({ status: 'LEFT', username: `#${cleo.member}`, name: '탈퇴한 회원', email: '', password_hash: '' });
    expect(JSON.stringify(row)).not.toMatch(/cleo|Kim/);
    expect(JSON.stringify(row)).not.toContain(phone);
    const [left] = await rowOf('account_left', cleo);
    expect(Buffer.from(left.identity).toString('latin1')).not.toContain('cleo');
    // Login id and nickname are nobody's to take.
    for (const [path, query] of [
      ['check_username', { username: 'cleo_go' }],
      ['check_nick', { nick: 'n_cleo_go' }],
    ] as const)
      expect((await exchange.guest().get(`/api/user/${path}`, query)).body.data.available).toBe(false);
    expect((await signUp('cleo_go', '010-7777-0001')).body.code).toBe('USERNAME_TAKEN');
  });

  it('one that was under way in the release before is finished, and hands the operators’ flag back', async () => {
    const olga = await exchange.member('olga_go', '0');
    await setAccountFlag(context(), olga, AccountFlag.Frozen, true);
    await context().pool.query(
      "INSERT INTO account_leaving (member_id, site_id, account, language, asked_at, by_frozen) VALUES ($1, 1, $2, 'ko', now(), true)",
      [olga.member, olga.account],
    );
    await exchange.crash();
    await expect.poll(() => statusOf(olga)).toBe('LEFT');
    expect(await flagsOf(olga)).toBe(AccountFlag.Leaving);
    await dressMarket(exchange);
  });

  it('goes on after a crash between the steps, and is finished at the next start', async () => {
    const gina = await exchange.member('gina_go', '0.4');
    context()
      .services.use(leavingParts)
      .register({
        name: 'test',
        async erase(_sql, { member }) {
          if (member === gina.member) throw new Error('the disk is gone');
        },
      });
    expect((await gina.post(LEAVE, { password, givesUp: '0.4' })).status).toBe(500);
    expect(await statusOf(gina)).toBe('ACTIVE');
    expect((await equityOf(gina)).futures).toBe(0);
    expect(await rowOf('account_leaving', gina)).toHaveLength(1);
    // Its money has moved: whatever comes in the way now, it only goes forward, and nobody is told that something was changed.
    const desk = await exchange.operator();
    const acts: readonly (readonly [path: string, body: object])[] = [
      ['member/status', { status: 'DENY' }],
      ['member/hold', { days: 3 }],
      ['futures/account_flags', { frozen: true }],
    ];
    for (const [path, body] of acts)
      expect((await desk.post(`/api/admin/${path}`, { playerId: gina.member, reason: 'a thief', ...body })).body.code, path).toBe(
        'ACCOUNT_LEAVING',
      );
    expect((await gina.post('/api/user/lock')).body.code).toBe('ACCOUNT_LEAVING');
    await setAccountFlag(context(), gina, AccountFlag.Frozen, true);
    await exchange.crash();
    await expect.poll(() => statusOf(gina)).toBe('LEFT');
    expect(await rowOf('account_leaving', gina)).toEqual([]);
    expect(await equityOf(gina)).toMatchObject({ futures: 0, usdt: 0 });
    await dressMarket(exchange);
  });
});

describe('what follows the person', () => {
  it('joins again after 30 days, with its own limits, and never by another name sooner', async () => {
    const hana = await exchange.member('hana_go', '0');
    const phone = await phoneOf(hana);
    await hana.post('/api/user/limits', { kind: 'LOSS', limit: '50' });
    expect((await hana.post(LEAVE, { password })).status).toBe(200);
    expect((await signUp('hana_two', phone)).body.code).toBe('LEFT_RECENTLY');
    clock.skip(30 * DAY_MS);
    const again = await signUp('hana_two', phone);
    expect(again.status).toBe(200);
    const { rows } = await context().pool.query('SELECT kind, amount::int AS amount FROM account_limit WHERE member_id = $1', [
      again.body.data.id,
    ]);
    expect(rows).toEqual([{ kind: 'LOSS', amount: 50_000_000 }]);
    const former = await context().pool.query('SELECT former_account FROM account_former WHERE site_id = 1');
    expect(former.rows).toContainEqual({ former_account: hana.account });
  });
});

describe('who the bureau vouched for', () => {
  it('is found by the identity whatever the number; an exclusion binds to its day on every site', async () => {
    const mina = await exchange.member('mina_go', '0');
    const { pool, sites } = context();
    await pool.query(
      "INSERT INTO account_person (member_id, site_id, di_hash, ci_hash, birth_date, proven_at) VALUES ($1, 1, 'di of mina', 'ci of mina', '', now())",
      [mina.member],
    );
    expect((await mina.post(LEAVE, { password })).status).toBe(200);
    expect(await rowOf('account_person', mina)).toEqual([]);
    const site = sites.byId(MARU) as SiteConfig;
    const marks = { phone: 'another number', di: 'di of mina' };
    await expect(refuseRejoin(context(), pool, site, marks)).rejects.toMatchObject({ code: 'LEFT_RECENTLY' });
    const { phone_hash: phone } = (await rowOf('account_left', mina))[0];
    // The same number with another identity is another person.
    await expect(refuseRejoin(context(), pool, site, { phone, di: 'di of nobody' })).resolves.toBeUndefined();
    await expect(refuseRejoin(context(), pool, site, { phone })).rejects.toMatchObject({ code: 'LEFT_RECENTLY' });
    const until = new Date(clock.now() + 90 * DAY_MS);
    await pool.query('UPDATE account_left SET excluded_until = $2 WHERE member_id = $1', [mina.member, until]);
    expect(await exclusionOf(pool, 'ci of mina', clock.now())).toEqual(until);
    expect(await exclusionOf(pool, 'ci of mina', until.getTime())).toBeUndefined();
  });
});

describe('what is given once', () => {
  it('a coupon that the person has used is used, and one promised in the same moment is refused', async () => {
    const desk = await exchange.operator();
    await give(HouseAccount.Grant, 100_000_000);
    const expiresAt = new Date(clock.now() + 200 * DAY_MS).toISOString();
    const body = { promoCode: 'ONCE-ONLY', name: { ko: '한 번', en: 'Once' }, point: '0.5', quota: 10, expiresAt };
    expect((await desk.post('/api/admin/coupon/create', body)).body.code).toBeUndefined();
    const kara = await exchange.member('kara_go', '0');
    const phone = await phoneOf(kara);
    const use = { promoCode: 'ONCE-ONLY', walletType: 'FUTURES' };
    expect((await kara.post('/api/coupon/use', use)).status).toBe(200);
    expect((await kara.post(LEAVE, { password, givesUp: '0.5' })).status).toBe(200);
    clock.skip(30 * DAY_MS);
    expect((await signUp('kara_two', phone)).status).toBe(200);
    const login = await exchange.guest().post('/api/login', { username: 'kara_two', password });
    const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
    expect((await exchange.guest().post('/api/coupon/use', use, headers)).body.code).toBe('COUPON_USED');
    // Shut but not final yet: nothing is promised any more.
    const lena = await exchange.member('lena_go', '0');
    const text = "INSERT INTO account_leaving (member_id, site_id, account, language, asked_at) VALUES ($1, 1, $2, 'ko', now())";
    await context().pool.query(text, [lena.member, lena.account]);
    expect((await lena.post('/api/coupon/use', use)).body.code).toBe('ACCOUNT_LEAVING');
  });
});

describe('what the law keeps', () => {
  it('is erased when its time is over, once', async () => {
    const jude = await exchange.member('jude_go', '0');
    await jude.post(LEAVE, { password });
    clock.skip(5 * 366 * DAY_MS);
    await exchange.crash();
    await expect.poll(async () => (await rowOf('account_left', jude))[0].identity, { timeout: 90_000 }).toBeNull();
    const [left] = await rowOf('account_left', jude);
    expect(left).toMatchObject({ phone_hash: null, di_hash: null });
    expect(left.settled_at).not.toBeNull();
    expect(left.disputes_erased_at).not.toBeNull();
  });
});
