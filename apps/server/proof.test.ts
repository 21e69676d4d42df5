// Proof over the whole server where it comes from outside: draws by a beacon that is late or never comes, forex rounds with signed prices.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SignedPriceSource } from '@maru/market/contract.ts';
import { SYNTHETIC_SEED } from '@maru/market/server/feed-choice.ts';
import { symbolByName } from '@maru/market/server/symbol-table.ts';
import { syntheticPath } from '@maru/market/server/synthetic-path.ts';
import { checkSignedPrices } from '@maru/rounds/evidence-signed.ts';
import { checkEvidence } from '@maru/rounds/evidence-check.ts';
import type { RoundEvidence } from '@maru/rounds/evidence.ts';
import type { TradeOption, TradeRound } from '@maru/rounds/contract.ts';
import { openBeaconStandIn, type BeaconStandIn } from '@maru/rounds/server/beacon-stand-in.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { collectSigned } from '@maru/rounds/server/signed-prices.ts';
import { openHermesStandIn, syntheticPrice, type HermesStandIn } from '@maru/market/server/hermes-stand-in.ts';
import { openHermes } from '@maru/market/server/hermes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { heldTime } from './testing/held-time.ts';
import { toldMarket } from './testing/told-market.ts';
import { toolSays } from './testing/verify-tool.ts';

const EURUSD = 'PYTH:EURUSD';
const MINUTE = 60_000;
/** A Wednesday noon in Korea: forex trades. */
const start = Math.ceil((Date.now() - 7 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS - DAY_MS + 3 * 3_600_000;
const time = heldTime(start);
const market = toldMarket();
const now = () => time.clock.now();
let beacon: BeaconStandIn;
let hermes: HermesStandIn;
/** What is signed at a moment in place of the synthetic price. */
const signedAt = new Map<number, bigint>();
let exchange: TestExchange;
let alice: TestMember;

beforeAll(async () => {
  beacon = await openBeaconStandIn({ now });
  hermes = await openHermesStandIn({ now, priceAt: (symbol, second) => signedAt.get(second * 1000) ?? syntheticPrice(symbol, second) });
  market.signed = openHermes(hermes.url);
  exchange = await openTestExchange({
    clock: time.clock,
    engineWorker: time.engineWorker,
    market: market.feature,
    more: [roundsFeature],
    env: { MARU_BEACON_URL: beacon.url },
  });
  await exchange.server.context.pool.query(`UPDATE site_site SET config = jsonb_set(config, '{type}', '56') WHERE id = $1`, [MARU]);
  alice = await exchange.member('alice');
  expect((await alice.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '5000' })).status).toBe(200);
});
afterAll(async () => {
  await exchange.stop();
  await beacon.close();
  await hermes.close();
  time.stop();
});

const data = async <T>(answer: Promise<{ body: { data: T } }>): Promise<T> => (await answer).body.data;
async function optionOf(code: string, stock?: string): Promise<number> {
  const read = () => data<{ content: TradeOption[] }>(exchange.guest().get('/api/trade/option/list', { size: 50 }));
  await expect.poll(async () => (await read())?.content?.some((option) => option.code === code)).toBe(true);
  return (await read()).content.find((option) => option.code === code && (stock === undefined || option.stock === stock))!.tradeOptionId;
}
async function bet(option: number, type: string): Promise<{ round: TradeRound }> {
  // Held time outlives a token in a few rounds.
  alice = { ...alice, ...exchange.as(alice, 'member') };
  const { betting } = await data<{ betting: TradeRound }>(alice.get('/api/trade/game/current', { tradeOptionId: option }));
  const placed = await alice.post('/api/trade/history/betting', { point: '10', tradeRoundId: betting.tradeRoundId, type });
  expect([placed.body.status, placed.body.code]).toEqual(['success', undefined]);
  return { round: betting };
}
async function evidenceOf({ tradeRoundId }: TradeRound) {
  const read = () => exchange.guest().get('/api/trade/round/evidence', { tradeRoundId });
  await expect.poll(async () => (await read()).status).toBe(200);
  const file = (await read()).body.data as { record: string; hash: string };
  expect(checkEvidence(file).filter((check) => !check.isRight && !check.isMissing)).toEqual([]);
  expect(toolSays(file)).toMatch(/Nothing is wrong\.\n$/);
  return JSON.parse(file.record) as RoundEvidence;
}

