// Area BIN, and the cases of NUM and FED that touch a round: stakes, windows, results, and prices that nobody should be paid by.
import { encodeCommand, CommandKind } from '@maru/engine/wire/command.ts';
import type { BoundaryTick } from '@maru/engine/wire/round-terms.ts';
import { SwitchBit } from '@maru/engine/wire/command-kind.ts';
import type { TradeRound } from '@maru/rounds/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestMember, HANOK, MARU } from '../../apps/server/testing/test-exchange.ts';
import { BETTING, BTC, HALF_MINUTE, openRoundStage, type RoundStage } from '../../apps/server/testing/round-stage.ts';
import { attack, type AttackCase, expectStatus } from './cases.ts';

const PRICE = 6_000_000;
/** A round's id: its option from 1 above, its ordinal below. */
const OPTION_PART = 2 ** 32;
let stage: RoundStage;
let u1: TestMember;
let u2: TestMember;
let open: TradeRound;

beforeAll(async () => {
  stage = await openRoundStage();
  u1 = await stage.player('user1');
  u2 = await stage.player('user2');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});
beforeEach(async () => {
  stage.market.state = 'live';
  stage.market.index = 0;
  [u1, u2] = [stage.fresh(u1), stage.fresh(u2)];
  await stage.toNext();
  open = (await stage.current()).betting;
  // What ended with the case before is paid: no settlement of it falls into this one.
  for (const member of [u1, u2]) await expect.poll(() => unpaid(member)).toEqual([]);
});
const unpaid = async (member: TestMember) =>
  (await stage.bets(member)).filter(({ status, endAt }) => status === 0 && Date.parse(endAt) <= stage.now());

const startOf = (round: TradeRound) => Date.parse(round.startAt);
const standing = async () => ({
  wallets: await Promise.all([u1, u2].map((member) => stage.wallet(member))),
  pool: (await stage.round(open.tradeRoundId)).pool,
});
/** Each is refused with the case's status and this code, and nothing has moved. */
async function refused(attacked: AttackCase, tries: readonly [bet: object, code: string][], member = u1): Promise<void> {
  const before = await standing();
  for (const [bet, code] of tries) {
    const { status, body } = await member.post(BETTING, { tradeRoundId: open.tradeRoundId, type: 'UP', ...bet });
    expectStatus(attacked, status);
    expect(body.code).toBe(code);
  }
  expect(await standing()).toEqual(before);
}

/** The round's settlement as the server sends it, with these ticks. */
const none: BoundaryTick = { price: -1, time: 0, idHi: 0, idLo: 0, receivedAt: 0, before: -1, confirm: -1 };
const tickAt = (receivedAt: number, price = PRICE): BoundaryTick => ({ ...none, price, time: receivedAt, idLo: 1, receivedAt });
function settle(round: TradeRound, ticks: { strike?: BoundaryTick; close?: BoundaryTick } = {}): Promise<number> {
  const [option, ordinal] = [Math.floor(round.tradeRoundId / OPTION_PART) - 1, round.tradeRoundId % OPTION_PART];
  const head = { time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  const both = { strike: tickAt(startOf(round) - 100), close: tickAt(startOf(round) + HALF_MINUTE - 100, PRICE + 100), ...ticks };
  return stage.exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SettleRound, option, ordinal, halted: 0, ...both }));
}

attack('NUM-12', async (attacked) => {
  const stakes = (attacked.input as { point: unknown }[]).map(({ point }) => point);
  expect(stakes).toEqual(['NaN', 'Infinity', null]);
  await refused(
    attacked,
    stakes.map((point) => [{ point }, 'INVALID_FIELD']),
  );
});

attack('BIN-02', async (attacked) => {
  const closeAt = Date.parse(open.betCloseAt);
  await stage.time.goTo(closeAt - 1);
  await stage.bet(u2, open.tradeRoundId, 'DOWN', '10');
  // Whatever time the client claims, the first moment too late is too late.
  const claimed = new Date(closeAt - 5_000).toISOString();
  const bet = { point: '10', tradeRoundId: open.tradeRoundId, type: 'UP' };
  for (const at of [closeAt, closeAt + 1]) {
    await stage.time.goTo(at);
    await refused(attacked, [[{ point: '10' }, 'INVEST_CLOSED']]);
    expect((await u1.post(BETTING, bet, { date: claimed })).body.code).toBe('INVEST_CLOSED');
    expect((await u1.post(BETTING, { ...bet, betAt: claimed })).body.code).toBe('UNKNOWN_FIELD');
  }
});

