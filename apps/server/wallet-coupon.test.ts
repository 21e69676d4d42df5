// Coupons over the whole server: paid once a member, never more than the quota, out of money that was set aside for them.
import { decideRequest } from './testing/decide-request.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, usdtWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { redeemCouponHandler } from '@maru/wallet/server/redeem-coupon.ts';
import { heldBonusOf } from '@maru/wallet/admin-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { newOperator, tokenOf } from './testing/operator.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const USE = '/api/coupon/use';
const clock = stoppableClock();
const members: TestMember[] = [];
let exchange: TestExchange;
let operator: Pick<TestMember, 'get' | 'post'>;
const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
const purse = (which: number) => exchange.server.context.engine.query<number>(MARU, 'ledger', which);
const usdt = async (member: TestMember) => Number((await member.get('/api/wallet/my')).body.data.USDT.point);

beforeAll(async () => {
  exchange = await openTestExchange({ clock });
  for (let i = 0; i < 6; i++) members.push(await exchange.member(`member${i}`, '0'));
  await fundGrants(100_000_000_000);
  operator = await exchange.operator(['coupon.*', 'approval.*']);
});
afterAll(() => exchange.stop());

/** What operators may give: filled by two persons, here by the engine's own command. */
function fundGrants(amount: number): Promise<number> {
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const [promo, grant] = [HouseAccount.Promo, HouseAccount.Grant];
  return exchange.command(MARU, encodeCommand({ ...head, debit: promo, credit: grant, amount, reason: PostingReason.Adjustment }));
}

async function make(promoCode: string, more: Record<string, unknown> = {}): Promise<number> {
  const body = { promoCode, name: { ko: '환영 쿠폰', en: 'Welcome' }, point: '5', quota: 3, expiresAt: inDays(7), ...more };
  const answer = await operator.post('/api/admin/coupon/create', body);
  expect(answer.body.code, JSON.stringify(answer.body)).toBeUndefined();
  return answer.body.data.couponId;
}
const redeem = (member: TestMember, promoCode: string, walletType = 'USDT', key?: string) =>
  member.post(USE, { promoCode, walletType }, key === undefined ? {} : { 'idempotency-key': key });
const codeOf = (answer: { body: { code?: unknown } }) => answer.body.code ?? 'ok';

it('is paid once into the wallet chosen, whatever the case of its letters, and shows as a bonus', async () => {
  const [grant, before] = [await purse(HouseAccount.Grant), await purse(HouseAccount.Coupon)];
  await make('WELCOME-5');
  expect([(await purse(HouseAccount.Grant)) - grant, (await purse(HouseAccount.Coupon)) - before]).toEqual([-15_000_000, 15_000_000]);
  const [anna] = members;
  const { body } = await redeem(anna, 'welcome-5', 'USDT', 'first');
  expect(body.data).toMatchObject({
    name: { ko: '환영 쿠폰' },
    received: { type: 'B', reason: 'COUPON', walletType: 'USDT', point: '5.000000' },
  });
  expect((await redeem(anna, 'WELCOME-5', 'USDT', 'first')).body.data).toEqual(body.data);
  expect(codeOf(await redeem(anna, 'WELCOME-5'))).toBe('COUPON_USED');
  expect(await usdt(anna)).toBe(5);
  expect(await purse(HouseAccount.Coupon)).toBe(before + 10_000_000);
  await exchange.projected();
  expect((await anna.get('/api/dnw/list', { typeStrs: 'B' })).body.data.content).toEqual([body.data.received]);
  expect((await anna.get('/api/coupon/used')).body.data).toMatchObject([{ walletType: 'USDT', point: '5.000000' }]);
  expect((await anna.get('/api/coupon/used')).body.data).toEqual([body.data.coupon]);
});

