// The member's own list of addresses over real HTTP: what waits, what binds, who may change it, and that nothing slips past it.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
let stage: CoinStage;
let alice: TestMember;
let keys = 0;

beforeAll(async () => {
  stage = await openCoinStage();
  alice = await stage.rich('alice');
});
afterAll(() => stage?.stop());

const pool = () => stage.exchange.server.context.pool;
const entry = (change: Record<string, unknown> = {}) => ({
  walletType: 'ETH_USDT',
  label: 'my ledger',
  address: OUTSIDE,
  password: WITHDRAW_PASSWORD,
  ...change,
});
const add = (member: TestMember, change: Record<string, unknown> = {}) => member.post('/api/dnw/allow_list/add', entry(change));
const list = async (member: TestMember) => (await member.get('/api/dnw/allow_list')).body.data;
const turn = (member: TestMember, isOn: boolean) => member.post('/api/dnw/allow_list/switch', { isOn, password: WITHDRAW_PASSWORD });
const apply = (member: TestMember, change: Record<string, unknown> = {}) =>
  member.post(
    '/api/dnw/withdraw/apply',
    { walletType: 'ETH_USDT', point: '20', address: OUTSIDE, password: WITHDRAW_PASSWORD, ...change },
    { 'idempotency-key': `allow-${++keys}` },
  );
/** A day goes by for one row of the list. */
const ripen = (entryId: number) => pool().query('UPDATE custody_allowed SET ripe_ms = ripe_ms - $2 WHERE entry_id = $1', [entryId, DAY_MS]);

