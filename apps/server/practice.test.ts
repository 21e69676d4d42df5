// Practice money over the whole server, time held: placed, ended and settled as bets for money are, and not a trace of it in the books.
import { setAccountFlag } from '@maru/account/server/account-flag.ts';
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import type { TradeBet, TradeRound } from '@maru/rounds/contract.ts';
import type { PracticeBet, PracticePurse } from '@maru/rounds/practice-contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { ownPracticeBets } from '@maru/rounds/server/own-bets.ts';
import { Boundaries } from '@maru/rounds/server/boundaries.ts';
import { dropOld } from '@maru/rounds/server/practice/start-practice.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestMember, MARU } from './testing/test-exchange.ts';
import { BTC, HALF_MINUTE, openRoundStage, type RoundStage } from './testing/round-stage.ts';

const PRACTICE = '/api/trade/practice';
const ETH = 'BINANCE:ETHUSDT';
const PRICE = 6_000_000;
/** R.5 on BTC with early sale, R.5 on ETH in-round, a power ball. */
const [SALE, INSIDE, DRAW] = [1, 5, 17];
let stage: RoundStage;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  stage = await openRoundStage({ 0: { isEarlySale: true, maxStake: '5000', maxRoundStake: '12000' }, 4: { isInRound: true } });
  alice = await stage.player('alice');
  bob = await stage.player('bobby');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});
beforeEach(() => {
  alice = stage.fresh(alice);
  bob = stage.fresh(bob);
});

const purse = async (member: TestMember): Promise<PracticePurse> => (await member.get(PRACTICE)).body.data;
const past = async (member: TestMember): Promise<PracticeBet[]> => (await member.get(`${PRACTICE}/history`)).body.data.content;
const keyed = (key?: string) => (key === undefined ? undefined : { 'idempotency-key': key });
const place = (member: TestMember, { tradeRoundId }: Pick<TradeRound, 'tradeRoundId'>, type: string, point = '100', key?: string) =>
  member.post(`${PRACTICE}/betting`, { point, tradeRoundId, type }, keyed(key));
const placed = async (member: TestMember, round: TradeRound, type: string, point = '100'): Promise<PracticeBet> => {
  const { body } = await place(member, round, type, point);
  expect([body.status, body.code]).toEqual(['success', undefined]);
  return body.data;
};
const cancel = (member: TestMember, { tradeHistoryId: id }: TradeBet, key?: string) =>
  member.post(`${PRACTICE}/cancel`, { id }, keyed(key));
const ended = (member: TestMember, { tradeHistoryId }: TradeBet) =>
  expect.poll(async () => (await past(member)).find((bet) => bet.tradeHistoryId === tradeHistoryId)?.status);
/** The round that takes bets of an option, from its beginning on. */
const nextRound = async (option = SALE, symbol = BTC, price = PRICE): Promise<TradeRound> => {
  await stage.toNext(HALF_MINUTE, symbol, price);
  alice = stage.fresh(alice);
  bob = stage.fresh(bob);
  return (await stage.current(option)).betting;
};
const over = async ({ startAt, endAt }: TradeRound, close = PRICE + 1) => {
  await stage.pass(Date.parse(startAt), PRICE);
  await stage.pass(Date.parse(endAt), close);
};

