// What has its moments (funding, price rounds, power ball, a TWAP's slices) on a machine whose clock leaps just before them: each comes once and at its time
// (ADR 0048). The real server; its clock begins shortly before a funding, and leaps from there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { openBeaconStandIn, type BeaconStandIn } from '@maru/rounds/server/beacon-stand-in.ts';
import type { Twap } from '@maru/futures/twap-contract.ts';
import type { TradeBet, TradeRound } from '@maru/rounds/contract.ts';
import { freePort, ServerProcess } from '../../../tools/crash/server-process.ts';
import { urlOf } from './database-url.ts';

const MINUTE = 60_000;
const INTERVAL = 480 * MINUTE;
/**
 * More than a start and some calls take on a busy machine: a database that is new behind the funding has none to settle. Where the calls
 * alone take longer, the leap comes behind the funding, and the same must hold. The TWAP's five minutes are waited for anyway.
 */
const BEFORE_FUNDING = 150_000;
/** Whatever the machine is busy with, nothing is settled later. */
const SOON = 2 * MINUTE;
const WAITS = { timeout: 600_000, interval: 500 };
const STARTS = 900_000;
/** R.5 on BTC and P1, as members name them. */
const [PRICE, POWER_BALL] = [1, 17];
let db: TestDatabase;
let pool: pg.Pool;
let dir: string;
let beacon: BeaconStandIn;
let server: ServerProcess;
let ahead = 0;

const setClock = (ms: number) => writeFileSync(join(dir, 'clock'), String(ms));

async function call<T>(token: string | undefined, path: string, body?: object): Promise<{ status: number; data: T }> {
  const answer = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
}

async function logIn(): Promise<string> {
  const form = { grant_type: 'password', username: 'demo1', password: 'demo1234' };
  return (await call<{ accessToken: string }>(undefined, '/api/login', form)).data.accessToken;
}

/** On whichever round takes bets now; a cut-off may fall between look and bet. */
function betOn(token: string, option: number, type: string): Promise<{ bet: TradeBet; round: TradeRound }> {
  return vi.waitUntil(async () => {
    const { betting } = (await call<{ betting: TradeRound }>(token, `/api/trade/game/current?tradeOptionId=${option}`)).data;
    const body = { point: '10', tradeRoundId: betting.tradeRoundId, type };
    const { status, data } = await call<TradeBet>(token, '/api/trade/history/betting', body);
    return status === 200 && { bet: data, round: betting };
  }, WAITS) as Promise<{ bet: TradeBet; round: TradeRound }>;
}

/** Of the member's position, and the interval as the engine closed it. */
async function fundingsSince(after: number): Promise<{ paid: number[]; settled: { at: number; began: number }[] }> {
  const paid = await pool.query<{ at: string }>(
    'SELECT funding_ms AS at FROM futures_funding WHERE site_id = 1 AND symbol = 0 AND account = $2 AND time_ms > $1',
    [after, await account()],
  );
  const settled = await pool.query<{ at: string; began: string }>(
    'SELECT funding_ms AS at, time_ms AS began FROM market_funding_rate WHERE site_id = 1 AND symbol = 0 AND time_ms > $1',
    [after],
  );
  return {
    paid: paid.rows.map(({ at }) => Number(at)),
    settled: settled.rows.map(({ at, began }) => ({ at: Number(at), began: Number(began) })),
  };
}
const account = async () =>
  (await pool.query<{ no: number }>("SELECT account_no AS no FROM account_member WHERE site_id = 1 AND username = 'demo1'")).rows[0].no;

/** By the test's own clock, which does not leap: the slices that went, none of them early or twice, and all in the end. */
async function fillsInTime(id: number, placedAt: number): Promise<void> {
  const read = async () =>
    (await pool.query<{ status: string; end: string }>('SELECT status, end_reason AS end FROM futures_twap WHERE id = $1', [id])).rows[0];
  await expect.poll(async () => (await read()).status, WAITS).toBe('DONE');
  expect((await read()).end).toBe('FILLED');
  // Behind its last slice, which is due thirty seconds before its end; a second for the steps of the two clocks.
  expect(Date.now() - placedAt).toBeGreaterThan(269_000);
  const { rows: slices } = await pool.query<{ no: number; at: Date }>(
    `SELECT no, at FROM futures_twap_slice WHERE twap_id = $1 AND status = 'SENT' ORDER BY no`,
    [id],
  );
  const apart = slices.slice(1).map(({ no, at }, i) => Math.round((at.getTime() - slices[i].at.getTime()) / (no - slices[i].no) / 1_000));
  expect(
    apart.every((seconds) => seconds >= 25 && seconds <= 35),
    String(apart),
  ).toBe(true);
}

