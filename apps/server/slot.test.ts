// The slot over the whole server: sealed seeds, spins by HTTP, one effect a round id, seeds shown and every spin checked (SLT).
import { checkSpin, isSpinRight } from '@maru/slot/spin-check.ts';
import type { SlotGameShown, SlotSpin } from '@maru/slot/contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Floor, type FloorMember, MARU, openFloor } from './testing/floor.ts';
import { toldMarket } from './testing/told-market.ts';

const DECIMALS = 6;
let floor: Floor;
let alice: FloorMember;
let bob: FloorMember;
let poor: FloorMember;

const configure = (change: string) =>
  floor.server.context.pool.query(`UPDATE site_site SET config = config || $2::jsonb WHERE id = $1`, [MARU, change]);
const isOffered = async () => (await floor.guest().get('/api/slot/list')).status === 200;
const binary = async (member: FloorMember): Promise<number> => Number((await member.get('/api/wallet/my')).body.data.BINARY.point);
const spins = async (member: FloorMember): Promise<SlotSpin[]> =>
  (await member.get('/api/slot/history', { size: '100' })).body.data.content;

beforeAll(async () => {
  floor = await openFloor({ market: toldMarket().feature, more: [roundsFeature, slotFeature] });
  await configure('{"type": 56, "slot": {"isPlay": true, "minStake": "0.1", "maxStake": "100"}}');
  alice = await floor.member('alice');
  bob = await floor.member('bobby');
  poor = await floor.member('carol');
  for (const member of [alice, bob])
    expect((await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '1000' })).status).toBe(200);
});
afterAll(() => floor.stop());

describe('games', () => {
  it('are listed with their pay table and the return that follows from it', async () => {
    await expect.poll(isOffered).toBe(true);
    const [game] = (await floor.guest().get('/api/slot/list')).body.data as SlotGameShown[];
    expect(game).toMatchObject({ slotId: 1, code: 'maru-reels-1', returnPercent: '96.5576', mostPays: '51.5', minPoint: '0.1' });
    expect((await floor.guest().get('/api/slot', { slotId: '1' })).body.data).toEqual(game);
    expect((await floor.guest().get('/api/slot', { slotId: '2' })).body.code).toBe('SLOT_GAME_UNKNOWN');
  });
});

describe('spins', () => {
  it('follow from a seal that was shown before; money moves by what they paid', async () => {
    const before = (await alice.get('/api/slot/check')).body.data;
    expect(before).toMatchObject({ isPlayable: true, serial: 1, currency: 'USDT' });
    let expected = 1000;
    for (let nonce = 0; nonce < 12; nonce++) {
      const { status, body } = await alice.post('/api/slot', { slotId: 1, point: '2.5' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ serial: 1, nonce, seal: before.seal, clientSeed: before.clientSeed, seed: null });
      expected += Number(body.data.profit);
    }
    expect(await binary(alice)).toBeCloseTo(expected, 6);
  });

  it('SLT-01: the same round id five times is one spin with one outcome', async () => {
    const funds = await binary(alice);
    const answers = await Promise.all(Array.from({ length: 5 }, () => alice.post('/api/slot', { roundId: 's-1', point: '1' })));
    const [{ payout, stops, nonce }] = answers.map(({ body }) => body.data as SlotSpin);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ payout, stops, nonce });
    }
    expect(await binary(alice)).toBeCloseTo(funds - 1 + Number(payout), 6);
    expect((await alice.post('/api/slot', { roundId: 's-1', point: '2' })).body.code).toBe('REQUEST_REUSED');
  });

  it.each([
    ['SLT-07: more than there is', { point: '100' }, 422, 'INSUFFICIENT_BALANCE'],
    ['SLT-07: a negative stake', { point: '-5' }, 400, 'INVALID_FIELD'],
    ['below the least', { point: '0.09' }, 422, 'BELOW_MINIMUM'],
    ['above the most', { point: '100.000001' }, 422, 'ABOVE_MAXIMUM'],
    ['too many decimals', { point: '1.0000001' }, 400, 'BAD_PRECISION'],
    ['an unknown game', { point: '1', slotId: 9 }, 404, 'SLOT_GAME_UNKNOWN'],
  ])('%s', async (_name, body, status, code) => {
    const answer = await poor.post('/api/slot', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('guests do not spin', async () => {
    expect((await floor.guest().post('/api/slot', { point: '1' })).status).toBe(401);
  });
});

describe('seeds', () => {
  it('a new one shows the one before, and every spin under it can be worked out again', async () => {
    const shownBefore = await spins(alice);
    expect(shownBefore.every((spin) => spin.seed === null && checkSpin(spin, DECIMALS) === undefined)).toBe(true);
    const { body } = await alice.post('/api/slot/seed', { clientSeed: 'my-own-luck' });
    expect(body.data.now).toMatchObject({ serial: 2, clientSeed: 'my-own-luck' });
    await expect.poll(async () => (await spins(alice))[0]?.seed).toBe(body.data.shown.seed);
    const shown = await spins(alice);
    expect(shown.length).toBe(13);
    for (const spin of shown) {
      expect(spin.seal).toBe(body.data.shown.seal);
      expect(isSpinRight(checkSpin(spin, DECIMALS)!)).toBe(true);
      expect(checkSpin({ ...spin, payout: '999' }, DECIMALS)).toMatchObject({ isSealMet: true, areReelsRight: true, isPayoutRight: false });
      expect(checkSpin({ ...spin, seal: '0'.repeat(64) }, DECIMALS)).toMatchObject({ isSealMet: false });
      expect(checkSpin({ ...spin, clientSeed: 'another' }, DECIMALS)).toMatchObject({ isSealMet: true, areReelsRight: false });
    }
    const spin = (await alice.post('/api/slot', { point: '1' })).body.data;
    expect(spin).toMatchObject({ serial: 2, nonce: 0, clientSeed: 'my-own-luck', seal: body.data.now.seal });
  });

  it('a seed never spun under can be changed as well; what is no seed is refused', async () => {
    const { body } = await bob.post('/api/slot/seed', {});
    expect(body.data).toMatchObject({ shown: { serial: 1 }, now: { serial: 2 } });
    expect((await bob.post('/api/slot/seed', { clientSeed: '공' })).status).toBe(400);
    expect((await bob.post('/api/slot', { point: '1' })).body.data).toMatchObject({ serial: 2, nonce: 0 });
  });
});

describe('who may not', () => {
  it('SLT-02: a site without it, or with it switched off, has no slot', async () => {
    await configure('{"slot": {"isPlay": false, "minStake": "0.1", "maxStake": "100"}}');
    await expect.poll(isOffered).toBe(false);
    expect((await floor.guest().get('/api/slot/list')).body.code).toBe('PRODUCT_OFF');
    expect((await alice.post('/api/slot', { point: '1' })).status).toBe(403);
    expect((await alice.get('/api/slot/check')).body.data.isPlayable).toBe(false);
    // What was spun stays to be seen and checked.
    expect((await spins(alice)).length).toBe(14);
    expect((await alice.post('/api/slot/seed', {})).status).toBe(200);
  });
});
