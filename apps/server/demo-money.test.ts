// Demo money of new members (issue 13, 5.29): once each whatever crashes or repeats, a gift on the house's sheet, more once a day, never outside of a demo.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { LaunchState } from '@maru/site/launch-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
const MONEY = '/api/dnw/demo_money';
const clock = stoppableClock();
const promo = HouseAccount.Promo;
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange({ clock, hasDemoMoney: true });
});
afterAll(() => exchange.stop());

const form = (username: string) => ({
  username,
  password: 'a-long-passphrase',
  name: 'Kim',
  nick: `n_${username}`,
  phone: `010-7777-${String(1000 + (username.codePointAt(username.length - 1) ?? 0))}`,
  email: `${username}@example.com`,
});
const futures = (account: number, site = MARU) => exchange.server.engines.query<number>(site, 'ledger', futuresWallet(account));
const accountOf = async (username: string, site = MARU) =>
  (await exchange.server.context.services.use(memberDirectory).findMember(site, username))?.account ?? -1;

/** Demo money postings of a member, from the ledger's rows. */
async function gifts(account: number): Promise<number> {
  await exchange.projected();
  const { rows } = await exchange.server.context.pool.query(
    'SELECT count(*)::int AS n FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = $3',
    [MARU, account, PostingReason.DemoFunding],
  );
  return rows[0].n;
}
async function lose({ account, site }: TestMember, usdt: number): Promise<void> {
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const taken = { debit: futuresWallet(account), credit: promo, amount: usdt * 1e6, reason: PostingReason.Adjustment };
  await exchange.command(site, encodeCommand({ ...head, ...taken }));
}

it('a new member of each demo site has it as the sign-up answers, with a line of its own in the histories', async () => {
  for (const site of [MARU, HANOK]) {
    const guest = exchange.guest(site);
    const { body } = await guest.post('/api/player', form('fresh_a'));
    expect(body.data.demoMoney).toBe('10000');
    expect(await futures(await accountOf('fresh_a', site), site)).toBe(10_000_000_000);
    expect((await guest.get('/api/site_info/code')).body.data.demoMoney).toBe('10000');
  }
  const anna = await exchange.member('anna_demo', '0');
  await exchange.projected();
  const [line] = (await anna.get('/api/dnw/list', { walletType: 'FUTURES' })).body.data.content;
  expect(line).toMatchObject({ reason: 'DEMO_FUNDING', type: 'B', point: '10000.000000', balance: '10000.000000' });
  expect((await anna.get('/api/wallet/ledger', { reason: 'DEMO_FUNDING' })).body.data.totalElements).toBe(1);
  expect((await anna.get(MONEY)).body.data).toMatchObject({ amount: '10000.000000', below: '1000.000000' });
  expect((await exchange.guest().get(MONEY)).status).toBe(401);
});

it('the house’s sheet counts it among what was given and still equals the ledger', async () => {
  const operator = await exchange.operator();
  const bonuses = async () => {
    await exchange.projected();
    const { sheets, proof } = (await operator.get('/api/admin/wallet/house_sheet', { days: '7' })).body.data;
    expect(proof).toEqual({ state: 'EQUAL', differences: [] });
    const { lines, total } = sheets[0];
    return Number(total.amounts[lines.indexOf('BONUSES')]);
  };
  const before = await bonuses();
  await exchange.member('bea_demo', '0');
  expect((await bonuses()) - before).toBe(-10_000);
});

it('a crash between sign-up and credit: the next start gives it, once', async () => {
  await exchange.server.engines.kill();
  const { body } = await exchange.guest().post('/api/player', form('crashed_c'));
  expect(body.data.demoMoney).toBe('10000');
  await exchange.crash();
  const account = await accountOf('crashed_c');
  await expect.poll(() => futures(account)).toBe(10_000_000_000);
  await exchange.restart();
  expect(await futures(account)).toBe(10_000_000_000);
  expect(await gifts(account)).toBe(1);
});

