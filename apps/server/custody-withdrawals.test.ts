// A withdrawal from the member's call to a confirmed transaction of a real node: paid exactly once whoever repeats or forgets a step, the
// ledger equal to the chain at the end (issue 15, 3).
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { openPayoutStage, type PayoutStage, WITHDRAW_PASSWORD } from './testing/payout-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const [USDT, ETH] = [0, 3];
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
let stage: PayoutStage;
let keys = 0;

beforeAll(async () => {
  stage = await openPayoutStage();
});
afterAll(() => stage?.close());

const pool = () => stage.exchange.server.context.pool;
const held = (member: TestMember, purse: number, asset = USDT) =>
  stage.exchange.server.engines.query<number>(MARU, 'ledger', accountOf(member.account, asset, purse));
const ours = (purse: number, asset = USDT) => stage.exchange.server.engines.query<number>(MARU, 'ledger', houseAccount(asset, purse));
const wanted = (change: Record<string, unknown> = {}) => ({
  walletType: 'ETH_USDT',
  point: '100',
  address: OUTSIDE,
  password: WITHDRAW_PASSWORD,
  ...change,
});
const apply = (member: TestMember, change: Record<string, unknown> = {}, key = `key-${++keys}`) =>
  member.post('/api/dnw/withdraw/apply', wanted(change), { 'idempotency-key': key });
async function detail(member: TestMember, withdrawalId: number) {
  const { status, body } = await member.get('/api/dnw/withdraw', { withdrawalId });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Record<string, unknown> & { state: string; steps: { state: string }[]; txHash: string };
}

