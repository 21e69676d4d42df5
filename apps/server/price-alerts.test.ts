// Price alerts over real HTTP and a real database: who may set what, told once whatever happens, again after a pause, by mail within limits.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAlertFeature } from '@maru/market/server/alerts/feature.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { toldMarket } from './testing/told-market.ts';

const BTC = 'BINANCE:BTCUSDT';
/** In hundredths of its tick, which is a cent. */
const usd = (dollars: number) => Math.round(dollars * 10_000);
const LIST = '/api/stock/alert/list';
const SAVE = '/api/stock/alert/save';
const DELETE = '/api/stock/alert/delete';
const rises = { symbol: BTC, condition: 'RISES_TO', price: '61000' };

const market = toldMarket();
const time = stoppableClock();
let exchange: TestExchange;
let alice: TestMember;
let names = 0;

beforeAll(async () => {
  exchange = await openTestExchange({
    market: market.feature,
    more: [messageFeature, createAlertFeature(20)],
    clock: time,
    env: { MARU_PRICE_ALERTS: '5', MARU_ALERT_MAILS: '2' },
  });
  alice = await exchange.member('alice', '0');
});
afterAll(() => exchange?.stop());
const newMember = () => exchange.member(`alert${++names}`, '0');
const tell = (dollars: number, type: 'LAST' | 'MARK' | 'INDEX' = 'LAST') => market.price(BTC, type, usd(dollars));
/** All three prices, nothing waiting for any of them in this test. */
const at = (dollars: number) => (['LAST', 'MARK', 'INDEX'] as const).forEach((type) => tell(dollars, type));
const messagesOf = async (member: TestMember) =>
  (await member.get('/api/message/list')).body.data.content as { title: string; content: string; link: string }[];
const alertsOf = async (member: TestMember) => (await member.get(LIST)).body.data.content as Record<string, unknown>[];
const save = async (member: TestMember, body: object, headers?: Record<string, string>) => {
  const { status, body: answer } = await member.post(SAVE, body, headers);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  return answer.data as { id: number };
};
const refused = async (member: TestMember, body: object) => {
  const { status, body: answer } = await member.post(SAVE, body);
  return [status, answer.code, answer.data?.field];
};
const prove = (member: TestMember) =>
  exchange.server.context.pool.query('UPDATE account_member SET mail_proven_at = now() WHERE id = $1', [member.member]);
const mailsOf = async (username: string) =>
  (
    await exchange.server.context.pool.query<{ subject: string; body: string }>(
      "SELECT subject, body FROM outbox_message WHERE name = 'PRICE_ALERT' AND recipient = $1 ORDER BY id",
      [`${username}@example.com`],
    )
  ).rows;

test('an alert is told at its very price, once, with the price and the note, and is over', async () => {
  at(60_000);
  const { id } = await save(alice, { ...rises, note: '저항선' });
  expect(await alertsOf(alice)).toMatchObject([
    { id, status: 'ACTIVE', price: '61000.00', priceType: 'LAST', pauseMinutes: null, byMail: false },
  ]);
  tell(60_999.99);
  tell(62_000, 'MARK');
  tell(61_000);
  tell(61_500);
  await expect.poll(() => messagesOf(alice)).toHaveLength(1);
  expect((await messagesOf(alice))[0]).toMatchObject({
    title: 'BTCUSDT 최근가 61,000.00 이상이 됐어요',
    content: '지금 61,000.00 · 저항선',
    link: '/future/BTCUSDT',
  });
  tell(60_000);
  tell(62_000);
  expect(await alertsOf(alice)).toMatchObject([{ id, status: 'FIRED', firedCount: 1, firedPrice: '61000.00' }]);
  expect(await messagesOf(alice)).toHaveLength(1);
});

