// Accounts without a slot: made when money first comes to them, found by their number in a table; a site without any keeps none of it.
//
// They are never on the order path. Rows stand in the order they came, so a snapshot is their used prefix; the table is made again from it.
import type { Capacity } from '../capacity.ts';
import { META_MORE_ACCOUNTS } from '../layout.ts';
import { realRows } from '../rows.ts';
import type { EngineState } from '../state.ts';
import { ExactSums } from './exact-sums.ts';
import { isLong } from './numbering.ts';

const NONE: Float64Array = new Float64Array(0);
/** 2^32 by the golden ratio. */
const SPREAD = 0x9e3779b1;

export class MoreAccounts {
  /** The account's number, and its balance. */
  numbers = NONE;
  balances = NONE;
  /**
   * What passed from USDT to the games' asset as it is, less what came back (areOneAsset): so much the one sums below nothing and the
   * other above it. Derived: after a load it is what they sum to.
   */
  passed = new ExactSums(1);
  /** Number -> row + 1, open addressing. */
  table = new Int32Array(0);

  /** Makes room, once: with the site's first account of the kind. */
  open(c: Capacity): void {
    if (this.table.length !== 0) return;
    const capacity = moreCapacity(c);
    let size = 16;
    while (size < capacity * 2) size *= 2;
    this.numbers = realRows(capacity);
    this.balances = realRows(capacity);
    this.table = new Int32Array(size);
  }
}

/** Eight of each member, and as many of the house as a site ever has. */
export function moreCapacity(c: Capacity): number {
  return c.accounts * 8 + 256;
}

// Where its row stands in the table, or is to stand.
function placeOf({ numbers, table }: MoreAccounts, ledger: number): number {
  const mask = table.length - 1;
  const low = (ledger % 0x100000000) | 0;
  let at = (Math.imul(low ^ Math.imul(Math.floor(ledger * 2 ** -32), SPREAD), SPREAD) >>> 7) & mask;
  while (table[at] !== 0 && numbers[table[at] - 1] !== ledger) at = (at + 1) & mask;
  return at;
}

/** Its row, -1 = nothing ever came to it. */
export function findRow(more: MoreAccounts, ledger: number): number {
  return more.table.length === 0 ? -1 : more.table[placeOf(more, ledger)] - 1;
}

/** Its row, made where there is none: the caller has asked `lacksRoom`. */
export function takeRow(s: EngineState, ledger: number): number {
  s.more.open(s.capacity);
  const at = placeOf(s.more, ledger);
  if (s.more.table[at] !== 0) return s.more.table[at] - 1;
  const row = s.meta[META_MORE_ACCOUNTS]++;
  s.more.numbers[row] = ledger;
  s.more.table[at] = row + 1;
  return row;
}

/** True when a posting between the two would need more rows than there are. */
export function lacksCapacity(s: EngineState, debit: number, credit: number): boolean {
  return (isLong(debit) || isLong(credit)) && lacksCapacityOf(s, [debit, credit]);
}

/** True when these, each another account, need more rows than there are. */
export function lacksCapacityOf(s: EngineState, accounts: readonly number[]): boolean {
  const missing = accounts.filter((ledger) => isLong(ledger) && findRow(s.more, ledger) < 0).length;
  return missing > 0 && s.meta[META_MORE_ACCOUNTS] + missing > moreCapacity(s.capacity);
}

/** The accounts there are, in the order they came. */
export function moreAccounts({ more, meta }: EngineState): { ledger: number; amount: number }[] {
  return Array.from({ length: meta[META_MORE_ACCOUNTS] }, (_, row) => ({ ledger: more.numbers[row], amount: more.balances[row] }));
}

/** After the rows were loaded. */
export function enterRows({ more, meta }: EngineState): void {
  for (let row = 0; row < meta[META_MORE_ACCOUNTS]; row++) more.table[placeOf(more, more.numbers[row])] = row + 1;
}
