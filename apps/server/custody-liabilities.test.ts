// Proofs of liabilities over real HTTP: the ledger to the last unit, each member its own branch alone, and nothing published that does not hold.
import { checkBranch, type LiabilityBranch } from '@maru/custody/liability-branch.ts';
import { liabilitiesSignatureText, NO_PROOF, readRecord, recordHash } from '@maru/custody/liability-record.ts';
import type { DeskLiability, LiabilityFault } from '@maru/custody/liabilities-admin-contract.ts';
import type { LiabilityFile } from '@maru/custody/liabilities-contract.ts';
import { proveSite } from '@maru/custody/server/liabilities/prove-site.ts';
import { provenCoins } from '@maru/custody/server/liabilities/proven-coins.ts';
import { Asset, Purse } from '@maru/engine/ledger/account.ts';
import type { LiabilitiesView } from '@maru/engine/ledger/liabilities.ts';
import type { AssetHoldings } from '@maru/engine/ledger/sums.ts';
import type { EnginePort } from '@maru/kit/server/engine-port.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { utcDayText } from '@maru/kit/contract/calendar.ts';
import { isTextSigned } from '@maru/rounds/evidence-day-signed.ts';
import { installationSigner } from '@maru/rounds/admin-contract.ts';
import { DayKeys, signatureOf } from '@maru/rounds/server/day-keys.ts';
import { roundsMigrations } from '@maru/rounds/server/migrations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCoinStage, type CoinStage } from './testing/coin-stage.ts';
import { HANOK, MARU, type TestMember } from './testing/test-exchange.ts';

const [USDT, BTC, ETH] = [0, 2, 3];
let stage: CoinStage;
let alice: TestMember;
let bob: TestMember;
let poor: TestMember;

const context = () => stage.exchange.server.context;
const sql = async (text: string, ...values: unknown[]) => (await context().pool.query(text, values)).rows;
const site = (id = MARU) => context().sites.byId(id)!;
const prove = async (askedBy: number | null = 1, engine?: EnginePort): Promise<number> =>
  proveSite(engine === undefined ? context() : { ...context(), engine }, {
    site: site(),
    coins: await provenCoins(context().pool, site()),
    askedBy,
    goesOn: () => true,
  });
const listed = async (coin?: string, at = MARU): Promise<LiabilityFile[]> =>
  (await stage.exchange.guest(at).get('/api/public/liabilities', coin === undefined ? {} : { coin })).body.data.content;
const latest = async (coin: string) => readRecord((await listed(coin))[0].record)!;
const branch = (member: Pick<TestMember, 'get'>, coin: string, number: string | number) =>
  member.get('/api/wallet/liabilities/branch', { coin, number });

/** Rounds' key without its markets. */
const keyOfRounds: ServerFeature = {
  name: 'rounds',
  wiring: { offers: [installationSigner], needs: [] },
  errors: {},
  routes: [],
  migrations: roundsMigrations,
  async start({ services, config }) {
    const keys = new DayKeys(config.secrets.storageKey);
    services.provide(installationSigner, { sign: (client, text, now) => keys.sign(client, text, now), signatureOf });
    return () => undefined;
  },
};

beforeAll(async () => {
  stage = await openCoinStage({ more: [keyOfRounds] });
  alice = await stage.rich('alice', { [USDT]: 112_345_678, [BTC]: 500_000_001 });
  bob = await stage.rich('bobby', { [USDT]: 1, [ETH]: 7 });
  poor = await stage.exchange.member('poor', '0');
  await prove();
});
afterAll(() => stage?.stop());

describe('a proof', () => {
  it('is the ledger at one sequence, coin by coin, and signed; a coin that nobody is owed has none', async () => {
    const all = await listed();
    const records = all.map(({ record }) => readRecord(record)!);
    // Demo members hold USDT too.
    const holdings = await context().engine.query<AssetHoldings[]>(MARU, 'holdings');
    const usdt = holdings.filter(({ asset }) => asset <= Asset.Binary).reduce((sum, { members, transit }) => sum + members + transit, 0);
    expect(usdt).toBeGreaterThan(112_345_679);
    expect(records.map(({ coin, sum, site: name }) => [coin, sum, name])).toEqual([
      ['BTC', '500000001', 'maru'],
      ['ETH', '7', 'maru'],
      ['USDT', String(usdt), 'maru'],
    ]);
    const [{ n }] = await sql('SELECT count(DISTINCT seq)::int AS n FROM custody_liability WHERE asked_by = 1');
    expect(n).toBe(1);
    for (const { record, hash, signed } of all) {
      expect(recordHash(record)).toBe(hash);
      expect(isTextSigned(liabilitiesSignatureText(hash), signed)).toBe(true);
      expect(isTextSigned(liabilitiesSignatureText(NO_PROOF), signed)).toBe(false);
    }
  });

  it('counts what is held for a withdrawal and what is pending, and names the proof before', async () => {
    const [ticket] = await stage.tickets(alice, 1);
    const asked = await alice.post(
      '/api/dnw/withdraw/apply',
      { walletType: 'ETH_USDT', point: '20', address: '0x52908400098527886E0F7030069857D2E4169EE7', ticket },
      { 'idempotency-key': 'held-of-alice' },
    );
    expect([asked.status, asked.body.code]).toEqual([200, undefined]);
    await expect
      .poll(async () => (await context().engine.query<{ held: number }>(MARU, 'custodyFigures', alice.account, USDT)).held)
      .toBeGreaterThan(0);
    await stage.credit(alice, ETH, 3);
    await prove();
    const files = await listed('USDT');
    const chain = files.map(({ record }) => readRecord(record)!);
    expect(new Set(chain.map(({ sum }) => sum)).size).toBe(1);
    expect(chain.map(({ number }) => Number(number))).toEqual(files.map((_, at) => files.length - at));
    expect(chain.map(({ previous }) => previous)).toEqual([...files.slice(1).map(({ hash }) => hash), NO_PROOF]);
    expect(files.length).toBeGreaterThan(1);
    expect(await latest('ETH')).toMatchObject({ sum: '10' });
  });
});

