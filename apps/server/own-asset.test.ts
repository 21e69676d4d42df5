// An asset is one row of its site: published by two persons, then given, seen, filtered, added up and exported like any other (ADR 0063).
import { decideRequest } from './testing/decide-request.ts';
import { Asset, accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import type { HouseSheet } from '@maru/wallet/house-sheet-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk } from './testing/ledger-entry-cases.ts';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

/** No market prices it. */
const pine = { asset: 70, code: 'PINE', decimals: 4, networks: ['ETH'], ko: '솔방울', en: 'Pine' };
const reason = '이벤트 보상';

let exchange: TestExchange;
let alice: TestMember;
let asker: Desk;
let other: Desk;
let owner: Desk;

beforeAll(async () => {
  exchange = await openTestExchange();
  alice = await exchange.member('alice', '100');
  [asker, other, owner] = [await exchange.operator(), await exchange.operator(), await exchange.operator()];
});
afterAll(() => exchange.stop());

const ledger = (account: number) => exchange.server.engines.query<number>(MARU, 'ledger', account);
const wallets = async () => (await alice.get('/api/wallet/my')).body.data;
const site = () => exchange.server.context.sites.byId(MARU);

/** As two persons of the desk do it. */
async function agreed(path: string, body: object): Promise<void> {
  const asked = await asker.post(path, body);
  expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  expect((await decideRequest(other, asked.body.data.requestId)).status).toBe(200);
}
const give = (type: 'PB' | 'PM', point: string) => ({
  type,
  walletType: 'PINE',
  currency: 'PINE',
  rows: [{ playerId: alice.member, point }],
  total: point,
  reason,
});

it('before its row a wallet of its name is nobody’s', async () => {
  expect(await wallets()).not.toHaveProperty('PINE');
  expect((await alice.get('/api/dnw/list', { walletType: 'PINE' })).body).toMatchObject({ code: 'INVALID_FIELD' });
  expect((await asker.post('/api/admin/ledger/ask', give('PB', '1'))).body).toMatchObject({ code: 'INVALID_FIELD' });
  expect((await alice.post('/api/dnw/transfer', { from: 'USDT', to: 'PINE', point: '1' }, { 'idempotency-key': 'p' })).body).toMatchObject({
    code: 'INVALID_FIELD',
  });
});

it('one row in the back office, published by two persons, is a wallet of every member', async () => {
  const draft = (assets: object[]) => asker.post('/api/admin/site/draft', { changes: { assets } });
  // A code that means something already would be two wallets of one name.
  for (const code of ['USDT', 'FUTURES', 'ETH_USDT', 'KRW'])
    expect((await publish(await draft([{ ...pine, code }]))).body).toMatchObject({ data: { field: 'assets' } });
  expect((await draft([pine])).status).toBe(200);
  const { edition } = (await asker.get('/api/admin/site')).body.data;
  await agreed('/api/admin/site/publish', { edition, reason });
  await expect.poll(() => site()?.assets).toEqual([pine]);
  expect((await wallets()).PINE).toEqual({ type: 'PINE', currency: 'PINE', point: '0.0000', gameWaitPoint: '0.0000' });
  const info = (await exchange.guest().get('/api/site_info/code')).body.data;
  expect(JSON.parse(info.coinInfoJson).PINE).toEqual({ name: { ko: '솔방울', en: 'Pine' }, decimals: 4 });
  expect(JSON.parse(info.coinWalletInfoJson).PINE).toMatchObject({ currency: 'PINE', network: 'ETH' });
});

async function publish(drafted: { status: number }) {
  if (drafted.status !== 200) return drafted as Awaited<ReturnType<Desk['post']>>;
  const { edition } = (await asker.get('/api/admin/site')).body.data;
  return asker.post('/api/admin/site/publish', { edition, reason });
}

it('is given by hand out of a purse of its own, which is filled first', async () => {
  const over = await asker.post('/api/admin/ledger/ask', give('PB', '12.5'));
  expect(over.body).toMatchObject({ code: 'LIMIT_EXCEEDED', data: { limit: '0', offered: '12.5', currency: 'PINE' } });
  // One filling has a limit in what the asset counts in, as USDT has.
  for (const walletType of ['PINE', 'USDT']) {
    const most = await asker.post('/api/admin/ledger/fund', { point: '5000000.01', walletType, reason });
    expect(most.body).toMatchObject({ code: 'LIMIT_EXCEEDED', data: { limit: '5000000', currency: walletType } });
  }
  await agreed('/api/admin/ledger/fund', { point: '100', walletType: 'PINE', reason });
  const grants = houseAccount(pine.asset, Purse.Grant);
  await expect.poll(() => ledger(grants)).toBe(1_000_000);
  const checks = await asker.get('/api/admin/ledger/check', { playerId: alice.member, walletType: 'PINE', type: 'PB', point: '12.5' });
  expect(checks.body.data).toMatchObject({
    currency: 'PINE',
    wallet: { before: '0.0000', after: '12.5000' },
    purse: { before: '100.0000', after: '87.5000' },
    difference: '0.0000',
  });
  expect(checks.body.data.checks.every(({ isFine }: { isFine: boolean }) => isFine)).toBe(true);
  await agreed('/api/admin/ledger/ask', give('PB', '12.5'));
  await expect.poll(() => ledger(accountOf(alice.account, pine.asset, Purse.Available))).toBe(125_000);
  await agreed('/api/admin/ledger/ask', give('PM', '2.5'));
  await expect.poll(() => ledger(grants)).toBe(900_000);
  // Finer than it is counted, or another currency's: refused, nothing moved.
  expect((await asker.post('/api/admin/ledger/ask', give('PB', '0.00001'))).body.code).toBe('BAD_PRECISION');
  expect((await asker.post('/api/admin/ledger/ask', { ...give('PB', '1'), currency: 'USDT' })).body.code).toBe('ENTRY_CURRENCY');
  const { others, wallets: given, content } = (await asker.get('/api/admin/ledger/entries')).body.data;
  expect(others).toEqual([{ currency: 'PINE', purse: '90.0000', promised: '0.0000' }]);
  expect(given).toContainEqual({ type: 'PINE', currency: 'PINE', decimals: 4 });
  expect(content[0]).toMatchObject({ type: 'PM', walletType: 'PINE', currency: 'PINE', total: '2.5000', status: 'POSTED' });
});

it('stands on the member’s wallets and in its history, alone and among all', async () => {
  await exchange.projected();
  expect((await wallets()).PINE).toMatchObject({ currency: 'PINE', point: '10.0000' });
  const lines = async (query: Record<string, string>) =>
    (await alice.get('/api/dnw/list', query)).body.data.content.map((line: Record<string, string>) => [
      line['walletType'],
      line['type'],
      line['point'],
      line['balance'],
    ]);
  const own = [
    ['PINE', 'PM', '-2.5000', '10.0000'],
    ['PINE', 'PB', '12.5000', '12.5000'],
  ];
  expect(await lines({ walletType: 'PINE' })).toEqual(own);
  expect(await lines({ typeStrs: 'PB,PM' })).toEqual([...own, ['FUTURES', 'PB', '100.000000', '100.000000']]);
  const [line] = (await alice.get('/api/dnw/list', { walletType: 'PINE' })).body.data.content;
  expect((await alice.get('/api/dnw/entry', { dnwHistoryId: line.dnwHistoryId })).body.data.postings).toEqual([
    {
      from: { kind: 'WALLET', walletType: 'PINE' },
      to: { kind: 'HOUSE', purse: 'GRANT' },
      point: '2.5000',
      currency: 'PINE',
      reason: 'ADJUSTMENT',
    },
  ]);
  // It moves nowhere yet: no transfer and no conversion knows it.
  const moved = await alice.post('/api/dnw/transfer', { from: 'PINE', to: 'USDT', point: '1' }, { 'idempotency-key': 'q' });
  expect(moved.body).toMatchObject({ code: 'WALLET_NOT_USED' });
});

it('stands on the desk: the member’s page with its proof, the ledger, the house’s sheet and the export', async () => {
  const { wallets: held, proof } = (await owner.get('/api/admin/wallet/member', { playerId: alice.member, isWhole: '1' })).body.data;
  expect(held).toContainEqual({ type: 'PINE', currency: 'PINE', point: '10.0000' });
  expect(proof).toMatchObject({ state: 'EQUAL', differences: [] });
  const listed = await owner.get('/api/admin/wallet/ledger', { playerId: alice.member, walletType: 'PINE' });
  expect(listed.body.data.content).toHaveLength(2);
  const { csv } = (await owner.post('/api/admin/wallet/ledger/export', { playerId: alice.member, walletType: 'PINE', reason })).body.data;
  expect(csv.split('\n').filter((row: string) => row.includes('PINE'))).toHaveLength(2);
  const { sheets, proof: sheetProof } = (await owner.get('/api/admin/wallet/house_sheet', { days: '1' })).body.data;
  expect(sheetProof).toEqual({ state: 'EQUAL', differences: [] });
  const sheet = sheets.find(({ currency }: HouseSheet) => currency === 'PINE') as HouseSheet;
  expect([sheet.lines, sheet.total.amounts]).toEqual([['BONUSES'], ['-10.0000']]);
  const { id } = (await owner.post('/api/admin/export/start', { kind: 'ledger', reason })).body.data;
  const job = async () => (await owner.get('/api/admin/export/list')).body.data.jobs.find((each: { id: number }) => each.id === id);
  await expect.poll(async () => (await job()).state).toBe('DONE');
  const rows = String((await owner.get('/api/admin/export/file', { id })).body.status);
  expect(rows).toContain('HOUSE_PINE_GRANT');
  expect(rows.split('\r\n').filter((row) => row.includes('PINE_AVAILABLE'))).toHaveLength(2);
});

it('a network of USDT is no wallet that is given into or taken from: it would stand before all others for ever', async () => {
  for (const type of ['PB', 'PM'] as const) {
    const body = { ...give(type, '1'), walletType: 'TRON_USDT', currency: 'USDT' };
    expect((await asker.post('/api/admin/ledger/ask', body)).body).toMatchObject({
      code: 'WALLET_NOT_USED',
      data: { field: 'walletType' },
    });
  }
});

it('no market prices it: totals say that it is not in them', async () => {
  const { figures } = (await owner.get('/api/admin/wallet/member', { playerId: alice.member })).body.data;
  expect([figures.assets, figures.coins, figures.without]).toEqual(['100.000000', '0.000000', ['PINE']]);
  expect((await alice.get('/api/wallet/equity')).body.data).toMatchObject({ equity: '100.000000', without: ['PINE'] });
  expect((await exchange.guest().get('/api/dnw/get_exchange_rate_map')).body.data.prices).toEqual({});
});

it('has its line on the desk that says who holds it, and that it sums to zero', async () => {
  const { content } = (await owner.get('/api/admin/wallet/asset_sums')).body.data;
  expect(content.every(({ isZero }: { isZero: boolean }) => isZero)).toBe(true);
  expect(content.find(({ currency }: { currency: string }) => currency === 'PINE')).toEqual({
    currency: 'PINE',
    assets: ['PINE'],
    members: '10.0000',
    transit: '0.0000',
    own: '-10.0000',
    outside: '0.0000',
    sum: '0.0000',
    isZero: true,
  });
  const clerk = await exchange.operator(['member.read']);
  expect((await clerk.get('/api/admin/wallet/asset_sums')).body.code).toBe('NO_PERMISSION');
});

it('sums to nothing over all of its accounts, apart from every other asset', async () => {
  const sum = (asset: number) =>
    Promise.all([
      ...[Purse.Promo, Purse.Grant].map((purse) => ledger(houseAccount(asset, purse))),
      ledger(accountOf(alice.account, asset, Purse.Available)),
    ]).then((held) => held.reduce((all, one) => all + one, 0));
  expect(await sum(pine.asset)).toBe(0);
  expect(await ledger(houseAccount(Asset.Usdt, Purse.Grant))).toBeGreaterThanOrEqual(0);
});