describe('an entry', () => {
  it('wants the withdrawal password, an address of its network, a name; a refusal adds nothing', async () => {
    const cases: [Record<string, unknown>, string, string | undefined][] = [
      [{ password: undefined }, 'WITHDRAW_AUTH_REQUIRED', 'password'],
      [{ password: '000001' }, 'WITHDRAW_PASSWORD_WRONG', 'password'],
      [{ password: undefined, ticket: 'none' }, 'WITHDRAW_TICKET', 'ticket'],
      [{ walletType: 'NONE' }, 'WITHDRAW_COIN', 'walletType'],
      [{ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, 'ADDRESS_OTHER_COIN', 'address'],
      [{ memo: '1' }, 'MEMO_NOT_USED', 'memo'],
      [{ label: '   ' }, 'INVALID_FIELD', 'label'],
      [{ label: 'x'.repeat(41) }, 'INVALID_FIELD', 'label'],
    ];
    for (const [change, code, field] of cases)
      expect((await add(alice, change)).body, JSON.stringify(change)).toMatchObject({ code, ...(field && { data: { field } }) });
    expect((await stage.exchange.guest().post('/api/dnw/allow_list/add', entry())).status).toBe(401);
    expect((await list(alice)).content).toEqual([]);
  });

  it('is there once whoever repeats it, waits a day, and is told to the member', async () => {
    const answers = await Promise.all([add(alice), add(alice), add(alice, { address: OUTSIDE.toLowerCase() })]);
    expect(new Set(answers.map(({ body }) => body.data.entryId)).size).toBe(1);
    const { content, isOn, waitSeconds } = await list(alice);
    expect({ isOn, waitSeconds, n: content.length }).toEqual({ isOn: false, waitSeconds: DAY_MS / 1000, n: 1 });
    expect(content[0]).toMatchObject({ label: 'my ledger', chain: 'ETH', address: OUTSIDE, isRipe: false, isInside: false });
    expect(content[0].walletTypes).toContain('ETH');
    expect(new Date(content[0].ripeAt).getTime() - new Date(content[0].addedAt).getTime()).toBe(DAY_MS);
    expect((await add(alice, { label: 'another' })).body.code).toBe('ALLOW_TWICE');
    const ofList = () => stage.told.filter(({ member, link }) => member === alice.member && link === '/dnw/withdraw');
    await expect.poll(() => ofList().length).toBe(1);
    expect(ofList()[0]).toMatchObject({ kind: 'SECURITY', content: { ko: expect.stringContaining('my ledger') } });
  });

  it('is nobody else’s to see or to remove, and waits anew when it comes back', async () => {
    const bob = await stage.exchange.member('bobby', '0');
    const [{ entryId }] = (await list(alice)).content;
    expect((await bob.post('/api/dnw/allow_list/remove', { entryId })).body.code).toBe('NOT_FOUND');
    expect((await list(bob)).content).toEqual([]);
    await ripen(entryId);
    expect((await list(alice)).content[0].isRipe).toBe(true);
    expect((await alice.post('/api/dnw/allow_list/remove', { entryId })).status).toBe(200);
    expect((await alice.post('/api/dnw/allow_list/remove', { entryId })).status).toBe(200);
    expect((await list(alice)).content).toEqual([]);
    expect((await add(alice)).body.data).toMatchObject({ isRipe: false });
  });
});

describe('a list that binds', () => {
  it('lets through ripe entries alone, also for who asks in parallel with switching', async () => {
    expect((await apply(alice, { address: OTHER })).status).toBe(200);
    expect((await alice.post('/api/dnw/allow_list/switch', { isOn: true })).body.code).toBe('WITHDRAW_AUTH_REQUIRED');
    expect((await turn(alice, true)).body.data).toEqual({ isOn: true, offAt: null });
    expect((await apply(alice, { address: OTHER })).body).toMatchObject({ code: 'ALLOW_NOT_LISTED', data: { field: 'address' } });
    expect((await apply(alice)).body).toMatchObject({ code: 'ALLOW_NOT_RIPE', data: { field: 'address' } });
    const quote = (address: string) => alice.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT', address });
    expect((await quote(OTHER)).body.data.allowList).toEqual({ isOn: true, entry: null, refuses: 'NOT_LISTED' });
    expect((await quote(OUTSIDE)).body.data.allowList).toMatchObject({ refuses: 'NOT_RIPE', entry: { label: 'my ledger', isRipe: false } });
    await ripen((await list(alice)).content[0].entryId);
    expect((await quote(OUTSIDE)).body.data.allowList).toMatchObject({ refuses: null, entry: { isRipe: true } });
    // However it is written, and for the other coin of the same network.
    expect((await apply(alice, { address: OUTSIDE.toLowerCase() })).status).toBe(200);
  });

  it('goes on binding for a day after it was switched off, and asking again ends it no sooner', async () => {
    const first = (await turn(alice, false)).body.data;
    expect(first.isOn).toBe(true);
    expect(new Date(first.offAt).getTime() - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect((await turn(alice, false)).body.data).toEqual(first);
    expect((await apply(alice, { address: OTHER })).body.code).toBe('ALLOW_NOT_LISTED');
    expect((await turn(alice, true)).body.data).toEqual({ isOn: true, offAt: null });
    await turn(alice, false);
    await pool().query('UPDATE custody_allow_choice SET off_ms = off_ms - $2 WHERE account = $1', [alice.account, DAY_MS]);
    expect(await list(alice)).toMatchObject({ isOn: false, offAt: null });
    expect((await apply(alice, { address: OTHER })).status).toBe(200);
  });
});

it('with a second factor each change wants it proven on this login', async () => {
  const dora = await stage.rich('dora');
  await pool().query(`INSERT INTO account_totp (member_id, site_id, secret, created_at, confirmed_at) VALUES ($1, $2, '', now(), now())`, [
    dora.member,
    MARU,
  ]);
  for (const call of [add(dora), turn(dora, true), dora.post('/api/dnw/allow_list/remove', { entryId: 1 }), apply(dora)])
    expect((await call).body.code).toBe('SECOND_FACTOR_NEEDED');
  expect((await dora.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT' })).body.data).toMatchObject({
    hasSecondFactor: true,
    hasPassword: true,
  });
  await pool().query('UPDATE account_login SET stepped_up_at = now() WHERE member_id = $1', [dora.member]);
  expect((await add(dora)).status).toBe(200);
});
