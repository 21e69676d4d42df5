// Timed rounds over the whole server: bets by HTTP, ticks told, time held; results, money, history, sockets and evidence.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { checkEvidence, isEvidenceRight } from '@maru/rounds/evidence-check.ts';
import type { EvidenceFile } from '@maru/rounds/evidence.ts';
import type { chainHeads } from '@maru/rounds/evidence-contract.ts';
import type { DayKey } from '@maru/rounds/day-key.ts';
import { isDaySigned } from '@maru/rounds/evidence-day-signed.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { DayKeys, signatureOf } from '@maru/rounds/server/day-keys.ts';
import { checkDay } from '@maru/rounds/evidence-day.ts';
import type { TradeBet, TradeOption, TradeRound } from '@maru/rounds/contract.ts';
import { checkDraw } from '@maru/rounds/power-ball-check.ts';
import type { DrawProof } from '@maru/rounds/power-ball-contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { heldTime } from './testing/held-time.ts';
import { toldMarket } from './testing/told-market.ts';
import { toolSays } from './testing/verify-tool.ts';

type ChainHeads = z.output<typeof chainHeads.reply>;

const BTC = 'BINANCE:BTCUSDT';
const HALF_MINUTE = 30_000;
const BETTING = '/api/trade/history/betting';
const time = heldTime(Math.ceil(Date.now() / 300_000) * 300_000);
const market = toldMarket();
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ clock: time.clock, engineWorker: time.engineWorker, market: market.feature, more: [roundsFeature] });
  // Futures, binary and power ball.
  await exchange.server.context.pool.query(`UPDATE site_site SET config = jsonb_set(config, '{type}', '56') WHERE id = $1`, [MARU]);
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
  for (const member of [alice, bob]) {
    const { status } = await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '5000' });
    expect(status).toBe(200);
  }
});
afterAll(async () => {
  await exchange.stop();
  time.stop();
});

const now = () => time.clock.now();
const data = async <T>(answer: Promise<{ body: { data: T } }>): Promise<T> => (await answer).body.data;
const betting = (option = 1) =>
  data<{ running: TradeRound; betting: TradeRound }>(alice.get('/api/trade/game/current', { tradeOptionId: option }));
const binary = async (member: TestMember) =>
  (await data<Record<string, { point: string; gameWaitPoint: string }>>(member.get('/api/wallet/my'))).BINARY;

/** To just after the next boundary of a length, where bets of the round after are taken. */
async function toNext(length = HALF_MINUTE): Promise<void> {
  const at = (Math.floor(now() / length) + 1) * length;
  market.tick(BTC, 6_000_000, at - 100);
  await time.goTo(at + 1_000);
  // The boundary is taken before anything comes after it.
  await expect.poll(() => boundaryTaken(at)).toBe(true);
}
async function boundaryTaken(at: number): Promise<boolean> {
  const { rowCount } = await exchange.server.context.pool.query('SELECT 1 FROM rounds_boundary WHERE symbol = $1 AND at_ms >= $2', [
    BTC,
    at,
  ]);
  return rowCount !== 0;
}
async function passBoundary(at: number, price: number | undefined): Promise<void> {
  if (price !== undefined) market.tick(BTC, price, at - 300);
  await time.goTo(at + 200);
  await expect.poll(() => boundaryTaken(at)).toBe(true);
}
const settled = (member: TestMember, id: number) =>
  expect.poll(
    async () =>
      (await data<{ content: TradeBet[] }>(member.get('/api/trade/history/list'))).content.find((bet) => bet.tradeHistoryId === id)?.status,
  );