attack('BIN-04', async (attacked) => {
  await refused(attacked, [
    [{ point: '0.999999' }, 'BELOW_MINIMUM'],
    [{ point: '1000.000001' }, 'ABOVE_MAXIMUM'],
  ]);
  // The limits themselves are legal.
  await stage.bet(u1, open.tradeRoundId, 'UP', '1');
  await stage.bet(u1, open.tradeRoundId, 'UP', '1000');
});

attack('BIN-08', async (attacked) => {
  const greedy = await stage.player('greedy', '300');
  const tries = Array.from({ length: 20 }, () => greedy.post(BETTING, { point: '300', tradeRoundId: open.tradeRoundId, type: 'UP' }));
  const answers = await Promise.all(tries);
  for (const { status } of answers) expectStatus(attacked, status);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  expect(await stage.wallet(greedy)).toEqual({ point: '0.000000', gameWaitPoint: '300.000000' });
  expect(await stage.ledgerSum()).toBe(0);
});

attack('BIN-09', async () => {
  const before = await stage.wallet(u1);
  const bets = [await stage.bet(u1, open.tradeRoundId, 'UP', '33.333333'), await stage.bet(u1, open.tradeRoundId, 'DOWN', '1.000001')];
  await stage.pass(startOf(open), PRICE);
  // The source is silent at the close.
  await stage.pass(startOf(open) + HALF_MINUTE, undefined);
  for (const bet of bets) await stage.settled(u1, bet).toBe(3);
  expect(await stage.wallet(u1)).toEqual(before);
  expect((await stage.bets(u1)).slice(0, 2).map(({ profit }) => profit)).toEqual(['0.000000', '0.000000']);
  expect(await stage.ledgerSum()).toBe(0);
});

attack('BIN-11', async () => {
  const before = Number((await stage.wallet(u1)).point);
  const bet = await stage.bet(u1, open.tradeRoundId, 'UP', '100');
  await stage.pass(startOf(open), PRICE);
  await stage.pass(startOf(open) + HALF_MINUTE, PRICE + 100);
  await stage.settled(u1, bet).toBe(1);
  for (let again = 0; again < 3; again++) await expect(settle(open)).rejects.toThrow('ROUND_SETTLED_ALREADY');
  expect(Number((await stage.wallet(u1)).point)).toBe(before + 95);
  await stage.exchange.projected();
  const { rows } = await stage.exchange.server.context.pool.query(
    'SELECT count(*)::int AS paid FROM wallet_ledger WHERE site_id = $1 AND ref = $2 AND reason = 22',
    [MARU, bet.tradeHistoryId],
  );
  expect(rows[0].paid).toBe(1);
});

attack('BIN-12', async (attacked) => {
  // Of an option that is not the site's, of another option's hours, and a draw's round by a price round's side.
  const ordinal = open.tradeRoundId % OPTION_PART;
  const [unknown, other] = [100 * OPTION_PART + ordinal, 2 * OPTION_PART + ordinal];
  const draw = (await stage.current(17)).betting.tradeRoundId;
  await refused(attacked, [
    [{ point: '10', tradeRoundId: unknown }, 'ROUND_OPTION_UNKNOWN'],
    [{ point: '10', tradeRoundId: other }, 'INVEST_NOT_OPEN'],
    [{ point: '10', tradeRoundId: draw }, 'INVALID_BET_TYPE'],
  ]);
});

attack('BIN-13', async (attacked) => {
  // Futures alone.
  const { pool } = stage.exchange.server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{type}', '8') WHERE id = $1`, [HANOK]);
  await expect.poll(() => stage.exchange.server.context.sites.byId(HANOK)?.type).toBe(8);
  const foreigner = await stage.exchange.member('user3', '100', HANOK);
  await refused(attacked, [[{ point: '10' }, 'PRODUCT_OFF']], foreigner);
});

attack('BIN-14', async (attacked) => {
  await refused(attacked, [
    [{ point: '10', type: 'BOTH' }, 'INVALID_BET_TYPE'],
    [{ point: '10', type: 'UP,DOWN' }, 'INVALID_FIELD'],
    [{ point: '10', type: ['UP', 'DOWN'] }, 'INVALID_FIELD'],
  ]);
});