/** So many accounts with tokens of their own, without a sign-up each. */
async function crowd(size: number): Promise<Pick<TestMember, 'get' | 'post'>[]> {
  const accounts = Array.from({ length: size }, (_, i) => 300 + i);
  const head = { kind: CommandKind.OpenAccount, time: 0, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  await Promise.all(accounts.map((account) => exchange.command(MARU, encodeCommand({ ...head, account }))));
  return accounts.map((account) => exchange.as({ ...members[0], member: 50_000 + account, account }, 'member'));
}

it('BON-05 a coupon of ten uses and a hundred who ask at once: exactly ten are paid', async () => {
  const before = await purse(HouseAccount.Coupon);
  await make('TEN-USES', { quota: 10 });
  const answers = await Promise.all((await crowd(100)).map((one) => one.post(USE, { promoCode: 'TEN-USES', walletType: 'USDT' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'COUPON_SOLD_OUT']));
  expect(await purse(HouseAccount.Coupon)).toBe(before);
});

it('1.3: is one credit and one success however many gateways the same member’s requests come to', async () => {
  const couponId = await make('TWO-DOORS', { quota: 50 });
  const { context } = exchange.server;
  const dora = members[3];
  const site = context.sites.byId(MARU) as SiteConfig;
  // Each as a process of its own would have it: they share the database and the engine, and nothing else.
  const gateways = [redeemCouponHandler(), redeemCouponHandler(), redeemCouponHandler()];
  const session = { site: MARU, member: dora.member, account: dora.account, role: 'member' };
  const ask = (at: number) => {
    const call = { site, session, body: { promoCode: 'TWO-DOORS', walletType: 'USDT' }, requestKey: undefined };
    return gateways[at % 3].run(context, call as never).then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    );
  };
  const before = await usdt(dora);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(at)));
  expect(answers.toSorted()).toEqual([...Array.from({ length: 29 }, () => 'COUPON_USED'), 'ok']);
  expect((await usdt(dora)) - before).toBe(5);
  // One whose process died before the payment is paid to whoever asks when the claim is over, and to one of them.
  await context.pool.query(
    `UPDATE wallet_coupon_use SET seq = NULL, claimed_until = clock_timestamp() + interval '1 hour' WHERE coupon_id = $1`,
    [couponId],
  );
  expect(await ask(0)).toBe('COUPON_USED');
  await context.pool.query(`UPDATE wallet_coupon_use SET claimed_until = clock_timestamp() - interval '1 second' WHERE coupon_id = $1`, [
    couponId,
  ]);
  const again = await Promise.all([0, 1, 2].map(ask));
  expect(again.toSorted()).toEqual(['COUPON_USED', 'COUPON_USED', 'ok']);
  expect((await usdt(dora)) - before).toBe(5);
});

it('BON-10 a hundred tries of one member at once: paid once, and one alone is told so', async () => {
  await make('ONCE-EACH', { quota: 50 });
  const [, , , , emma] = members;
  const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(emma, 'ONCE-EACH')));
  const codes = answers.map(codeOf).sort();
  expect(codes).toEqual([...Array.from({ length: 99 }, () => 'COUPON_USED'), 'ok']);
  expect(await usdt(emma)).toBe(5);
  await make('ONE-KEY', { quota: 50 });
  const same = await Promise.all(Array.from({ length: 20 }, () => redeem(emma, 'ONE-KEY', 'USDT', 'one-key')));
  expect(new Set(same.map(({ body }) => JSON.stringify(body))).size, 'the first answer for the same request').toBe(1);
  expect(same[0].status).toBe(200);
  expect(await usdt(emma)).toBe(10);
});