describe('a branch', () => {
  it('is the member’s own: all it is owed, at most 16 KB, checked by its device', async () => {
    const { number, root, sum } = await latest('USDT');
    const { body, status } = await branch(alice, 'USDT', number);
    expect(status).toBe(200);
    const file = body.data as LiabilityBranch;
    expect(JSON.stringify(file).length).toBeLessThan(16_000);
    const checked = checkBranch(file, String(alice.member));
    expect([checked.wrong, checked.total]).toEqual([[], 112_345_678n]);
    expect(checked.steps.at(-1)).toEqual([root, sum]);
    // Nobody gets another's: there is nothing in the call that says whose.
    const own = (await branch(bob, 'USDT', number)).body.data as LiabilityBranch;
    expect([own.member, checkBranch(own, String(bob.member)).total]).toEqual([String(bob.member), 1n]);
    expect(checkBranch(own, String(alice.member)).wrong).toEqual(['member']);
    expect((await bob.get('/api/wallet/liabilities/branch', { coin: 'USDT', number, member: alice.member })).body.data?.member).not.toBe(
      String(alice.member),
    );
  });

  it('is nothing for who was owed nothing, and nothing without a login', async () => {
    const { number } = await latest('USDT');
    expect((await branch(poor, 'USDT', number)).body.data).toBeNull();
    expect((await branch(stage.exchange.guest(), 'USDT', number)).status).toBe(401);
    expect((await branch(alice, 'USDT', 999)).body.code).toBe('NOT_FOUND');
    expect((await branch(alice, 'KRW', 1)).body.code).toBe('NOT_FOUND');
  });

  it('comes of the sealed seed again after a restart, the same to the last digit; without its tree it is said', async () => {
    const { number } = await latest('ETH');
    const before = (await branch(bob, 'ETH', number)).body.data;
    const [{ seed }] = await sql(
      `SELECT t.seed FROM custody_liability_tree t JOIN custody_liability p USING (proof_id) WHERE p.coin = 'ETH' AND p.number = $1`,
      Number(number),
    );
    expect(seed).not.toMatch(/^[0-9a-f]{64}$/);
    await stage.exchange.restart();
    expect((await branch(bob, 'ETH', number)).body.data).toEqual(before);
    await sql(
      `DELETE FROM custody_liability_tree t USING custody_liability p WHERE p.proof_id = t.proof_id AND p.coin = 'BTC' AND p.number = 1`,
    );
    expect((await branch(alice, 'BTC', 1)).body.code).toBe('LIABILITY_TREE_GONE');
    expect((await listed('BTC')).map(({ record }) => readRecord(record)!.number)).toContain('1');
  });

  it('is made a few at a time: who asks for many is asked to wait', async () => {
    const { number } = await latest('USDT');
    await expect.poll(async () => (await branch(poor, 'USDT', number)).body.code).toBe('LIABILITY_WAIT');
    expect((await branch(bob, 'USDT', number)).status).toBe(200);
  });

  it('a brand sees its own alone', async () => {
    const stranger = await stage.exchange.member('stranger', '0', HANOK);
    expect(await listed('USDT', HANOK)).toEqual([]);
    expect((await branch(stranger, 'USDT', 1)).body.code).toBe('NOT_FOUND');
    const desk = await stage.exchange.operator(undefined, HANOK);
    expect((await desk.get('/api/admin/custody/liabilities')).body.data.content).toEqual([]);
  });
});

/** The engine as it is, but for what it says of liabilities. */
function lying(change: (view: LiabilitiesView) => void): EnginePort {
  const { engine } = context();
  return new Proxy(engine, {
    get: (target, name) =>
      name === 'query'
        ? async (id: number, view: string, ...words: unknown[]) => {
            const answer = await target.query(id, view, ...words);
            if (view === 'liabilities') change(answer as LiabilitiesView);
            return answer;
          }
        : Reflect.get(target, name),
  });
}