test('falls to, reaches from either side, mark and index each by their own price', async () => {
  at(60_000);
  const bob = await newMember();
  await save(bob, { symbol: BTC, condition: 'FALLS_TO', price: '59000' });
  await save(bob, { symbol: BTC, condition: 'REACHES', price: '59500', priceType: 'MARK' });
  await save(bob, { symbol: BTC, condition: 'REACHES', price: '60500', priceType: 'INDEX' });
  tell(59_400, 'MARK');
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  tell(60_500, 'INDEX');
  await expect.poll(() => messagesOf(bob)).toHaveLength(2);
  tell(58_999.99);
  await expect.poll(() => messagesOf(bob)).toHaveLength(3);
  expect((await messagesOf(bob)).map(({ title }) => title)).toEqual([
    'BTCUSDT 최근가 59,000.00 이하가 됐어요',
    'BTCUSDT 지수가격 60,500.00에 닿았어요',
    'BTCUSDT 마크가격 59,500.00에 닿았어요',
  ]);
});

test('a price that is not believed, old or frozen fires nothing', async () => {
  at(60_000);
  const bob = await newMember();
  await save(bob, rises);
  for (const state of ['unsafe', 'stale', 'halted', 'closed'] as const) {
    market.state = state;
    tell(70_000);
  }
  market.state = 'live';
  tell(60_500);
  expect(await alertsOf(bob)).toMatchObject([{ status: 'ACTIVE', firedCount: 0 }]);
  tell(61_001);
  await expect.poll(() => alertsOf(bob)).toMatchObject([{ status: 'FIRED', firedPrice: '61001.00' }]);
});

test('told each time: not again while the price stays there or the pause lasts', async () => {
  at(60_000);
  const bob = await newMember();
  await save(bob, { ...rises, pauseMinutes: 5 });
  tell(61_100);
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  tell(60_000);
  tell(61_100);
  time.skip(5 * 60_000 + 1_000);
  tell(61_200);
  // Still there: it has to be away first.
  await expect.poll(() => columnOf(bob, 'way')).toEqual([null]);
  tell(60_900);
  await expect.poll(() => columnOf(bob, 'way')).toEqual(['RISE']);
  tell(61_050);
  await expect.poll(() => messagesOf(bob)).toHaveLength(2);
  expect(await alertsOf(bob)).toMatchObject([{ status: 'ACTIVE', firedCount: 2, firedPrice: '61050.00' }]);
});
/** In SQL: a session does not last as long as some of these tests. */
const columnOf = async ({ member }: TestMember, column: 'way' | 'fired_count') =>
  (
    await exchange.server.context.pool.query(`SELECT ${column} AS it FROM market_price_alert WHERE member_id = $1 ORDER BY id`, [member])
  ).rows.map(({ it }) => it);

test('it outlives a crash, and is told once although the price comes again and again', async () => {
  at(60_000);
  const bob = await newMember();
  await save(bob, rises);
  await exchange.crash();
  at(60_000);
  tell(61_000);
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  await exchange.crash();
  at(60_000);
  tell(61_500);
  expect(await messagesOf(bob)).toHaveLength(1);
});

test('while the database is away nothing is lost, and told once when it is back', async () => {
  at(60_000);
  const bob = await newMember();
  await save(bob, rises);
  const { pool, log } = exchange.server.context;
  const warned = vi.spyOn(log, 'warn');
  await pool.query('ALTER TABLE market_price_alert RENAME TO market_price_alert_away');
  tell(61_000);
  await expect.poll(() => warned.mock.calls.map(([, words]) => words)).toContain('a price alert waits for the database');
  warned.mockRestore();
  await pool.query('ALTER TABLE market_price_alert_away RENAME TO market_price_alert');
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  expect(await alertsOf(bob)).toMatchObject([{ firedCount: 1 }]);
});

test('changing and deleting: the old price tells nothing any more', async () => {
  at(60_000);
  const bob = await newMember();
  const { id } = await save(bob, rises);
  expect(await save(bob, { ...rises, id, price: '62000', note: '더 위' })).toMatchObject({ id, price: '62000.00', note: '더 위' });
  tell(61_500);
  const second = await save(bob, { ...rises, price: '61600' });
  expect((await bob.post(DELETE, { id: second.id })).status).toBe(200);
  tell(61_700);
  tell(62_000);
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  expect((await messagesOf(bob))[0].content).toBe('지금 62,000.00 · 더 위');
  expect((await bob.post(DELETE, { id: second.id })).body.code).toBe('NOT_FOUND');
  expect(await refused(bob, { ...rises, price: '69000', id })).toEqual([404, 'NOT_FOUND', 'id']);
});