it('BON-02 BON-08 has its time, its wallet and its site; what cannot be had now is answered like what never was', async () => {
  const [, , ben] = members;
  await make('LATER', { startsAt: inDays(1), expiresAt: inDays(2) });
  expect(codeOf(await redeem(ben, 'LATER'))).toBe('COUPON_UNKNOWN');
  await make('FUTURES-ONLY', { walletType: 'FUTURES' });
  expect((await redeem(ben, 'FUTURES-ONLY', 'USDT')).body).toMatchObject({
    code: 'COUPON_OTHER_WALLET',
    data: { field: 'walletType', wallet: 'FUTURES' },
  });
  expect(codeOf(await redeem(ben, 'FUTURES-ONLY', 'FUTURES'))).toBe('ok');
  // Of a wallet that the site lacks, that holds another coin, or that nothing keeps yet, nobody could redeem it: it is not made.
  for (const walletType of ['EOS', 'BTC', 'TRON_USDT']) {
    const body = { promoCode: 'NOWHERE', name: { ko: '쿠폰', en: 'Coupon' }, point: '5', quota: 1, expiresAt: inDays(7), walletType };
    const answer = await operator.post('/api/admin/coupon/create', body);
    expect([walletType, answer.status, answer.body.code]).toEqual([walletType, 404, 'WALLET_NOT_USED']);
  }
  const wonDesk = await exchange.operator(['coupon.*'], HANOK);
  const won = {
    promoCode: 'WON-WALLET',
    name: { ko: '쿠폰', en: 'Coupon' },
    point: '5',
    quota: 1,
    expiresAt: inDays(7),
    walletType: 'BINARY',
  };
  expect(codeOf(await wonDesk.post('/api/admin/coupon/create', won))).toBe('WALLET_NOT_USED');
  await make('ANYWHERE');
  expect(codeOf(await redeem(ben, 'ANYWHERE', 'BTC'))).toBe('WALLET_NOT_USED');
  const hana = await exchange.member('hana', '0', HANOK);
  expect(codeOf(await redeem(hana, 'ANYWHERE'))).toBe('COUPON_UNKNOWN');
  expect(codeOf(await exchange.as(ben, 'partner').post(USE, { promoCode: 'ANYWHERE', walletType: 'USDT' }))).toBe('COUPON_NOT_HERE');
  const affiliate = (isOne: boolean) =>
    exchange.server.context.pool.query(`UPDATE site_site SET config = config || $1::jsonb WHERE id = $2`, [{ isAffiliate: isOne }, MARU]);
  await affiliate(true);
  await expect.poll(() => exchange.server.context.sites.byId(MARU)?.isAffiliate).toBe(true);
  expect(codeOf(await redeem(ben, 'ANYWHERE'))).toBe('COUPON_NOT_HERE');
  await affiliate(false);
  await expect.poll(() => exchange.server.context.sites.byId(MARU)?.isAffiliate).toBe(false);
  expect((await exchange.guest().post(USE, { promoCode: 'ANYWHERE', walletType: 'USDT' })).status).toBe(401);
});

it('what a crash left between promise and payment is paid at the next start, once', async () => {
  const couponId = await make('CRASH');
  const [, , , , , zoe] = members;
  const before = await usdt(zoe);
  const { pool } = exchange.server.context;
  await pool.query(`INSERT INTO wallet_coupon_use (coupon_id, site_id, account, wallet_type, used_ms) VALUES ($1, $2, $3, 'USDT', $4)`, [
    couponId,
    MARU,
    zoe.account,
    clock.now(),
  ]);
  await pool.query('UPDATE wallet_coupon SET used = used + 1 WHERE coupon_id = $1', [couponId]);
  await exchange.crash();
  expect(await usdt(zoe)).toBe(before + 5);
  expect(codeOf(await redeem(zoe, 'CRASH'))).toBe('COUPON_USED');
  expect(await usdt(zoe)).toBe(before + 5);
});

it('an operator ends one and the rest goes back; members make none; a code is there once', async () => {
  const couponId = await make('ENDING');
  await redeem(members[1], 'ENDING');
  const grant = await purse(HouseAccount.Grant);
  expect((await operator.post('/api/admin/coupon/end', { couponId })).body.data).toEqual({ couponId, used: 1, returned: '10.000000' });
  expect((await operator.post('/api/admin/coupon/end', { couponId })).body.data.returned).toBe('10.000000');
  expect(await purse(HouseAccount.Grant)).toBe(grant + 10_000_000);
  expect(codeOf(await redeem(members[2], 'ENDING'))).toBe('COUPON_UNKNOWN');
  const body = { promoCode: 'ending', name: { ko: '가', en: 'a' }, point: '1', quota: 1, expiresAt: inDays(1) };
  expect(codeOf(await operator.post('/api/admin/coupon/create', body))).toBe('COUPON_EXISTS');
  expect((await members[1].post('/api/admin/coupon/create', { ...body, promoCode: 'MINE' })).status).toBe(403);
  expect((await members[1].post('/api/admin/coupon/end', { couponId })).status).toBe(403);
});