describe('nothing is published that does not hold', () => {
  const usdt = 0;
  const cases: [LiabilityFault, (view: LiabilitiesView) => void][] = [
    ['NEGATIVE', ({ groups }) => void (groups[usdt].negative = { account: 1, purse: Purse.Available })],
    ['NEGATIVE', ({ groups }) => void (groups[usdt].amounts[0] *= -1)],
    // A member left out, a balance made smaller, one made larger.
    [
      'SUM',
      ({ groups }) => {
        groups[usdt].accounts = groups[usdt].accounts.slice(1);
        groups[usdt].amounts = groups[usdt].amounts.slice(1);
      },
    ],
    ['SUM', ({ groups }) => void groups[usdt].amounts[0]--],
    ['SUM', ({ groups }) => void groups[usdt].amounts[0]++],
    ['SUM', ({ groups }) => void groups[usdt].owed++],
    ['INEXACT', ({ groups }) => void (groups[usdt].amounts[0] += 0.5)],
    ['INEXACT', ({ groups }) => void (groups[usdt].amounts[0] = 2 ** 60)],
    ['MEMBER', ({ groups }) => void (groups[usdt].accounts[0] = 400)],
  ];

  it.each(cases)('%s', async (fault, change) => {
    // The day's own may come at any moment.
    const asked = () => sql(`SELECT number FROM custody_liability WHERE coin = 'USDT' AND asked_by = 1`);
    const before = await asked();
    await prove(1, lying(change));
    expect(await asked()).toEqual(before);
    const desk = await stage.exchange.operator();
    const { faults } = (await desk.get('/api/admin/custody/liabilities')).body.data as { faults: { coin: string; fault: string }[] };
    expect(faults.map((each) => [each.coin, each.fault])).toEqual([['USDT', fault]]);
    // Other coins are proved all the same; with the next proof the reason is gone.
    await prove();
    expect((await desk.get('/api/admin/custody/liabilities')).body.data.faults).toEqual([]);
  });
});

describe('the desk', () => {
  it('asks for one, which the job makes; it stands beside what the chains held', async () => {
    const desk = await stage.exchange.operator();
    const { number } = await latest('USDT');
    await sql(
      `INSERT INTO custody_run (site_id, asset, at_ms, read_ms, is_equal, seq, scale, chain_amount, ledger_amount, between_amount, difference, figures, differences)
       VALUES ($1, 0, 1, 1, true, 1, 6, 99000000, 99000000, 0, 0, '{"networks": [], "inTransit": 0, "suspense": 0, "networkFee": 0, "paper": "1500000"}', '[]')`,
      MARU,
    );
    expect((await desk.post('/api/admin/custody/liabilities/ask', {})).body.data).toEqual({ isAsked: true });
    await expect.poll(async () => Number((await latest('USDT')).number)).toBeGreaterThan(Number(number));
    await expect.poll(async () => (await desk.get('/api/admin/custody/liabilities')).body.data.isAsked).toBe(false);
    const { content } = (await desk.get('/api/admin/custody/liabilities', { coin: 'USDT' })).body.data as { content: DeskLiability[] };
    const asked = content.find((row) => row.isAsked && row.number > Number(number))!;
    expect(asked).toMatchObject({ coin: 'USDT', below: '0', chain: '99', paper: '1.5', isSigned: true });
    const [line] = await sql(`SELECT action FROM operator_audit WHERE action = 'askLiabilities'`);
    expect(line).toBeDefined();
  });

  it('wants the right to ask, and to look', async () => {
    const reader = await stage.exchange.operator(['custody.read']);
    expect((await reader.get('/api/admin/custody/liabilities')).status).toBe(200);
    expect((await reader.post('/api/admin/custody/liabilities/ask', {})).status).toBe(403);
    expect((await (await stage.exchange.operator(['deposit.read'])).get('/api/admin/custody/liabilities')).status).toBe(403);
  });

  it('the day’s own is one a coin, however often the job looks', async () => {
    const daily = () =>
      sql(`SELECT coin FROM custody_liability WHERE asked_by IS NULL AND day = $1 ORDER BY coin`, utcDayText(context().clock.now()));
    context().jobs.hurry('custody.liabilities');
    await expect.poll(daily).toHaveLength(3);
    for (let look = 0; look < 3; look++) context().jobs.hurry('custody.liabilities');
    await stage.exchange.restart();
    const { number } = await latest('USDT');
    const desk = await stage.exchange.operator();
    // A proof that was asked for shows that the job has looked again.
    await desk.post('/api/admin/custody/liabilities/ask', {});
    await expect.poll(async () => Number((await latest('USDT')).number)).toBeGreaterThan(Number(number));
    expect(await daily()).toHaveLength(3);
    await expect(prove(null)).resolves.toBe(0);
    await sql('DELETE FROM custody_liability_fault');
  });
});
