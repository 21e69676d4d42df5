// However long a member's ledger is: postings of a kind that is rare or never was are found, and all of it is added up, at a bounded cost.
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { type WeighedPool, weighedPool } from '@maru/kit/server/testing/weighed-pool.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addUp, addUpAnew, type Sums } from './admin/wallet-sums.ts';
import { readDnw } from './list-dnw.ts';
import { listLedgerHandler } from './list-ledger.ts';
import { walletMigrations } from './migrations.ts';

const SITE = 1;
const ACCOUNT = 4;
const OWN = futuresWallet(ACCOUNT);
const HOUSE = HouseAccount.Promo;
const POSTINGS = 60_000;
const START = Date.UTC(2026, 0, 1);
const FEW = 300;
const usual = [PostingReason.TradingFee, PostingReason.RealizedPnl, PostingReason.IsolatedMargin];
let database: TestDatabase;
let plain: pg.Pool;
let weighed: WeighedPool;

const insert = (values: string) => plain.query(`INSERT INTO wallet_ledger ${values}`);
const posting = (account: number, seq: string, reason: string, symbol: string) =>
  `${SITE}, ${account}, ${seq}, 0, ${OWN}, ${HOUSE}, 5, ${reason}, 0, 0, 0, ${symbol}, ${START} + ${seq} * 1000`;
const rare = (seq: number, reason: number, symbol: number) =>
  insert(`VALUES (${posting(ACCOUNT, String(seq), String(reason), String(symbol))})`);

beforeAll(async () => {
  database = await freshDatabase(walletMigrations);
  plain = createPool(database.address, { name: 'test', max: 2 });
  for (const account of [ACCOUNT, ACCOUNT + 1])
    await insert(
      `SELECT ${posting(account, 'i', `(ARRAY[${usual.join(', ')}])[1 + i % 3]`, 'i % 5')} FROM generate_series(10, ${POSTINGS + 9}) i`,
    );
  await rare(2, PostingReason.Adjustment, -1);
  await rare(3, PostingReason.TradingFee, 7);
  await rare(4, PostingReason.FundingFee, 7);
  await plain.query('VACUUM ANALYZE wallet_ledger');
});
afterAll(async () => {
  await plain.end();
  await database.drop();
});
beforeEach(() => {
  weighed = weighedPool(plain);
});

function expectFew(most = FEW): void {
  expect(weighed.weights.length).toBeGreaterThan(0);
  for (const { text, pages, scanned } of weighed.weights) expect([pages < most, scanned], text).toEqual([true, []]);
}
const site = { id: SITE, symbols: Array.from({ length: 8 }, (_, i) => `S${i}`), binaryCurrency: 'USDT' };
const context = () => ({ pool: weighed.pool, projections: { waitFor: async () => true } }) as unknown as AppContext;
const session = { account: ACCOUNT };

interface Page {
  content: { id: string }[];
  totalElements: number;
}
async function ledger(query: Record<string, unknown>): Promise<Page> {
  return (await listLedgerHandler.run(context(), { site, session, query } as never)).data as Page;
}

it.each([
  ['a reason', { reason: 'ADJUSTMENT' }, ['2-0']],
  ['several', { reason: 'ADJUSTMENT,FUNDING' }, ['4-0', '2-0']],
  ['one and a symbol', { symbol: 'S7', reason: 'FUNDING,ADJUSTMENT' }, ['4-0']],
  ['one in a span', { reason: 'ADJUSTMENT,FUNDING', startDate: '2026-01-01T00:00:03.500Z' }, ['4-0']],
  ['never', { reason: 'CLEARANCE_FEE' }, []],
])('the ledger by %s', async (_, query, ids) => {
  const { content, totalElements } = await ledger(query);
  expect([content.map(({ id }) => id), totalElements]).toEqual([ids, ids.length]);
  expectFew();
});

it('a usual reason and a symbol are found as well', async () => {
  const { content, totalElements } = await ledger({ symbol: 'S7' });
  expect([content.map(({ id }) => id), totalElements]).toEqual([['4-0', '3-0'], 2]);
  expect((await ledger({ symbol: 'S7', reason: 'FEE,FUNDING' })).content).toHaveLength(2);
});

it('pages of a usual reason are as the rows are, newest first over all symbols', async () => {
  const { rows } = await plain.query<{ id: string }>(
    `SELECT seq || '-' || idx AS id FROM wallet_ledger WHERE account = ${ACCOUNT} AND reason = ${PostingReason.TradingFee}
     ORDER BY seq DESC LIMIT 40 OFFSET 100`,
  );
  const { content, totalElements } = await ledger({ reason: 'FEE', page: 5, size: 20 });
  expect(content.map(({ id }) => id)).toEqual(rows.slice(0, 20).map(({ id }) => id));
  expect(totalElements).toBe(10_000);
});

