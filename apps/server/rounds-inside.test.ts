// Rounds whose bets are taken, and sold, while they run; and rounds that trading hours leave out: over the whole server, time held.
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { TradeBet, TradeOption, TradeRound } from '@maru/rounds/contract.ts';
import type { LiveGame } from '@maru/rounds/desk-contract.ts';
import type { EvidenceFile, RoundEvidence } from '@maru/rounds/evidence.ts';
import { checkEvidence } from '@maru/rounds/evidence-check.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestMember } from './testing/test-exchange.ts';
import { BETTING, BTC, HALF_MINUTE, openRoundStage, type RoundStage } from './testing/round-stage.ts';
import { toolSays } from './testing/verify-tool.ts';

const ETH = 'BINANCE:ETHUSDT';
const GOLD = 'PYTH:XAUUSD';
const PRICE = 300_000;
/** R.5 on BTC with early sale, R.5 on ETH in-round, B1 on gold. */
const [SALE, INSIDE, HOURS] = [1, 5, 11];
/** A Saturday morning in Seoul, half an hour before forex and gold close for the weekend. */
const START = Date.parse('2026-11-21T05:30:00+09:00');
const CLOSING = Date.parse('2026-11-21T06:00:00+09:00');
const OPENING = Date.parse('2026-11-23T08:00:00+09:00');
let stage: RoundStage;
let alice: TestMember;

beforeAll(async () => {
  stage = await openRoundStage({ 0: { isEarlySale: true }, 4: { isInRound: true } }, START);
  alice = await stage.player('alice');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});
beforeEach(() => {
  alice = stage.fresh(alice);
});

const place = (round: TradeRound, type: string, key: string) =>
  alice.post(BETTING, { point: '10', tradeRoundId: round.tradeRoundId, type }, { 'idempotency-key': key });
const evidenceFile = async ({ tradeRoundId }: TradeRound): Promise<EvidenceFile> => {
  const read = () => stage.exchange.guest().get('/api/trade/round/evidence', { tradeRoundId });
  await expect.poll(async () => (await read()).status).toBe(200);
  return (await read()).body.data;
};
const evidence = async (round: TradeRound) => checkEvidence(await evidenceFile(round)).filter(({ isRight }) => !isRight);

describe('an in-round option (rules 11.3)', () => {
  it('strikes each bet at the price of its moment, until the cut-off before the end', async () => {
    // The option's change holds from the second round on.
    await stage.toNext(HALF_MINUTE, ETH, PRICE);
    await stage.toNext(HALF_MINUTE, ETH, PRICE);
    const { betting: round } = await stage.current(INSIDE);
    expect(round).toMatchObject({ phase: 'BETTING', strike: null });
    stage.market.tick(ETH, PRICE, stage.now());
    const up = (await place(round, 'UP', 'up')).body.data as TradeBet;
    expect(up).toMatchObject({ strike: '3000.00', endAt: round.endAt });
    stage.market.tick(ETH, PRICE + 100, stage.now());
    const down = (await place(round, 'DOWN', 'down')).body.data as TradeBet;
    expect(down.strike).toBe('3001.00');
    // Asked again it stands as it was placed, whatever the price is now, and also while there is none.
    expect((await place(round, 'UP', 'up')).body.data).toEqual(up);
    expect((await place(round, 'DOWN', 'up')).body.code).toBe('REQUEST_REUSED');
    await stage.time.goTo(stage.now() + 2_001);
    expect((await place(round, 'UP', 'stale')).body.code).toBe('PRICE_STALE');
    expect((await place(round, 'UP', 'up')).body.data).toEqual(up);
    const closeAt = Date.parse(round.betCloseAt);
    expect(Date.parse(round.endAt) - closeAt).toBe(5_000);
    await stage.time.goTo(closeAt);
    stage.market.tick(ETH, PRICE, stage.now());
    expect((await place(round, 'UP', 'late')).body.code).toBe('INVEST_CLOSED');
    await stage.pass(Date.parse(round.endAt), PRICE + 50, ETH);
    for (const bet of [up, down]) await stage.settled(alice, bet).toBe(1);
    expect(await stage.round(round.tradeRoundId)).toMatchObject({ result: 'EACH_BET', closePrice: '3000.50' });
    expect(await evidence(round)).toEqual([]);
  });
});