test('its time over it is not told', async () => {
  at(60_000);
  const bob = await newMember();
  const expiresAt = new Date(time.now() + 60_000).toISOString();
  await save(bob, { ...rises, expiresAt });
  time.skip(60_001);
  tell(61_500);
  await expect.poll(() => alertsOf(bob)).toMatchObject([{ status: 'EXPIRED', firedCount: 0, expiresAt }]);
  expect(await messagesOf(bob)).toEqual([]);
});

test('refusals name the field: there already, no such symbol, no price, too many, too fine, a date that is over', async () => {
  at(60_000);
  const bob = await newMember();
  expect(await refused(bob, { ...rises, price: '60000' })).toEqual([409, 'ALERT_REACHED', 'price']);
  expect(await refused(bob, { ...rises, condition: 'FALLS_TO' })).toEqual([409, 'ALERT_REACHED', 'price']);
  expect(await refused(bob, { ...rises, symbol: 'BINANCE:NOSUCHUSDT' })).toEqual([404, 'SYMBOL_NOT_LISTED', 'symbol']);
  expect(await refused(bob, { ...rises, symbol: 'BINANCE:ETHUSDT' })).toEqual([503, 'ALERT_NO_PRICE', 'symbol']);
  expect(await refused(bob, { ...rises, price: '61000.005' })).toEqual([400, 'INVALID_FIELD', 'price']);
  expect(await refused(bob, { ...rises, price: '0' })).toEqual([400, 'INVALID_FIELD', 'price']);
  expect(await refused(bob, { ...rises, expiresAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'INVALID_FIELD', 'expiresAt']);
  expect(await refused(bob, { ...rises, note: 'x'.repeat(101) })).toEqual([400, 'INVALID_FIELD', 'note']);
  expect(await refused(bob, { ...rises, byMail: true })).toEqual([409, 'ALERT_NO_MAIL', 'byMail']);
  const many = await Promise.all(Array.from({ length: 9 }, (_, i) => bob.post(SAVE, { ...rises, price: `6${i + 1}500` })));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(many.filter(({ body }) => body.code === 'ALERT_LIMIT')).toHaveLength(4);
});

test('the same request twice is one alert; with another body it is refused', async () => {
  at(60_000);
  const bob = await newMember();
  const key = { 'idempotency-key': 'one-alert-and-no-more' };
  const made = await Promise.all([1, 2, 3].map(() => save(bob, rises, key)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await bob.post(SAVE, { ...rises, price: '62000' }, key)).body.code).toBe('REQUEST_REUSED');
  expect(await alertsOf(bob)).toHaveLength(1);
});

test("nobody sees or touches another's, at this site or another", async () => {
  at(60_000);
  const [bob, eve, far] = [await newMember(), await newMember(), await exchange.member(`alert${++names}`, '0', HANOK)];
  const { id } = await save(bob, rises);
  for (const other of [eve, far]) {
    expect(await alertsOf(other)).toEqual([]);
    expect((await other.post(DELETE, { id })).body.code).toBe('NOT_FOUND');
    expect(await refused(other, { ...rises, id })).toEqual([404, 'NOT_FOUND', 'id']);
  }
  expect((await exchange.guest(MARU).get(LIST)).status).toBe(401);
  expect(await alertsOf(bob)).toMatchObject([{ id, status: 'ACTIVE' }]);
});

test('who is blocked or has shut itself out is told nothing', async () => {
  at(60_000);
  const [blocked, out] = [await newMember(), await newMember()];
  for (const member of [blocked, out]) await save(member, rises);
  const { pool } = exchange.server.context;
  await pool.query("UPDATE account_member SET status = 'DENY' WHERE id = $1", [blocked.member]);
  await pool.query('UPDATE account_member SET excluded_until = $2 WHERE id = $1', [out.member, new Date(time.now() + DAY_MS)]);
  tell(61_000);
  const told = () =>
    pool.query("SELECT id FROM market_price_alert WHERE member_id = ANY($1) AND status = 'FIRED'", [[blocked.member, out.member]]);
  await expect.poll(async () => (await told()).rowCount).toBe(2);
  const { rowCount } = await pool.query('SELECT 1 FROM message_message WHERE member_id = ANY($1)', [[blocked.member, out.member]]);
  expect(rowCount).toBe(0);
});

test('by mail to a proven address, two within a day, the others in the app alone', async () => {
  at(60_000);
  const bob = await newMember();
  expect((await bob.get(LIST)).body.data).toMatchObject({ canMail: false, most: 5 });
  await prove(bob);
  expect((await bob.get(LIST)).body.data).toMatchObject({ canMail: true, mostLetters: 2 });
  for (const price of ['61000', '61100', '61200', '62000']) await save(bob, { ...rises, price, byMail: true });
  tell(61_500);
  await expect.poll(() => messagesOf(bob)).toHaveLength(3);
  const mails = await mailsOf(`alert${names}`);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('BTCUSDT 최근가 61,000.00 이상이 됐어요'),
    expect.stringContaining('BTCUSDT 최근가 61,100.00 이상이 됐어요'),
  ]);
  time.skip(DAY_MS + 1);
  tell(62_000);
  await expect.poll(() => mailsOf(`alert${names}`)).toHaveLength(3);
});

