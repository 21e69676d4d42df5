// What rows ask of an account's number, as SQL over a column: beside the arithmetic that it repeats.
import { PURSES } from './numbering.ts';

export function isHouseSql(column: string): string {
  return `${column} < ${PURSES}`;
}

/** Of a row with a member on one side, the wallet by word: the member's account is the larger number. */
export function walletWordSql(one: string, other: string): string {
  return `greatest(${one}, ${other}) % ${PURSES}`;
}

/** The side (side.ts) of the account in a column. */
export function sideSql(column: string): string {
  return `CASE WHEN ${column} < ${PURSES} THEN ${column} ELSE ${PURSES} + ${column} % ${PURSES} END`;
}

/** Of a column of sides. */
export function isHouseSideSql(column: string): string {
  return `${column} < ${PURSES}`;
}