it('a crash after the credit and before its note gives nothing twice, also when the engine has forgotten the request', async () => {
  const dora = await exchange.member('dora_demo', '0');
  const forget = () =>
    exchange.server.context.pool.query('UPDATE wallet_demo_gift SET posted_seq = NULL WHERE account = $1', [dora.account]);
  await forget();
  await exchange.crash();
  expect(await gifts(dora.account)).toBe(1);
  clock.skip(3 * DAY_MS);
  await forget();
  await exchange.restart();
  expect(await gifts(dora.account)).toBe(1);
  const { rows } = await exchange.server.context.pool.query('SELECT posted_seq FROM wallet_demo_gift WHERE account = $1', [dora.account]);
  expect(rows[0].posted_seq).not.toBeNull();
});

it('more comes once a day for whoever has little left, and once of two asked at the same moment', async () => {
  const early = await exchange.member('erin_demo', '0');
  expect((await early.post(MONEY)).body.code).toBe('DEMO_MONEY_TODAY');
  clock.skip(DAY_MS);
  // The token of a day ago is over.
  const erin = { ...early, ...exchange.as(early, 'member') };
  const later = await exchange.member('fred_demo', '0');
  expect((await erin.post(MONEY)).body).toMatchObject({ code: 'DEMO_MONEY_ENOUGH' });
  await lose(erin, 9_000.5);
  const answers = await Promise.all([erin.post(MONEY), erin.post(MONEY), erin.post(MONEY)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  expect(await futures(erin.account)).toBe(10_999_500_000);
  await lose(erin, 10_999.5);
  const again = await erin.post(MONEY);
  expect([again.status, again.body.code]).toEqual([429, 'DEMO_MONEY_TODAY']);
  expect((await erin.get(MONEY)).body.data.opensAt).not.toBeNull();
  expect(await futures(later.account)).toBe(10_000_000_000);
});

async function publish(operator: Awaited<ReturnType<TestExchange['operator']>>, amount: string) {
  const draft = await operator.post('/api/admin/site/draft', { changes: { demoMoney: amount } });
  if (draft.status !== 200) return draft;
  const { edition } = (await operator.get('/api/admin/site')).body.data;
  const answer = await operator.post('/api/admin/site/publish', { edition, reason: 'test' });
  if (answer.status !== 200) await operator.post('/api/admin/site/draft/drop', {});
  return answer;
}

it('the amount is money of the site: a quarter within a day by one person, more by two, never beyond its bounds', async () => {
  const operator = await exchange.operator();
  expect((await publish(operator, '20000')).body.code).toBe('APPROVAL_REQUIRED');
  expect((await publish(operator, '2000000')).body).toMatchObject({ code: 'SITE_BOUND', data: { field: 'demoMoney' } });
  expect((await publish(operator, 'much')).body).toMatchObject({ data: { field: 'demoMoney' } });
  expect((await publish(operator, '12000')).status).toBe(200);
  await expect.poll(() => exchange.server.context.sites.byId(MARU)?.demoMoney).toBe('12000');
  const hugo = await exchange.member('hugo_demo', '0');
  expect(await futures(hugo.account)).toBe(12_000_000_000);
  const looksOnly = await exchange.operator(['site.read', 'site.publish']);
  expect((await publish(looksOnly, '12100')).body.code).toBe('NO_PERMISSION');
});

it('comes once a person: whoever left and joins again, by the same number or the same address, has had it', async () => {
  const again = async (username: string, change: object) => {
    const { body } = await exchange.guest().post('/api/player', { ...form(username), ...change });
    expect(body.status).toBe('success');
    return { demoMoney: body.data.demoMoney as string | undefined, account: await accountOf(username) };
  };
  for (const [username, phone] of [
    ['ivan_x', '010-7777-0001'],
    ['judy_y', '010-7777-0002'],
  ]) {
    const joined = await exchange.guest().post('/api/player', { ...form(username), phone });
    expect(joined.body.data.demoMoney).toBe('12000');
    const login = await exchange.guest().post('/api/login', { username, password: form(username).password });
    const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
    const left = await exchange.guest().post('/api/user/leave', { password: form(username).password, givesUp: '12000' }, headers);
    expect(left.status).toBe(200);
  }
  // As the release before kept them: the next start finds the address in what lies sealed.
  await exchange.server.context.pool.query('UPDATE account_left SET mail_hash = NULL');
  await exchange.restart();
  clock.skip(30 * DAY_MS);
  const byPhone = await again('kate_p', { phone: '010-7777-0001' });
  expect([byPhone.demoMoney, await futures(byPhone.account)]).toEqual([undefined, 0]);
  const byMail = await again('liam_q', { phone: '010-7777-0003', email: 'Judy_Y@example.com' });
  expect([byMail.demoMoney, await futures(byMail.account)]).toEqual([undefined, 0]);
  const stranger = await again('mona_r', { phone: '010-7777-0004' });
  expect([stranger.demoMoney, await futures(stranger.account)]).toEqual(['12000', 12_000_000_000]);
  // What anybody gets once a day who has little, it gets too.
  const login = await exchange.guest().post('/api/login', { username: 'kate_p', password: form('kate_p').password });
  const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
  expect((await exchange.guest().post(MONEY, {}, headers)).status).toBe(200);
  expect(await futures(byPhone.account)).toBe(12_000_000_000);
});

it('nor does leaving shorten the day until more may be asked for', async () => {
  const nina = await exchange.member('nina_s', '0');
  const phone = (await nina.get('/api/me')).body.data.phone;
  expect((await nina.post('/api/user/leave', { password: 'a-long-passphrase', givesUp: '12000' })).status).toBe(200);
  // A site that lets everybody back in at once.
  await exchange.server.context.pool.query("UPDATE account_left SET left_at = left_at - interval '31 days'");
  const { body } = await exchange.guest().post('/api/player', { ...form('nina_t'), phone });
  expect([body.status, body.data.demoMoney]).toEqual(['success', undefined]);
  const login = await exchange.guest().post('/api/login', { username: 'nina_t', password: form('nina_t').password });
  const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
  expect((await exchange.guest().post(MONEY, {}, headers)).body.code).toBe('DEMO_MONEY_TODAY');
});

const newBrand = {
  template: 'THIS',
  code: 'saero',
  name: { ko: '새로', en: 'Saero' },
  hosts: ['saero.test'],
  languages: ['ko', 'en'],
  timeZone: 'Asia/Seoul',
  type: 8,
  reason: 'test',
};

/** A coupon from demo days beside one of today. */
async function demoCouponsOf(real: TestExchange): Promise<void> {
  const { pool } = real.server.context;
  const operator = await real.operator();
  const checks = async () => ((await operator.get('/api/admin/site/launch')).body.data as LaunchState).checks;
  const listed = async () => (await checks()).find(({ item }) => item === 'demo-coupons');
  expect(await listed()).toMatchObject({ isGreen: true });
  const made = (code: string, isDemo: boolean) =>
    pool.query<{ id: number }>(
      `INSERT INTO wallet_coupon (site_id, code, name_ko, name_en, point, quota, starts_ms, expires_ms, funded, is_demo)
       VALUES (1, $1, '환영', 'Welcome', 5000000, 3, 0, 9999999999999, true, $2) RETURNING coupon_id AS id`,
      [code, isDemo],
    );
  const { id } = (await made('FROM-DEMO', true)).rows[0];
  await made('OF-TODAY', false);
  const open = await listed();
  expect(open).toMatchObject({ isGreen: false, page: '/coupons', says: { ko: expect.stringContaining(`#${id} 환영`) } });
  expect(JSON.stringify(open), 'the code itself is another right’s').not.toContain('FROM-DEMO');
  const cora = await real.member('cora_real', '0');
  const redeem = (promoCode: string) => cora.post('/api/coupon/use', { promoCode, walletType: 'FUTURES' });
  expect((await redeem('FROM-DEMO')).body.code).toBe('COUPON_UNKNOWN');
  expect((await redeem('OF-TODAY')).body.code).toBe('INSUFFICIENT_BALANCE');
  await pool.query('UPDATE wallet_coupon SET ended = true WHERE is_demo');
  expect(await listed()).toMatchObject({ isGreen: true });
  await pool.query('UPDATE wallet_coupon SET used = 1 WHERE is_demo');
  expect(await listed()).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('make a new brand') } });
  await pool.query('UPDATE wallet_coupon SET used = 0 WHERE is_demo');
}

