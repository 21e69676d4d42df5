// The house's exposure over real HTTP: money limits by symbol and site that raise an alert, and what to trade elsewhere to be flat (issue 13, 1.7).
import { decideRequest } from './testing/decide-request.ts';
import type { HouseExposure } from '@maru/futures/exposure-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK } from './testing/test-exchange.ts';
import type { Desk } from './testing/ledger-entry-cases.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { BTC, market, openWithTwoMembers, ORDER } from './testing/two-members.ts';

let exchange: TestExchange;
let alice: TestMember;
let ladder: () => Promise<void>;
let risk: Desk;
const reason = '위험 한도';

let second: Desk;
const clock = stoppableClock();

beforeAll(async () => {
  ({ exchange, alice, ladder } = await openWithTwoMembers({ clock }));
  await atWork();
});
afterAll(() => exchange.stop());

const exposure = async (desk = risk) => (await desk.get('/api/admin/futures/exposure')).body.data;
const btc = async (): Promise<HouseExposure> => (await exposure()).symbols.find(({ symbol }: HouseExposure) => symbol === BTC);
const setLimit = (limit: string | null, futuresOptionId?: number, desk = risk) =>
  desk.post('/api/admin/futures/exposure_limit', { limit, reason, ...(futuresOptionId !== undefined && { futuresOptionId }) });
/** Two persons with sessions of their own; a day later they log in again. */
async function atWork(): Promise<void> {
  risk = await exchange.operator(['futures.read', 'futures.limit']);
  second = await exchange.operator(['futures.*', 'approval.*']);
}
async function agreed({ body }: Awaited<ReturnType<typeof setLimit>>): Promise<void> {
  expect(body.code).toBe('APPROVAL_REQUIRED');
  expect((await decideRequest(second, body.data.requestId)).body.data).toMatchObject({
    status: 'APPROVED',
  });
}
const waiting = async () => (await risk.get('/api/admin/waiting')).body.data.find(({ kind }: { kind: string }) => kind === 'exposure');
let keys = 0;
async function trade(side: 'BUY' | 'SELL', quantity: string): Promise<void> {
  await ladder();
  const { body } = await alice.post(ORDER, { ...market, side, quantity }, { 'idempotency-key': `exposure-${++keys}` });
  expect(body.data.order.status).toBe('FILLED');
}

it('says what the house holds against its members, and the trade elsewhere that makes it flat', async () => {
  expect((await btc()).hedge).toBeNull();
  await trade('BUY', '0.500');
  const short = await btc();
  expect([Number(short.house), Number(short.quantity)]).toEqual([-30_000, -0.5]);
  expect(short.hedge).toEqual({ side: 'BUY', quantity: '0.500', notional: '30000.000000' });
  const { site } = await exposure();
  expect([Number(site.gross), Number(site.net)]).toEqual([30_000, -30_000]);
  // What the list says, done, leaves nothing.
  await trade('SELL', '0.800');
  expect((await btc()).hedge).toMatchObject({ side: 'SELL', quantity: '0.300' });
  await trade('BUY', '0.300');
  expect(await btc()).toMatchObject({ hedge: null, state: 'NONE', limit: null, use: null });
});

it('a limit in money raises an alert when it is passed and takes it back when it is kept again, symbol and site apart', async () => {
  expect((await setLimit('20000', 1)).status).toBe(200);
  expect((await setLimit('40000')).status).toBe(200);
  await trade('BUY', '0.280');
  expect(await btc()).toMatchObject({ limit: '20000.000000', use: 84, state: 'NEAR', overSince: null });
  await trade('BUY', '0.220');
  await expect.poll(waiting).toMatchObject({ count: 1 });
  expect(await btc()).toMatchObject({ use: 150, state: 'OVER', overSince: (await waiting()).since });
  expect((await exposure()).site).toMatchObject({ use: 75, state: 'CALM' });
  // The price moves it too: half a BTC at 90,000.
  await exchange.setMark(BTC, '90000.00');
  await expect.poll(waiting).toMatchObject({ count: 2 });
  await exchange.setMark(BTC, '60000.00');
  await expect.poll(waiting).toMatchObject({ count: 1 });
  // A wider limit holds at once, when a second person has agreed to it.
  await agreed(await setLimit('50000', 1));
  expect(await waiting()).toEqual({ kind: 'exposure', count: 0, since: null });
  await setLimit('20000', 1);
  expect(await waiting()).toMatchObject({ count: 1 });
  await agreed(await setLimit(null, 1));
  expect(await waiting()).toMatchObject({ count: 0 });
  expect((await btc()).state).toBe('NONE');
});

