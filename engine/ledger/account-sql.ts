// What rows ask of an account's number, as SQL over a column: beside the arithmetic that it repeats (numbering.ts).
import { assetOf, isLong, KINDS, LONG, SLOTS, SPAN } from './numbering.ts';
import { houseAccount, houseAccounts, memberAccounts } from './account.ts';
import { Asset, MOST_ASSETS } from './purse.ts';

/** Whether the account has no slot. */
export function isLongSql(column: string): string {
  return `${column} >= ${LONG}`;
}

export function isHouseSql(column: string): string {
  return `(${column} < ${SLOTS} OR (${column} >= ${LONG} AND ${column} < ${LONG + SPAN}))`;
}

/** The asset of the account in a column. */
export function assetSql(column: string): string {
  const binaryHouse = houseAccounts().filter((ledger) => assetOf(ledger) === Asset.Binary);
  const binaryWallets = memberAccounts(0).flatMap(({ ledger }) => (assetOf(ledger) === Asset.Binary ? [ledger % SLOTS] : []));
  return `CASE WHEN ${column} >= ${LONG} THEN (${column} - ${LONG}) / ${KINDS} % ${MOST_ASSETS}
  WHEN ${column} < ${SLOTS} THEN (${column} IN (${binaryHouse.join(', ')}))::int
  ELSE (${column} % ${SLOTS} IN (${binaryWallets.join(', ')}))::int END`;
}

/** The asset of a posting: of the two that are one to the engine, the games'. */
export function postingAssetSql(debit: string, credit: string): string {
  return `greatest(${assetSql(debit)}, ${assetSql(credit)})`;
}

/** The house's purses of these kinds, of whatever asset; constants alone, as an index's condition must be. */
export function isHousePurseSql(column: string, purses: readonly number[]): string {
  const slots = purses
    .flatMap((purse) => [houseAccount(Asset.Usdt, purse), houseAccount(Asset.Binary, purse)])
    .filter((ledger) => !isLong(ledger));
  const long = `${column} >= ${LONG} AND ${column} < ${LONG + SPAN} AND ${column} % ${KINDS} IN (${purses.join(', ')})`;
  return slots.length === 0 ? `(${long})` : `(${column} IN (${slots.join(', ')}) OR (${long}))`;
}