describe('a draw by a beacon (rules 12.2)', () => {
  it('waits for the first round after its cut-off, however late it comes, and takes no other', async () => {
    const { round } = await bet(await optionOf('P1'), 'PB_ODD');
    beacon.setOpen(false);
    await time.goTo(Date.parse(round.endAt) + 30_000);
    const stand = await data<TradeRound>(alice.get('/api/trade/game/round', { tradeRoundId: round.tradeRoundId }));
    expect(stand.status).toBe(0);
    beacon.setOpen(true);
    const record = await evidenceOf(round);
    const draw = record.evidence as Extract<RoundEvidence['evidence'], { kind: 'draw' }>;
    expect(record.result).toBe('DRAWN');
    expect(draw.planned).toEqual({ kind: 'beacon', chain: beacon.url.slice(-64) });
    expect(draw.entropyOf).toMatchObject({ kind: 'beacon', after: record.betCloseAt, beacon: { beaconId: 'maru-stand-in' } });
  });
});

describe('a round on forex (rules 11.4)', () => {
  it('is settled on mids, and its record carries the first signed price of each boundary', async () => {
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const option = await optionOf('B1', EURUSD);
    await expect.poll(() => market.isHeard(EURUSD)).toBe(true);
    const { round } = await bet(option, 'UP');
    // What the stand-in signs, and at the end somewhat above it.
    const strike = signedTicks(round.startAt);
    const close = Math.max(strike, signedTicks(round.endAt)) + 50;
    await settle(round, strike, close);
    const record = await evidenceOf(round);
    expect(record).toMatchObject({ result: 'UP', evidence: { ticksOf: 'mids', strike: { tick: { price: formatDecimal(strike, 5) } } } });
    const { signed } = record.evidence as Extract<RoundEvidence['evidence'], { kind: 'price' }>;
    expect(signed.map(({ boundary, signerSet }) => [boundary, signerSet])).toEqual([
      ['strike', 'practice'],
      ['close', 'practice'],
    ]);
    expect(signed.map(({ distance }) => distance)).toEqual(['0', expect.stringMatching(/^[1-9]\d{1,3}$/)]);
  });

  it('one that is settled far from the signed price is flagged by whoever checks it', async () => {
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const { round } = await bet(await optionOf('B1', EURUSD), 'UP');
    const strike = signedTicks(round.startAt);
    await settle(round, strike, strike * 1.04);
    const read = () => exchange.guest().get('/api/trade/round/evidence', { tradeRoundId: round.tradeRoundId });
    await expect.poll(async () => (await read()).status).toBe(200);
    const file = (await read()).body.data as { record: string; hash: string };
    expect(toolSays(file)).toMatch(/signed prices.*close: [34]\.\d+ % from the signed price/);
    expect(checkSignedPrices(JSON.parse(file.record) as RoundEvidence).map(({ fault }) => fault)).toEqual([undefined, 'TOO_FAR']);
  });

  it.each([0n, -1n])('a signed price of %s is not attached, and the chain goes on', async (price) => {
    const option = await optionOf('B1', EURUSD);
    const leftOut = async () =>
      Number(/^maru_signed_prices_left_out_total (\d+)/m.exec(await exchange.server.context.metrics.registry.metrics())?.[1] ?? Number.NaN);
    const before = await leftOut();
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const { round } = await bet(option, 'UP');
    signedAt.set(Date.parse(round.endAt), price);
    const strike = signedTicks(round.startAt);
    await settle(round, strike, strike + 5);
    await expect.poll(leftOut).toBeGreaterThan(before);
    // It is fetched once, however often its round is looked at.
    const asks = vi.spyOn(market.signed as SignedPriceSource, 'firstFrom');
    const { context } = exchange.server;
    const waiting = [{ option: option - 1, ordinal: round.tradeRoundId % 2 ** 32 }];
    for (let look = 0; look < 3; look++) expect(await collectSigned(context, context.sites.byId(MARU)!, waiting)).toEqual([]);
    expect(asks.mock.calls.filter(([, at]) => at === Date.parse(round.endAt))).toEqual([]);
    asks.mockRestore();
    // The wait for the one that would be right.
    await time.goTo(Date.parse(round.endAt) + 40_000);
    const record = await evidenceOf(round);
    expect((record.evidence as Extract<RoundEvidence['evidence'], { kind: 'price' }>).signed.map(({ boundary }) => boundary)).toEqual([
      'strike',
    ]);
    // The next round of the chain, whose strike is that moment.
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const { round: next } = await bet(option, 'UP');
    const open = signedTicks(next.startAt);
    await settle(next, open, open + 5);
    expect(await evidenceOf(next)).toMatchObject({ number: String(Number(record.number) + 1) });
  });

  it('one that was kept before is left out of the record as well', async () => {
    const option = await optionOf('B1', EURUSD);
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const { round } = await bet(option, 'UP');
    const { pool } = exchange.server.context;
    const columns = 'symbol, at_ms, feed, signer_set, publish_ms, update, price, confidence, exponent';
    await pool.query(
      `INSERT INTO rounds_signed_price (${columns}) SELECT symbol, $1, feed, signer_set, publish_ms, update, '0', '0', -8
       FROM rounds_signed_price LIMIT 1`,
      [Date.parse(round.startAt)],
    );
    const strike = signedTicks(round.endAt);
    await settle(round, strike, strike + 5);
    const record = await evidenceOf(round);
    expect((record.evidence as Extract<RoundEvidence['evidence'], { kind: 'price' }>).signed.map(({ boundary }) => boundary)).toEqual([
      'close',
    ]);
  });

  const signedTicks = (at: string) => syntheticPath(SYNTHETIC_SEED, symbolByName(EURUSD)!).ticksAt(Date.parse(at));
  async function settle(round: TradeRound, strike: number, close: number) {
    for (const [at, price] of [
      [round.startAt, strike],
      [round.endAt, Math.round(close)],
    ] as const) {
      market.tick(EURUSD, price, Date.parse(at) - 300);
      await time.goTo(Date.parse(at) + 200);
      await expect.poll(async () => (await boundariesAt(Date.parse(at))).length).toBe(1);
    }
  }

  async function boundariesAt(at: number) {
    return (await exchange.server.context.pool.query('SELECT 1 FROM rounds_boundary WHERE symbol = $1 AND at_ms = $2', [EURUSD, at])).rows;
  }
});