describe('options', () => {
  it('are the rows of the site, with odds, limits and times', async () => {
    // A changed row is live within seconds.
    await expect.poll(async () => (await exchange.guest().get('/api/trade/option/list')).body.data?.totalElements).toBe(19);
    await expect.poll(() => market.isHeard(BTC)).toBe(true);
    const option = await data<TradeOption>(exchange.guest().get('/api/trade/option', { tradeOptionId: '1' }));
    expect(option).toMatchObject({
      code: 'R.5',
      stock: BTC,
      durationSeconds: 30,
      cutoffSeconds: 5,
      state: 'OPEN',
      odds: [
        { type: 'UP', odds: '1.95' },
        { type: 'DOWN', odds: '1.95' },
      ],
      currency: 'USDT',
      minPoint: '1.000000',
    });
    const shown = await data<{ content: TradeOption[] }>(
      exchange.guest().get('/api/trade/option/list', { typeArray: 'R1,P1', stockPrefix: 'BINANCE' }),
    );
    expect(shown.content.map(({ code }) => code)).toEqual(['R1', 'R1', 'R1', 'P1']);
    expect((await exchange.guest().get('/api/trade/option', { tradeOptionId: '99' })).body.code).toBe('ROUND_OPTION_UNKNOWN');
  });
});