it('ADM-07 more than the grant purse holds is promised to nobody', async () => {
  const grant = await purse(HouseAccount.Grant);
  const body = { promoCode: 'TOO-MUCH', name: { ko: '가', en: 'a' }, point: '2000', quota: 695, expiresAt: inDays(1) };
  const answer = await operator.post('/api/admin/coupon/create', body);
  expect([answer.status, answer.body.code]).toEqual([409, 'LIMIT_EXCEEDED']);
  expect(answer.body.data).toMatchObject({ limit: String(grant / 1e6), offered: '1390000', currency: 'USDT' });
  expect(codeOf(await redeem(members[1], 'TOO-MUCH'))).toBe('COUPON_UNKNOWN');
  expect(await purse(HouseAccount.Grant)).toBe(grant);
});

it('ADM-06 a large total waits for a second person, who is not the first', async () => {
  const grant = await purse(HouseAccount.Grant);
  const body = {
    promoCode: 'LARGE-ONE',
    name: { ko: '큰 쿠폰', en: 'Large' },
    point: '100',
    quota: 20,
    expiresAt: inDays(1),
    reason: '행사',
  };
  const asked = await operator.post('/api/admin/coupon/create', body);
  expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  expect(codeOf(await redeem(members[1], 'LARGE-ONE'))).toBe('COUPON_UNKNOWN');
  const id = asked.body.data.requestId;
  expect((await decideRequest(operator, id)).status).toBe(403);
  expect(await purse(HouseAccount.Grant)).toBe(grant);
  const second = await exchange.operator(['coupon.*', 'approval.*']);
  const decided = await decideRequest(second, id);
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  await expect.poll(() => purse(HouseAccount.Grant)).toBe(grant - 2_000_000_000);
  await expect.poll(async () => codeOf(await redeem(members[1], 'LARGE-ONE', 'USDT', 'large'))).toBe('ok');
});

it('a batch gives each code once and each member one; the desk lists it as one line, with its codes', async () => {
  const couponId = await make('PARTY', { count: 5, point: '2' });
  const codes = (await operator.get('/api/admin/coupon/codes', { couponId })).body.data as { promoCode: string }[];
  expect(new Set(codes.map(({ promoCode }) => promoCode)).size).toBe(5);
  expect(codes.every(({ promoCode }) => /^PARTY-[A-Z2-9]{10}$/.test(promoCode))).toBe(true);
  const [first, second, third] = codes.map(({ promoCode }) => promoCode);
  const both = await Promise.all([redeem(members[1], first), redeem(members[1], second)]);
  expect(both.map(codeOf).sort()).toEqual(['COUPON_USED', 'ok']);
  const [spent, free] = codeOf(both[0]) === 'ok' ? [first, second] : [second, first];
  expect(codeOf(await redeem(members[2], spent))).toBe('COUPON_SOLD_OUT');
  expect(codeOf(await redeem(members[2], free))).toBe('ok');
  expect(codeOf(await redeem(members[0], third))).toBe('ok');
  const listed = (await operator.get('/api/admin/coupon/list', { q: 'party' })).body.data;
  expect(listed.content).toMatchObject([{ couponId, count: 5, quota: 5, used: 3, point: '2.000000', state: 'OPEN' }]);
  expect(Number(listed.funds.promised)).toBe((await purse(HouseAccount.Coupon)) / 1e6);
  expect((await operator.post('/api/admin/coupon/end', { couponId })).body.data).toEqual({ couponId, used: 3, returned: '4.000000' });
  expect((await operator.get('/api/admin/coupon/list', { state: 'ENDED', q: 'party' })).body.data.totalElements).toBe(1);
});

