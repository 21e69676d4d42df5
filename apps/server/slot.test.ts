// The slot over the whole server: sealed seeds, spins by HTTP, one effect a round id, every spin checked; another provider’s games (SLT).
import { decideRequest } from './testing/decide-request.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { checkSpin, isSpinRight } from '@maru/slot/spin-check.ts';
import { spinFile } from '@maru/slot/spin-file.ts';
import type { SlotGameShown, SlotSpin } from '@maru/slot/contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountFlag, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import type { GameDay } from '@maru/slot/admin-contract.ts';
import { GameProviderStandIn } from './testing/game-provider.ts';
import { toldMarket } from './testing/told-market.ts';

const DECIMALS = 6;
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let poor: TestMember;
const configure = (change: string) =>
  exchange.server.context.pool.query(`UPDATE site_site SET config = config || $2::jsonb WHERE id = $1`, [MARU, change]);
const isOffered = async () => (await exchange.guest().get('/api/slot/list')).status === 200;
const binary = async (member: TestMember): Promise<number> => Number((await member.get('/api/wallet/my')).body.data.BINARY.point);
const spins = async (member: TestMember): Promise<SlotSpin[]> => (await member.get('/api/slot/history', { size: '100' })).body.data.content;

beforeAll(async () => {
  exchange = await openTestExchange({ market: toldMarket().feature, more: [roundsFeature, slotFeature] });
  await configure('{"type": 56, "slot": {"isPlay": true, "minStake": "0.1", "maxStake": "100"}}');
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
  poor = await exchange.member('carol');
  for (const member of [alice, bob])
    expect((await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '1000' })).status).toBe(200);
});
afterAll(() => exchange.stop());

describe('games', () => {
  it('are listed with their pay table and the return that follows from it', async () => {
    await expect.poll(isOffered).toBe(true);
    const [game] = (await exchange.guest().get('/api/slot/list')).body.data as SlotGameShown[];
    expect(game).toMatchObject({ slotId: 1, code: 'maru-reels-1', returnPercent: '96.5576', mostPays: '51.5', minPoint: '0.1' });
    // Of each line's chance and multiple follows the return: cut down to four decimals each, they are less than a thousandth apart.
    const ofSymbols = game.symbols.map(({ pays, chancePercent }) => Number(pays) * Number(chancePercent) * game.lines.length);
    expect(ofSymbols.reduce((sum, each) => sum + each, 0)).toBeCloseTo(Number(game.returnPercent), 1);
    expect(game.symbols.reduce((sum, { returnPercent }) => sum + Number(returnPercent), 0)).toBeCloseTo(96.5576, 2);
    expect((await exchange.guest().get('/api/slot', { slotId: '1' })).body.data).toEqual(game);
    expect((await exchange.guest().get('/api/slot', { slotId: '2' })).body.code).toBe('SLOT_GAME_UNKNOWN');
  });
});

describe('spins', () => {
  it('follow from a seal that was shown before; money moves by what they paid', async () => {
    const before = (await alice.get('/api/slot/check')).body.data;
    expect(before).toMatchObject({ isPlayable: true, reason: null, serial: 1, currency: 'USDT', point: '1000.000000', spin: null });
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
    // A page whose answer was lost asks what came of it; of a spin that never was there is nothing to tell, nor of another's.
    expect((await alice.get('/api/slot/check', { roundId: 's-1' })).body.data.spin).toMatchObject({ payout, stops, nonce });
    expect((await alice.get('/api/slot/check', { roundId: 's-2' })).body.data.spin).toBeNull();
    expect((await bob.get('/api/slot/check', { roundId: 's-1' })).body.data.spin).toBeNull();
  });

  it('SLT-01: of a spin whose row is still on its way nobody says that it never was', async () => {
    const { pool } = exchange.server.context;
    const check = async () => (await alice.get('/api/slot/check', { roundId: 's-late' })).body;
    await exchange.projected();
    const client = await pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE slot_spin IN EXCLUSIVE MODE');
      expect((await alice.post('/api/slot', { roundId: 's-late', point: '1' })).status).toBe(200);
      expect((await check()).code).toBe('OVERLOADED');
      await client.query('COMMIT');
    } finally {
      client.release(true);
    }
    await expect.poll(async () => (await check()).data?.spin).toMatchObject({ point: expect.stringMatching(/^1\.?0*$/) });
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
    // Figures in a sentence carry no empty decimals.
    expect(answer.body.message).not.toMatch(/\.\d*0\D/);
    expect(`${answer.body.data?.limit}`).not.toMatch(/\.\d*0$/);
  });

  it('guests do not spin', async () => {
    expect((await exchange.guest().post('/api/slot', { point: '1' })).status).toBe(401);
  });
});

