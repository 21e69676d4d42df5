// The member's histories: closed orders, trades and closed positions, one page at a time.
import { handle } from '@maru/kit/server/feature.ts';
import { listHistory } from '../contract.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { presentClosed } from './present-position.ts';
import { type HistoryFilter, listClosedOrders, listClosedPositions, listFills } from './queries.ts';
import { requestedSymbol, siteSymbols } from './site-symbols.ts';
import { memberOf } from './submit.ts';

const MAX_SIZE = 100;
const DAY_MS = 86_400_000;

export const listHistoryHandler = handle(listHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = query.resultType === 'Count' ? 0 : Math.min(query.size ?? 20, MAX_SIZE);
  const filter: HistoryFilter = {
    site: site.id,
    account: memberOf(call).account,
    symbol: query.futuresOptionId === undefined ? undefined : requestedSymbol(site, query.futuresOptionId).symbol,
    from: query.startDate === undefined ? undefined : Date.parse(query.startDate),
    to: query.endDate === undefined ? undefined : endOf(query.endDate),
    limit: size,
    offset: page * size,
  };
  const symbols = siteSymbols(site);
  if (query.type === 'trade') {
    const { rows, total } = await listFills(context, filter);
    return { data: { content: rows.map((row) => presentFill(symbols[row.symbol], row)), page, size, totalElements: total } };
  }
  if (query.type === 'position') {
    const { rows, total } = await listClosedPositions(context, filter);
    return { data: { content: rows.map((row) => presentClosed(symbols[row.symbol], row)), page, size, totalElements: total } };
  }
  const { rows, total } = await listClosedOrders(context, filter);
  return {
    data: { content: rows.map((row) => presentOrder(symbols[row.symbol], { ...row, reserved: 0 })), page, size, totalElements: total },
  };
});

// A bare date means the whole day.
function endOf(text: string): number {
  return text.length === 10 ? Date.parse(text) + DAY_MS : Date.parse(text);
}