describe('an early sale', () => {
  const quote = (bet: TradeBet) => alice.get('/api/trade/history/sale', { id: bet.tradeHistoryId });
  const sell = (bet: TradeBet, point: string, key: string) =>
    alice.post('/api/trade/history/sell', { id: bet.tradeHistoryId, point }, { 'idempotency-key': key });

  it('pays what the published formula says, no less than the member was shown, and once', async () => {
    await stage.toNext();
    const { betting: round } = await stage.current(SALE);
    const bet = await stage.bet(alice, round.tradeRoundId, 'UP', '100');
    const other = await stage.bet(alice, round.tradeRoundId, 'DOWN', '7');
    expect((await sell(bet, '1', 'early')).body.code).toBe('EARLY_SALE_NOT_ALLOWED');
    const startAt = Date.parse(round.startAt);
    await stage.pass(startAt, 6_000_000);
    const before = Number((await stage.wallet(alice)).point);
    const socket = await connectStomp(stage.exchange.port, { token: alice.token, upgrade: { host: 'localhost' } });
    const told = socket.subscribe('/user/queue/trade/bet');
    await socket.settle();
    await stage.time.goTo(startAt + 10_000);
    // Nothing fresh to value it by.
    expect([(await quote(bet)).body.code, (await sell(bet, '1', 'stale')).body.code]).toEqual(['PRICE_STALE', 'PRICE_STALE']);
    stage.market.tick(BTC, 6_001_500, stage.now() - 200);
    const shown = (await quote(bet)).body.data;
    const value = saleValue(195_000_000, chanceOf(0, 6_001_500, 6_000_000, 20_000, 10_000), 2_000_000);
    expect(shown).toMatchObject({
      point: (value / 1e6).toFixed(6),
      expectPoint: '195.000000',
      fee: '0.02',
      strike: '60000.00',
      price: '60015.00',
    });
    expect(Number(shown.point)).toBeGreaterThan(97.5);
    const refused = await sell(bet, (value / 1e6 + 0.000001).toFixed(6), 'greedy');
    expect([refused.status, refused.body.code, refused.body.data.limit]).toEqual([409, 'SALE_BELOW_LEAST', String(value / 1e6)]);
    const sold = await sell(bet, shown.point, 'sold');
    expect(sold.body.data).toMatchObject({ isSold: true, payout: shown.point, status: value >= 100_000_000 ? 1 : 2 });
    expect((await sell(bet, shown.point, 'sold')).body.data).toEqual(sold.body.data);
    expect((await sell(bet, '1', 'sold')).body.code).toBe('REQUEST_REUSED');
    expect([(await sell(bet, '1', 'again')).body.code, (await quote(bet)).body.code]).toEqual(['BET_UNKNOWN', 'BET_UNKNOWN']);
    const wallet = await stage.wallet(alice);
    expect([Number(wallet.point).toFixed(6), wallet.gameWaitPoint]).toEqual([(before + value / 1e6).toFixed(6), '7.000000']);
    expect((await stage.round(round.tradeRoundId)).pool).toMatchObject({ up: '0.000000', upCount: 0, down: '7.000000' });
    expect((await stage.bets(alice)).find(({ tradeHistoryId }) => tradeHistoryId === bet.tradeHistoryId)).toMatchObject({ isSold: true });
    await expect
      .poll(() => told.map(({ body }) => body))
      .toMatchObject([
        {
          type: 'gameBet',
          bets: [{ tradeHistoryId: bet.tradeHistoryId, isSold: true, payout: shown.point, betAt: bet.betAt, odds: bet.odds }],
        },
      ]);
    await socket.end();
    await stage.time.goTo(startAt + HALF_MINUTE - 5_000);
    stage.market.tick(BTC, 6_001_500, stage.now());
    expect((await sell(other, '0', 'late')).body.code).toBe('EARLY_SALE_NOT_ALLOWED');
    await stage.pass(startAt + HALF_MINUTE, 6_000_100);
    await stage.settled(alice, other).toBe(2);
    expect(Number((await stage.wallet(alice)).point).toFixed(6)).toBe((before + value / 1e6).toFixed(6));
    expect(await evidence(round)).toEqual([]);
    expect(await stage.ledgerSum()).toBe(0);
  });

  it('is checked by the terms that its round began with, and a round that nobody stayed in has its record (rules 11.3)', async () => {
    await stage.toNext();
    const { betting: round } = await stage.current(SALE);
    const [back, sold] = [await stage.bet(alice, round.tradeRoundId, 'UP', '3'), await stage.bet(alice, round.tradeRoundId, 'UP', '100')];
    expect((await alice.post('/api/trade/history/cancel', { id: back.tradeHistoryId })).body.status).toBe('success');
    const publicTerms = async () => (await stage.exchange.guest().get('/api/trade/option', { tradeOptionId: SALE })).body.data;
    expect(await publicTerms()).toMatchObject({ saleFee: '0.02', saleVolatility: '0.0001' });
    await stage.change(({ rounds }) => Object.assign(rounds!.options[0], { saleFee: 9_000_000, saleVolatility: 50_000 }));
    expect(await publicTerms()).toMatchObject({ saleFee: '0.09', saleVolatility: '0.0005' });
    const startAt = Date.parse(round.startAt);
    await stage.pass(startAt, 6_000_000);
    await stage.time.goTo(startAt + 10_000);
    stage.market.tick(BTC, 6_001_500, stage.now() - 200);
    const shown = (await quote(sold)).body.data;
    expect(shown).toMatchObject({ fee: '0.02' });
    expect((await sell(sold, shown.point, 'all')).body.data).toMatchObject({ isSold: true });
    await stage.pass(startAt + HALF_MINUTE, 6_000_100);
    const file = await evidenceFile(round);
    expect(checkEvidence(file).filter(({ isRight }) => !isRight)).toEqual([]);
    expect(toolSays(file)).toMatch(/Nothing is wrong\.\n$/);
    const { rule, result, evidence: price, markets } = JSON.parse(file.record) as RoundEvidence;
    expect([rule, result, price]).toMatchObject(['price-2', 'UP', { sale: { fee: '0.02', volatility: '0.0001' } }]);
    expect(markets.map(({ how, staked }) => `${how} ${staked}`)).toEqual(['CANCELLED 3.000000', 'SOLD 100.000000']);
    // Its bets come in pages as well.
    const pages = (query: object) =>
      stage.exchange.guest().get('/api/public/trade_round/bets', { tradeRoundId: round.tradeRoundId, ...query });
    const first = (await pages({ size: 1 })).body.data;
    expect(first).toMatchObject({ bets: [file.bets![0]], next: file.bets![0].bet });
    expect((await pages({ after: first.next })).body.data).toMatchObject({ bets: [file.bets![1]], next: null });
    expect((await stage.exchange.guest().get('/api/public/trade_round/bets', { tradeRoundId: round.tradeRoundId + 50 })).body.code).toBe(
      'EVIDENCE_NOT_YET',
    );
  });

  it('is for options that allow it', async () => {
    await stage.toNext(HALF_MINUTE, ETH, PRICE);
    const { betting: round } = await stage.current(INSIDE);
    stage.market.tick(ETH, PRICE, stage.now());
    const bet = (await place(round, 'UP', 'kept')).body.data as TradeBet;
    expect([(await quote(bet)).body.code, (await sell(bet, '1', 'no')).body.code]).toEqual([
      'EARLY_SALE_NOT_ALLOWED',
      'EARLY_SALE_NOT_ALLOWED',
    ]);
  });
});