describe('seeds', () => {
  it('a new one shows the one before, and every spin under it can be worked out again', async () => {
    const shownBefore = await spins(alice);
    expect(shownBefore.every((spin) => spin.seed === null && checkSpin(spin, DECIMALS) === undefined)).toBe(true);
    const { nextSeal } = (await alice.get('/api/slot/check')).body.data;
    const { body } = await alice.post('/api/slot/seed', { clientSeed: 'my-own-luck' });
    // The seed to come was sealed before the member chose its own beside it.
    expect(body.data.now).toMatchObject({ serial: 2, clientSeed: 'my-own-luck', seal: nextSeal });
    await expect.poll(async () => (await spins(alice))[0]?.seed).toBe(body.data.shown.seed);
    const shown = await spins(alice);
    expect(shown.length).toBe(14);
    const [day] = (await alice.get('/api/slot/history')).body.data.days;
    const { next, content: first } = (await alice.get('/api/slot/history', { size: '5' })).body.data;
    expect([...first, ...(await alice.get('/api/slot/history', { cursor: next })).body.data.content]).toEqual(shown);
    const sum = (of: (spin: SlotSpin) => string) => shown.reduce((all, spin) => all + Number(of(spin)), 0);
    expect([day.spins, Number(day.point), Number(day.payout)]).toEqual([14, sum(({ point }) => point), sum(({ payout }) => payout)]);
    // The file of opened spins holds what a check needs, and nothing of seals that are closed.
    const of = { site: 'maru', currency: 'USDT', decimals: DECIMALS };
    expect(spinFile(of, shown).spins.map(({ game, seed }) => [game, seed])).toEqual(shown.map(({ seed }) => ['maru-reels-1', seed]));
    expect(spinFile(of, shownBefore).spins).toEqual([]);
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

describe('games of another provider (docs/decisions/0028)', () => {
  let provider: GameProviderStandIn;
  /** Stands for alice, from the first token on. */
  let ref: string;
  let names = 0;
  const sql = (text: string, values: unknown[] = []) => exchange.server.context.pool.query(text, values);
  const launch = (member: TestMember) => member.post('/api/slot/launch', { provider: provider.name });
  const tokenOf = async (member: TestMember) => new URL((await launch(member)).body.data.url).searchParams.get('token') as string;
  const enter = async (member: TestMember) => (await provider.call('balance', { token: await tokenOf(member) })).data.member as string;
  const fresh = () => `n-${++names}`;
  const told = async (answer: ReturnType<GameProviderStandIn['call']>) => {
    const { status, code } = await answer;
    return code === undefined ? status : `${status} ${code}`;
  };
  const stake = (roundId: string, amount: string, txId = fresh(), member = ref) =>
    provider.call('debit', { member, txId, roundId, amount });
  const win = (roundId: string, amount: string, txId = fresh(), member = ref) => provider.call('credit', { member, txId, roundId, amount });
  const giveBack = (roundId: string, debitTxId: string, txId = fresh()) =>
    provider.call('rollback', { member: ref, txId, roundId, debitTxId });
  const providers = async () => (await exchange.guest().get('/api/slot/houses')).body.data;
  const setFlags = (member: TestMember, flags: number) => {
    const head = { time: 0, account: member.account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
    return exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SetAccountFlags, flags }));
  };

  it('are off until an operator names the house; a token opens one visit, once, within minutes', async () => {
    provider = new GameProviderStandIn(exchange.port);
    expect(await providers()).toEqual([]);
    expect((await launch(alice)).body.code).toBe('SLOT_PROVIDER_UNKNOWN');
    expect(await told(provider.call('balance', { token: 'x'.repeat(43) }))).toBe('401 SIGNATURE_INVALID');
    const desk = await exchange.operator(['provider.read', 'provider.write']);
    expect(
      (await desk.post('/api/admin/site/providers', { ...provider.account(), secret: 'short', reason: 'our provider of games' })).body.data
        .field,
    ).toBe('secret');
    const asked = await desk.post('/api/admin/site/providers', { ...provider.account(), reason: 'our provider of games' });
    expect((await launch(alice)).body.code, 'one person alone lets no house in').toBe('SLOT_PROVIDER_UNKNOWN');
    await decideRequest(await exchange.operator(['provider.write', 'approval.*']), asked.body.data.requestId);
    expect((await desk.get('/api/admin/site/providers')).body.data.at(-1)).toMatchObject({ source: 'SITE', hasSecret: true });
    expect(await providers()).toEqual([{ provider: provider.name }]);
    expect((await alice.post('/api/slot/launch', { provider: 'another' })).body.code).toBe('SLOT_PROVIDER_UNKNOWN');
    expect((await exchange.guest().post('/api/slot/launch', { provider: provider.name })).status).toBe(401);
    const { url } = (await launch(alice)).body.data as { url: string };
    const { origin, searchParams } = new URL(url);
    const token = searchParams.get('token') as string;
    expect(origin).toBe('https://games.example');
    expect(searchParams.get('lobby')).toMatch(/^https?:\/\/localhost(:\d+)?\/slot$/);
    expect([searchParams.get('site'), searchParams.get('language')]).toEqual(['maru', 'ko']);
    expect((await sql('SELECT 1 FROM slot_game_session x WHERE strpos(to_jsonb(x)::text, $1) > 0', [token])).rowCount).toBe(0);
    const twice = await Promise.all([1, 2].map(() => provider.call('balance', { token })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { data } = twice.find(({ status }) => status === 200)!;
    expect(data).toMatchObject({ currency: 'USDT', balance: (await binary(alice)).toFixed(6) });
    ref = data.member as string;
    const late = await tokenOf(alice);
    await sql(`UPDATE slot_game_session SET created_at = created_at - interval '4 minutes' WHERE redeemed_at IS NULL`);
    expect(await told(provider.call('balance', { token: late }))).toBe('403 VISIT_OVER');
  });

  it('nobody calls without the right signature, of this minute, for this call, under this site', async () => {
    const body = { member: ref };
    expect(await told(provider.call('balance', body))).toBe(200);
    const forged = [
      { secret: 'another-secret-of-32-characters-00' },
      { timestamp: String(Date.now() - 61_000) },
      { timestamp: String(Date.now() + 120_000) },
      { timestamp: 'now' },
      { path: '/api/slot/seamless/debit' },
      { body: '{}' },
      { name: 'another' },
      { host: 'hanok.localhost' },
    ];
    for (const change of forged)
      expect([change, await told(provider.call('balance', body, change))]).toEqual([change, '401 SIGNATURE_INVALID']);
    expect(await told(provider.call('balance', { member: ref, account: 1 }))).toBe('400 INVALID_FIELD');
    expect(await told(provider.call('balance', { member: 'y'.repeat(43) }))).toBe('404 MEMBER_UNKNOWN');
  });

  it('SLT-08: a win told three times, at once or later, is one credit with one answer', async () => {
    const funds = await binary(alice);
    const [tx, debit] = [{ roundId: 'r-1', txId: 'win-1' }, 'stake-1'];
    const staked = await stake(tx.roundId, '10', debit);
    expect(staked).toMatchObject({ status: 200, data: { txId: debit, balance: (funds - 10).toFixed(6), currency: 'USDT' } });
    const wins = await Promise.all([1, 2, 3].map(() => win(tx.roundId, '25.5', tx.txId)));
    for (const answer of [...wins, await win(tx.roundId, '25.5', tx.txId)]) expect(answer).toEqual(wins[0]);
    expect(wins[0]).toMatchObject({ status: 200, data: { txId: 'win-1', balance: (funds + 15.5).toFixed(6) } });
    expect(await stake(tx.roundId, '10', debit)).toEqual(staked);
    expect(await told(win(tx.roundId, '26', tx.txId))).toBe('409 REQUEST_REUSED');
    expect(await told(stake(tx.roundId, '25.5', tx.txId))).toBe('409 REQUEST_REUSED');
    // The money moved and the answer was never kept, as after a crash: one effect still.
    await sql('UPDATE slot_game_tx SET answer = NULL');
    await exchange.projected();
    expect((await sql('SELECT t.tx_id FROM slot_game_tx t JOIN slot_game_moved m ON m.tx = t.id ORDER BY t.id')).rows).toEqual([
      { tx_id: debit },
      { tx_id: tx.txId },
    ]);
    expect(await told(win(tx.roundId, '25.5', tx.txId))).toBe(200);
    expect(await told(stake(tx.roundId, '10', debit))).toBe(200);
    expect(await binary(alice)).toBeCloseTo(funds + 15.5, 6);
  });

  it('a win needs a stake of its round and its member; more than the games purse holds is paid all the same', async () => {
    const other = await enter(bob);
    expect(await told(win('r-none', '5'))).toBe('404 ROUND_UNKNOWN');
    expect(await told(stake('r-2', '1'))).toBe(200);
    expect(await told(win('r-2', '5', fresh(), other))).toBe('404 ROUND_UNKNOWN');
    const funds = await binary(alice);
    expect(await told(win('r-2', '70000'))).toBe(200);
    expect(await binary(alice)).toBeCloseTo(funds + 70_000, 6);
    expect(await told(win('r-2', '0'))).toBe(200);
  });

  it.each([
    ['more than there is', '100', '422 INSUFFICIENT_BALANCE'],
    ['nothing', '0', '422 BELOW_MINIMUM'],
    ['above the site’s most', '100.5', '422 ABOVE_MAXIMUM'],
    ['too many decimals', '1.0000001', '400 BAD_PRECISION'],
    ['a negative one', '-1', '400 INVALID_FIELD'],
  ])('a stake of %s is refused and leaves its name free', async (_name, amount, said) => {
    const member = await enter(poor);
    expect(await told(stake('r-poor', amount, 'poor-1', member))).toBe(said);
    expect((await sql(`SELECT 1 FROM slot_game_tx WHERE tx_id = 'poor-1'`)).rowCount).toBe(0);
  });

  it('a stake is given back once and as a whole; not after a win; one that never came is refused when it comes late', async () => {
    const funds = await binary(alice);
    expect(await told(stake('r-3', '20', 'd-3'))).toBe(200);
    const back = await Promise.all([1, 2, 3].map(() => giveBack('r-3', 'd-3', 'b-3')));
    for (const answer of back) expect(answer).toEqual(back[0]);
    expect(back[0]).toMatchObject({ status: 200, data: { balance: funds.toFixed(6) } });
    expect(await told(giveBack('r-3', 'd-3'))).toBe('409 ROUND_OVER');
    expect(await told(win('r-3', '1'))).toBe('404 ROUND_UNKNOWN');
    expect(await told(giveBack('r-4', 'd-4'))).toBe(200);
    expect(await told(stake('r-4', '20', 'd-4'))).toBe('409 ROUND_OVER');
    expect(await told(stake('r-5', '20', 'd-5'))).toBe(200);
    expect(await told(win('r-5', '20'))).toBe(200);
    expect(await told(giveBack('r-5', 'd-5'))).toBe('409 ROUND_OVER');
    expect(await told(giveBack('r-1', 'd-3'))).toBe('409 ROUND_OVER');
    expect(await binary(alice)).toBeCloseTo(funds, 6);
  });

  it('who may not spin stakes nothing here either; what is open still ends', async () => {
    let open = 0;
    const refused = async (code: string) => {
      expect(await told(stake('r-no', '1'))).toBe(`403 ${code}`);
      expect(await told(win(`r-open-${open}`, '1'))).toBe(200);
    };
    const opened = async () => expect(await told(stake(`r-open-${++open}`, '1'))).toBe(200);
    for (const [flag, code] of [
      [AccountFlag.SelfExcluded, 'SELF_EXCLUDED'],
      [AccountFlag.Frozen, 'ACCOUNT_FROZEN'],
      [AccountFlag.Leaving, 'ACCOUNT_FROZEN'],
      [AccountFlag.MayNotInvest, 'PARTNER_MAY_NOT_INVEST'],
    ] as const) {
      await opened();
      await setFlags(alice, flag);
      await refused(code);
      expect((await launch(alice)).body.code).toBe(code);
      await setFlags(alice, 0);
    }
    // The engine counts its own games alone: a limit that somebody set is not to be got round here (ADR 0024).
    await opened();
    expect((await alice.post('/api/user/limits', { kind: 'GAME_STAKE', limit: '5000' })).status).toBe(200);
    await refused('SLOT_OWN_LIMITS');
    expect((await launch(alice)).body.code).toBe('SLOT_OWN_LIMITS');
  });

  it('a day’s report is compared with our rows: differences and missing days are counted on the desk', async () => {
    const desk = await exchange.operator(['rounds.read', 'dashboard.read']);
    const days = async () => (await desk.get('/api/admin/slot/games')).body.data.days as GameDay[];
    const waiting = async () =>
      (await desk.get('/api/admin/waiting')).body.data.find(({ kind }: { kind: string }) => kind === 'game-reports').count;
    const none = { count: 0, amount: '0' };
    const report = (date: string, sums: object) => provider.call('report', { date, debit: none, credit: none, rollback: none, ...sums });
    const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    expect(await told(report(dayBefore(0), {}))).toBe('400 INVALID_FIELD');
    expect(await told(report('2026-02-30', {}))).toBe('400 INVALID_FIELD');
    expect(await told(provider.call('report', { date: dayBefore(1) }))).toBe('400 INVALID_FIELD');
    // What was played so far becomes that of two days ago.
    await sql(`UPDATE slot_game_tx SET created_at = created_at - interval '2 days'`);
    const [missing] = await days();
    const date = missing.date;
    expect(missing).toMatchObject({ provider: provider.name, state: 'MISSING', told: null });
    expect([missing.ours.debit.count > 3, missing.ours.rollback]).toEqual([true, { count: 2, amount: '20.000000' }]);
    expect(await waiting()).toBe(1);
    const { debit, credit, rollback } = missing.ours;
    const short = await report(date, { debit, credit: { ...credit, amount: '1' }, rollback });
    expect(short).toMatchObject({ status: 200, data: { date, agrees: false, ours: missing.ours } });
    expect(await days()).toMatchObject([{ date, state: 'DIFFERS', told: { credit: { amount: '1.000000' } } }]);
    expect(await waiting()).toBe(1);
    expect((await report(date, { debit, credit, rollback })).data.agrees).toBe(true);
    expect(await days()).toMatchObject([{ date, state: 'AGREES' }]);
    expect(await waiting()).toBe(0);
    // A day of which only the provider knows something.
    await report(dayBefore(4), { debit: { count: 1, amount: '5' } });
    expect((await days()).map(({ state }) => state)).toEqual(['AGREES', 'DIFFERS']);
    expect((await desk.get('/api/admin/slot/games')).status).toBe(200);
    expect((await (await exchange.operator(['member.read'])).get('/api/admin/slot/games')).status).toBe(403);
    await sql(`UPDATE slot_game_tx SET created_at = created_at + interval '2 days'`);
  });
  it('a visit ends with its login: who was blocked or logged out stakes nothing more', async () => {
    const member = await enter(bob);
    expect(await told(stake('r-bob', '1', fresh(), member))).toBe(200);
    expect((await bob.post('/api/logout', {})).status).toBe(200);
    expect(await told(stake('r-bob', '1', fresh(), member))).toBe('403 VISIT_OVER');
    expect(await told(win('r-bob', '2', fresh(), member))).toBe(200);
    await expect
      .poll(async () => (await sql('SELECT 1 FROM slot_game_session WHERE ref = $1 AND ended_at IS NULL', [member])).rowCount)
      .toBe(0);
  });
});

describe('who may not', () => {
  it('SLT-02: a site without it, or with it switched off, has no slot', async () => {
    await configure('{"slot": {"isPlay": false, "minStake": "0.1", "maxStake": "100"}}');
    await expect.poll(isOffered).toBe(false);
    expect((await exchange.guest().get('/api/slot/list')).body.code).toBe('PRODUCT_OFF');
    expect((await alice.post('/api/slot', { point: '1' })).status).toBe(403);
    expect((await alice.get('/api/slot/check')).body.data).toMatchObject({ isPlayable: false, reason: 'PRODUCT_OFF' });
    // What was spun stays to be seen and checked.
    expect((await spins(alice)).length).toBe(15);
    expect((await alice.post('/api/slot/seed', {})).status).toBe(200);
  });
});

describe('restored without its storage key', () => {
  it('plays nothing and says so, since no promised seed can be shown; with the key brought back it goes on', async () => {
    const secret = async (change: string) => {
      await exchange.server.context.pool.query(`UPDATE slot_secret SET sealed = ${change}`);
      await exchange.restart();
    };
    await configure('{"slot": {"isPlay": true, "minStake": "0.1", "maxStake": "100"}}');
    await secret("'A' || sealed");
    for (const answer of [
      await alice.get('/api/slot/check'),
      await alice.post('/api/slot', { point: '1' }),
      await alice.post('/api/slot/seed', {}),
      await alice.get('/api/slot/history', { size: '100' }),
    ])
      expect(answer).toMatchObject({ status: 503, body: { code: 'SLOT_KEY_LOST' } });
    await secret('substr(sealed, 2)');
    expect((await alice.get('/api/slot/check')).status).toBe(200);
  });
});