it('sent again after a lost answer a batch is made once, and a second person is asked once', async () => {
  const [grant, promised] = [await purse(HouseAccount.Grant), await purse(HouseAccount.Coupon)];
  const body = { promoCode: 'AGAIN', name: { ko: '다시', en: 'Again' }, point: '2', count: 3, quota: 1, reason: '행사' };
  const send = (more: object, key: string) =>
    operator.post('/api/admin/coupon/create', { ...body, expiresAt: inDays(1), ...more }, { 'idempotency-key': key });
  const [first, second] = await Promise.all([send({}, 'batch-once'), send({}, 'batch-once')]);
  expect([first.status, second.body.data]).toEqual([200, first.body.data]);
  expect((await send({}, 'batch-once')).body.data).toEqual(first.body.data);
  expect([grant - (await purse(HouseAccount.Grant)), (await purse(HouseAccount.Coupon)) - promised]).toEqual([6_000_000, 6_000_000]);
  expect((await send({}, 'batch-anew')).body.data.couponId).not.toBe(first.body.data.couponId);
  const large = { promoCode: 'AGAIN-LARGE', point: '1000' };
  const [asked, again] = [await send(large, 'asked-once'), await send(large, 'asked-once')];
  expect([asked.body.code, again.body]).toEqual(['APPROVAL_REQUIRED', asked.body]);
  const listed = (await operator.get('/api/admin/coupon/list', { q: 'again' })).body.data;
  expect(listed.content.map(({ count }: { count: number }) => count)).toEqual([3, 3, 3]);
});

it('of a partner it is there for members below that partner alone; for others like what never was', async () => {
  const { pool } = exchange.server.context;
  const wrong = { promoCode: 'NOBODYS', name: { ko: '가', en: 'a' }, point: '1', quota: 1, expiresAt: inDays(1), partners: ['no-such'] };
  expect(codeOf(await operator.post('/api/admin/coupon/create', wrong))).toBe('PARTNER_UNKNOWN');
  const { rows } = await pool.query(
    `INSERT INTO partner_partner (site_id, code, name, parent_id) SELECT $1, 'below', '아래', id FROM partner_partner
     WHERE site_id = $1 AND code = 'demo' RETURNING id`,
    [MARU],
  );
  await make('FRIENDS', { partners: ['demo'] });
  const [, , ben, , emma] = members;
  await pool.query('UPDATE account_member SET partner_id = $2 WHERE id = $1', [emma.member, rows[0].id]);
  expect(codeOf(await redeem(ben, 'FRIENDS'))).toBe('COUPON_UNKNOWN');
  expect(codeOf(await redeem(emma, 'FRIENDS'))).toBe('ok');
  const [row] = (await operator.get('/api/admin/coupon/list', { q: 'friends' })).body.data.content;
  expect(row).toMatchObject({ used: 1, partners: ['demo'], turnover: 0 });
});

it('BON-03 a bonus with a turnover is held until so much was traded since it came, and tells how much', async () => {
  const tom = await exchange.member('tomtomtom', '1000');
  const { services } = exchange.server.context;
  const held = async () => {
    await exchange.projected();
    return services.use(heldBonusOf)(exchange.server.context.sites.byId(MARU) as SiteConfig, tom.account);
  };
  await exchange.setMark('BINANCE:BTCUSDT', '60000.00');
  const trade = async (side: string, quantity: string) => {
    const order = { futuresOptionId: 1, side, positionSide: 'BOTH', type: 'MARKET', quantity };
    // A ladder lives half a second: on a slow machine it may be gone before the order comes.
    const taken = async () => {
      await exchange.setLadder('BINANCE:BTCUSDT', [['60000.00', '5']], [['60000.10', '5']]);
      return (await tom.post('/api/futures/order', order)).body.data?.order.status;
    };
    await expect.poll(taken).toBe('FILLED');
  };
  await trade('BUY', '0.002');
  await make('TRADE-30', { turnover: 30, point: '5' });
  expect(codeOf(await redeem(tom, 'TRADE-30'))).toBe('ok');
  const told = async () => {
    await exchange.projected();
    return (await tom.get('/api/coupon/used')).body.data[0].turnover;
  };
  expect([await held(), await told()]).toEqual([5_000_000, { need: '150', done: '0' }]);
  await trade('SELL', '0.001');
  expect([await held(), await told()]).toEqual([5_000_000, { need: '150', done: '60' }]);
  await trade('SELL', '0.002');
  expect([await held(), await told()]).toEqual([0, null]);
});

