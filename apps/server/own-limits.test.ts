// Limits that members set for themselves: bound at once when tighter, after a day when looser, and kept where money moves (decisions: kept promises).
import { keepOwnStop, refuseOverDeposit } from '@maru/account/contract.ts';
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { isClosing } from '@maru/engine/futures/order-flags.ts';
import { endLongLogins, SESSION_OVER } from '@maru/account/server/session-length.ts';
import { DAY_MS, nextDay } from '@maru/kit/contract/calendar.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { BTC, limit, market, ORDER } from './testing/two-members.ts';
const LIMITS = '/api/user/limits';
const PASSWORD = 'a-long-passphrase';
// The engine stamps by its own clock: losses come first, while both say the same day.
const clock = manualClock(Date.now());
let exchange: TestExchange;
let dana: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ clock });
  dana = await exchange.member('dana_own');
});
afterAll(() => exchange.stop());

const ladder = async () => {
  await exchange.setMark(BTC, '60000.00');
  await exchange.setLadder(BTC, [['59990.00', '5']], [['60010.00', '5']]);
};
const own = async (who: TestMember, kind: string) =>
  (await who.get(LIMITS)).body.data.content.find((each: { kind: string }) => each.kind === kind);
/** Tokens live ten minutes: after a leap the member logs in again. */
async function again(username: string): Promise<TestMember> {
  const { body } = await exchange.guest().post('/api/login', { username, password: PASSWORD });
  const authorization = `Bearer ${body.data.accessToken}`;
  const raw = exchange.guest();
  return {
    ...dana,
    token: body.data.accessToken,
    get: (path, query) => raw.get(path, query, { authorization }),
    post: (path, sent) => raw.post(path, sent, { authorization }),
  } as TestMember;
}

describe('a day’s loss', () => {
  it('new exposure is refused by the engine once it is reached, waiting entries go, closing works, and the next day opens again', async () => {
    await dana.post(LIMITS, { kind: 'LOSS', limit: '5' });
    // A ladder lives half a second: each is told just before what it is for.
    await ladder();
    expect((await dana.post(ORDER, market)).status).toBe(200);
    await ladder();
    expect((await dana.post(ORDER, limit)).status).toBe(200);
    await exchange.setMark(BTC, '59000.00');
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    // Half of it closed 610 below: 3.05 and fees, less than five.
    expect((await dana.post(ORDER, { ...market, side: 'SELL', quantity: '0.005', reduceOnly: true })).status).toBe(200);
    expect((await dana.get(LIMITS)).body.data.lossStopUntil).toBeNull();
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    // Half of the rest: another 1.2 would do.
    expect((await dana.post(ORDER, { ...market, side: 'SELL', quantity: '0.004', reduceOnly: true })).status).toBe(200);
    await expect
      .poll(async () => (await dana.get(LIMITS)).body.data.lossStopUntil)
      .toBe(new Date(nextDay('Asia/Seoul', clock.now())).toISOString());
    await expect.poll(async () => (await dana.post(ORDER, limit)).body.code).toBe('ACCOUNT_REDUCE_ONLY');
    await expect.poll(async () => (await dana.get('/api/futures/history/open_order')).body.data).toEqual([]);
    // What was quoted may have grown old meanwhile.
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    expect((await dana.post(ORDER, { ...market, side: 'SELL', quantity: '0.001', reduceOnly: true })).status).toBe(200);
    expect(Number((await own(dana, 'LOSS')).used)).toBeLessThan(-5);
  });

  it('one that is set below what the day has lost already binds at once, and a looser one does not lift it', async () => {
    const gil = await exchange.member('gil_own');
    await ladder();
    expect((await gil.post(ORDER, market)).status).toBe(200);
    await exchange.setMark(BTC, '59000.00');
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    expect((await gil.post(ORDER, { ...market, side: 'SELL', reduceOnly: true })).status).toBe(200);
    await expect.poll(async () => Number((await own(gil, 'LOSS')).used)).toBeLessThan(-5);
    await gil.post(LIMITS, { kind: 'LOSS', limit: '5' });
    expect((await gil.get(LIMITS)).body.data.lossStopUntil).not.toBeNull();
    await gil.post(LIMITS, { kind: 'LOSS', limit: '50' });
    expect((await gil.get(LIMITS)).body.data.lossStopUntil).not.toBeNull();
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    expect((await gil.post(ORDER, market)).body.code).toBe('ACCOUNT_REDUCE_ONLY');
  });

  it('one that was reached while the ledger’s rows came late binds all the same', async () => {
    const ina = await exchange.member('ina_own');
    await ina.post(LIMITS, { kind: 'LOSS', limit: '5' });
    // From the first order on: the look at its fee, under way still, would read the loss too.
    const rows = vi.spyOn(exchange.server.context.projections, 'waitFor').mockResolvedValue(false);
    await ladder();
    expect((await ina.post(ORDER, market)).status).toBe(200);
    await exchange.setMark(BTC, '59000.00');
    await exchange.setLadder(BTC, [['59400.00', '5']], [['59410.00', '5']]);
    rows.mockClear();
    expect((await ina.post(ORDER, { ...market, side: 'SELL', reduceOnly: true })).status).toBe(200);
    await expect.poll(() => rows.mock.calls.length).toBeGreaterThan(0);
    expect((await ina.get(LIMITS)).body.data.lossStopUntil).toBeNull();
    rows.mockRestore();
    await expect.poll(async () => (await ina.get(LIMITS)).body.data.lossStopUntil).not.toBeNull();
  });

  it('one operator cannot lift it, and what an operator wanted stands when it ends', async () => {
    const keep = exchange.server.context.services.use(keepOwnStop);
    expect(await keep(MARU, dana.member, false)).toBe(true);
    // No loss of today any more, and the member is free again.
    clock.advance(2 * DAY_MS);
    dana = await again('dana_own');
    await expect.poll(async () => (await dana.get(LIMITS)).body.data.lossStopUntil).toBeNull();
    await ladder();
    await expect.poll(async () => (await dana.post(ORDER, limit)).body.code ?? 'taken').toBe('taken');
    expect(await keep(MARU, dana.member, false)).toBe(false);
  });
});