describe('a beacon that is away', () => {
  it('voids by time where it never comes: nothing takes its place', async () => {
    await time.goTo(Math.ceil(now() / MINUTE) * MINUTE + 1_000);
    const { round } = await bet(await optionOf('P1'), 'PB_EVEN');
    beacon.setOpen(false);
    await time.goTo(Date.parse(round.endAt) + 600_000);
    // The next command tells the engine the time.
    await exchange.setSwitch(undefined, 0);
    const record = await evidenceOf(round);
    expect([record.result, record.voidReason]).toEqual(['VOID', 'TOO_LATE']);
    expect(record.evidence).toMatchObject({ planned: { kind: 'beacon' }, entropyOf: null, draw: null });
    expect(record.markets).toMatchObject([{ how: 'SETTLED', staked: '10.000000', paid: '10.000000' }]);
  });
});

describe('rounds that nobody bet on (rules 12.2)', () => {
  interface Draw {
    tradeRoundId: number;
    endAt: string;
    status: number;
    balls: number[] | null;
    entropy: string | null;
  }
  const drawsOf = async () =>
    (await data<{ draws: Draw[] }>(exchange.guest().get('/api/trade/power_ball/draws', { tradeOptionId: await optionOf('P1') }))).draws;
  const between = (draws: Draw[], from: number, to: number) =>
    draws
      .filter(({ endAt }) => Date.parse(endAt) > from && Date.parse(endAt) <= to)
      .map(({ status, balls }) => [status, balls?.length ?? 0]);

  it('are drawn when a beacon comes late, and void when it does not come in ten minutes; none is left open', async () => {
    const from = Math.ceil(now() / MINUTE) * MINUTE;
    await time.goTo(from + 1_000);
    beacon.setOpen(false);
    // Cut-offs pass one by one and several at a time, as after a server that stood still.
    await time.goTo(from + MINUTE + 1_000);
    await time.goTo(from + 4 * MINUTE + 1_000);
    expect(between(await drawsOf(), from, now())).toEqual([]);
    beacon.setOpen(true);
    const four = Array.from({ length: 4 }, () => [1, 6]);
    await expect.poll(async () => between(await drawsOf(), from, from + 4 * MINUTE)).toEqual(four);
    beacon.setOpen(false);
    await time.goTo(from + 6 * MINUTE + 1_000);
    await time.goTo(from + 16 * MINUTE + 1_000);
    // Two rounds ended ten minutes ago and more: void, whatever the beacon says from now on.
    await expect
      .poll(async () => between(await drawsOf(), from + 4 * MINUTE, from + 6 * MINUTE))
      .toEqual([
        [3, 0],
        [3, 0],
      ]);
    beacon.setOpen(true);
    const ten = Array.from({ length: 10 }, () => [1, 6]);
    await expect.poll(async () => between(await drawsOf(), from + 6 * MINUTE, from + 16 * MINUTE)).toEqual(ten);
    expect(between(await drawsOf(), from + 4 * MINUTE, from + 6 * MINUTE)).toEqual([
      [3, 0],
      [3, 0],
    ]);
  });
});
