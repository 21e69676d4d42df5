// All brands of an operator in one view, and any number found over them: only where it may look, figures that are the brands' own (issue 13, 6.41).
import type { Found, GroupBrand } from '@maru/operator/group-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU } from './testing/test-exchange.ts';
import type { Desk } from './testing/ledger-entry-cases.ts';
import { pagesRead, settleTables } from './testing/looked-up.ts';
import { market, openWithTwoMembers, ORDER } from './testing/two-members.ts';

let exchange: TestExchange;
let alice: TestMember;
let hana: TestMember;
let owner: Desk;
let orderId: number;

beforeAll(async () => {
  const open = await openWithTwoMembers();
  ({ exchange, alice } = open);
  hana = await exchange.member('hanahana', '300', HANOK);
  // Of all sites, those to come too.
  owner = await exchange.operator(undefined, null);
  await open.ladder();
  const { body } = await alice.post(ORDER, { ...market, quantity: '0.500' }, { 'idempotency-key': 'group-1' });
  orderId = body.data.order.id;
  await exchange.projected();
  await exchange.projected(HANOK);
});
afterAll(() => exchange.stop());

const brands = async (desk: Desk): Promise<GroupBrand[]> => (await desk.get('/api/admin/group', { days: '7' })).body.data.brands;
const find = async (desk: Desk, number: number | string): Promise<Found[]> => (await desk.get('/api/admin/find', { number })).body.data;

it('shows every brand with its own figures: the same that its own page has', async () => {
  const all = await brands(owner);
  expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining(['maru', 'hanok']));
  for (const site of [MARU, HANOK]) {
    const desk = await exchange.operator(undefined, site);
    const brand = all.find(({ id }) => id === site) as GroupBrand;
    const { sheets } = (await desk.get('/api/admin/wallet/house_sheet', { days: '7' })).body.data;
    const { flows } = (await desk.get('/api/admin/wallet/flow', { days: '7' })).body.data;
    expect([brand.money?.result, brand.money?.net]).toEqual([sheets[0].total.result, flows[0].net]);
    expect(brand.isFailing).toBe(false);
  }
  expect(all.find(({ id }) => id === MARU)?.exposure).toMatchObject({ gross: '30000.000000', limit: null, use: null, isOver: false });
  expect(all.find(({ id }) => id === HANOK)?.exposure).toMatchObject({ gross: '0.000000' });
  // No market runs on this exchange.
  expect(all.find(({ id }) => id === MARU)?.health).toEqual({ engine: 'FINE', prices: null, lists: 'FINE', wallets: 'FINE' });
});

it('who has one brand sees one, and of it what its rights open', async () => {
  const one = await brands(await exchange.operator(['dashboard.read'], HANOK));
  expect(one).toMatchObject([{ code: 'hanok', money: null, exposure: null, queues: [], isFailing: false, health: { wallets: null } }]);
  expect(await brands(await exchange.operator(['ledger.read'], HANOK))).toEqual([]);
  const [{ queues, exposure, money }] = await brands(await exchange.operator(['dashboard.read', 'futures.read'], MARU));
  expect([queues.map(({ kind }) => kind), exposure === null, money]).toEqual([['exposure'], false, null]);
});

it('the switcher knows how much waits at each brand, by the rights held there', async () => {
  await exchange.server.context.pool.query(`UPDATE account_member SET status = 'WAIT' WHERE id = $1`, [hana.member]);
  const counts = async (desk: Desk) =>
    Object.fromEntries(
      (await desk.get('/api/admin/group/waiting')).body.data.map(({ code, count }: { code: string; count: number }) => [code, count]),
    );
  expect(await counts(owner)).toMatchObject({ maru: 0, hanok: 1 });
  // For the menu over all brands: each queue by itself, and alerts of the installation not once for every brand.
  const all = (await owner.get('/api/admin/group/waiting')).body.data as { code: string; queues: { kind: string; count: number }[] }[];
  const kindsOf = (wanted: string) => all.find(({ code }) => code === wanted)?.queues ?? [];
  expect(kindsOf('hanok')).toContainEqual(expect.objectContaining({ kind: 'sign-up', count: 1 }));
  expect(kindsOf('maru').map(({ kind }) => kind)).not.toContain('alert');
  expect(await counts(await exchange.operator(['member.read'], HANOK))).toEqual({ hanok: 0 });
  await exchange.server.context.pool.query(`UPDATE account_member SET status = 'ACTIVE' WHERE id = $1`, [hana.member]);
});

