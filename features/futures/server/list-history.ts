// The member's histories: closed orders, trades and closed positions, one page at a time.
import { OrderType, PositionSide } from '@maru/engine/command.ts';
import { OrderEnd } from '@maru/engine/event.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, handle } from '@maru/kit/server/feature.ts';
import { endedByDate, listHistory } from '../contract.ts';
import { type HistoryFilter, type HistoryPage, listClosedOrders, listClosedPositions, listFills } from './history-queries.ts';
import { presentDays } from './history-days.ts';
import { cursorKey, filteredSymbol, pageSize, sideOf } from './history-request.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { presentClosed } from './present-position.ts';
import type { OrderRow } from './queries.ts';
import { symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

type Query = Out<typeof listHistory.query>;

const positionSideOf = { BOTH: PositionSide.Both, LONG: PositionSide.Long, SHORT: PositionSide.Short } as const;
const orderTypeOf = {
  LIMIT: OrderType.Limit,
  MARKET: OrderType.Market,
  TAKEPROFIT: OrderType.TakeProfit,
  STOPLOSS: OrderType.StopLoss,
  TRAILINGSTOP: OrderType.Trailing,
} as const;

export const listHistoryHandler = handle(listHistory, (context, call) =>
  readHistory(context, call.site, memberOf(call).account, call.query),
);

export async function readHistory(
  context: AppContext,
  site: SiteConfig,
  account: number,
  query: Query,
): Promise<Answer<Out<typeof listHistory.reply>>> {
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = query.resultType === 'Count' ? 0 : pageSize(query.size);
  const filter = filterOf(site, account, query, page, size);
  const answer = async <R extends { symbol: number }, T>(found: HistoryPage<R>, present: (row: R) => T, summed?: 'trade' | 'position') => {
    const days = query.withDays && summed && (await presentDays(context, summed, filter, found.span, site.timeZone));
    const next = found.next?.join('.') ?? null;
    return { data: { content: found.rows.map(present), page, size, totalElements: found.total, next, ...(days && { days }) } };
  };
  if (query.type === 'trade')
    return answer(await listFills(context, filter), (row) => presentFill(symbolAt(site, row.symbol), row), 'trade');
  if (query.type === 'position')
    return answer(await listClosedPositions(context, filter), (row) => presentClosed(symbolAt(site, row.symbol), row), 'position');
  const found = await listClosedOrders(context, filter);
  const overdue = await overdueOf(context, site.id, account, found.rows);
  return answer(found, (row) => {
    const order = presentOrder(symbolAt(site, row.symbol), { ...row, reserved: 0 });
    return overdue?.has(order.id) === true ? { ...order, endReason: 'GOOD_TILL_DATE' } : order;
  });
}

/** To the engine these are cancels by the member, whose wish the date was. */
async function overdueOf({ services }: AppContext, site: number, account: number, rows: readonly OrderRow[]) {
  const cancelled = rows.filter(({ end }) => end === OrderEnd.CanceledByMember).map(({ orderId }) => orderId);
  return cancelled.length === 0 ? undefined : services.find(endedByDate)?.(site, account, cancelled);
}

function filterOf(site: SiteConfig, account: number, query: Query, page: number, size: number): HistoryFilter {
  const { side, positionSide, orderType, cursor, status } = query;
  return {
    site: site.id,
    account,
    symbol: filteredSymbol(site, query),
    side: side && sideOf[side],
    positionSide: positionSide && positionSideOf[positionSide],
    orderType: orderType && orderTypeOf[orderType],
    statuses: status?.split(','),
    ...dateRange(query),
    cursor: cursorKey(cursor),
    limit: size,
    offset: cursor === undefined ? page * size : 0,
  };
}