/** Settled at its own end and not before, once: its bet is paid what it says, and nothing stays held. */
async function endsInTime({ bet, round }: { bet: TradeBet; round: TradeRound }): Promise<void> {
  const [option, ordinal] = [Math.floor(round.tradeRoundId / 2 ** 32) - 1, round.tradeRoundId % 2 ** 32];
  const read = async () =>
    (
      await pool.query<{ at: string | null; result: number }>(
        'SELECT settled_ms AS at, result FROM rounds_round WHERE site_id = 1 AND option = $1 AND ordinal = $2',
        [option, ordinal],
      )
    ).rows[0];
  await expect.poll(async () => (await read())?.at ?? null, WAITS).not.toBeNull();
  const late = Number((await read()).at) - Date.parse(round.endAt);
  expect(late, `round ${round.tradeRoundId}`).toBeGreaterThanOrEqual(0);
  expect(late, `round ${round.tradeRoundId}`).toBeLessThan(SOON);
  const ledger = await pool.query<{ status: number; ends: number }>(
    'SELECT status, count(*) OVER ()::int AS ends FROM rounds_bet WHERE site_id = 1 AND bet_id = $1 AND settled_seq IS NOT NULL',
    [bet.tradeHistoryId],
  );
  expect(ledger.rows).toMatchObject([{ ends: 1 }]);
}

/** The server a moment before that funding, the member with a position, a TWAP under way and bets on both kinds of rounds. */
async function startBefore(funding: number) {
  ahead = funding - BEFORE_FUNDING - Date.now();
  setClock(ahead);
  server.start();
  await server.ready();
  const token = await logIn();
  const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.002' };
  await expect.poll(async () => (await call(token, '/api/futures/order', order)).status, WAITS).toBe(200);
  expect((await call(token, '/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '30' })).status).toBe(200);
  const requested = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', quantity: '0.1', duration: 300 };
  const twap = await call<Twap>(token, '/api/futures/twap/place', requested);
  const placedAt = Date.now();
  expect(twap.status).toBe(200);
  const bets = await Promise.all([betOn(token, PRICE, 'UP'), betOn(token, POWER_BALL, 'PB_ODD')]);
  return { token, twap: twap.data.id, placedAt, bets };
}

async function open(): Promise<void> {
  db = await freshDatabase();
  pool = new pg.Pool(db.address);
  dir = mkdtempSync(join(tmpdir(), 'maru-leaps-'));
  beacon = await openBeaconStandIn({ now: () => Date.now() + ahead });
  server = new ServerProcess(join(dir, 'data'), await freePort(), undefined, {
    DATABASE_URL: urlOf(db.address),
    NODE_OPTIONS: `--import=${new URL('./set-clock.ts', import.meta.url)}`,
    MARU_TEST_CLOCK: join(dir, 'clock'),
    MARU_BEACON_URL: beacon.url,
  });
}

async function close(): Promise<void> {
  await server.kill();
  await beacon.close();
  await pool.end();
  await db.drop();
  rmSync(dir, { recursive: true, force: true });
}

/** One test, `leap` ms ahead and then as far back: files of it run side by side, for a TWAP takes its five minutes. */
export function testLeap(name: string, leap: number): void {
  beforeAll(open, STARTS);
  afterAll(close);
  test(
    `${name} ahead, then as far back: no funding is missed or comes twice, no round ends early or twice, draws and slices keep their times`,
    async () => {
      const funding = (Math.floor(Date.now() / INTERVAL) + 1) * INTERVAL;
      const { token, twap, placedAt, bets } = await startBefore(funding);
      const clockSays = async () => (await call<{ parts: { clock: { detail?: string } } }>(undefined, '/readyz')).data.parts.clock.detail;
      setClock(ahead + leap);
      await expect.poll(clockSays, WAITS).toMatch(/ahead of the server's time/);
      await Promise.all(bets.map(endsInTime));
      const since = funding - 2 * MINUTE;
      await expect.poll(async () => (await fundingsSince(since)).settled.length, WAITS).toBeGreaterThan(0);
      // A round and a draw after it, in which the clock goes back before the funding: what would come twice had its time.
      const last = await Promise.all([betOn(token, PRICE, 'DOWN'), betOn(token, POWER_BALL, 'PB_EVEN')]);
      setClock(ahead - leap);
      await expect.poll(clockSays, WAITS).toMatch(/behind the server's time/);
      await Promise.all(last.map(endsInTime));
      await fillsInTime(twap, placedAt);
      const { paid, settled } = await fundingsSince(since);
      expect([settled.map(({ at }) => at), paid.every((at) => at === funding), paid.length <= 1]).toEqual([[funding], true, true]);
      expect(settled[0].began - funding).toBeGreaterThanOrEqual(0);
      expect(settled[0].began - funding).toBeLessThan(SOON);
    },
    STARTS,
  );
}