it('a brand that cannot be read spoils no other', async () => {
  const { pool } = exchange.server.context;
  await pool.query('ALTER TABLE futures_exposure_limit RENAME TO futures_exposure_limit_away');
  const all = await brands(owner);
  await pool.query('ALTER TABLE futures_exposure_limit_away RENAME TO futures_exposure_limit');
  expect(all.every(({ isFailing, exposure, money }) => isFailing && exposure === null && money !== null)).toBe(true);
});

it('finds members, orders, positions and ledger lines by their number over all brands', async () => {
  expect(await find(owner, hana.member)).toContainEqual({
    kind: 'MEMBER',
    site: 'hanok',
    number: String(hana.member),
    playerId: hana.member,
    username: 'hanahana',
  });
  const own = { site: 'maru', playerId: alice.member, username: 'alice' };
  expect(await find(owner, orderId)).toContainEqual({ kind: 'ORDER', number: String(orderId), ...own });
  const [line] = (await alice.get('/api/dnw/list', { size: 1 })).body.data.content;
  expect(await find(owner, line.dnwHistoryId)).toContainEqual({ kind: 'LEDGER', number: String(line.dnwHistoryId), ...own });
  const { positions } = (await owner.get('/api/admin/futures/member', { playerId: alice.member })).body.data;
  expect(await find(owner, positions[0].futuresPositionId)).toContainEqual(expect.objectContaining({ kind: 'POSITION', ...own }));
});

it('an order’s or a position’s number is looked up and not read out of all that there are', async () => {
  const { pool } = exchange.server.context;
  const [crowd, firstAccount] = [120_000, 1_000_000];
  // Numbers of orders in no order of time, as slots of a book are.
  await pool.query(
    `INSERT INTO futures_order (site_id, account, order_id, symbol, flags, price, lots, filled_lots, filled_cost, reserved, placed_seq, placed_ms, updated_ms)
     SELECT 1, $1::int + n % 5000, 900000000000 + n * 7919::bigint % 1000003, 0, 0, 1, 1, 0, 0, 0, n, n, n FROM generate_series(1, $2::int) n`,
    [firstAccount, crowd],
  );
  await pool.query(
    `INSERT INTO futures_position (site_id, account, position_id, symbol, position_side, margin_type, leverage, lots, entry_cost, isolated_wallet,
       realized_pnl, fees_paid, opened_seq, opened_ms, updated_ms)
     SELECT 1, $1::int + n % 5000, 900000000000 + n, 0, 0, 0, 1, 0, 0, 0, 0, 0, n, n, n FROM generate_series(1, $2::int) n`,
    [firstAccount, crowd],
  );
  await settleTables(pool, 'futures_order', 'futures_position');
  expect(await pagesRead(pool, 'futures_order', () => find(owner, 900_000_030_000))).toBeLessThan(200);
  expect((await find(owner, orderId)).map(({ kind }) => kind)).toContain('ORDER');
  for (const table of ['futures_order', 'futures_position']) await pool.query(`DELETE FROM ${table} WHERE account >= $1`, [firstAccount]);
});

it('tells nothing of a brand where the right is missing, and takes numbers alone', async () => {
  const hanok = await exchange.operator(['member.read'], HANOK);
  expect(await find(hanok, alice.member)).toEqual([]);
  expect(await find(hanok, hana.member)).toMatchObject([{ kind: 'MEMBER', site: 'hanok' }]);
  expect(await find(hanok, orderId)).toEqual([]);
  expect(await find(await exchange.operator(['dashboard.read']), alice.member)).toEqual([]);
  for (const number of ['alice', '1e5', '-1', '12345678901234567'])
    expect((await owner.get('/api/admin/find', { number })).body.code).toBe('INVALID_FIELD');
  expect(await find(owner, '9999999999999999')).toEqual([]);
});