describe('setting a limit', () => {
  it('the first one and every tighter one bind at once; a looser one after a day, and a tighter one takes it back', async () => {
    expect((await dana.post(LIMITS, { kind: 'DEPOSIT', limit: '500' })).body.data).toMatchObject({ limit: '500', next: null });
    expect((await dana.post(LIMITS, { kind: 'DEPOSIT', limit: '200.5' })).body.data).toMatchObject({ limit: '200.5', next: null });
    const looser = (await dana.post(LIMITS, { kind: 'DEPOSIT', limit: '900' })).body.data;
    expect(looser).toMatchObject({ limit: '200.5', next: { limit: '900', at: new Date(clock.now() + DAY_MS).toISOString() } });
    expect((await dana.post(LIMITS, { kind: 'DEPOSIT', limit: '100' })).body.data).toMatchObject({ limit: '100', next: null });
    await dana.post(LIMITS, { kind: 'DEPOSIT', limit: null });
    expect(await own(dana, 'DEPOSIT')).toMatchObject({ limit: '100', next: { limit: null } });
    clock.advance(DAY_MS + 1);
    dana = await again('dana_own');
    expect(await own(dana, 'DEPOSIT')).toMatchObject({ limit: null, next: null });
  });

  it.each([
    ['LOSS', '0'],
    ['LOSS', '-5'],
    ['LOSS', '1.1234567'],
    ['SESSION', '14'],
    ['SESSION', '1441'],
    ['SESSION', '30.5'],
  ])('%s of %s is no limit', async (kind, value) => {
    const refused = await dana.post(LIMITS, { kind, limit: value });
    expect([refused.status, refused.body.code, refused.body.data.field]).toEqual([400, 'INVALID_FIELD', 'limit']);
  });

  it('a deposit beyond the day’s limit is refused with what is left', async () => {
    const { services } = exchange.server.context;
    const refuse = services.use(refuseOverDeposit);
    await dana.post(LIMITS, { kind: 'DEPOSIT', limit: '100' });
    await refuse(MARU, dana.member, 100_000_000);
    await expect(refuse(MARU, dana.member, 100_000_001)).rejects.toMatchObject({
      code: 'OWN_DEPOSIT_LIMIT',
      data: { limit: '100', left: '100' },
    });
  });
});