const moves = { symbol: BTC, condition: 'MOVES_BY', percent: '3', windowMinutes: 60 };
/** Prices of tests before lie outside every window. */
const quietDay = () => {
  time.skip(25 * 3_600_000);
  at(60_000);
};

test('a move within its window is told once, either way, with what it moved from; a slower one is not', async () => {
  quietDay();
  const bob = await newMember();
  const { id } = await save(bob, { ...moves, windowMinutes: 5, note: '급변' });
  await save(bob, { ...moves, windowMinutes: 5, condition: 'RISES_BY', percent: '2.5' });
  expect(await alertsOf(bob)).toMatchObject([
    { condition: 'RISES_BY', price: null, percent: '2.50', windowMinutes: 5 },
    { id, condition: 'MOVES_BY', percent: '3.00', status: 'ACTIVE' },
  ]);
  // Three percent in seven and a half minutes move nobody's alert.
  for (let step = 1; step <= 6; step++) {
    time.skip(75_000);
    tell(60_000 - 300 * step);
  }
  expect(await messagesOf(bob)).toHaveLength(0);
  time.skip(1_000);
  tell(57_300);
  tell(56_000);
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  expect((await messagesOf(bob))[0]).toMatchObject({
    title: 'BTCUSDT 최근가 5분 안에 3.04% 내렸어요',
    content: '59,100.00에서 57,300.00 · 급변',
    link: '/future/BTCUSDT',
  });
  tell(57_400);
  await expect.poll(() => messagesOf(bob)).toHaveLength(2);
  expect(await alertsOf(bob)).toMatchObject([
    { condition: 'RISES_BY', status: 'FIRED', firedPrice: '57400.00', firedFrom: '56000.00' },
    { id, status: 'FIRED', firedCount: 1, firedPrice: '57300.00', firedFrom: '59100.00' },
  ]);
});

