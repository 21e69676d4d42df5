// What SQL reads of an account's number is what the ledger says of it, over every kind of owner, asset and purse.
import { accountOf, Asset, assetOf, houseAccounts, isHouse, memberOf, Purse, purseOf } from '@maru/engine/ledger/account.ts';
import { assetSql, isHousePurseSql, isHouseSql, isLongSql, postingAssetSql } from '@maru/engine/ledger/account-sql.ts';
import { FIRST_HOUSE_SIDE, isHouseSide, LAST_HOUSE_SIDE, sideOf } from '@maru/engine/ledger/side.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.address, { name: 'test', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const given = [Purse.External, Purse.Promo, Purse.Coupon, Purse.Grant];
const ledgers = [
  ...houseAccounts(),
  ...[-1, 0, 7, 262_143].flatMap((owner) =>
    [0, 1, 2, 9, 64, 255].flatMap((asset) => Object.values(Purse).map((purse) => accountOf(owner, asset, purse))),
  ),
];

it('owner, asset, purse and side of every account are read alike', async () => {
  const { rows } = await pool.query(
    `SELECT l AS ledger, ${isHouseSql('l')} AS "isHouse", (${assetSql('l')})::int AS asset, ${isHousePurseSql('l', given)} AS "isGiven",
       ${isHousePurseSql('l', [Purse.InTransit])} AS "isTransit",
       side BETWEEN ${FIRST_HOUSE_SIDE} AND ${LAST_HOUSE_SIDE} AS "isHouseSide", (${postingAssetSql('l', '0')})::int AS "withUsdt", ${isLongSql('l')} AS "isLong"
     FROM unnest($1::bigint[], $2::smallint[]) AS a (l, side)`,
    [ledgers, ledgers.map(sideOf)],
  );
  expect(rows.length).toBe(ledgers.length);
  const said = ledgers.map((ledger) => ({
    ledger,
    isHouse: isHouse(ledger),
    asset: assetOf(ledger),
    isGiven: isHouse(ledger) && (given as readonly number[]).includes(purseOf(ledger)),
    isTransit: isHouse(ledger) && purseOf(ledger) === Purse.InTransit,
    isHouseSide: isHouseSide(sideOf(ledger)),
    withUsdt: Math.max(assetOf(ledger), Asset.Usdt),
    isLong: ledger > 2 ** 40,
  }));
  expect(rows).toEqual(said);
  expect(ledgers.every((ledger) => isHouse(ledger) === memberOf(ledger) < 0)).toBe(true);
});
