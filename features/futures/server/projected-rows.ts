// Facts that are written once and never change, on their way to SQL: fills, funding payments, liquidation steps, refusals.
import type { PoolClient } from 'pg';
import { CommandHeadWord, HEADER_WORDS } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventWord, LiquidationStage } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const Head = EventHeadWord;
const CommandHead = CommandHeadWord;
const { CommandRejected, FundingSettled, LiquidationFinished, LiquidationStep, OrderFilled } = EventWord;

/** Where a fact of one kind goes: a column for each event word named. */
interface Shape {
  table: string;
  columns: readonly (readonly [column: string, type: 'int' | 'smallint' | 'bigint', word: number])[];
}

const HEAD = [
  ['account', 'int', Head.account],
  ['seq', 'bigint', Head.seq],
  ['idx', 'int', Head.index],
  ['symbol', 'smallint', Head.symbol],
  ['time_ms', 'bigint', Head.time],
] as const;

export const fillShape: Shape = {
  table: 'futures_fill',
  columns: [
    ...HEAD,
    ['order_id', 'bigint', OrderFilled.orderId],
    ['flags', 'int', OrderFilled.flags],
    ['price', 'bigint', OrderFilled.price],
    ['lots', 'bigint', OrderFilled.lots],
    ['role', 'smallint', OrderFilled.role],
    ['fee', 'bigint', OrderFilled.fee],
    ['realized_pnl', 'bigint', OrderFilled.realizedPnl],
    ['trade_id', 'bigint', OrderFilled.tradeId],
    ['position_id', 'bigint', OrderFilled.positionId],
  ],
};
export const fundingShape: Shape = {
  table: 'futures_funding',
  columns: [
    ...HEAD,
    ['position_id', 'bigint', FundingSettled.positionId],
    ['position_side', 'smallint', FundingSettled.positionSide],
    ['lots', 'bigint', FundingSettled.lots],
    ['mark', 'bigint', FundingSettled.mark],
    ['rate', 'bigint', FundingSettled.rate],
    ['funding_ms', 'bigint', FundingSettled.fundingTime],
    ['amount', 'bigint', FundingSettled.amount],
    ['collected', 'bigint', FundingSettled.collected],
    ['debt', 'bigint', FundingSettled.debt],
  ],
};
export const liquidationShape: Shape = {
  table: 'futures_liquidation',
  columns: [
    ...HEAD,
    ['stage', 'smallint', LiquidationStep.stage],
    ['position_id', 'bigint', LiquidationStep.positionId],
    ['lots', 'bigint', LiquidationStep.lots],
    ['price', 'bigint', LiquidationStep.price],
    ['fee', 'bigint', LiquidationStep.fee],
    ['equity', 'bigint', LiquidationStep.equity],
    ['maintenance', 'bigint', LiquidationStep.maintenanceMargin],
    ['bankruptcy_price', 'bigint', LiquidationStep.bankruptcyPrice],
  ],
};
const BEHIND_REJECTED = CommandRejected.b + 1;

/** The command's kind and the halves of its request key are put behind the event's own words. */
export const rejectionShape: Shape = {
  table: 'futures_rejection',
  columns: [
    ...HEAD,
    ['code', 'smallint', CommandRejected.code],
    ['limit_figure', 'bigint', CommandRejected.a],
    ['offered_figure', 'bigint', CommandRejected.b],
    ['command', 'smallint', BEHIND_REJECTED],
    ['key_hi', 'bigint', BEHIND_REJECTED + 1],
    ['key_lo', 'bigint', BEHIND_REJECTED + 2],
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
      if (words[at + LiquidationStep.stage] !== LiquidationStage.ClosedInBook) return facts.add(words, at);
      letGo();
      sale = Float64Array.from({ length: EVENT_WORDS }, (_, w) => words[at + w]);
    },
    finish(words, at) {
      if (sale === undefined || sale[Head.seq] !== words[at + Head.seq] || sale[Head.account] !== words[at + Head.account])
        return words[at + LiquidationFinished.positionId];
      const fee = words[at + LiquidationFinished.clearanceFee];
      sale[LiquidationStep.fee] += fee;
      sale[LiquidationStep.equity] -= fee;
      return sale[LiquidationStep.positionId];
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
    for (; current < seq; current++) at += HEADER_WORDS + commands[at + CommandHead.further];
    return at;
  };
}

/** A refusal's words with its command's kind and request key behind them. */
export function rejectionWords(e: Float64Array, i: number, commands: Float64Array, at: number): number[] {
  return [...e.subarray(i, i + BEHIND_REJECTED), commands[at], commands[at + CommandHead.keyHi], commands[at + CommandHead.keyLo]];
}