it('1.3: nobody alone raises a limit by more than a quarter of what stood in the day, in slices or at once, or takes it off', async () => {
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'ok' : body.code);
  const limitNow = async () => (await exposure()).symbols[2].limit as string | null;
  const other = await exchange.operator(['futures.read', 'futures.limit']);
  expect(outcome(await setLimit('20000', 3))).toBe('ok');
  expect(outcome(await setLimit(null, 3))).toBe('APPROVAL_REQUIRED');
  expect(outcome(await setLimit('25000.000001', 3))).toBe('APPROVAL_REQUIRED');
  expect(outcome(await setLimit('24000', 3))).toBe('ok');
  // From 24,000 it would be a quarter again; from what stood in the day it is more, whoever asks and however many at once.
  const slices = await Promise.all([risk, other, risk, other].map((desk) => setLimit('29000', 3, desk)));
  expect(slices.map(outcome)).toEqual(['APPROVAL_REQUIRED', 'APPROVAL_REQUIRED', 'APPROVAL_REQUIRED', 'APPROVAL_REQUIRED']);
  expect(await limitNow()).toBe('24000.000000');
  // Lower is one person's at any time, and not the way back up.
  expect(outcome(await setLimit('10000', 3, other))).toBe('ok');
  expect(outcome(await setLimit('20000', 3))).toBe('APPROVAL_REQUIRED');
  await exchange.restart();
  expect(outcome(await setLimit('20000', 3))).toBe('APPROVAL_REQUIRED');
  // A quarter a day is bounded over thirty.
  for (const limit of ['12500', '15000']) {
    expect(outcome(await setLimit(limit, 3))).toBe('ok');
    clock.skip(86_401_000);
    await atWork();
  }
  expect(outcome(await setLimit('15001', 3))).toBe('APPROVAL_REQUIRED');
  // What two agreed to is where it begins anew.
  await agreed(await setLimit('100000', 3));
  expect(await limitNow()).toBe('100000.000000');
  expect(outcome(await setLimit('125000', 3))).toBe('ok');
  // Of none every limit is a narrower one; beyond what says anything two persons set none either.
  const bound = await setLimit('1000000001', 4);
  expect([bound.status, bound.body.code, bound.body.data]).toEqual([422, 'EXPOSURE_BOUND', { field: 'limit', most: '1000000000' }]);
  expect(outcome(await setLimit('1000000000', 4))).toBe('ok');
});

it('is set with a right and a reason, written down with what it was, on this site alone', async () => {
  const reader = await exchange.operator(['futures.read']);
  expect((await setLimit('1', 1, reader)).body.code).toBe('NO_PERMISSION');
  const unsaid = await risk.post('/api/admin/futures/exposure_limit', { limit: '1' });
  expect(unsaid.body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'reason' } });
  for (const limit of ['0', '-5', '1.1234567', 'much'])
    expect((await setLimit(limit, 1)).body).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'limit' } });
  expect((await setLimit('1', 999)).body.code).toBe('SYMBOL_UNKNOWN');
  await setLimit('123.5', 2);
  const { rows } = await exchange.server.context.pool.query(
    `SELECT target, before, after, reason FROM operator_audit WHERE action = 'setExposureLimit' AND refusal IS NULL ORDER BY seq DESC LIMIT 1`,
  );
  expect(rows[0]).toEqual({
    target: 'symbol:BINANCE:ETHUSDT',
    before: '{"exposureLimit":null}',
    after: '{"exposureLimit":"123.5"}',
    reason,
  });
  const other = await exchange.operator(undefined, HANOK);
  expect((await exposure(other)).symbols.every(({ limit }: HouseExposure) => limit === null)).toBe(true);
});
