// A member's own file (issue 13, 4.28): everything that is kept of it and nothing of anybody else, asked for by password, once a day, for its owner alone.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const DATA = '/api/user/data';
const password = 'a-long-passphrase';
const clock = stoppableClock();
let exchange: TestExchange;
let anna: TestMember;
let ben: TestMember;
beforeAll(async () => {
  exchange = await openTestExchange({ clock, more: [slotFeature] });
  anna = await exchange.member('anna_own', '5000');
  ben = await exchange.member('ben_own', '5000');
  await exchange.setMark('BINANCE:BTCUSDT', '60000');
  await exchange.setLadder('BINANCE:BTCUSDT', [['59999', '5']], [['60001', '5']]);
});
afterAll(() => exchange.stop());

const isDone = async (member: TestMember) => {
  await expect.poll(async () => (await member.get(DATA)).body.data.newest?.state).toBe('DONE');
};
interface File {
  about: { member: number };
  sections: { section: string; rows: Record<string, unknown>[] }[];
}
async function fileOf(member: TestMember): Promise<{ file: File; text: string; headers: Headers }> {
  const answer = await fetch(`http://127.0.0.1:${exchange.port}${DATA}/file`, { headers: { authorization: `Bearer ${member.token}` } });
  const text = await answer.text();
  return { file: JSON.parse(text) as File, text, headers: answer.headers };
}

it('holds profile, log-ins, orders, fills and every posting, in words and decimals, and no hash or secret', async () => {
  const order = { futuresOptionId: 1, side: 'BUY', type: 'MARKET', positionSide: 'BOTH', quantity: '0.010' };
  expect((await anna.post('/api/futures/order', order)).body.code).toBeUndefined();
  await exchange.projected();
  expect((await anna.post(DATA, { password })).status).toBe(200);
  await isDone(anna);
  const { file, text, headers } = await fileOf(anna);
  expect(headers.get('content-disposition')).toMatch(/attachment.*my-data-.*\.json/);
  const section = (name: string) => file.sections.find((each) => each.section === name)?.rows ?? [];
  expect(file.about.member).toBe(anna.member);
  expect(section('profile')).toEqual([expect.objectContaining({ username: 'anna_own', name: 'Kim', email: 'anna_own@example.com' })]);
  expect(section('logins')).toHaveLength(1);
  expect(section('loginTries')).toEqual([expect.objectContaining({ result: 'OK' })]);
  expect(section('orders')).toEqual([expect.objectContaining({ side: 'BUY', type: 'MARKET', status: 'FILLED' })]);
  expect(section('fills')).toHaveLength(1);
  const { rows } = await exchange.server.context.pool.query(
    'SELECT count(*)::int AS n FROM wallet_ledger WHERE account = $1 AND site_id = 1',
    [anna.account],
  );
  expect(section('ledger')).toHaveLength(rows[0].n);
  expect(text).not.toMatch(/password_hash|scrypt|argon|secret|key_hash|material/);
  expect(text).not.toContain('ben_own');
});

it('holds coupons, own limits and choices of notices, as they were told', async () => {
  const elin = await exchange.member('elin_own', '0');
  expect((await elin.post('/api/user/limits', { kind: 'LOSS', limit: '50' })).status).toBe(200);
  expect((await elin.post('/api/user/limits', { kind: 'SESSION', limit: '90' })).status).toBe(200);
  expect((await elin.post('/api/user/notices', { topic: 'TRADE', channel: 'MAIL', isOn: true })).status).toBe(200);
  const { pool } = exchange.server.context;
  const coupon = await pool.query<{ id: number }>(
    `INSERT INTO wallet_coupon (site_id, code, name_ko, name_en, point, quota, starts_ms, expires_ms, funded)
     VALUES (1, 'OWN-FILE', '환영', 'Welcome', 5000000, 1, 0, 1, true) RETURNING coupon_id AS id`,
  );
  await pool.query(
    "INSERT INTO wallet_coupon_use (coupon_id, site_id, account, wallet_type, used_ms, seq) VALUES ($1, 1, $2, 'FUTURES', 0, 1)",
    [coupon.rows[0].id, elin.account],
  );
  expect((await elin.post(DATA, { password })).status).toBe(200);
  await isDone(elin);
  const { file } = await fileOf(elin);
  const section = (name: string) => file.sections.find((each) => each.section === name)?.rows ?? [];
  expect(section('ownLimits')).toMatchObject([
    { kind: 'LOSS', unit: 'USDT', amount: '50' },
    { kind: 'SESSION', unit: 'minutes', amount: '90' },
  ]);
  expect(section('noticeChoices')).toEqual([{ topic: 'TRADE', channel: 'MAIL', is_on: true }]);
  expect(section('coupons')).toMatchObject([{ code: 'OWN-FILE', amount: '5', wallet: 'FUTURES', isPaid: true }]);
});

it('is asked for by the password, once in 24 hours, and one of several asked at the same moment is written', async () => {
  expect((await ben.post(DATA, { password: 'not-the-password' })).body.code).toBe('PASSWORD_WRONG');
  const answers = await Promise.all([1, 2, 3].map(() => ben.post(DATA, { password })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).not.toContain(undefined);
  await isDone(ben);
  expect((await ben.post(DATA, { password })).body).toMatchObject({ code: 'OWN_DATA_TODAY' });
});

it('is its owner’s alone and gone after a day', async () => {
  expect((await exchange.guest().get(`${DATA}/file`)).status).toBe(401);
  const cleo = await exchange.member('cleo_own', '0');
  expect((await cleo.get(`${DATA}/file`)).body.code).toBe('OWN_DATA_NOT_READY');
  expect((await fileOf(ben)).file.about.member).toBe(ben.member);
  clock.skip(DAY_MS);
  const later = { ...ben, ...exchange.as(ben, 'member') };
  expect((await later.get(`${DATA}/file`)).body.code).toBe('OWN_DATA_NOT_READY');
  expect((await later.get(DATA)).body.data).toMatchObject({ newest: { until: null }, opensAt: null });
});

it('what a crash left half written is written at the next start', async () => {
  const dora = await exchange.member('dora_own', '0');
  await exchange.server.context.pool.query('INSERT INTO account_own_data (site_id, member_id, account, asked_at) VALUES (1, $1, $2, $3)', [
    dora.member,
    dora.account,
    new Date(clock.now()),
  ]);
  expect((await dora.post(DATA, { password })).body.code).toBe('OWN_DATA_RUNNING');
  const files = () => readdirSync(join(exchange.server.dataDir, 'own-data'));
  writeFileSync(join(exchange.server.dataDir, 'own-data', 'half.json'), '{"about":{"member"');
  await exchange.crash();
  await isDone(dora);
  // And its half is gone: personal data lies nowhere without a row.
  const { rows } = await exchange.server.context.pool.query<{ file: string }>('SELECT file FROM account_own_data WHERE file IS NOT NULL');
  expect(files().toSorted()).toEqual(rows.map(({ file }) => file).toSorted());
});