test('told each time, a move rests for its window where that is longer than its pause: a storm is told once', async () => {
  quietDay();
  const bob = await newMember();
  await save(bob, { ...moves, windowMinutes: 15, pauseMinutes: 5 });
  await save(bob, { ...rises, price: '62500', pauseMinutes: 5 });
  for (let i = 0; i < 30; i++) {
    tell(i % 2 === 0 ? 63_000 : 60_000);
    time.skip(10_000);
  }
  await expect.poll(() => messagesOf(bob)).toHaveLength(2);
  time.skip(6 * 60_000);
  // Six minutes: the pause is over, which the level shows; the window is not.
  tell(60_000);
  await expect.poll(() => columnOf(bob, 'way')).toEqual([null, 'RISE']);
  time.skip(14 * 60_000);
  tell(60_000);
  await expect.poll(() => columnOf(bob, 'way')).toEqual(['BOTH', 'RISE']);
  tell(60_100);
  expect(await columnOf(bob, 'fired_count')).toEqual([1, 1]);
  tell(62_000);
  tell(60_100);
  await expect.poll(() => columnOf(bob, 'fired_count')).toEqual([2, 1]);
});
test('a window begins with the recorded minutes: what has moved already is refused, and a move over a restart is seen', async () => {
  quietDay();
  const bob = await newMember();
  const minute = (minutesAgo: number, price: string, isMadeUp = 0): (typeof market.candles)[number] => [
    time.now() - minutesAgo * 60_000,
    price,
    price,
    price,
    price,
    '1',
    '1',
    isMadeUp,
  ];
  // Older than four hours, and made up before the first recording: neither is of this window.
  market.candles = [minute(241, '50000.00'), minute(200, '50000.00', 1), minute(100, '58500.00')];
  await save(bob, { ...moves, windowMinutes: 240 });
  expect(await refused(bob, { ...moves, windowMinutes: 240, percent: '2.5' })).toEqual([409, 'ALERT_MOVED', 'percent']);
  expect(await refused(bob, { ...moves, windowMinutes: 240, condition: 'FALLS_BY', percent: '2.5' })).toEqual([200, undefined, undefined]);
  await exchange.crash();
  market.candles = [minute(30, '58500.00')];
  tell(60_000);
  await expect.poll(() => alertsOf(bob)).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }]);
  tell(60_255);
  await expect.poll(() => messagesOf(bob)).toHaveLength(1);
  market.candles = [];
});

test('refusals of a move name the field; a level takes nothing of a move, and the other way about', async () => {
  quietDay();
  const bob = await newMember();
  const { windowMinutes: _, ...timeless } = moves;
  for (const [body, field] of [
    [{ ...moves, percent: '0.09' }, 'percent'],
    [{ ...moves, percent: '50.01' }, 'percent'],
    [{ ...moves, percent: '3.001' }, 'percent'],
    [{ ...moves, percent: undefined }, 'percent'],
    [timeless, 'windowMinutes'],
    [{ ...moves, windowMinutes: 7 }, 'windowMinutes'],
    [{ ...moves, price: '61000' }, 'price'],
    [{ ...rises, percent: '3' }, 'percent'],
    [{ ...rises, windowMinutes: 60 }, 'windowMinutes'],
    [{ ...rises, price: undefined }, 'price'],
  ] as const)
    expect([body, ...(await refused(bob, body))]).toEqual([body, 400, 'INVALID_FIELD', field]);
  expect(await alertsOf(bob)).toEqual([]);
  // Both kinds count toward one limit.
  for (let i = 0; i < 5; i++) await save(bob, { ...moves, percent: String(3 + i) });
  expect(await refused(bob, { ...rises })).toEqual([409, 'ALERT_LIMIT', undefined]);
});

test('a level becomes a move and back; a price that is not believed moves nothing', async () => {
  quietDay();
  const [bob, witness] = [await newMember(), await newMember()];
  await save(witness, { ...rises, price: '61500' });
  const { id } = await save(bob, { ...moves, id: (await save(bob, rises)).id });
  tell(61_000);
  expect(await alertsOf(bob)).toMatchObject([{ id, condition: 'MOVES_BY', price: null, status: 'ACTIVE' }]);
  market.state = 'unsafe';
  tell(30_000);
  market.state = 'live';
  tell(61_500);
  await expect.poll(() => messagesOf(witness)).toHaveLength(1);
  expect(await messagesOf(bob)).toEqual([]);
  await save(bob, { ...rises, price: '62000', id });
  tell(61_900);
  expect(await alertsOf(bob)).toMatchObject([{ id, price: '62000.00', percent: null, windowMinutes: null, status: 'ACTIVE' }]);
  tell(62_000);
  await expect.poll(() => alertsOf(bob)).toMatchObject([{ status: 'FIRED', firedFrom: null }]);
});