describe('time', () => {
  it('a login ends when it has lasted as long as its member allows, and the page is told why', async () => {
    const erin = await exchange.member('erin_own', '0');
    await erin.post(LIMITS, { kind: 'SESSION', limit: '60' });
    const socket = await connectStomp(exchange.port, { token: erin.token });
    const forced = socket.subscribe('/user/queue/force_logout');
    await socket.settle();
    expect(await endLongLogins(exchange.server.context)).toBe(0);
    clock.advance(60 * 60_000);
    await endLongLogins(exchange.server.context);
    await expect.poll(() => forced[0]?.body).toEqual({ message: SESSION_OVER.ko, en: SESSION_OVER.en });
    await socket.end();
    expect((await erin.get('/api/me')).status).toBe(401);
  });

  it('a shorter time ends what has lasted longer at once; a longer one waits a day', async () => {
    const { context } = exchange.server;
    await exchange.member('hana_own', '0');
    const comeIn = async () => (await again('hana_own')).post;
    /** Who ended the logins, oldest first. */
    const ends = async (looks = true) => {
      if (looks) await endLongLogins(context);
      const { rows } = await context.pool.query(
        `SELECT l.ended_by FROM account_login l JOIN account_member m ON m.id = l.member_id WHERE m.username = 'hana_own' ORDER BY l.created_at`,
      );
      return rows.map(({ ended_by }) => ended_by);
    };
    const minutes = (count: number) => clock.advance(count * 60_000);
    await comeIn();
    minutes(30);
    const post = await comeIn();
    expect((await ends()).filter((by) => by !== null)).toEqual([]);
    await post(LIMITS, { kind: 'SESSION', limit: '20' });
    expect((await ends(false)).slice(-2)).toEqual(['own limit', null]);
    await post(LIMITS, { kind: 'SESSION', limit: '60' });
    minutes(20);
    expect((await ends()).at(-1)).toBe('own limit');
    clock.advance(DAY_MS);
    await comeIn();
    minutes(59);
    expect((await ends()).at(-1)).toBeNull();
    minutes(1);
    expect((await ends()).at(-1)).toBe('own limit');
  });

  it('whoever shuts itself out is logged out everywhere, told the date at the log-in, and nothing opens it early', async () => {
    const fay = await exchange.member('fay_own');
    await ladder();
    expect((await fay.post(ORDER, market)).status).toBe(200);
    await ladder();
    for (const order of [limit, { ...limit, side: 'SELL', price: '70000', quantity: market.quantity, reduceOnly: true }])
      expect((await fay.post(ORDER, order)).status).toBe(200);
    const wrong = await fay.post('/api/user/exclude', { days: 7, password: 'not-this-one' });
    expect(wrong.body.code).toBe('PASSWORD_WRONG');
    expect((await fay.post('/api/user/exclude', { days: 2, password: PASSWORD })).body.code).toBe('INVALID_FIELD');
    const done = await fay.post('/api/user/exclude', { days: 7, password: PASSWORD });
    const until = new Date(clock.now() + 7 * DAY_MS);
    expect(done.body.data).toEqual({ until: until.toISOString() });
    expect((await fay.get('/api/me')).status).toBe(401);
    // Nothing opens in its absence; what closes stays, and so does the position.
    const { orders } = await exchange.server.context.engine.query<{ orders: { flags: number }[] }>(MARU, 'openOrders', fay.account, -1);
    expect(orders.map(({ flags }) => isClosing(flags))).toEqual([true]);
    // Timed rounds and the slot refuse by it, whatever way a bet comes through.
    const isFlagged = async () =>
      ((await exchange.server.context.engine.query<{ flags: number }>(MARU, 'riskOf', fay.account)).flags & AccountFlag.SelfExcluded) !== 0;
    expect(await isFlagged()).toBe(true);
    const login = () => exchange.guest().post('/api/login', { username: 'fay_own', password: PASSWORD });
    const refused = await login();
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_EXCLUDED']);
    expect(refused.body.message).toContain(refused.body.data.until);
    // To a stranger it is an account like any other.
    expect((await exchange.guest().post('/api/login', { username: 'fay_own', password: 'guess-of-mine' })).body.code).toBe(
      'BAD_CREDENTIALS',
    );
    const { pool } = exchange.server.context;
    await pool.query('UPDATE account_member SET locked_at = NULL, status = $2 WHERE id = $1', [fay.member, 'ACTIVE']);
    expect((await login()).body.code).toBe('ACCOUNT_EXCLUDED');
    expect(await isFlagged()).toBe(true);
    clock.advance(7 * DAY_MS);
    expect((await login()).status).toBe(200);
    expect(await isFlagged()).toBe(false);
  });
});

it('own limits go along with a person that leaves and joins again, those that the engine keeps too (ADR 0049)', async () => {
  const form = { username: 'vera_own', password: PASSWORD, name: 'Kim', nick: 'n_vera', phone: '010-8888-0001', email: 'vera@example.com' };
  await exchange.guest().post('/api/player', form);
  const vera = await again('vera_own');
  for (const kind of ['LOSS', 'GAME_STAKE']) expect((await vera.post(LIMITS, { kind, limit: '50' })).status).toBe(200);
  const { total } = (await vera.get('/api/user/leave')).body.data.held;
  expect((await vera.post('/api/user/leave', { password: PASSWORD, givesUp: total })).status).toBe(200);
  clock.advance(31 * DAY_MS);
  expect((await exchange.guest().post('/api/player', { ...form, username: 'vera_two', nick: 'n_vera2' })).status).toBe(200);
  const later = await again('vera_two');
  await expect.poll(() => own(later, 'GAME_STAKE')).toMatchObject({ limit: '50' });
  expect(await own(later, 'LOSS')).toMatchObject({ limit: '50' });
});
