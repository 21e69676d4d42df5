// What was prepared and is not signed: refused, come too late, or over in time, it holds up nothing that comes behind it (issue 15, 3).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PaidCoin, Payer } from './testing/pays-out.ts';
import { openPayoutStage } from './testing/payout-stage.ts';

const usdt: PaidCoin = { coin: 'ETH_USDT', asset: 0, decimals: 6, deposit: 300_000_000n, point: '50', arrives: 47_000_000n };
let payer: Payer;

beforeAll(async () => {
  payer = new Payer(await openPayoutStage());
});
afterAll(() => payer?.stage.close());

const stateOf = async (id: number) => (await payer.payouts(id)).map(({ state }) => state);

it('refused by an operator it takes along what was prepared behind it, and that is paid all the same', async () => {
  const { stage } = payer;
  const anna = await stage.rich('annaf', usdt.coin, usdt.deposit);
  const to = await stage.chain.stranger();
  const [first, second] = [await payer.apply(anna, usdt, await stage.chain.stranger()), await payer.apply(anna, usdt, to)];
  for (const id of [first, second]) await payer.approved(anna, id);
  await stage.prepare();
  expect([await stateOf(first), await stateOf(second)]).toEqual([['PREPARED'], ['PREPARED']]);
  const operator = await stage.exchange.operator();
  const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId: first })).body.data.withdrawal;
  const refused = await operator.post('/api/admin/withdrawal/decide', {
    withdrawalId: first,
    decision: 'REFUSE',
    contentHash,
    reason: 'called the member',
  });
  expect(refused.status, JSON.stringify(refused.body)).toBe(200);
  expect([await stateOf(first), await stateOf(second)]).toEqual([['DROPPED'], ['DROPPED']]);
  await stage.settle();
  expect((await payer.detail(anna, second)).state).toBe('CONFIRMED');
  expect(await stage.chain.balanceOf(to.address, usdt.coin)).toBe(usdt.arrives);
});

it('one that was prepared beside reservations that were given back since is prepared anew', async () => {
  const { stage, pool } = payer;
  const bert = await stage.rich('bertf', usdt.coin, usdt.deposit);
  const [first, second] = [
    await payer.apply(bert, usdt, await stage.chain.stranger()),
    await payer.apply(bert, usdt, await stage.chain.stranger()),
  ];
  for (const id of [first, second]) await payer.approved(bert, id);
  await pool.query('UPDATE custody_withdrawal SET waits_until_ms = 1e15 WHERE withdrawal_id = $1', [second]);
  await stage.prepare();
  await pool.query('UPDATE custody_withdrawal SET waits_until_ms = 0 WHERE withdrawal_id = $1', [second]);
  // Its number is given back between the second one's preparation and the moment when that is written down.
  const { preparer } = stage.chain;
  const { prepare } = preparer;
  preparer.prepare = async (options) => {
    const made = await prepare.call(preparer, options);
    await pool.query(`UPDATE custody_payout SET state = 'DROPPED' WHERE withdrawal_id = $1`, [first]);
    await pool.query('DELETE FROM custody_reservation WHERE withdrawal_id = $1', [first]);
    return made;
  };
  await stage.prepare();
  preparer.prepare = prepare;
  expect(await stateOf(second)).toEqual([]);
  await pool.query('UPDATE custody_withdrawal SET waits_until_ms = 0 WHERE withdrawal_id = $1', [second]);
  await stage.settle();
  for (const id of [first, second]) expect((await payer.detail(bert, id)).state).toBe('CONFIRMED');
});

it('a replacement that comes too late is not looked at any more', async () => {
  const { stage } = payer;
  const cleo = await stage.rich('cleof', usdt.coin, usdt.deposit);
  const id = await payer.apply(cleo, usdt, await stage.chain.stranger());
  await payer.approved(cleo, id);
  await stage.prepare();
  await stage.sign();
  await stage.server();
  await stage.send();
  await stage.server();
  expect(await stage.bump(-1)).toBe(1);
  await stage.mine(8);
  await stage.send();
  await stage.server();
  expect((await payer.detail(cleo, id)).state).toBe('CONFIRMED');
  expect(await stateOf(id)).toEqual(['SIGNED', 'DROPPED']);
});
