// Orders and fills of a member as other features may ask for them: by id, by the client's own id, or onward from a place in time.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { FillRole } from '@maru/engine/wire/event.ts';
import type { ArchiveFilter, Fill, FuturesArchive, Order } from '../contract.ts';
import { priceText, quantityText } from './decimal-text.ts';
import { firstAtSql, type RisingColumn } from '@maru/kit/server/sql-first-at.ts';
import { positionSideName, presentFill, presentOrder } from './present-order.ts';
import { FILL_COLUMNS, type FillRow, findOrder, listAmendments, ORDER_COLUMNS, ORDER_TABLE, type OrderRow, orderRow } from './queries.ts';
import { symbolAt } from './site-symbols.ts';

type Parts = Pick<AppContext, 'pool' | 'projections' | 'engine'>;

export function createArchive(parts: Parts): FuturesArchive {
  const { pool } = parts;
  const orderOf = (site: SiteConfig, row: OrderRow): Order => {
    const order = orderRow(row);
    return presentOrder(symbolAt(site, order.symbol), order.closedSeq === undefined ? order : { ...order, reserved: 0 });
  };
  return {
    async orderById(site, account, id) {
      await upToDate(parts, site.id);
      const row = await findOrder(parts, site.id, account, id);
      return row === undefined ? undefined : orderOf(site, row);
    },
    async orderByClientId(site, account, clientOrderId, { before = Number.MAX_SAFE_INTEGER, after = 0 } = {}) {
      await upToDate(parts, site.id);
      const { rows } = await pool.query<OrderRow>(
        `SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE} WHERE site_id = $1 AND account = $2 AND client_order_id = $3 AND placed_seq < $4 AND placed_seq > $5
         ORDER BY placed_seq DESC LIMIT 1`,
        [site.id, account, clientOrderId, before, after],
      );
      return rows[0] === undefined ? undefined : orderOf(site, rows[0]);
    },
    async orders(site, account, filter) {
      await upToDate(parts, site.id);
      const rows = await onward<OrderRow>(parts, site.id, account, filter, orderReading);
      return rows.map((row) => orderOf(site, row));
    },
    async amendments(site, account, orderId) {
      await upToDate(parts, site.id);
      const row = await findOrder(parts, site.id, account, orderId);
      if (row === undefined) return [];
      const symbol = symbolAt(site, row.symbol);
      const termsOf = (price: number, lots: number) => ({ price: priceText(symbol, price), quantity: quantityText(symbol, lots) });
      let before = termsOf(row.placedPrice, row.placedLots);
      return (await listAmendments(parts, site.id, account, orderId, Number.MAX_SAFE_INTEGER)).map(({ seq, time, price, lots }) => {
        const change = { sequence: seq, time, before, after: termsOf(price, lots) };
        before = change.after;
        return change;
      });
    },
    async positionSides(site, account, ids) {
      await upToDate(parts, site.id);
      const { rows } = await pool.query<{ id: number; side: number }>(
        'SELECT position_id AS id, position_side AS side FROM futures_position WHERE site_id = $1 AND account = $2 AND position_id = ANY($3::bigint[])',
        [site.id, account, ids],
      );
      return new Map(rows.map(({ id, side }) => [id, positionSideName(side)]));
    },
    async fills(site, account, filter) {
      await upToDate(parts, site.id);
      const rows = await onward<FillRow>(parts, site.id, account, filter, fillReading);
      return rows.map((row): Fill => presentFill(symbolAt(site, row.symbol), row));
    },
  };
}

/** A projector that hangs is not waited for longer. */
const WAIT_MS = 10_000;

/** What the engine has done until now is in the rows; throws EngineBusy (503, safe to repeat) while it is not. */
async function upToDate({ engine, projections }: Parts, site: number): Promise<void> {
  const seq = appliedSeq(engine, site);
  if (seq !== 0 && !(await projections.waitFor(site, seq, WAIT_MS))) throw new EngineBusy('projection behind');
}

const forcedRoles = {
  LIQUIDATION: [FillRole.Liquidation, FillRole.Netting],
  ADL: [FillRole.Adl],
  SETTLEMENT: [FillRole.Settlement],
} as const;

interface Reading {
  select: string;
  /** Place in the order of telling. */
  order: readonly [string, string];
  time: RisingColumn;
  /** From the row that a client names on. */
  fromId(parameter: string): string;
  /** Those of one order. */
  orderId?(parameter: string): string;
  /** Those of the system's own, by the roles of their fills. */
  forced?(roles: string): string;
}

const oneOrder = (column: string, parameter: string) =>
  `(SELECT ${column} FROM futures_order WHERE site_id = $1 AND account = $2 AND order_id = ${parameter})`;
const orderReading: Reading = {
  select: `SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE}`,
  order: ['placed_seq', 'order_id'],
  time: { table: 'futures_order', key: 'placed_seq', column: 'placed_ms' },
  fromId: (id) => `placed_seq >= ${oneOrder('placed_seq', id)}`,
  forced: (roles) => `(flags >> 3) & 7 = 1 AND client_order_id IS NULL AND closed_seq IS NOT NULL AND EXISTS (SELECT 1 FROM futures_fill f
    WHERE f.site_id = futures_order.site_id AND f.account = futures_order.account AND f.seq BETWEEN placed_seq AND closed_seq
      AND f.order_id = futures_order.order_id AND f.role IN (${roles}))`,
};
const fillReading: Reading = {
  select: `SELECT ${FILL_COLUMNS} FROM futures_fill`,
  order: ['seq', 'idx'],
  time: { table: 'futures_fill', key: 'seq', column: 'time_ms' },
  fromId: (id) => `trade_id >= ${id} AND seq >= ${firstAtSql({ table: 'futures_fill', key: 'seq', column: 'trade_id' }, id)}`,
  // An order fills between its placing and its end.
  orderId: (id) =>
    `order_id = ${id} AND seq >= ${oneOrder('placed_seq', id)} AND seq <= ${oneOrder('coalesce(closed_seq, 9007199254740991)', id)}`,
};

// Without a beginning the newest are meant; either way they are told oldest first.
async function onward<T extends object>({ pool }: Parts, site: number, account: number, f: ArchiveFilter, reading: Reading): Promise<T[]> {
  const { select, time, order } = reading;
  const hasStart = f.fromId !== undefined || (f.from !== undefined && f.latest !== true);
  const direction = hasStart ? 'ASC' : 'DESC';
  const values: number[] = [site, account];
  const clauses = ['site_id = $1', 'account = $2'];
  const also = (value: number | undefined, clause: (parameter: string) => string) => {
    if (value !== undefined) clauses.push(clause(`$${values.push(value)}`));
  };
  also(f.futuresOptionId, (id) => `symbol = ${id} - 1`);
  also(f.from, (from) => `${time.key} >= ${firstAtSql(time, from)}`);
  also(f.to === undefined ? undefined : f.to + 1, (after) => `${time.key} < ${firstAtSql(time, after)}`);
  also(f.fromId, reading.fromId);
  if (reading.orderId !== undefined) also(f.orderId, reading.orderId);
  if (f.autoClose !== undefined && reading.forced !== undefined)
    clauses.push(reading.forced(f.autoClose.flatMap((why) => forcedRoles[why]).join(', ')));
  const { rows } = await pool.query<T>(
    `${select} WHERE ${clauses.join(' AND ')} ORDER BY ${order[0]} ${direction}, ${order[1]} ${direction} LIMIT ${Math.trunc(f.limit)}`,
    values,
  );
  return hasStart ? rows : rows.reverse();
}