describe('a game on a symbol with trading hours (B)', () => {
  it('takes no bet on a round that would reach the closing, and says when the market opens', async () => {
    const option = async () => (await stage.exchange.guest().get('/api/trade/option', { tradeOptionId: HOURS })).body.data as TradeOption;
    const onDesk = async () => {
      const { games } = (await (await stage.exchange.operator()).get('/api/admin/rounds/live')).body.data as { games: LiveGame[] };
      const { state, opensAt, rounds } = games.find(({ tradeOptionId }) => tradeOptionId === HOURS)!;
      return { state, opensAt, phases: rounds.map(({ round }) => round.phase) };
    };
    await stage.time.goTo(CLOSING - 179_000);
    alice = stage.fresh(alice);
    stage.market.tick(GOLD, 250_000, stage.now());
    const open = await stage.current(HOURS);
    expect([open.betting.endAt, open.opensAt]).toEqual([new Date(CLOSING - 60_000).toISOString(), null]);
    expect((await option()).state).toBe('OPEN');
    const bet = await stage.bet(alice, open.betting.tradeRoundId, 'UP', '10');
    await stage.time.goTo(CLOSING - 119_000);
    const last = await stage.current(HOURS);
    const opensAt = new Date(OPENING).toISOString();
    expect([last.betting.endAt, last.opensAt]).toEqual([new Date(CLOSING).toISOString(), opensAt]);
    expect(await option()).toMatchObject({ state: 'CLOSED', opensAt });
    // What runs until the closing with a bet in it is told as it is; the one that would reach it is closed.
    expect([last.running.phase, last.betting.phase]).toEqual(['RUNNING', 'CLOSED']);
    const refused = await place(last.betting, 'UP', 'closing');
    expect([refused.status, refused.body.code]).toEqual([409, 'ROUND_OUT_OF_HOURS']);
    // All weekend nothing runs and nothing takes bets.
    await stage.time.goTo(CLOSING + DAY_MS);
    alice = stage.fresh(alice);
    // The bet's round had no price that was fresh at its start.
    await stage.settled(alice, bet).toBe(3);
    const shut = await stage.current(HOURS);
    expect([shut.running.phase, shut.betting.phase, shut.opensAt]).toEqual(['CLOSED', 'CLOSED', opensAt]);
    expect((await stage.round(shut.betting.tradeRoundId)).phase).toBe('CLOSED');
    await expect.poll(onDesk).toMatchObject({ state: 'CLOSED', opensAt, phases: ['CLOSED', 'CLOSED'] });
    // Nor on the one that starts with the market: no price is fresh enough to be its strike.
    await stage.time.goTo(OPENING - 30_000);
    alice = stage.fresh(alice);
    const first = await stage.current(HOURS);
    expect([first.betting.startAt, first.opensAt]).toEqual([opensAt, opensAt]);
    expect((await place(first.betting, 'UP', 'opening')).body.code).toBe('ROUND_OUT_OF_HOURS');
    await stage.time.goTo(OPENING + 1_000);
    stage.market.tick(GOLD, 250_000, stage.now());
    expect(await option()).toMatchObject({ state: 'OPEN', opensAt: null });
    expect((await onDesk()).phases).toEqual(['CLOSED', 'BETTING']);
    await stage.bet(alice, (await stage.current(HOURS)).betting.tradeRoundId, 'UP', '10');
  });
});