it('the asset history by type', async () => {
  const query = { typeStrs: 'PM,PB', walletType: undefined } as never;
  const { data } = await readDnw(context(), { site, session, query } as never);
  expect([data.content.map(({ sequence }) => sequence), data.totalElements, data.next]).toEqual([[2], 1, null]);
  const never = await readDnw(context(), { site, session, query: { typeStrs: 'CO,CI' } } as never);
  expect(never.data).toMatchObject({ content: [], totalElements: 0 });
  expectFew();
});

it('pages of a usual type follow one another by their cursor', async () => {
  const seqs: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const query = { typeStrs: 'C', size: 50, ...(cursor === undefined ? {} : { cursor }) };
    const { data } = await readDnw(context(), { site, session, query } as never);
    seqs.push(...data.content.map(({ sequence }) => sequence));
    cursor = data.next ?? undefined;
  }
  expect(seqs).toEqual(Array.from({ length: 150 }, (_, i) => POSTINGS + 9 - i));
});

/** The rows added up in one go. */
async function asked() {
  const { rows } = await plain.query<{ reason: number; debit: number; credit: number; amount: string; n: number }>(
    `SELECT reason, debit, credit, sum(amount)::text AS amount, count(*)::int AS n FROM wallet_ledger WHERE account = ${ACCOUNT}
     GROUP BY 1, 2, 3 ORDER BY 1`,
  );
  return {
    moved: rows.map(({ n: _, amount, ...row }) => ({ ...row, amount: BigInt(amount) })),
    postings: rows.reduce((all, { n }) => all + n, 0),
  };
}
async function added(from?: Sums) {
  const { moved, postings } = await addUp(weighed.pool, SITE, ACCOUNT, from);
  return { moved: moved.sort((a, b) => a.reason - b.reason), postings };
}

async function putBack(rows: Record<string, unknown>[]): Promise<void> {
  await insert(`SELECT * FROM json_populate_recordset(NULL::wallet_ledger, '${JSON.stringify(rows)}')`);
}

it('all of a ledger is added up once; after that only what came since', async () => {
  expect(await added()).toEqual(await asked());
  weighed.weights.length = 0;
  expect(await added()).toEqual(await asked());
  expectFew(50);
  await rare(POSTINGS + 100, PostingReason.TradingFee, 1);
  await rare(POSTINGS + 101, PostingReason.Coupon, -1);
  expect(await added()).toEqual(await asked());
  expectFew(50);
  // Who adds up from an older look keeps nothing older than what is kept.
  const kept = async () => (await plain.query<{ seq: number }>('SELECT seq FROM wallet_added')).rows;
  expect(await kept()).toEqual([{ seq: POSTINGS + 9 }]);
  await insert(`SELECT ${posting(ACCOUNT, 'i', '11', '0')} FROM generate_series(${POSTINGS + 200}, ${POSTINGS + 1_300}) i`);
  expect(await added()).toEqual(await asked());
  expect(await kept()).toEqual([{ seq: POSTINGS + 1_300 }]);
  expect(await added()).toEqual(await asked());
});

it('added up anew, what was lost or changed below the kept sums is found, and the right ones are kept', async () => {
  await addUp(weighed.pool, SITE, ACCOUNT);
  expect((await addUp(weighed.pool, SITE, ACCOUNT)).kept).toBeGreaterThan(POSTINGS - 1);
  const { rows } = await plain.query(`DELETE FROM wallet_ledger WHERE account = ${ACCOUNT} AND seq = 500 RETURNING *`);
  await plain.query(`UPDATE wallet_ledger SET amount = amount + 1 WHERE account = ${ACCOUNT} AND seq = 501`);
  const right = await asked();
  expect(await added()).not.toEqual(right);
  // Several statements, each of a part.
  weighed.weights.length = 0;
  const anew = await addUpAnew(weighed.pool, SITE, ACCOUNT);
  expect(weighed.weights.length).toBeGreaterThan(3);
  expect(await added(anew)).toEqual(right);
  expect(await added()).toEqual(right);
  await plain.query(`UPDATE wallet_ledger SET amount = amount - 1 WHERE account = ${ACCOUNT} AND seq = 501`);
  await putBack(rows);
});

it('added up anew, the last postings lost are found too, and the next look finds them so', async () => {
  await addUpAnew(weighed.pool, SITE, ACCOUNT);
  const { rows } = await plain.query(`DELETE FROM wallet_ledger WHERE account = ${ACCOUNT} AND seq > ${POSTINGS} RETURNING *`);
  const right = await asked();
  expect(await added()).not.toEqual(right);
  expect(await added(await addUpAnew(weighed.pool, SITE, ACCOUNT))).toEqual(right);
  expect(await added()).toEqual(right);
  await putBack(rows);
  expect(await added()).toEqual(await asked());
});
