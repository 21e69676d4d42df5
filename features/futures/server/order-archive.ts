// Orders and fills of a member as other rooms may ask for them: by id, by the client's own id, or onward from a place in time.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { ArchiveFilter, Fill, FuturesArchive, Order } from '../contract.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { FILL_COLUMNS, type FillRow, findOrder, ORDER_COLUMNS, ORDER_TABLE, type OrderRow, orderRow } from './queries.ts';
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
    async orderByClientId(site, account, clientOrderId) {
      await upToDate(parts, site.id);
      const { rows } = await pool.query<OrderRow>(
        `SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE} WHERE site_id = $1 AND account = $2 AND client_order_id = $3 ORDER BY placed_seq DESC LIMIT 1`,
        [site.id, account, clientOrderId],
      );
      return rows[0] === undefined ? undefined : orderOf(site, rows[0]);
    },
    async orders(site, account, filter) {
      await upToDate(parts, site.id);
      const from = `(SELECT placed_seq FROM futures_order WHERE site_id = $1 AND account = $2 AND order_id = $6)`;
      const rows = await onward<OrderRow>(parts, site.id, account, filter, {
        select: `SELECT ${ORDER_COLUMNS}, placed_seq AS key1, order_id AS key2 FROM ${ORDER_TABLE}`,
        time: 'placed_ms',
        order: ['placed_seq', 'order_id'],
        fromId: `placed_seq >= ${from}`,
      });
      return rows.map((row) => orderOf(site, row));
    },
    async fills(site, account, filter) {
      await upToDate(parts, site.id);
      const rows = await onward<FillRow>(parts, site.id, account, filter, {
        select: `SELECT ${FILL_COLUMNS}, seq AS key1, idx AS key2 FROM futures_fill`,
        time: 'time_ms',
        order: ['seq', 'idx'],
        fromId: 'trade_id >= $6',
        orderId: 'order_id = $7',
      });
      return rows.map((row): Fill => presentFill(symbolAt(site, row.symbol), row));
    },
  };
}

/** What the engine has done until now is in the rows; a projector that hangs is not waited for long. */
async function upToDate({ engine, projections }: Parts, site: number): Promise<void> {
  const seq = engine.status().find((part) => part.site === site)?.seq;
  if (seq !== undefined) await projections.waitFor(site, seq);
}

interface Reading {
  select: string;
  time: string;
  order: readonly [string, string];
  fromId: string;
  orderId?: string;
}

// Without a beginning the newest are meant; either way they are told oldest first.
async function onward<T extends object>({ pool }: Parts, site: number, account: number, f: ArchiveFilter, reading: Reading): Promise<T[]> {
  const { select, time, order, fromId, orderId } = reading;
  const hasStart = f.fromId !== undefined || f.from !== undefined;
  const direction = hasStart ? 'ASC' : 'DESC';
  const values = [
    site,
    account,
    f.futuresOptionId === undefined ? null : f.futuresOptionId - 1,
    f.from ?? null,
    f.to ?? null,
    f.fromId ?? null,
  ];
  const byOrder = orderId === undefined ? '' : `AND ($7::bigint IS NULL OR ${orderId})`;
  if (orderId !== undefined) values.push(f.orderId ?? null);
  const { rows } = await pool.query<T>(
    `${select} WHERE site_id = $1 AND account = $2 AND ($3::int IS NULL OR symbol = $3) AND ($4::bigint IS NULL OR ${time} >= $4)
       AND ($5::bigint IS NULL OR ${time} <= $5) AND ($6::bigint IS NULL OR ${fromId}) ${byOrder}
     ORDER BY ${order[0]} ${direction}, ${order[1]} ${direction} LIMIT ${Math.trunc(f.limit)}`,
    values,
  );
  return hasStart ? rows : rows.reverse();
}
