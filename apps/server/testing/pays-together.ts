// What holds where one transaction pays many: each withdrawal keeps a state of its own, and all of them have one fate (ADR 0092).
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { expect, it } from 'vitest';
import type { PaidCoin, Payer } from './pays-out.ts';
import { MARU, type TestMember } from './test-exchange.ts';

interface Asked {
  id: number;
  to: string;
}

interface Row {
  id: number;
  state: string;
  hash: string | null;
  fee: string | null;
}

/** Asked for and agreed to, and nothing prepared. */
async function askMany(payer: Payer, member: TestMember, paid: PaidCoin, count: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let i = 0; i < count; i++) {
    const to = await payer.stage.chain.stranger();
    asked.push({ id: await payer.apply(member, paid, to), to: to.address });
  }
  for (const { id } of asked) await payer.approved(member, id);
  return asked;
}

const idsOf = (asked: readonly Asked[]) => asked.map(({ id }) => id);

async function rowsOf({ pool }: Payer, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT withdrawal_id::float8 AS id, state, hash, network_fee::text AS fee FROM custody_payout WHERE withdrawal_id = ANY($1) ORDER BY payout_id`,
    [ids],
  );
  return rows;
}

async function eachIsPaidOnce(payer: Payer, { coin, arrives }: PaidCoin, asked: readonly Asked[]): Promise<void> {
  for (const { to } of asked) expect(await payer.stage.chain.balanceOf(to, coin), to).toBe(arrives);
  const { rows } = await payer.pool.query('SELECT DISTINCT state, ledger FROM custody_withdrawal WHERE withdrawal_id = ANY($1)', [
    idsOf(asked),
  ]);
  expect(rows).toEqual([{ state: 'CONFIRMED', ledger: 'SETTLED' }]);
}

async function booksAreEqual({ stage, pool }: Payer): Promise<void> {
  const { context } = stage.exchange.server;
  await stage.follow();
  expect(await readBalances({ pool, reader: stage.reader, now: () => context.clock.now(), goesOn: () => true })).toBe(true);
  await expect.poll(async () => (await stage.follow(), await reconcileSite(context, MARU)).isWhole).toBe(true);
  const { rows } = await pool.query('SELECT asset, difference::text, differences FROM custody_run WHERE NOT is_equal');
  expect(rows).toEqual([]);
}

export function paysTogether(paid: PaidCoin, payerOf: () => Payer): void {
  arePaidOnce(paid, payerOf);
  goTogether(paid, payerOf);
}

function arePaidOnce(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, deposit } = paid;
  const lower = coin.toLowerCase();

  it(`${coin}: several that wait are paid by one transaction, each with its part of the fee, and each process killed between two steps`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const asked = await askMany(payer, await stage.rich(`to${lower}`, coin, deposit * 2n), paid, 3);
    expect(await stage.prepare()).toBe(3);
    await Promise.all([stage.prepare(), stage.sign(), stage.sign()]);
    stage.restartSigner();
    // As if the ledger had not followed one of them yet: nothing is sent before it has.
    await payer.pool.query(`UPDATE custody_withdrawal SET ledger = 'HELD', state = 'SIGNED' WHERE withdrawal_id = $1`, [asked[2].id]);
    await stage.crash();
    await stage.server();
    await Promise.all([stage.send(), stage.sign(), stage.prepare()]);
    await booksAreEqual(payer);
    await stage.crash();
    await stage.settle();
    await eachIsPaidOnce(payer, paid, asked);
    const rows = await rowsOf(payer, idsOf(asked));
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1);
    const outcome = await stage.reader.outcomeOf(rows[0].hash as string);
    const [first, ...others] = rows.map(({ fee }) => BigInt(fee as string));
    expect(first + others.reduce((sum, fee) => sum + fee, 0n)).toBe(outcome?.fee);
    expect(others.every((fee) => fee <= first && first - fee < 3n)).toBe(true);
    await booksAreEqual(payer);
  });

  it(`${coin}: one of them is refused before it is signed: the others are paid without it`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const member = await stage.rich(`re${lower}`, coin, deposit * 2n);
    const asked = await askMany(payer, member, paid, 3);
    await stage.prepare();
    const operator = await stage.exchange.operator();
    const withdrawalId = asked[1].id;
    const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId })).body.data.withdrawal;
    const decided = { withdrawalId, decision: 'REFUSE', contentHash, reason: 'called the member' };
    expect((await operator.post('/api/admin/withdrawal/decide', decided)).status).toBe(200);
    expect((await rowsOf(payer, idsOf(asked))).map(({ state }) => state)).toEqual(['DROPPED', 'DROPPED', 'DROPPED']);
    await stage.settle();
    await eachIsPaidOnce(payer, paid, [asked[0], asked[2]]);
    expect((await payer.detail(member, withdrawalId)).state).toBe('REFUSED');
    expect(await stage.chain.balanceOf(asked[1].to, coin)).toBe(0n);
  });

  it(`${coin}: the signer signs none where one is not what was agreed to, and the others without it`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const asked = await askMany(payer, await stage.rich(`si${lower}`, coin, deposit * 2n), paid, 3);
    const [, bad] = asked;
    await pool.query(`UPDATE custody_withdrawal_yes SET content_hash = 'another' WHERE withdrawal_id = $1`, [bad.id]);
    await stage.prepare();
    await stage.sign();
    expect((await rowsOf(payer, idsOf(asked))).map(({ state }) => state)).toEqual(['DROPPED', 'DROPPED', 'DROPPED']);
    const { rows } = await pool.query(
      'SELECT withdrawal_id::float8 AS id FROM custody_withdrawal WHERE withdrawal_id = ANY($1) AND waits IS NOT NULL',
      [idsOf(asked)],
    );
    expect(rows).toEqual([{ id: bad.id }]);
    expect(await stage.prepare()).toBe(2);
    await stage.sign();
    const operator = await stage.exchange.operator();
    const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId: bad.id })).body.data.withdrawal;
    await operator.post('/api/admin/withdrawal/decide', { withdrawalId: bad.id, decision: 'REFUSE', contentHash, reason: 'not as agreed' });
    await stage.settle();
    await eachIsPaidOnce(payer, paid, [asked[0], asked[2]]);
  });
}

function goTogether(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, deposit } = paid;
  const lower = coin.toLowerCase();

  it(`${coin}: stuck, all of them go on with a higher fee over the same outputs, and one of both is mined`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const asked = await askMany(payer, await stage.rich(`bu${lower}`, coin, deposit * 2n), paid, 2);
    await stage.prepare();
    await stage.sign();
    for (const { id } of asked) await expect.poll(async () => (await stage.server(), await payer.ledgerOf(id))).toBe('SENT');
    await stage.send();
    expect(await stage.bump(-1)).toBe(1);
    expect(await stage.bump(-1)).toBe(0);
    await stage.sign();
    await stage.send();
    await booksAreEqual(payer);
    await stage.settle();
    await eachIsPaidOnce(payer, paid, asked);
    for (const { id } of asked) expect((await rowsOf(payer, [id])).map(({ state }) => state)).toEqual(['REPLACED', 'SIGNED']);
    await booksAreEqual(payer);
  });

  it(`${coin}: while fees are high one waits for others, until its time is over, and then they go together`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await pool.query('UPDATE custody_coin SET batch_above = 1, batch_minutes = 10 WHERE site_id = $1 AND wallet_type = $2', [MARU, coin]);
    const member = await stage.rich(`wa${lower}`, coin, deposit * 2n);
    const asked = await askMany(payer, member, paid, 1);
    expect(await stage.prepare()).toBe(0);
    asked.push(...(await askMany(payer, member, paid, 1)));
    expect(await stage.prepare()).toBe(0);
    expect((await rowsOf(payer, idsOf(asked))).length).toBe(0);
    await pool.query('UPDATE custody_withdrawal SET changed_ms = changed_ms - 600001, waits_until_ms = 0 WHERE withdrawal_id = $1', [
      asked[0].id,
    ]);
    await pool.query('UPDATE custody_withdrawal SET waits_until_ms = 0 WHERE withdrawal_id = $1', [asked[1].id]);
    expect(await stage.prepare()).toBe(2);
    await pool.query('UPDATE custody_coin SET batch_above = 0 WHERE site_id = $1 AND wallet_type = $2', [MARU, coin]);
    await stage.settle();
    await eachIsPaidOnce(payer, paid, asked);
    expect(new Set((await rowsOf(payer, idsOf(asked))).map(({ hash }) => hash)).size).toBe(1);
  });
}