it('a coupon of a demo says that it is one', async () => {
  const operator = await exchange.operator();
  const expiresAt = new Date(clock.now() + 30 * DAY_MS).toISOString();
  const body = { promoCode: 'DEMO-COUPON', name: { ko: '데모', en: 'Demo' }, point: '1', quota: 2, expiresAt };
  expect((await operator.post('/api/admin/coupon/create', body)).body).toMatchObject({ status: 'success' });
  const { rows } = await exchange.server.context.pool.query("SELECT is_demo FROM wallet_coupon WHERE code = 'DEMO-COUPON'");
  expect(rows).toEqual([{ is_demo: true }]);
  const checks = ((await operator.get('/api/admin/site/launch')).body.data as LaunchState).checks.map(({ item }) => item);
  expect(checks).not.toContain('demo-coupons');
});

it('a demo from before gets it for its sites at the next start, once: what its operator takes away then stays away', async () => {
  const demo = await openTestExchange({ hasDemoMoney: true });
  try {
    const { pool } = demo.server.context;
    const moneyOf = async () => {
      await demo.restart();
      return demo.server.context.sites.all().map(({ demoMoney }) => demoMoney);
    };
    await pool.query("UPDATE site_site SET demo_decided = false, config = config - 'demoMoney'");
    expect(await moneyOf()).toEqual(['10000', '10000']);
    const { body } = await demo.guest().post('/api/player', form('late_u'));
    expect(body.data.demoMoney).toBe('10000');
    await demo.server.context.pool.query("UPDATE site_site SET config = config - 'demoMoney'");
    expect(await moneyOf()).toEqual([undefined, undefined]);
  } finally {
    await demo.stop();
  }
});