test('FED-01 at a boundary: a price of zero, below zero, NaN or as text settles nothing', async () => {
  const bet = await stage.bet(u1, open.tradeRoundId, 'UP', '10');
  await stage.time.goTo(startOf(open) + HALF_MINUTE);
  for (const price of [0, -2]) {
    const close = tickAt(startOf(open) + HALF_MINUTE - 100, price);
    await expect(settle(open, { close })).rejects.toThrow('PARAM_MALFORMED');
  }
  for (const price of [0.5, Number.NaN, Number.POSITIVE_INFINITY, Number('abc')])
    await expect(settle(open, { close: tickAt(startOf(open) + HALF_MINUTE - 100, price) })).rejects.toThrow('malformed command');
  await stage.settled(u1, bet).toBe(0);
});

test('FED-02 in a round: betting is closed while its feed is silent, halted or its market closed, and open again after', async () => {
  const place = async () => (await u1.post(BETTING, { point: '10', tradeRoundId: open.tradeRoundId, type: 'UP' })).body.code;
  const before = await stage.wallet(u1);
  for (const [bit, code] of [
    [SwitchBit.Stale, 'PRICE_STALE'],
    [SwitchBit.FeedHalt, 'TRADING_HALTED'],
    [SwitchBit.MarketClosed, 'MARKET_CLOSED'],
  ] as const) {
    await stage.exchange.setSwitch(BTC, bit);
    expect(await place()).toBe(code);
  }
  expect(await stage.wallet(u1)).toEqual(before);
  await stage.exchange.setSwitch(BTC, 0);
  expect(await place()).toBeUndefined();
});

test('FED-04 at a boundary: a tick from after it is refused, one of more than two seconds before it is a gap', async () => {
  const bet = await stage.bet(u1, open.tradeRoundId, 'UP', '10');
  const endAt = startOf(open) + HALF_MINUTE;
  await stage.time.goTo(endAt);
  await expect(settle(open, { close: tickAt(endAt + 1) })).rejects.toThrow('PARAM_MALFORMED');
  await settle(open, { close: tickAt(endAt - 2_001) });
  await stage.settled(u1, bet).toBe(3);
  expect(await stage.round(open.tradeRoundId)).toMatchObject({ result: 'VOID', voidReason: 'FEED_GAP' });
});

test('FED-05 in a round: the clock steps back, the engine’s time does not, and nothing settles twice', async () => {
  const before = Number((await stage.wallet(u2)).point);
  const bet = await stage.bet(u2, open.tradeRoundId, 'UP', '20');
  const endAt = startOf(open) + HALF_MINUTE;
  await stage.pass(startOf(open), PRICE);
  const running = (await stage.current()).betting;
  await stage.time.goTo(startOf(open) - 60_000);
  expect(stage.now()).toBe(startOf(open) + 200);
  expect((await u2.post(BETTING, { point: '10', tradeRoundId: open.tradeRoundId, type: 'UP' })).body.code).toBe('INVEST_CLOSED');
  await stage.bet(u2, running.tradeRoundId, 'UP', '1');
  await stage.pass(endAt, PRICE + 100);
  await stage.settled(u2, bet).toBe(1);
  await stage.time.goTo(endAt - 60_000);
  await expect(settle(open)).rejects.toThrow('ROUND_SETTLED_ALREADY');
  expect((await u2.post('/api/trade/history/cancel', { id: bet.tradeHistoryId })).body.code).toBe('BET_UNKNOWN');
  expect(Number((await stage.wallet(u2)).point)).toBe(before + 19 - 1);
});

test('FED-09 at a boundary: an outlier of 30 % that nobody confirms voids the round; a second source makes it a price', async () => {
  const leap = async (second: number) => {
    const bet = await stage.bet(u1, open.tradeRoundId, 'UP', '10');
    await stage.pass(startOf(open), PRICE);
    stage.market.index = second;
    stage.market.tick(BTC, PRICE, startOf(open) + HALF_MINUTE - 1_000);
    await stage.pass(startOf(open) + HALF_MINUTE, PRICE * 1.3);
    return bet;
  };
  await stage.settled(u1, await leap(PRICE)).toBe(3);
  expect(await stage.round(open.tradeRoundId)).toMatchObject({ result: 'VOID', voidReason: 'PRICE_JUMP' });
  await stage.toNext();
  open = (await stage.current()).betting;
  await stage.settled(u1, await leap(PRICE * 1.29)).toBe(1);
});
