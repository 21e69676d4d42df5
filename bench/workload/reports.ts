// What a book answers to the messages of a workload, one row a report, and the digest the public benchmark makes of all of them.
import { createHash } from 'node:crypto';

export const ORDER_ACK = 0;
export const TRADE = 1;
export const CANCEL_ACK = 2;
export const MODIFY_ACK = 3;
export const CANCEL_REJECT = 4;
export const MODIFY_REJECT = 5;

/** A row: kind, message, side, id (of a trade: the maker's), price, lots, id of the taker. */
export const REPORT = 8;
const RING = 65_536;

/** A ring of rows, as an engine hands them on; a whole run is kept by one as long as the run. */
export class Reports {
  readonly rows: Int32Array;
  /** Reports ever written. */
  written = 0;
  private readonly mask: number;

  constructor(length = RING) {
    this.rows = new Int32Array(length * REPORT);
    this.mask = length - 1;
  }

  add(kind: number, message: number, side: number, id: number, price: number, lots: number, taker: number): void {
    const { rows } = this;
    const at = (this.written++ & this.mask) * REPORT;
    rows[at] = kind;
    rows[at + 1] = message;
    rows[at + 2] = side;
    rows[at + 3] = id;
    rows[at + 4] = price;
    rows[at + 5] = lots;
    rows[at + 6] = taker;
  }
}

function lineOf(r: Int32Array, at: number): string {
  const head = `${r[at]},${r[at + 1]}`;
  switch (r[at]) {
    case TRADE:
      return `${head},${r[at + 4]},${r[at + 5]},${r[at + 3]},${r[at + 6]}`;
    case CANCEL_ACK:
      return `${head},${r[at + 2]},${r[at + 3]},${r[at + 4]}`;
    case ORDER_ACK:
    case MODIFY_ACK:
      return `${head},${r[at + 2]},${r[at + 3]},${r[at + 4]},${r[at + 5]}`;
    default:
      return `${head},${r[at + 3]}`;
  }
}

/** SHA-256 over all reports as lines, those of one message by their kind: comparable with the published ones. */
export function digestOf(reports: Reports): string {
  const hash = createHash('sha256');
  let chunk: string[] = [];
  for (let k = 0; k < reports.written; k++) {
    chunk.push(lineOf(reports.rows, k * REPORT));
    if (chunk.length < 4096) continue;
    hash.update(`${k < 4096 ? '' : '\n'}${chunk.join('\n')}`);
    chunk = [];
  }
  if (chunk.length > 0) hash.update(`${reports.written > 4096 ? '\n' : ''}${chunk.join('\n')}`);
  return hash.digest('hex');
}

/** What the public benchmark says of seed 23 and a million orders (its reference/correctness_hash.txt). */
export const publishedDigests: Readonly<Record<string, string>> = {
  static: '9803843ee404fc29c9a0aa5614f8f0d5a58b5c44fcac9ef89067886fcaaa30d1',
  normal: 'e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e',
  'swing-25': '61a84be9469661bd039e00dbc9a7c011e70b6ace37aadfe60045ea083b05f4df',
  'swing-40': '3cb0175e7982ff09ea220d1feaee3844cf9116a5ce455757879dea1d880b9b9f',
  'flash-crash': 'cff8d3f94b709fc64a8b2058a6ca4fb6920364904796e46906895e362d2bb16b',
};