describe('a price round', () => {
  let round: TradeRound;
  let up: TradeBet;
  let down: TradeBet;

  it('takes bets of both sides before its betting closes; the stake waits (BIN: rules 11.3, 11.8)', async () => {
    await toNext();
    round = (await betting()).betting;
    expect(round).toMatchObject({ phase: 'BETTING', strike: null, status: 0 });
    const placed = await alice.post(BETTING, { point: '100', tradeRoundId: round.tradeRoundId, type: 'UP' }, { 'idempotency-key': 'one' });
    up = placed.body.data;
    expect(up).toMatchObject({ type: 'UP', point: '100.000000', odds: '1.95', expectPoint: '195.000000', status: 0 });
    const again = await alice.post(BETTING, { point: '100', tradeRoundId: round.tradeRoundId, type: 'UP' }, { 'idempotency-key': 'one' });
    expect(again.body.data).toEqual(up);
    down = (await bob.post(BETTING, { point: '40.5', tradeRoundId: round.tradeRoundId, type: 'DOWN' })).body.data;
    expect(await binary(alice)).toMatchObject({ point: '4900.000000', gameWaitPoint: '100.000000' });
    const pool = (await data<TradeRound>(bob.get('/api/trade/game/round', { tradeRoundId: round.tradeRoundId }))).pool;
    expect(pool).toEqual({ up: '100.000000', down: '40.500000', upCount: 1, downCount: 1 });
  });

  it('refuses what its terms do not allow, and leaves no trace', async () => {
    const refusals = [
      [{ point: '0.5', type: 'UP' }, 'BELOW_MINIMUM', '투자금은 1 USDT 이상이어야 해요.'],
      [{ point: '1001', type: 'UP' }, 'ABOVE_MAXIMUM', undefined],
      [{ point: '1.0000001', type: 'UP' }, 'BAD_PRECISION', undefined],
      [{ point: '10', type: 'PB_ODD' }, 'INVALID_BET_TYPE', undefined],
      [{ point: '10', type: 'UP', tradeRoundId: round.tradeRoundId + 5 }, 'INVEST_NOT_OPEN', undefined],
      [{ point: '10', type: 'UP', tradeRoundId: round.tradeRoundId - 1 }, 'INVEST_CLOSED', undefined],
    ] as const;
    for (const [body, code, message] of refusals) {
      const answer = await bob.post(BETTING, { tradeRoundId: round.tradeRoundId, ...body });
      expect([answer.body.code, message ?? answer.body.message]).toEqual([code, answer.body.message]);
    }
    expect((await exchange.guest().post(BETTING, { point: '10', tradeRoundId: round.tradeRoundId, type: 'UP' })).body.code).toBe(
      'LOGIN_REQUIRED',
    );
    expect(await binary(bob)).toMatchObject({ point: '4959.500000', gameWaitPoint: '40.500000' });
  });

  it('gives a bet back before the cut-off, and not to somebody else (BIN: cancel)', async () => {
    const extra: TradeBet = (await bob.post(BETTING, { point: '7', tradeRoundId: round.tradeRoundId, type: 'UP' })).body.data;
    expect((await alice.post('/api/trade/history/cancel', { id: extra.tradeHistoryId })).body.code).toBe('BET_UNKNOWN');
    const back = await bob.post('/api/trade/history/cancel', { id: extra.tradeHistoryId });
    expect(back.body.data).toMatchObject({ status: 3, isTakenBack: true, payout: '7.000000', profit: '0.000000' });
    expect(await binary(bob)).toMatchObject({ point: '4959.500000' });
  });

  it('closes its betting, strikes at its start, and pays by the close (rules 11.4 to 11.6)', async () => {
    const socket = await connectStomp(exchange.port, { token: bob.token, upgrade: { host: 'localhost' } });
    const heard = socket.subscribe('/user/queue/trade/bet');
    const told = socket.subscribe('/topic/round/1');
    await socket.settle();
    const startAt = Date.parse(round.startAt);
    await time.goTo(startAt - 4_000);
    expect((await bob.post(BETTING, { point: '10', tradeRoundId: round.tradeRoundId, type: 'UP' })).body.code).toBe('INVEST_CLOSED');
    market.index = 6_000_010;
    await passBoundary(startAt, 6_000_000);
    expect((await data<TradeRound>(bob.get('/api/trade/game/round', { tradeRoundId: round.tradeRoundId }))).strike).toBe('60000.00');
    await passBoundary(startAt + HALF_MINUTE, 6_000_010);
    await settled(alice, up.tradeHistoryId).toBe(1);
    await settled(bob, down.tradeHistoryId).toBe(2);
    expect(await binary(alice)).toMatchObject({ point: '5095.000000', gameWaitPoint: '0.000000' });
    expect(await binary(bob)).toMatchObject({ point: '4959.500000', gameWaitPoint: '0.000000' });
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0].body).toMatchObject({
      type: 'betResult',
      isAlarm: true,
      bets: [
        {
          tradeHistoryId: down.tradeHistoryId,
          status: 2,
          payout: '0.000000',
          strike: '60000.00',
          closePrice: '60000.10',
          betAt: down.betAt,
          odds: down.odds,
          settledAt: expect.not.stringMatching(down.betAt),
        },
      ],
    });
    await expect
      .poll(() => told.map(({ body }) => (body as { round: TradeRound }).round))
      .toContainEqual(expect.objectContaining({ tradeRoundId: round.tradeRoundId, status: 1, result: 'UP' }));
    await socket.end();
  });

  it('leaves a record that anyone can work out again, and chains it', async () => {
    const read = () => exchange.guest().get('/api/trade/round/evidence', { tradeRoundId: round.tradeRoundId });
    await expect.poll(async () => (await read()).status).toBe(200);
    const file = (await read()).body.data;
    const checks = checkEvidence(file);
    expect(checks.filter((check) => !check.isRight)).toEqual([]);
    expect(isEvidenceRight(checkEvidence({ ...file, record: file.record.replace('60000.00', '60000.02') }))).toBe(false);
    expect(file.number).toBe(1);
    const codeOf = async (tradeRoundId: number) => (await exchange.guest().get('/api/trade/round/evidence', { tradeRoundId })).body.code;
    expect(await codeOf(round.tradeRoundId + 9)).toBe('EVIDENCE_NOT_YET');
    expect(await codeOf(round.tradeRoundId + 99 * 2 ** 32)).toBe('ROUND_UNKNOWN');
    expect(JSON.parse(file.record)).toMatchObject({ result: 'UP', evidence: { source: 'replay', strike: { second: '60000.10' } } });
  });

  it('stands in the lists: rounds by status, history with days, others with masked names, the road with rounds nobody bet on', async () => {
    const list = await data<{ content: TradeRound[]; totalElements: number }>(
      alice.get('/api/trade/game/round/list', { resultType: 'RoundStatus', tradeOptionId: '1' }),
    );
    expect(list.content.map(({ status }) => status)).toEqual([1]);
    const days = (await data<{ days: unknown[] }>(bob.get('/api/trade/history/list', { resultType: 'Summary' }))).days;
    expect(days).toMatchObject([{ bets: 2, won: 0, lost: 1, void: 1, point: '47.500000', payout: '7.000000', profit: '-40.500000' }]);
    // ATZ-10: whoever is asked about, a member is told its own.
    const asked = await data<{ content: TradeBet[] }>(alice.get('/api/trade/history/list', { playerId: bob.member }));
    expect(asked.content.map(({ tradeHistoryId }) => tradeHistoryId)).toEqual([up.tradeHistoryId]);
    const summary = await data<{ days: unknown[] }>(alice.get('/api/trade/history/list', { playerId: bob.member, resultType: 'Summary' }));
    expect(summary.days).toMatchObject([{ bets: 1, won: 1, point: '100.000000', profit: '95.000000' }]);
    expect(await data(bob.get('/api/trade/history/list', { statusStrs: '1' }))).toMatchObject({ totalElements: 0 });
    const whole = await data<{ content: TradeBet[] }>(bob.get('/api/trade/history/list'));
    const { content, next } = await data<{ content: TradeBet[]; next: string }>(bob.get('/api/trade/history/list', { size: 1 }));
    const rest = await data<{ content: TradeBet[] }>(bob.get('/api/trade/history/list', { cursor: next }));
    expect([...content, ...rest.content]).toEqual(whole.content);
    expect(await data(bob.get('/api/trade/history/list', { typeStrs: 'DOWN', tradeTypeStrs: 'R.5' }))).toMatchObject({ totalElements: 1 });
    const others = await data<{ name: string; type: string }[]>(alice.get('/api/trade/history/recent_all_history', { tradeOptionId: '1' }));
    expect(others.map(({ name, type }) => [name, type])).toEqual([
      ['n***', 'DOWN'],
      ['n***', 'UP'],
    ]);
    const road = await data<{ tradeRoundId: number; status: number; hasEvidence: boolean }[]>(
      alice.get('/api/trade/game/recent', { tradeOptionId: '1' }),
    );
    expect(road[0]).toMatchObject({ tradeRoundId: round.tradeRoundId, status: 1, hasEvidence: true });
    expect(road.length).toBeGreaterThan(1);
    const day = await data(
      alice.get('/api/trade/round/summary/daily', { tradeOptionId: '1', date: new Date(now()).toISOString().slice(0, 10) }),
    );
    expect(day).toMatchObject({ up: 1, down: 0 });
  });
});