describe('a market that is closed whatever its hours say', () => {
  it('is closed everywhere, and who has a bet in the round keeps it to its cut-off', async () => {
    const seen = async () => {
      const [{ betting, opensAt }, option] = await Promise.all([
        stage.current(HOURS),
        stage.exchange.guest().get('/api/trade/option', { tradeOptionId: HOURS }),
      ]);
      const { games } = (await (await stage.exchange.operator()).get('/api/admin/rounds/live')).body.data as { games: LiveGame[] };
      const game = games.find(({ tradeOptionId }) => tradeOptionId === HOURS)!;
      const { phase } = game.rounds.find(({ round }) => round.tradeRoundId === betting.tradeRoundId)!.round;
      const { state } = option.body.data as TradeOption;
      return { phases: [betting.phase, phase], states: [state, game.state], opens: [opensAt, option.body.data.opensAt, game.opensAt] };
    };
    await stage.time.goTo(OPENING + 61_000);
    alice = stage.fresh(alice);
    stage.market.tick(GOLD, 250_000, stage.now());
    const { betting } = await stage.current(HOURS);
    const socket = await connectStomp(stage.exchange.port, { upgrade: { host: 'localhost' } });
    const told = socket.subscribe(`/topic/round/${HOURS}`);
    await socket.settle();
    const bets = [await stage.bet(alice, betting.tradeRoundId, 'UP', '10'), await stage.bet(alice, betting.tradeRoundId, 'DOWN', '10')];
    expect(await seen()).toEqual({ phases: ['BETTING', 'BETTING'], states: ['OPEN', 'OPEN'], opens: [null, null, null] });
    stage.market.state = 'closed';
    expect(await seen()).toEqual({ phases: ['LOCKED', 'LOCKED'], states: ['CLOSED', 'CLOSED'], opens: [null, null, null] });
    const last = () => (told.at(-1)?.body as { round?: TradeRound } | undefined)?.round;
    const takeBack = async ({ tradeHistoryId }: TradeBet) =>
      expect((await alice.post('/api/trade/history/cancel', { id: tradeHistoryId })).status).toBe(200);
    await takeBack(bets[0]);
    await expect.poll(last).toMatchObject({ phase: 'LOCKED', pool: { upCount: 0, downCount: 1 } });
    await takeBack(bets[1]);
    await expect.poll(last).toMatchObject({ phase: 'CLOSED', pool: { upCount: 0, downCount: 0 } });
    // What the market knows of its opening is told, and so is the game's own hour after it.
    const [noon, one] = [OPENING + 4 * 3_600_000, OPENING + 5 * 3_600_000].map((at) => new Date(at).toISOString());
    stage.market.opensAt = Date.parse(noon);
    expect(await seen()).toEqual({ phases: ['CLOSED', 'CLOSED'], states: ['CLOSED', 'CLOSED'], opens: [noon, noon, noon] });
    await stage.change(({ rounds }) =>
      Object.assign(rounds!.options[HOURS - 1], { hours: { days: '1111111', from: '13:00', to: '14:00' } }),
    );
    expect((await seen()).opens).toEqual([one, one, one]);
    await stage.change(({ rounds }) => void delete rounds!.options[HOURS - 1].hours);
    Object.assign(stage.market, { state: 'live', opensAt: null });
    expect((await seen()).states).toEqual(['OPEN', 'OPEN']);
    // A day to come is by its hours alone.
    stage.market.state = 'closed';
    expect((await stage.round(betting.tradeRoundId + 60)).phase).toBe('WAITING');
    stage.market.state = 'live';
    await socket.end();
  });
});