it('BON-01 guessing is slowed down', async () => {
  const [, , , cleo] = members;
  const answers: unknown[] = [];
  for (let i = 0; i < 12; i++) answers.push(codeOf(await redeem(cleo, `GUESS-${i}`)));
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 'COUPON_UNKNOWN'), 'COUPON_TRIES', 'COUPON_TRIES']);
  // The right one does not help either, until the time has passed.
  expect(codeOf(await redeem(cleo, 'ANYWHERE'))).toBe('COUPON_TRIES');
  expect(codeOf(await redeem(members[1], 'ANYWHERE'))).toBe('ok');
});

it('what was paid and not noted is found in the ledger, also days after the engine has forgotten the request', async () => {
  const couponId = await make('FORGOTTEN');
  const [anna] = members;
  expect(codeOf(await redeem(anna, 'FORGOTTEN'))).toBe('ok');
  const { engine, pool } = exchange.server.context;
  const wallet = usdtWallet(anna.account);
  const [before, held] = [await engine.query<number>(MARU, 'ledger', wallet), await purse(HouseAccount.Coupon)];
  await pool.query('UPDATE wallet_coupon_use SET seq = NULL WHERE coupon_id = $1', [couponId]);
  await pool.query('UPDATE wallet_coupon SET funded = false WHERE coupon_id = $1', [couponId]);
  clock.skip(2 * DAY_MS);
  // The engine's time moves with its commands.
  await fundGrants(1_000_000);
  await exchange.crash();
  const context = exchange.server.context;
  expect(await context.engine.query<number>(MARU, 'ledger', wallet)).toBe(before);
  expect(await purse(HouseAccount.Coupon)).toBe(held);
  const { rows } = await context.pool.query('SELECT seq FROM wallet_coupon_use WHERE coupon_id = $1', [couponId]);
  expect(rows[0].seq).toBeGreaterThan(0);
});

it('1.3: what one person gives alone in a day is counted over all accounts that it made for itself', async () => {
  await fundGrants(5_000_000_000);
  const { context } = exchange.server;
  const [boss, stranger] = [await newOperator(context), await newOperator(context)];
  const post = (token: string, path: string, body: object) =>
    httpExchange(exchange.port, 'POST', path, JSON.stringify(body), { host: 'localhost', authorization: `Bearer ${token}` });
  const { rows } = await context.pool.query<{ id: number }>("SELECT id FROM operator_role WHERE code = 'owner'");
  const puppets: string[] = [];
  for (const username of ['puppet-one', 'puppet-two']) {
    const grants = [{ roleId: Number(rows[0].id), site: null }];
    const made = await post(boss.token, '/api/admin/operator/create', { username, name: username, grants });
    puppets.push(await tokenOf(context, made.body.data.id));
  }
  const give = async (token: string, promoCode: string) => {
    const body = { promoCode, name: { ko: '쿠폰', en: 'Coupon' }, point: '100', quota: 6, expiresAt: inDays(1) };
    return codeOf(await post(token, '/api/admin/coupon/create', body));
  };
  expect(await give(puppets[0], 'SLICE-1')).toBe('ok');
  expect([await give(puppets[1], 'SLICE-2'), await give(boss.token, 'SLICE-3')]).toEqual(['APPROVAL_REQUIRED', 'APPROVAL_REQUIRED']);
  expect(await give(stranger.token, 'SLICE-4')).toBe('ok');
});