describe('a round without a fair price', () => {
  it('is void when the close is older than two seconds, and every stake goes back (rules 11.7)', async () => {
    await toNext();
    const round = (await betting()).betting;
    const bet: TradeBet = (await alice.post(BETTING, { point: '50', tradeRoundId: round.tradeRoundId, type: 'DOWN' })).body.data;
    const startAt = Date.parse(round.startAt);
    await passBoundary(startAt, 6_000_000);
    market.tick(BTC, 6_000_500, startAt + 5_000);
    await passBoundary(startAt + HALF_MINUTE, undefined);
    await settled(alice, bet.tradeHistoryId).toBe(3);
    expect(await binary(alice)).toMatchObject({ point: '5095.000000', gameWaitPoint: '0.000000' });
    const read = () => exchange.guest().get('/api/trade/round/evidence', { tradeRoundId: round.tradeRoundId });
    await expect.poll(async () => (await read()).status).toBe(200);
    const file = (await read()).body.data;
    expect(checkEvidence(file).filter((check) => !check.isRight)).toEqual([]);
    expect([file.number, JSON.parse(file.record).voidReason]).toEqual([2, 'FEED_GAP']);
  });

  it('is settled once after a crash between its end and its settlement, by the ticks that were seen', async () => {
    await toNext();
    const round = (await betting()).betting;
    const bet: TradeBet = (await alice.post(BETTING, { point: '10', tradeRoundId: round.tradeRoundId, type: 'DOWN' })).body.data;
    const startAt = Date.parse(round.startAt);
    await passBoundary(startAt, 6_000_000);
    market.tick(BTC, 5_999_000, startAt + HALF_MINUTE - 300);
    await exchange.crash();
    await time.goTo(startAt + HALF_MINUTE + 200);
    // Nobody watched at the close: no price is made up.
    await settled(alice, bet.tradeHistoryId).toBe(3);
    expect(await binary(alice)).toMatchObject({ point: '5095.000000', gameWaitPoint: '0.000000' });
  });
});