describe('a practice bet', () => {
  it('begins with the start amount, takes its stake, and is settled by the prices of its round', async () => {
    const round = await nextRound();
    expect(await purse(alice)).toMatchObject({ currency: 'USDT', point: '10000.000000', startPoint: '10000.000000', open: [] });
    const bet = await placed(alice, round, 'UP');
    expect(bet).toMatchObject({ isPractice: true, point: '100.000000', odds: '1.95', status: 0, strike: null });
    expect(await purse(alice)).toMatchObject({ point: '9900.000000', gameWaitPoint: '100.000000', open: [bet] });
    const wrong = await placed(alice, round, 'DOWN', '50');
    await over(round);
    await ended(alice, bet).toBe(1);
    await ended(alice, wrong).toBe(2);
    const [lost, won] = await past(alice);
    expect(won).toMatchObject({ strike: '60000.00', closePrice: '60000.01', payout: '195.000000', profit: '95.000000' });
    expect(lost).toMatchObject({ payout: '0.000000', profit: '-50.000000' });
    expect(await purse(alice)).toMatchObject({ point: '10045.000000', gameWaitPoint: '0.000000', open: [] });
  });

  it('comes back whole on a tie and where there was no price', async () => {
    const tied = await nextRound();
    const before = (await purse(bob)).point;
    const tie = await placed(bob, tied, 'UP');
    await over(tied, PRICE);
    await ended(bob, tie).toBe(3);
    const gap = (await stage.current()).betting;
    const unpriced = await placed(bob, gap, 'DOWN');
    await stage.pass(Date.parse(gap.startAt), undefined);
    await stage.pass(Date.parse(gap.endAt), PRICE);
    await ended(bob, unpriced).toBe(3);
    expect((await past(bob)).slice(0, 2).map(({ voidReason }) => voidReason)).toEqual(['FEED_GAP', 'TIE']);
    expect((await purse(bob)).point).toBe(before);
  });

  it('sent again under its key is one bet with one answer, whatever the time; another request under it is refused', async () => {
    const round = await nextRound();
    const before = Number((await purse(alice)).point);
    const first = await place(alice, round, 'UP', '10', 'once');
    expect((await place(alice, round, 'UP', '10.0', 'once')).body).toEqual(first.body);
    expect((await place(alice, round, 'DOWN', '10', 'once')).body.code).toBe('REQUEST_REUSED');
    const many = await Promise.all(Array.from({ length: 8 }, () => place(alice, round, 'UP', '7', 'many')));
    expect(new Set(many.map(({ body }) => body.data.tradeHistoryId)).size).toBe(1);
    expect(Number((await purse(alice)).point)).toBe(before - 17);
    await over(round);
    await ended(alice, first.body.data).toBe(1);
    expect((await place(alice, round, 'UP', '10', 'once')).body).toEqual(first.body);
    // A refusal leaves its key free.
    expect((await place(alice, round, 'UP', '1', 'late')).body.code).toBe('INVEST_CLOSED');
    const { betting } = await stage.current();
    expect((await place(alice, betting, 'UP', '1', 'late')).status).toBe(200);
  });

  it('asked again is told what came of it, whatever stands against a new one by then', async () => {
    const { context } = stage.exchange.server;
    const round = await nextRound();
    const reset = (key: string) => bob.post(`${PRACTICE}/reset`, { isReset: true }, keyed(key));
    const begun = await reset('begun');
    const first = await place(bob, round, 'UP', '25', 'before');
    expect([begun.status, first.status]).toEqual([200, 200]);
    const desk = await stage.exchange.operator();
    const hasPractice = (isOn: boolean) => desk.post('/api/admin/rounds/practice', { hasPractice: isOn, reason: '조건을 바꾸는 동안' });
    const offered = async () => (await bob.get('/api/trade/option', { tradeOptionId: SALE })).body.data.hasPractice;
    const asked = async () => [(await place(bob, round, 'UP', '25.0', 'before')).body, (await reset('begun')).body.data];
    await setAccountFlag(context, { site: MARU, account: bob.account }, AccountFlag.Frozen, true);
    expect((await place(bob, round, 'UP', '25', 'after')).body.code).toBe('ACCOUNT_FROZEN');
    expect(await asked()).toEqual([first.body, begun.body.data]);
    await setAccountFlag(context, { site: MARU, account: bob.account }, AccountFlag.Frozen, false);
    expect((await hasPractice(false)).status).toBe(200);
    await expect.poll(offered).toBe(false);
    expect((await place(bob, round, 'UP', '25', 'after')).body.code).toBe('PRACTICE_OFF');
    expect(await asked()).toEqual([first.body, begun.body.data]);
    expect((await place(bob, round, 'DOWN', '25', 'before')).body.code).toBe('REQUEST_REUSED');
    expect((await hasPractice(true)).status).toBe(200);
    await expect.poll(offered).toBe(true);
    expect((await purse(bob)).open.length).toBe(1);
    expect((await cancel(bob, first.body.data)).status).toBe(200);
  });

  it('many at once never take more than there is', async () => {
    const round = await nextRound();
    expect((await purse(bob)).point).toBe('10000.000000');
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => place(bob, round, i % 2 === 0 ? 'UP' : 'DOWN', '3000')));
    expect(answers.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
      'taken',
      'taken',
      'taken',
    ]);
    expect(await purse(bob)).toMatchObject({ point: '1000.000000', gameWaitPoint: '9000.000000' });
    for (const bet of (await purse(bob)).open) expect((await cancel(bob, bet)).status).toBe(200);
    expect(await purse(bob)).toMatchObject({ point: '10000.000000', gameWaitPoint: '0.000000', open: [] });
  });

  it('is held to the limits and the window of its round', async () => {
    const round = await nextRound();
    const codes = async (...asked: [Pick<TradeRound, 'tradeRoundId'>, string, string][]) =>
      Promise.all(asked.map(async ([of, type, point]) => (await place(alice, of, type, point)).body.code));
    const { tradeRoundId } = round;
    expect(
      await codes(
        [round, 'UP', '0.5'],
        [round, 'UP', '5000.000001'],
        [round, 'UP', '1.0000001'],
        [round, 'SIDEWAYS', '1'],
        [{ tradeRoundId: tradeRoundId + 1 }, 'UP', '1'],
        [{ tradeRoundId: tradeRoundId - 1 }, 'UP', '1'],
        [{ tradeRoundId: tradeRoundId + 99 * 2 ** 32 }, 'UP', '1'],
      ),
    ).toEqual([
      'BELOW_MINIMUM',
      'ABOVE_MAXIMUM',
      'BAD_PRECISION',
      'INVALID_BET_TYPE',
      'INVEST_NOT_OPEN',
      'INVEST_CLOSED',
      'ROUND_OPTION_UNKNOWN',
    ]);
    const draw = (await stage.current(DRAW)).betting;
    expect(await codes([draw, 'PB_ODD', '1'])).toEqual(['ROUND_OPTION_UNKNOWN']);
    // Fifty open bets, and what one member may stake in a round.
    const minute = (await stage.current(2)).betting;
    const many = await Promise.all(Array.from({ length: 51 }, () => place(bob, round, 'UP', '1')));
    expect(many.filter(({ body }) => body.code === 'TOO_MANY_BETS').length).toBe(1);
    for (const bet of (await purse(bob)).open) await cancel(bob, bet);
    const [first, second] = [await placed(bob, minute, 'UP', '1000'), await placed(bob, minute, 'DOWN', '1000')];
    expect((await place(bob, minute, 'UP', '1')).body.code).toBe('MEMBER_ROUND_LIMIT');
    for (const bet of [first, second]) expect((await cancel(bob, bet)).status).toBe(200);
    await stage.time.goTo(Date.parse(round.betCloseAt) - 1);
    const last = await placed(alice, round, 'UP', '1');
    await stage.time.goTo(Date.parse(round.betCloseAt));
    expect([(await place(alice, round, 'UP', '1')).body.code, (await cancel(alice, last)).body.code]).toEqual([
      'INVEST_CLOSED',
      'BET_CANCEL_OVER',
    ]);
  });

  it('is taken back before the cut-off, once; it is nobody else\u2019s', async () => {
    const round = await nextRound();
    const bet = await placed(alice, round, 'UP');
    const { point } = await purse(alice);
    expect((await cancel(bob, bet)).body.code).toBe('BET_UNKNOWN');
    const back = await cancel(alice, bet, 'back');
    expect(back.body.data).toMatchObject({ isTakenBack: true, status: 3, payout: '100.000000', isPractice: true });
    expect((await cancel(alice, bet, 'back')).body).toEqual(back.body);
    expect((await cancel(alice, bet)).body.code).toBe('BET_UNKNOWN');
    expect(Number((await purse(alice)).point)).toBe(Number(point) + 100);
  });

  it('of an in-round option is struck at the price of its moment, and not taken back', async () => {
    await nextRound(INSIDE, ETH, 300_000);
    const round = await nextRound(INSIDE, ETH, 300_000);
    stage.market.tick(ETH, 300_000, stage.now());
    const up = await placed(alice, round, 'UP', '10');
    stage.market.tick(ETH, 300_100, stage.now());
    const down = await placed(alice, round, 'DOWN', '10');
    expect([up.strike, down.strike, (await cancel(alice, up)).body.code]).toEqual(['3000.00', '3001.00', 'BET_CANCEL_OVER']);
    await stage.time.goTo(stage.now() + 2_001);
    expect((await place(alice, round, 'UP', '10')).body.code).toBe('PRICE_STALE');
    await stage.pass(Date.parse(round.endAt), 300_050, ETH);
    for (const bet of [up, down]) await ended(alice, bet).toBe(1);
  });

  it('is sold early for what the published formula gives', async () => {
    const round = await nextRound();
    const bet = await placed(alice, round, 'UP');
    const { point } = await purse(alice);
    const quote = () => alice.get(`${PRACTICE}/sale`, { id: bet.tradeHistoryId });
    const sell = (least: string, key?: string) => alice.post(`${PRACTICE}/sell`, { id: bet.tradeHistoryId, point: least }, keyed(key));
    expect((await quote()).body.code).toBe('EARLY_SALE_NOT_ALLOWED');
    const startAt = Date.parse(round.startAt);
    await stage.pass(startAt, PRICE);
    await stage.time.goTo(startAt + 10_000);
    expect((await sell('0')).body.code).toBe('PRICE_STALE');
    stage.market.tick(BTC, PRICE + 1_500, stage.now());
    const value = saleValue(195_000_000, chanceOf(0, PRICE + 1_500, PRICE, 20_000, 10_000), 2_000_000);
    const shown = (await quote()).body.data.point;
    expect(shown).toBe((value / 1e6).toFixed(6));
    expect((await sell('195')).body.code).toBe('SALE_BELOW_LEAST');
    const { find } = Boundaries.prototype;
    const finds = vi.spyOn(Boundaries.prototype, 'find').mockImplementation(async function (this: Boundaries, ...boundary) {
      // Who holds the purse holds a connection: to wait for a second one could stop everybody.
      await stage.exchange.server.context.pool.query('SELECT 1 FROM rounds_practice_purse WHERE account = $1 FOR UPDATE NOWAIT', [
        alice.account,
      ]);
      return find.apply(this, boundary);
    });
    const sold = await sell(shown, 'sold');
    finds.mockRestore();
    expect(sold.body.data).toMatchObject({ isSold: true, payout: shown, isPractice: true });
    expect((await sell(shown, 'sold')).body).toEqual(sold.body);
    expect((await purse(alice)).point).toBe((Number(point) + value / 1e6).toFixed(6));
  });
});

