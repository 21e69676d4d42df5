// Where a transaction's hash leads: of a demo a page of ours, of real networks an explorer, which two persons may change (issue 15, "At the end").
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutStage, type PayoutStage, WITHDRAW_PASSWORD } from './testing/payout-stage.ts';
import { HANOK, type TestMember } from './testing/test-exchange.ts';

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
let stage: PayoutStage;
let member: TestMember;
let hash: string;

beforeAll(async () => {
  stage = await openPayoutStage();
  member = await stage.rich('looker', 'ETH_USDT', 200_000_000n);
  const body = { walletType: 'ETH_USDT', point: '20', address: OUTSIDE, password: WITHDRAW_PASSWORD };
  const { body: answer } = await member.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': 'explored' });
  await stage.settle();
  const { data } = (await member.get('/api/dnw/withdraw', { withdrawalId: answer.data.withdrawalId })).body;
  ({ txHash: hash } = data);
  expect(data.explorer).toBe(`/explorer/ETH/${hash}`);
});
afterAll(() => stage?.close());

const read = (of: Pick<TestMember, 'get'>, query: Record<string, string> = { chain: 'ETH', hash }) =>
  of.get('/api/explorer/transaction', query);

it('a payout is shown as the chain has it: block, confirmations, from, to and amount', async () => {
  const { rows } = await stage.exchange.server.context.pool.query<{ address: string }>(
    `SELECT address FROM custody_hot WHERE chain = 'ETH'`,
  );
  expect((await read(member)).body.data).toMatchObject({
    chain: 'ETH',
    hash,
    state: 'MINED',
    block: { height: expect.any(Number), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    from: rows[0].address,
    payments: [{ to: OUTSIDE, memo: null, currency: 'USDT', amount: '17' }],
  });
});

it('a deposit too, by the link of its row', async () => {
  const { content } = (await member.get('/api/dnw/deposit/list')).body.data;
  const { explorer, txHash, address } = content[0];
  expect(explorer).toBe(`/explorer/ETH/${txHash}`);
  expect((await read(member, { chain: 'ETH', hash: txHash })).body.data.payments).toMatchObject([{ to: address, amount: '200' }]);
});

it('nobody sees it without a login, at another site, or by a hash that nobody sent', async () => {
  expect((await read(stage.exchange.guest())).body.code).toBe('LOGIN_REQUIRED');
  expect((await read(await stage.exchange.member('stranger', '0', HANOK))).status).toBe(404);
  expect((await read(member, { chain: 'ETH', hash: `0x${'0'.repeat(64)}` })).status).toBe(404);
  expect((await read(member, { chain: 'BTC', hash })).status).toBe(404);
});