describe('a way out', () => {
  it('is held, approved by the rules, signed, sent, confirmed; the ledger says what the chain took', async () => {
    const alice = await stage.rich('alice', 'ETH_USDT', 300_000_000n);
    const before = await stage.reader.balanceOf(OUTSIDE, 'ETH_USDT');
    const applied = await apply(alice);
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    expect(applied.body.data).toMatchObject({ point: '100', fee: '3', arrives: '97', isInside: false });
    const id = applied.body.data.withdrawalId as number;
    await stage.settle();
    const done = await detail(alice, id);
    expect(done).toMatchObject({ state: 'CONFIRMED', canCancel: false });
    expect(done.steps.map(({ state }) => state)).toEqual(['REQUESTED', 'HELD', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED']);
    expect((await stage.reader.balanceOf(OUTSIDE, 'ETH_USDT')) - before).toBe(97_000_000n);
    expect([await held(alice, Purse.Available), await held(alice, Purse.Held)]).toEqual([200_000_000, 0]);
    expect([await ours(Purse.InTransit), await ours(Purse.Fee)]).toEqual([0, 3_000_000]);
    expect(await ours(Purse.NetworkFee, ETH)).toBeLessThan(0);
    expect((await stage.reader.outcomeOf(done.txHash))?.isSuccess).toBe(true);
  });
});

describe('who may ask', () => {
  it('each refusal names its field and takes nothing', async () => {
    const bob = await stage.rich('bobby', 'ETH_USDT', 50_000_000n);
    const own = await stage.addressOf(bob, 'ETH_USDT');
    const cases: [Record<string, unknown>, string, string | undefined][] = [
      [{ walletType: 'NOPE' }, 'WITHDRAW_COIN', 'walletType'],
      [{ address: OUTSIDE.toLowerCase().replace('d', 'D') }, 'ADDRESS_BAD', 'address'],
      [{ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, 'ADDRESS_OTHER_COIN', 'address'],
      [{ address: own }, 'ADDRESS_OWN', 'address'],
      [{ memo: '123' }, 'MEMO_NOT_USED', 'memo'],
      [{ point: '9.99' }, 'WITHDRAW_LEAST', 'point'],
      [{ point: '10.0000001' }, 'BAD_PRECISION', 'point'],
      [{ point: '9007199254740993' }, 'INVALID_FIELD', 'point'],
      [{ point: '50.000001' }, 'INSUFFICIENT_BALANCE', 'point'],
      [{ password: '000001' }, 'WITHDRAW_PASSWORD_WRONG', 'password'],
      [{ password: undefined, ticket: 'none' }, 'WITHDRAW_TICKET', 'ticket'],
    ];
    for (const [change, code, field] of cases) {
      const { body } = await apply(bob, { point: '20', ...change });
      expect(body, JSON.stringify(change)).toMatchObject({ code, ...(field && { data: { field } }) });
    }
    expect((await bob.post('/api/dnw/withdraw/apply', wanted())).body.code).toBe('WITHDRAW_KEY');
    expect((await stage.exchange.guest().post('/api/dnw/withdraw/apply', wanted())).status).toBe(401);
    expect((await bob.get('/api/dnw/withdraw/list')).body.data.totalElements).toBe(0);
    expect(await held(bob, Purse.Available)).toBe(50_000_000);
  });

  it('a ticket is good once, and a quote says what arrives and what is left', async () => {
    const carol = await stage.rich('carol', 'ETH_USDT', 50_000_000n);
    const quote = await carol.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT', address: OUTSIDE, point: '20' });
    expect(quote.body.data).toMatchObject({
      fee: '3',
      least: '10',
      arrives: '17',
      available: '50',
      isInside: false,
      address: OUTSIDE,
      memo: null,
      hold: null,
      paused: null,
    });
    const written = { walletType: 'ETH_USDT', address: OUTSIDE.toLowerCase() };
    expect((await carol.get('/api/dnw/withdraw/quote', written)).body.data, 'as the chain writes it').toMatchObject({ address: OUTSIDE });
    const { withdrawals } = (await carol.get('/api/site_info/dnw')).body.data as { withdrawals: { walletType: string }[] };
    expect(withdrawals.find(({ walletType }) => walletType === 'ETH_USDT')).toMatchObject({ fee: '3', least: '10', hasMemo: false });
    const { ticket } = (await carol.post('/api/dnw/withdraw-auth', { password: WITHDRAW_PASSWORD })).body.data as { ticket: string };
    const by = { password: undefined, ticket, point: '20' };
    expect((await apply(carol, by)).status).toBe(200);
    expect((await apply(carol, by)).body.code).toBe('WITHDRAW_TICKET');
    await pool().query(
      `INSERT INTO account_withdrawal_hold (member_id, site_id, reason, until, started_at) SELECT $1, $2, 'TEST', now() + interval '1 day', now()`,
      [carol.member, MARU],
    );
    expect((await apply(carol, { point: '20' })).body.code).toBe('WITHDRAW_HELD');
    await stage.settle();
  });
});

describe('once', () => {
  it('the same key asks for nothing twice, in whatever order; another body is refused', async () => {
    const dave = await stage.rich('dave', 'ETH_USDT', 100_000_000n);
    const { ticket } = (await dave.post('/api/dnw/withdraw-auth', { password: WITHDRAW_PASSWORD })).body.data as { ticket: string };
    const same = { point: '40', password: undefined, ticket };
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(dave, same, 'dave-1')));
    expect(
      new Set(answers.map(({ body }) => body.data?.withdrawalId ?? body.code)).size,
      JSON.stringify(answers.map(({ body }) => body)),
    ).toBe(1);
    expect((await apply(dave, { point: '41' }, 'dave-1')).body.code).toBe('REQUEST_REUSED');
    await stage.settle();
    expect((await apply(dave, { point: '40', password: undefined }, 'dave-1')).body.data).toMatchObject({ state: 'CONFIRMED' });
    expect(await held(dave, Purse.Available)).toBe(60_000_000);
  });

  it('of fifty for the same money at once as many are paid as there is money for', async () => {
    const erin = await stage.rich('erin', 'ETH_USDT', 100_000_000n);
    const before = await stage.reader.balanceOf(OTHER, 'ETH_USDT');
    // Tickets of passwords typed before: fifty tries at once would lock it.
    const { ticket: typed } = (await erin.post('/api/dnw/withdraw-auth', { password: WITHDRAW_PASSWORD })).body.data as { ticket: string };
    const more = Array.from({ length: 49 }, (_, n) => `erin-${n}`);
    await pool().query(
      `INSERT INTO custody_withdraw_ticket (ticket_hash, site_id, account, family, until_ms)
       SELECT encode(sha256(m::bytea), 'hex'), t.site_id, t.account, t.family, t.until_ms FROM custody_withdraw_ticket t, unnest($2::text[]) m
       WHERE t.ticket_hash = encode(sha256($1::bytea), 'hex')`,
      [typed, more],
    );
    const tickets = [typed, ...more];
    const answers = await Promise.all(tickets.map((ticket) => apply(erin, { point: '30', address: OTHER, password: undefined, ticket })));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'OK' : (body.code as string)));
    expect(
      codes.filter((code) => code === 'OK'),
      codes.join(),
    ).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['OK', 'INSUFFICIENT_BALANCE']));
    await stage.settle();
    expect((await stage.reader.balanceOf(OTHER, 'ETH_USDT')) - before).toBe(81_000_000n);
    expect(await held(erin, Purse.Available)).toBe(10_000_000);
  });

  it('cancel against approve: one of them happens, the money is where that says', async () => {
    const frank = await stage.rich('frank', 'ETH_USDT', 200_000_000n);
    await pool().query(`UPDATE custody_coin SET out_looked_at = 0 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    const operator = await stage.exchange.operator();
    for (let n = 0; n < 4; n++) {
      const { withdrawalId } = (await apply(frank, { point: '20' })).body.data as { withdrawalId: number };
      await expect.poll(async () => (await detail(frank, withdrawalId)).state).toBe('REVIEW');
      const { content } = (await operator.get('/api/admin/withdrawal/list', { state: 'REVIEW' })).body.data;
      const { contentHash } = content.find((row: { withdrawalId: number }) => row.withdrawalId === withdrawalId);
      const decide = { withdrawalId, decision: 'APPROVE', contentHash, reason: 'looked at it' };
      const [cancelled, approved] = await Promise.all([
        frank.post('/api/dnw/cancel', { withdrawalId }),
        operator.post('/api/admin/withdrawal/decide', decide),
      ]);
      expect([cancelled.status, approved.status].toSorted()).toEqual([200, 409]);
      await stage.settle();
      expect((await detail(frank, withdrawalId)).state).toBe(cancelled.status === 200 ? 'CANCELLED' : 'CONFIRMED');
    }
    await pool().query(`UPDATE custody_coin SET out_looked_at = 1000000000 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    const { rows } = await pool().query(`SELECT count(*)::int AS n FROM custody_withdrawal WHERE account = $1 AND state = 'CONFIRMED'`, [
      frank.account,
    ]);
    expect(await held(frank, Purse.Available)).toBe(200_000_000 - 20_000_000 * rows[0].n);
    expect(await held(frank, Purse.Held)).toBe(0);
  });
});