it('outside of a demo nothing is given or shown, whatever the site’s row says, and no two operators can switch it on', async () => {
  const real = await openTestExchange({ env: { MARU_DEMO: 'off' } });
  try {
    const { pool, sites } = real.server.context;
    await pool.query(`UPDATE site_site SET config = config || '{"demoMoney":"10000"}'`);
    await expect.poll(() => sites.byId(MARU)?.demoMoney).toBe('10000');
    const { body } = await real.guest().post('/api/player', form('real_g'));
    expect(body.data.demoMoney).toBeUndefined();
    const gus = await real.member('gus_real', '0');
    expect(await real.server.engines.query<number>(MARU, 'ledger', futuresWallet(gus.account))).toBe(0);
    expect((await gus.get(MONEY)).body.data.amount).toBeNull();
    expect((await gus.post(MONEY)).body.code).toBe('DEMO_MONEY_OFF');
    const operator = await real.operator();
    expect((await publish(operator, '500')).body).toMatchObject({ code: 'SITE_CONTRADICTION', data: { field: 'demoMoney' } });
    const listed = async () => {
      const { checks } = (await operator.get('/api/admin/site/launch')).body.data as LaunchState;
      return checks.find(({ item }) => item === 'demo-money');
    };
    expect(await listed()).toMatchObject({
      isGreen: false,
      group: 'MONEY',
      page: '/brand',
      says: { en: expect.stringContaining('10000 USDT') },
    });
    const everywhere = await real.operator(['*'], null);
    const made = await everywhere.post('/api/admin/site/create', newBrand);
    const { rows } = await pool.query('SELECT payload FROM operator_approval WHERE id = $1', [made.body.data.requestId]);
    expect(rows[0].payload.demoMoney, 'a template of former demo days gives none on').toBeUndefined();
    await pool.query(`UPDATE site_site SET config = config - 'demoMoney'`);
    await expect.poll(() => sites.byId(MARU)?.demoMoney).toBeUndefined();
    expect(await listed()).toMatchObject({ isGreen: true });
    await pool.query('INSERT INTO wallet_demo_gift (site_id, account, serial, amount, asked_ms, posted_seq) VALUES (1, 0, 0, 1, 1, 1)');
    expect(await listed()).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('make a new brand') } });
    // Each confirmation holds a connection while the whole list is asked: none asks the pool for another (the exchange holds them to it).
    expect((await operator.post('/api/admin/site/launch/confirm', { item: 'limits', reason: '살펴봄' })).status).toBe(200);
    await demoCouponsOf(real);
    // The row of a release that knew no demo money: nothing is decided for an installation that is none.
    await pool.query("UPDATE site_site SET demo_decided = false, config = config - 'demoMoney'");
    await real.restart();
    expect(real.server.context.sites.all().map(({ demoMoney }) => demoMoney)).not.toContain('10000');
  } finally {
    await real.stop();
  }
});
