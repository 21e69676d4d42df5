// The member's histories: closed orders, trades and closed positions, one page at a time.
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { listHistory } from '../contract.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { presentClosed } from './present-position.ts';
import { type HistoryFilter, listClosedOrders, listClosedPositions, listFills } from './queries.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

const MAX_SIZE = 100;

export const listHistoryHandler = handle(listHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = query.resultType === 'Count' ? 0 : Math.min(query.size ?? 20, MAX_SIZE);
  const filter: HistoryFilter = {
    site: site.id,
    account: memberOf(call).account,
    symbol: query.futuresOptionId === undefined ? undefined : requestedSymbol(site, query.futuresOptionId).symbol,
    ...dateRange(query),
    limit: size,
    offset: page * size,
  };
  if (query.type === 'trade') {
    const { rows, total } = await listFills(context, filter);
    return { data: { content: rows.map((row) => presentFill(symbolAt(site, row.symbol), row)), page, size, totalElements: total } };
  }
  if (query.type === 'position') {
    const { rows, total } = await listClosedPositions(context, filter);
    return { data: { content: rows.map((row) => presentClosed(symbolAt(site, row.symbol), row)), page, size, totalElements: total } };
  }
  const { rows, total } = await listClosedOrders(context, filter);
  return {
    data: {
      content: rows.map((row) => presentOrder(symbolAt(site, row.symbol), { ...row, reserved: 0 })),
      page,
      size,
      totalElements: total,
    },
  };
});