describe('a power ball', () => {
  it('is sealed before its first bet, drawn by what came after, and checked by anyone (rules 12.2)', async () => {
    const P1 = 17;
    await toNext(60_000);
    const before = (await betting(P1)).betting;
    expect(before).toMatchObject({ phase: 'BETTING', commit: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const placed = await alice.post(BETTING, { point: '10', tradeRoundId: before.tradeRoundId, type: 'PB_ODD' });
    expect([placed.body.status, placed.body.code]).toEqual(['success', undefined]);
    const odd: TradeBet = placed.body.data;
    const even: TradeBet = (await alice.post(BETTING, { point: '10', tradeRoundId: before.tradeRoundId, type: 'PB_EVEN' })).body.data;
    const closeAt = Date.parse(before.betCloseAt);
    await time.goTo(closeAt + 1_000);
    for (const ms of [100, 250, 400]) market.tick(BTC, 6_000_000 + ms, closeAt + ms);
    await time.goTo(Date.parse(before.endAt) + 200);
    await expect
      .poll(async () => (await data<TradeRound>(alice.get('/api/trade/game/round', { tradeRoundId: before.tradeRoundId }))).balls?.length)
      .toBe(6);
    const after = await data<TradeRound>(alice.get('/api/trade/game/round', { tradeRoundId: before.tradeRoundId }));
    const power = after.balls?.[5] ?? -1;
    await settled(alice, odd.tradeHistoryId).toBe(power % 2 === 1 ? 1 : 2);
    await settled(alice, even.tradeHistoryId).toBe(power % 2 === 1 ? 2 : 1);
    // A market's number is its own option's: odd is no up.
    for (const [typeStrs, types] of [
      ['UP', ['UP']],
      ['PB_ODD', ['PB_ODD']],
      ['UP,PB_UNDER', ['UP']],
      ['DOWN,PB_ODD', ['PB_ODD', 'DOWN', 'DOWN']],
    ] as const) {
      const { content } = await data<{ content: TradeBet[] }>(alice.get('/api/trade/history/list', { typeStrs }));
      expect(content.map(({ type }) => type)).toEqual(types);
    }
    const read = () => exchange.guest().get('/api/trade/round/evidence', { tradeRoundId: before.tradeRoundId });
    await expect.poll(async () => (await read()).status).toBe(200);
    const file = (await read()).body.data;
    expect(checkEvidence(file).filter((check) => !check.isRight)).toEqual([]);
    expect(JSON.parse(file.record).evidence.seal).toBe(before.commit);
  });
  it('is drawn as well when nobody bet on it: the seal before, the seed after, and the same numbers by anyone (rules 12.2)', async () => {
    const P1 = 17;
    await toNext(60_000);
    const { tradeRoundId, commit, betCloseAt, endAt } = (await betting(P1)).betting;
    const seals = await data<{ days: unknown[]; rounds: { tradeRoundId: number; seal: string }[] }>(
      exchange.guest().get('/api/trade/power_ball/seals', { tradeOptionId: P1 }),
    );
    expect([seals.days.length, seals.rounds[0]]).toMatchObject([2, { tradeRoundId, seal: commit }]);
    const draw = () => data<DrawProof>(exchange.guest().get('/api/trade/power_ball/draw', { tradeRoundId }));
    expect(await draw()).toMatchObject({ seal: commit, seed: null, entropy: null, entropyOf: null, balls: null });
    const closeAt = Date.parse(betCloseAt);
    await time.goTo(closeAt + 1_000);
    for (const ms of [100, 250, 400]) market.tick(BTC, 6_000_000 + ms, closeAt + ms);
    // The public value is told while the seed is nobody's yet.
    await expect.poll(async () => (await draw()).entropy).toMatch(/^[0-9a-f]{64}$/);
    expect((await draw()).seed).toBe(null);
    await time.goTo(Date.parse(endAt) + 200);
    await expect.poll(async () => (await draw()).seed).toMatch(/^[0-9a-f]{64}$/);
    const proof = await draw();
    expect(checkDraw(proof).map(({ isRight }) => isRight)).toEqual([true, true, true]);
    expect(checkDraw({ ...proof, balls: [1, 2, 3, 4, 5, 6] }).every(({ isRight }) => isRight)).toBe(false);
    const list = await data<{ today: { draws: number }; draws: { tradeRoundId: number; status: number; hasEvidence: boolean }[] }>(
      exchange.guest().get('/api/trade/power_ball/draws', { tradeOptionId: P1 }),
    );
    // Rounds over which time jumped had no public value: they are void, and none is missing.
    const drawn = list.draws.filter(({ status }) => status === 1);
    expect(drawn.map(({ hasEvidence }) => hasEvidence).slice(0, 2)).toEqual([false, true]);
    expect([list.draws[0].tradeRoundId, list.today.draws]).toEqual([tradeRoundId, drawn.length]);
    list.draws.forEach((each, i) => expect(each.tradeRoundId).toBe(tradeRoundId - i));
    expect((await exchange.guest().get('/api/trade/power_ball/draws', { tradeOptionId: 1 })).body.code).toBe('ROUND_OPTION_UNKNOWN');
    // A day that had no seed gets none afterwards, whoever asks for its rounds.
    const seeds = async () => (await exchange.server.context.pool.query('SELECT 1 FROM rounds_day_seed')).rowCount;
    const made = await seeds();
    for (const path of ['/api/trade/power_ball/draw', '/api/trade/game/round'])
      expect((await exchange.guest().get(path, { tradeRoundId: tradeRoundId - 365 * 1440 })).body.code).toBe('ROUND_UNKNOWN');
    expect(await seeds()).toBe(made);
  });
});

describe('what is published of the day', () => {
  it('heads of every chain and the opened seed, once, chained to the day before; every seed of the day can be worked out again', async () => {
    const heads = async (date?: string) => data<ChainHeads>(exchange.guest().get('/api/public/trade_round/heads', date ? { date } : {}));
    const date = new Date(now()).toISOString().slice(0, 10);
    const before = await heads();
    expect(before).toMatchObject({ date, published: null, latest: null });
    // Seals of the day and of two days to come; no seed of theirs.
    expect(before.seals.map(({ seed }) => seed)).toEqual([null, null, null]);
    for (const no of ['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31'])
      expect((await exchange.guest().get('/api/public/trade_round/heads', { date: no })).body.code).toBe('INVALID_FIELD');
    await time.goTo(Date.parse(date) + DAY_MS + 21 * 60_000);
    // More than there are connections, all at the moment when it is due.
    const [after, ...others] = await Promise.all(Array.from({ length: 30 }, () => heads(date)));
    const day = after.published!;
    for (const other of others) expect(other.published).toEqual(day);
    const files: EvidenceFile[] = [];
    for (const { tradeOptionId, number } of before.now) {
      const chain = await data<{ last: number; records: EvidenceFile[] }>(
        exchange.guest().get('/api/public/trade_round/chain', { tradeOptionId }),
      );
      // What was left open is void by now: of the day after.
      expect(chain.last).toBeGreaterThanOrEqual(number);
      expect(chain.records).toHaveLength(chain.last);
      files.push(...chain.records);
    }
    expect(files.length).toBeGreaterThan(2);
    expect(checkDay(day, files).filter((check) => !check.isRight)).toEqual([]);
    expect(toolSays(day, files)).toMatch(/Nothing is wrong\.\n$/);
    // Signed by a key that was public before, and still after another has taken over from it.
    const keys = async () => data<{ keys: DayKey[] }>(exchange.guest().get('/api/public/trade_round/keys'));
    const [noted] = (await keys()).keys;
    expect([isDaySigned(day, noted.publicKey), isDaySigned({ ...day, hash: before.seals[0].seal }, '0'.repeat(64))]).toEqual([true, false]);
    const { pool, config } = exchange.server.context;
    const next = await new DayKeys(config.secrets.storageKey).rotate(pool, now(), false);
    expect((await keys()).keys).toEqual([noted, next]);
    const hash = '5eed'.repeat(16);
    const by = await inTransaction(pool, (client) => new DayKeys(config.secrets.storageKey).sign(client, hash, now()));
    const signed = await signatureOf(pool, { signature: by?.signature ?? null, key: by?.key ?? null });
    expect(signed?.keys).toEqual([noted, next]);
    expect(await new DayKeys(Buffer.alloc(32)).rotate(pool, now(), false)).toBeUndefined();
    expect(after.seals[0]).toMatchObject({ seal: before.seals[0].seal, seed: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // Told once, whoever asks; a day that is not over has none.
    await time.goTo(now() + DAY_MS);
    expect((await heads()).published).toBeNull();
    expect((await heads(date)).published).toEqual(day);
  });
});
