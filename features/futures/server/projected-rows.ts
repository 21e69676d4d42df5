// Facts that are written once and never change, on their way to SQL: fills, funding payments, liquidation steps, refusals.
import type { PoolClient } from 'pg';
import { HEADER_WORDS } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, LiquidationStage } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

/** Where a fact of one kind goes: a column for each event word named. */
interface Shape {
  table: string;
  columns: readonly (readonly [column: string, type: 'int' | 'smallint' | 'bigint', word: number])[];
}

const HEAD = [
  ['account', 'int', 4],
  ['seq', 'bigint', 1],
  ['idx', 'int', 2],
  ['symbol', 'smallint', 5],
  ['time_ms', 'bigint', 3],
] as const;

export const fillShape: Shape = {
  table: 'futures_fill',
  columns: [
    ...HEAD,
    ['order_id', 'bigint', 6],
    ['flags', 'int', 7],
    ['price', 'bigint', 8],
    ['lots', 'bigint', 9],
    ['role', 'smallint', 10],
    ['fee', 'bigint', 11],
    ['realized_pnl', 'bigint', 12],
    ['trade_id', 'bigint', 13],
    ['position_id', 'bigint', 15],
  ],
};
export const fundingShape: Shape = {
  table: 'futures_funding',
  columns: [
    ...HEAD,
    ['position_id', 'bigint', 6],
    ['position_side', 'smallint', 7],
    ['lots', 'bigint', 8],
    ['mark', 'bigint', 9],
    ['rate', 'bigint', 10],
    ['funding_ms', 'bigint', 11],
    ['amount', 'bigint', 12],
    ['collected', 'bigint', 13],
    ['debt', 'bigint', 14],
  ],
};
export const liquidationShape: Shape = {
  table: 'futures_liquidation',
  columns: [
    ...HEAD,
    ['stage', 'smallint', 6],
    ['position_id', 'bigint', 7],
    ['lots', 'bigint', 8],
    ['price', 'bigint', 9],
    ['fee', 'bigint', 10],
    ['equity', 'bigint', 11],
    ['maintenance', 'bigint', 12],
    ['bankruptcy_price', 'bigint', 13],
  ],
};
/** Words 6 to 8 are the event's; the key's halves and the command's kind are put behind them. */
export const rejectionShape: Shape = {
  table: 'futures_rejection',
  columns: [
    ...HEAD,
    ['code', 'smallint', 6],
    ['limit_figure', 'bigint', 7],
    ['offered_figure', 'bigint', 8],
    ['command', 'smallint', 9],
    ['key_hi', 'bigint', 10],
    ['key_lo', 'bigint', 11],
  ],
};

export interface FactColumns {
  add(words: ArrayLike<number>, at: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

export function createFactColumns({ table, columns }: Shape): FactColumns {
  const values: number[][] = columns.map(() => []);
  const names = columns.map(([name]) => name).join(', ');
  const types = columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ');
  const text = `INSERT INTO ${table} (site_id, ${names}) SELECT $1, * FROM unnest(${types})`;
  return {
    add(words, at) {
      for (let c = 0; c < columns.length; c++) values[c].push(words[at + columns[c][2]]);
    },
    async write(client, site) {
      if (values[0].length === 0) return;
      await client.query({ name: `${table}-insert`, text, values: [site, ...values.map(integerArray)] });
    },
  };
}

export interface LiquidationColumns extends FactColumns {
  /** The clearance of a close in the book is known when the liquidation ends: it belongs to the last sale, whose position this answers. */
  finish(words: Float64Array, at: number): number;
}

export function createLiquidationColumns(): LiquidationColumns {
  const facts = createFactColumns(liquidationShape);
  let sale: Float64Array | undefined;
  const letGo = () => {
    if (sale !== undefined) facts.add(sale, 0);
    sale = undefined;
  };
  return {
    add(words, at) {
      if (words[at + 6] !== LiquidationStage.ClosedInBook) return facts.add(words, at);
      letGo();
      sale = Float64Array.from({ length: EVENT_WORDS }, (_, w) => words[at + w]);
    },
    finish(words, at) {
      if (sale === undefined || sale[1] !== words[at + 1] || sale[4] !== words[at + 4]) return words[at + 6];
      sale[10] += words[at + 7];
      sale[11] -= words[at + 7];
      return sale[7];
    },
    write(client, site) {
      letGo();
      return facts.write(client, site);
    },
  };
}

/** Finds a batch's command records in step with its events: both come in order of sequence. Answers where the record begins. */
export function commandFinder({ commands, firstSeq }: EventBatch): (seq: number) => number {
  let at = 0;
  let current = firstSeq;
  return (seq) => {
    for (; current < seq; current++) at += HEADER_WORDS + commands[at + 11];
    return at;
  };
}

/** A refusal's words with its command's kind and request key behind them. */
export function rejectionWords(e: Float64Array, i: number, commands: Float64Array, at: number): number[] {
  return [...e.subarray(i, i + 9), commands[at], commands[at + 4], commands[at + 5]];
}
