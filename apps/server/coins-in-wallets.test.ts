// Coins that custody brings and sends, on the member's wallets and history, on the desk, and on both sides of the ledger's proofs (ADR 0076).
import { Asset } from '@maru/engine/ledger/account.ts';
import { type CommandFields, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import type { HouseSheet } from '@maru/wallet/house-sheet-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const asset = Asset.Usdt;
const USDT = 1_000_000;

let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  alice = await exchange.member('alice', '0.5');
  bob = await exchange.member('bobby', '0.5');
});
afterAll(() => exchange.stop());

async function step(fields: CommandFields, { account } = alice): Promise<void> {
  const { events } = await exchange.server.engines.submit(MARU, encodeFields(account, -1, fields));
  expect(events[0]).not.toBe(EventKind.CommandRejected);
}
const wallet = async () => (await alice.get('/api/wallet/my')).body.data.USDT;
const lines = async (member = alice) => {
  await exchange.projected();
  const { content } = (await member.get('/api/dnw/list', { walletType: 'USDT' })).body.data;
  return content.map((line: Record<string, string>) => [line['type'], line['reason'], line['point'], line['balance']]);
};
const deposit = { asset, amount: 100 * USDT };

it('a pending deposit stands beside the wallet, a credited one in it, but locked', async () => {
  await step({ kind: CommandKind.PendDeposit, deposit: 1, ...deposit });
  expect(await wallet()).toEqual({ type: 'USDT', currency: 'USDT', point: '0.000000', gameWaitPoint: '0.000000', pending: '100.000000' });
  expect(await lines()).toEqual([]);
  await step({ kind: CommandKind.CreditDeposit, deposit: 1, ...deposit });
  expect(await wallet()).toMatchObject({ point: '100.000000', locked: '100.000000' });
  expect(await wallet()).not.toHaveProperty('pending');
  expect(await lines()).toEqual([['D', 'DEPOSIT', '100.000000', '100.000000']]);
});

it('what is locked goes to the futures wallet and back, but into no other currency, and the refusal says why', async () => {
  const move = (from: string, to: string, key: string) =>
    alice.post('/api/dnw/transfer', { from, to, point: '40' }, { 'idempotency-key': key });
  expect((await move('USDT', 'FUTURES', 'a')).status).toBe(200);
  expect((await move('FUTURES', 'USDT', 'b')).status).toBe(200);
  expect((await move('USDT', 'BINARY', 'c')).body).toMatchObject({ code: 'BALANCE_LOCKED', data: { field: 'point' } });
});

it('a listening member is told when the lock ends, which moves nothing', async () => {
  const socket = await connectStomp(exchange.port, { token: alice.token });
  const heard = socket.subscribe('/user/queue/point');
  await socket.settle();
  const before = heard.length;
  await step({ kind: CommandKind.UnlockDeposit, deposit: 1 });
  const told = () => heard.slice(before).map(({ body }) => body as { type: string; locked?: string });
  await expect.poll(() => told().some(({ type, locked }) => type === 'USDT' && locked === undefined)).toBe(true);
  socket.end();
  expect(await wallet()).toEqual({ type: 'USDT', currency: 'USDT', point: '100.000000', gameWaitPoint: '0.000000' });
});

it('withdrawals are W, their return E, and each opens with both of its sides', async () => {
  const hold = (withdrawal: number) => step({ kind: CommandKind.HoldWithdrawal, withdrawal, asset, amount: 20 * USDT, fee: USDT });
  await hold(1);
  expect(await wallet()).toMatchObject({ point: '79.000000', held: '21.000000' });
  await step({ kind: CommandKind.ReturnWithdrawal, withdrawal: 1 });
  await hold(2);
  await step({ kind: CommandKind.SendWithdrawal, withdrawal: 2 });
  await step({ kind: CommandKind.SettleWithdrawal, withdrawal: 2, networkAsset: asset, networkFee: 0 });
  const [out, back] = await lines();
  expect([out, back]).toEqual([
    ['W', 'WITHDRAWAL', '-21.000000', '79.000000'],
    ['E', 'WITHDRAWAL', '21.000000', '100.000000'],
  ]);
  const { content } = (await alice.get('/api/dnw/list', { walletType: 'USDT', typeStrs: 'W' })).body.data;
  expect((await alice.get('/api/dnw/entry', { dnwHistoryId: content[0].dnwHistoryId })).body.data.postings).toEqual([
    {
      from: { kind: 'WALLET', walletType: 'USDT' },
      to: { kind: 'ASIDE', walletType: 'USDT', purse: 'HELD' },
      point: '21.000000',
      currency: 'USDT',
      reason: 'WITHDRAWAL',
    },
  ]);
});

it('paid to another member, it is W of the one and D of the other', async () => {
  await step({ kind: CommandKind.HoldWithdrawal, withdrawal: 3, asset, amount: 10 * USDT, fee: 0 });
  await step({ kind: CommandKind.SettleInside, withdrawal: 3, payee: bob.account });
  expect((await lines())[0]).toEqual(['W', 'WITHDRAWAL', '-10.000000', '69.000000']);
  expect(await lines(bob)).toEqual([['D', 'DEPOSIT', '10.000000', '10.000000']]);
});

it('an orphaned deposit is E, and what was gone is owed and collected out of the next one', async () => {
  await step({ kind: CommandKind.CreditDeposit, deposit: 2, ...deposit }, bob);
  expect((await bob.post('/api/dnw/transfer', { from: 'USDT', to: 'FUTURES', point: '110' }, { 'idempotency-key': 'd' })).status).toBe(200);
  await step({ kind: CommandKind.OrphanDeposit, deposit: 2 }, bob);
  // All of it was in the futures wallet, which could spare it.
  expect((await bob.get('/api/wallet/my')).body.data.FUTURES).toMatchObject({ point: '10.500000' });
  const owed = await exchange.server.engines.query<{ owed: number }>(MARU, 'custodyFigures', bob.account, asset);
  expect(owed.owed).toBe(0);
});

it('desk: both members’ proofs, the house’s sheet with its own lines, and what came and went', async () => {
  await exchange.projected();
  const owner = await exchange.operator();
  for (const { member } of [alice, bob]) {
    const { proof } = (await owner.get('/api/admin/wallet/member', { playerId: member, isWhole: '1' })).body.data;
    expect(proof).toMatchObject({ state: 'EQUAL', differences: [] });
  }
  const { figures } = (await owner.get('/api/admin/wallet/member', { playerId: alice.member })).body.data;
  expect(figures).toMatchObject({ deposited: '69.000000' });
  const { sheets, proof } = (await owner.get('/api/admin/wallet/house_sheet', { days: '1' })).body.data;
  expect(proof).toEqual({ state: 'EQUAL', differences: [] });
  const sheet = sheets.find(({ currency }: HouseSheet) => currency === 'USDT') as HouseSheet;
  expect(sheet.total.amounts[sheet.lines.indexOf('WITHDRAWAL_FEES')]).toBe('1.000000');
  const { flows } = (await owner.get('/api/admin/wallet/flow', { days: '1' })).body.data;
  // 200 came, 100 of it was orphaned, 21 were sent.
  expect(flows.find(({ currency }: { currency: string }) => currency === 'USDT')).toMatchObject({ net: '79.000000' });
  const { content } = (await owner.get('/api/admin/wallet/asset_sums')).body.data;
  expect(content.every(({ isZero }: { isZero: boolean }) => isZero)).toBe(true);
});