describe('a price that is not believed (issue 13.15, ADR 0039)', () => {
  it.each(['startAt', 'endAt'] as const)(
    'at the %s of a round voids it, whatever tick is there, and the stake goes back',
    async (bound) => {
      await stage.toNext(HALF_MINUTE);
      const doubting = await stage.player(`unsafe-${bound.toLowerCase()}`, '100');
      const { betting: round } = await stage.current(SALE);
      const bet = await stage.bet(doubting, round.tradeRoundId, 'UP', '10');
      for (const each of ['startAt', 'endAt'] as const) {
        stage.market.state = each === bound ? 'unsafe' : 'live';
        await stage.pass(Date.parse(round[each]), each === 'startAt' ? 6_000_000 : 6_001_000);
        stage.market.state = 'live';
      }
      await stage.settled(doubting, bet).toBe(3);
      expect(await stage.round(round.tradeRoundId)).toMatchObject({ result: 'VOID', voidReason: 'HALTED' });
      expect(await stage.wallet(doubting)).toEqual({ point: '100.000000', gameWaitPoint: '0.000000' });
      expect(await evidence(round)).toEqual([]);
    },
  );
});

describe('hours of a game’s own', () => {
  it('hold for rounds that nobody has opened: one with a bet takes more to its cut-off', async () => {
    await stage.time.goTo(OPENING + 120_000);
    await stage.toNext();
    alice = stage.fresh(alice);
    const { betting: taken } = await stage.current(SALE);
    await stage.bet(alice, taken.tradeRoundId, 'UP', '1');
    await stage.change(({ rounds }) => Object.assign(rounds!.options[0], { hours: { days: '1111111', from: '20:00', to: '20:30' } }));
    await stage.bet(alice, taken.tradeRoundId, 'DOWN', '1');
    await stage.toNext();
    const evening = OPENING + 12 * 3_600_000;
    const shut = await stage.current(SALE);
    expect(shut.opensAt).toBe(new Date(evening).toISOString());
    expect((await stage.exchange.guest().get('/api/trade/option', { tradeOptionId: SALE })).body.data).toMatchObject({
      state: 'CLOSED',
      opensAt: shut.opensAt,
    });
    expect(shut.betting.phase).toBe('CLOSED');
    expect((await place(shut.betting, 'UP', 'shut')).body.code).toBe('ROUND_OUT_OF_HOURS');
    await stage.time.goTo(evening - 29_000);
    alice = stage.fresh(alice);
    const first = await stage.current(SALE);
    expect([first.betting.startAt, first.opensAt]).toEqual([new Date(evening).toISOString(), null]);
    await stage.bet(alice, first.betting.tradeRoundId, 'UP', '1');
  });
});