describe('each process killed between two steps', () => {
  it('steps in any order, left out and repeated, pay once', async () => {
    const gina = await stage.rich('gina', 'ETH', 10n ** 18n);
    const before = await stage.reader.balanceOf(OTHER, 'ETH');
    const { withdrawalId } = (await apply(gina, { walletType: 'ETH', point: '0.5', address: OTHER })).body.data as { withdrawalId: number };
    // The signer and the watcher's other half run before there is anything, and after it.
    await Promise.all([stage.sign(), stage.send(), stage.prepare()]);
    await stage.server();
    await Promise.all([stage.prepare(), stage.prepare()]);
    await stage.send();
    await Promise.all([stage.sign(), stage.sign()]);
    stage.restartSigner();
    await stage.send();
    await stage.crash();
    await stage.server();
    await Promise.all([stage.send(), stage.send()]);
    await stage.crash();
    await Promise.all([stage.send(), stage.prepare(), stage.sign(), stage.server()]);
    await stage.settle();
    expect((await detail(gina, withdrawalId)).state).toBe('CONFIRMED');
    expect((await stage.reader.balanceOf(OTHER, 'ETH')) - before).toBe(499n * 10n ** 15n);
    expect(await held(gina, Purse.Available, ETH)).toBe(50_000_000);
    const { rows } = await pool().query(`SELECT count(*)::int AS n FROM custody_payout WHERE withdrawal_id = $1 AND state = 'SIGNED'`, [
      withdrawalId,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('a database that forgot a signature gets the same number of the chain again, never another one', async () => {
    const hana = await stage.rich('hana', 'ETH_USDT', 100_000_000n);
    const { withdrawalId } = (await apply(hana, { point: '50' })).body.data as { withdrawalId: number };
    await expect.poll(async () => (await detail(hana, withdrawalId)).state).toBe('APPROVED');
    await stage.prepare();
    await stage.sign();
    const of = 'WHERE withdrawal_id = $1';
    const { rows: first } = await pool().query<{ raw: string; reserved: string[] }>(`SELECT raw, reserved FROM custody_payout ${of}`, [
      withdrawalId,
    ]);
    // The server's own job is done with it, or it would write over what is set back here.
    const ledger = async () => (await pool().query(`SELECT ledger FROM custody_withdrawal ${of}`, [withdrawalId])).rows;
    await expect.poll(ledger).toEqual([{ ledger: 'SENT' }]);
    // As a copy from a moment before, and with a number that somebody else put there.
    await pool().query(`UPDATE custody_payout SET state = 'PREPARED', raw = NULL, hash = NULL ${of}`, [withdrawalId]);
    await pool().query(`UPDATE custody_withdrawal SET state = 'APPROVED', ledger = 'HELD' ${of}`, [withdrawalId]);
    stage.restartSigner();
    await stage.sign();
    const { rows: again } = await pool().query<{ raw: string }>(`SELECT raw FROM custody_payout ${of}`, [withdrawalId]);
    expect(again[0].raw).toBe(first[0].raw);
    await stage.settle();
    expect(await held(hana, Purse.Available)).toBe(50_000_000);
  });

  it('a stuck one goes on with a higher fee over the same number, and one of both is mined', async () => {
    const ivan = await stage.rich('ivan', 'ETH_USDT', 100_000_000n);
    const before = await stage.reader.balanceOf(OTHER, 'ETH_USDT');
    const { withdrawalId } = (await apply(ivan, { point: '50', address: OTHER })).body.data as { withdrawalId: number };
    await expect.poll(async () => (await detail(ivan, withdrawalId)).state).toBe('APPROVED');
    await stage.prepare();
    await stage.sign();
    await stage.server();
    await stage.send();
    await stage.server();
    expect(await stage.bump(-1)).toBe(1);
    expect(await stage.bump(-1)).toBe(0);
    await stage.sign();
    await stage.send();
    await stage.settle();
    const done = await detail(ivan, withdrawalId);
    expect(done.state).toBe('CONFIRMED');
    expect(done.steps.map(({ state }) => state)).toContain('REPLACED');
    const { rows } = await pool().query<{ state: string; hash: string }>(
      'SELECT state, hash FROM custody_payout WHERE withdrawal_id = $1 ORDER BY payout_id',
      [withdrawalId],
    );
    expect(rows.map(({ state }) => state)).toEqual(['REPLACED', 'SIGNED']);
    expect(done.txHash).toBe(rows[1].hash);
    expect((await stage.reader.balanceOf(OTHER, 'ETH_USDT')) - before).toBe(47_000_000n);
  });
});

it('one that the chain carries out as a failure is given back whole, and what it cost is the house’s', async () => {
  const nora = await stage.rich('nora', 'ETH_USDT', 100_000_000n);
  const { withdrawalId } = (await apply(nora, { point: '50' })).body.data as { withdrawalId: number };
  await expect.poll(async () => (await detail(nora, withdrawalId)).state).toBe('APPROVED');
  await stage.prepare();
  await stage.sign();
  await stage.server();
  await stage.send();
  const { rpc, coins } = stage.node;
  const token = coins[1].contract as string;
  const code = await rpc.ask('eth_getCode', [token, 'latest'], z.string());
  const reverts = '0x60006000fd';
  const costs = await ours(Purse.NetworkFee, ETH);
  await rpc.ask('anvil_setCode', [token, reverts], z.unknown());
  await stage.node.mine(1);
  await rpc.ask('anvil_setCode', [token, code], z.unknown());
  await stage.send();
  await stage.mine(8);
  await stage.send();
  await stage.server();
  await stage.server();
  expect(await detail(nora, withdrawalId)).toMatchObject({ state: 'FAILED', reason: 'CHAIN' });
  expect([await held(nora, Purse.Available), await held(nora, Purse.Held), await ours(Purse.InTransit)]).toEqual([100_000_000, 0, 0]);
  expect(await ours(Purse.NetworkFee, ETH)).toBeLessThan(costs);
});

describe('persons', () => {
  it('above the second limit another person agrees, and the signer counts both itself', async () => {
    const jane = await stage.rich('jane', 'ETH_USDT', 20_000_000_000n);
    const { withdrawalId } = (await apply(jane, { point: '12000' })).body.data as { withdrawalId: number };
    await expect.poll(async () => (await detail(jane, withdrawalId)).state).toBe('REVIEW');
    const [first, second] = [await stage.exchange.operator(), await stage.exchange.operator()];
    const { content } = (await first.get('/api/admin/withdrawal/list', { state: 'REVIEW' })).body.data;
    const { contentHash, needsTwo, reason } = content[0];
    expect({ needsTwo, reason }).toEqual({ needsTwo: true, reason: 'AMOUNT,FIRST' });
    const decide = { withdrawalId, decision: 'APPROVE', contentHash, reason: 'called the member' };
    expect((await first.post('/api/admin/withdrawal/decide', { ...decide, contentHash: 'x' })).body.code).toBe('WITHDRAW_CHANGED');
    const asked = await first.post('/api/admin/withdrawal/decide', decide);
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await detail(jane, withdrawalId)).state).toBe('REVIEW');
    const request = await second.get('/api/admin/approval', { id: asked.body.data.requestId });
    const agreed = await second.post('/api/admin/approval/decide', {
      id: asked.body.data.requestId,
      isApproved: true,
      print: request.body.data.print,
      reason: 'I looked as well',
    });
    expect(agreed.status, JSON.stringify([agreed.body, request.body])).toBe(200);
    await stage.settle();
    expect((await detail(jane, withdrawalId)).state).toBe('CONFIRMED');
  });

  it('what a database says that nobody agreed to is not signed', async () => {
    const kate = await stage.rich('kate', 'ETH_USDT', 100_000_000n);
    const { withdrawalId } = (await apply(kate, { point: '50' })).body.data as { withdrawalId: number };
    await expect.poll(async () => (await detail(kate, withdrawalId)).state).toBe('APPROVED');
    await pool().query('UPDATE custody_withdrawal SET address = $2 WHERE withdrawal_id = $1', [withdrawalId, OTHER]);
    await stage.prepare();
    await stage.sign();
    const { rows } = await pool().query<{ state: string; refused: string }>(
      'SELECT state, refused FROM custody_payout WHERE withdrawal_id = $1',
      [withdrawalId],
    );
    expect(rows).toEqual([{ state: 'DROPPED', refused: 'nobody agreed to it as it stands' }]);
    await pool().query('UPDATE custody_withdrawal SET address = $2, waits_until_ms = 0 WHERE withdrawal_id = $1', [withdrawalId, OUTSIDE]);
    await stage.settle();
    expect((await detail(kate, withdrawalId)).state).toBe('CONFIRMED');
  });
});

it('an address of another member of the site settles inside, at once and without a fee', async () => {
  const [liam, mona] = [await stage.rich('liam', 'ETH_USDT', 100_000_000n), await stage.exchange.member('mona', '0')];
  const address = await stage.addressOf(mona, 'ETH_USDT');
  const applied = await apply(liam, { point: '40', address });
  expect(applied.body.data).toMatchObject({ isInside: true, fee: '0', arrives: '40' });
  await expect.poll(async () => (await detail(liam, applied.body.data.withdrawalId)).state).toBe('CONFIRMED');
  expect([await held(liam, Purse.Available), await held(mona, Purse.Available)]).toEqual([60_000_000, 40_000_000]);
});

it('at the end the ledger is the chain, to the last unit that it counts', async () => {
  await stage.mine(8);
  await stage.server();
  const { rows: addresses } = await pool().query<{ address: string }>(
    `SELECT address FROM custody_address WHERE chain = 'ETH' AND address IS NOT NULL UNION SELECT address FROM custody_hot WHERE address IS NOT NULL`,
  );
  for (const [coin, asset, unit] of [
    ['ETH_USDT', USDT, 1n],
    ['ETH', ETH, 10n ** 10n],
  ] as const) {
    let onChain = 0n;
    for (const { address } of addresses) onChain += await stage.reader.balanceOf(address, coin);
    const { rows } = await pool().query<{ sum: string }>(
      `SELECT (SELECT coalesce(sum(dust), 0) FROM custody_deposit WHERE asset = $1) AS sum`,
      [asset],
    );
    const mirror = BigInt(-(await ours(Purse.External, asset)));
    const feeDust = asset === ETH ? await dustOfFees() : 0n;
    expect(onChain - mirror * unit).toBe(BigInt(rows[0].sum) + feeDust);
  }
});

async function dustOfFees(): Promise<bigint> {
  const unit = 10n ** 10n;
  const { rows } = await pool().query<{ fee: string }>('SELECT network_fee AS fee FROM custody_withdrawal WHERE network_fee IS NOT NULL');
  return rows.reduce((sum, { fee }) => sum + ((unit - (BigInt(fee) % unit)) % unit), 0n);
}