describe('practice money', () => {
  it('starts again once nothing is open, not in a loop, and keeps its history', async () => {
    const round = await nextRound();
    const reset = () => bob.post(`${PRACTICE}/reset`, { isReset: true });
    const bet = await placed(bob, round, 'UP', '4000');
    expect((await reset()).body.code).toBe('PRACTICE_BETS_OPEN');
    await over(round, PRICE - 1);
    await ended(bob, bet).toBe(2);
    const answer = await reset();
    expect(answer.body.data).toMatchObject({ point: '10000.000000', gameWaitPoint: '0.000000' });
    expect(Date.parse(answer.body.data.resetFrom)).toBe(stage.now() + 60_000);
    const again = await reset();
    expect([again.status, again.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await past(bob))[0]).toMatchObject({ tradeHistoryId: bet.tradeHistoryId });
  });

  it('is not for guests, the frozen, the self-excluded and partners that may not invest, nor where the site has none', async () => {
    const round = await nextRound();
    const flagged = (flag: number, isOn: boolean) =>
      setAccountFlag(stage.exchange.server.context, { site: MARU, account: bob.account }, flag, isOn);
    expect((await stage.exchange.guest().get(PRACTICE)).body.code).toBe('LOGIN_REQUIRED');
    for (const [flag, code] of [
      [AccountFlag.Frozen, 'ACCOUNT_FROZEN'],
      [AccountFlag.Leaving, 'ACCOUNT_FROZEN'],
      [AccountFlag.SelfExcluded, 'SELF_EXCLUDED'],
      [AccountFlag.MayNotInvest, 'PARTNER_MAY_NOT_INVEST'],
    ] as const) {
      await flagged(flag, true);
      expect([(await place(bob, round, 'UP')).body.code, (await bob.post(`${PRACTICE}/reset`, { isReset: true })).body.code]).toEqual([
        code,
        code,
      ]);
      await flagged(flag, false);
    }
    const bet = await placed(bob, round, 'UP', '5');
    const desk = await stage.exchange.operator();
    const offered = async () => (await bob.get('/api/trade/option', { tradeOptionId: SALE })).body.data.hasPractice;
    expect((await desk.post('/api/admin/rounds/practice', { hasPractice: false, reason: '연습 없이' })).status).toBe(200);
    await expect.poll(offered).toBe(false);
    expect((await place(bob, round, 'UP')).body.code).toBe('PRACTICE_OFF');
    // What is open goes on to its end.
    await over(round);
    await ended(bob, bet).toBe(1);
    expect((await desk.post('/api/admin/rounds/practice', { hasPractice: true, reason: '다시 연습' })).status).toBe(200);
    await expect.poll(offered).toBe(true);
  });

  it('keeps the last 500 bets of thirty days, and what is open', async () => {
    const { context } = stage.exchange.server;
    const round = await nextRound();
    const open = await placed(bob, round, 'UP', '1');
    const columns =
      'site_id, account, option, ordinal, market, stake, odds, strike, placed_ms, closes_ms, end_ms, sale_fee, sale_volatility';
    const grown = (bets: number, endedMs: string) =>
      context.pool.query(
        `INSERT INTO rounds_practice_bet (${columns}, status, payout, settled_ms)
         SELECT ${columns}, 2, 0, $2::bigint - ${endedMs} FROM rounds_practice_bet, generate_series(1, ${bets}) n WHERE bet_id = $1`,
        [open.tradeHistoryId, stage.now()],
      );
    const kept = async () => {
      const { rows } = await context.pool.query(
        `SELECT count(*)::int AS n, min(settled_ms) AS oldest, bool_or(status = 0) AS "hasOpen", max(bet_id) AS newest
         FROM rounds_practice_bet WHERE account = $1`,
        [bob.account],
      );
      return rows[0];
    };
    // More than one statement drops, by time alone.
    await grown(1_900, `${30 * DAY_MS}::bigint - n`);
    await grown(610, 'n * 60000::bigint');
    await context.pool.query(
      `INSERT INTO rounds_practice_request SELECT $1, $2, 'old ' || n, '', '{}', $3::bigint - ${DAY_MS} - n FROM generate_series(1, 1500) n`,
      [MARU, bob.account, stage.now()],
    );
    await dropOld(context, stage.now());
    const { rows } = await context.pool.query(`SELECT count(*)::int AS n FROM rounds_practice_request WHERE key LIKE 'old %'`);
    expect(rows[0].n).toBe(0);
    expect((await kept()).oldest).toBeGreaterThanOrEqual(stage.now() - 30 * DAY_MS);
    // By their number with the bets that come.
    for (let n = 0; n < 16; n++) expect((await cancel(bob, await placed(bob, round, 'UP', '1'))).status).toBe(200);
    const { n, hasOpen } = await kept();
    expect(n).toBeGreaterThanOrEqual(501);
    expect(n).toBeLessThanOrEqual(501 + 16);
    expect(hasOpen).toBe(true);
    expect((await cancel(bob, open)).status).toBe(200);
  });

  it('is told on the member\u2019s queue as what it is, with no bet for money in it', async () => {
    const round = await nextRound();
    const { member, account } = alice;
    const session = { site: MARU, member, account, username: 'alice', role: 'member', family: 'test' } as const;
    const token = stage.exchange.server.context.sessions.issue(session).accessToken;
    const socket = await connectStomp(stage.exchange.port, { token, upgrade: { host: 'localhost' } });
    const told = socket.subscribe('/user/queue/trade/bet');
    await socket.settle();
    const bet = await placed(alice, round, 'UP');
    await over(round);
    await expect
      .poll(() => told.map(({ body }) => body))
      .toMatchObject([
        { type: 'practiceBet', bets: [], practice: [{ tradeHistoryId: bet.tradeHistoryId, status: 0, isPractice: true }] },
        {
          type: 'practiceResult',
          bets: [],
          practice: [{ tradeHistoryId: bet.tradeHistoryId, status: 1, isPractice: true }],
          isAlarm: true,
        },
      ]);
    await socket.end();
  });
});

it('stands in the member’s own file, apart from bets for money', async () => {
  const { pool, sites } = stage.exchange.server.context;
  const { text, values } = ownPracticeBets.query(alice);
  const { rows } = await pool.query(text, values);
  expect(rows.length).toBeGreaterThan(0);
  const site = sites.byId(MARU) as SiteConfig;
  for (const row of rows) expect(ownPracticeBets.present(row, site, alice)).toMatchObject({ stake: expect.any(String) });
  expect(ownPracticeBets.section).toBe('practiceBets');
});
