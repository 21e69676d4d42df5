// The member's histories: closed orders, trades and closed positions, one page at a time.
import { PositionSide } from '@maru/engine/wire/command.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, handle } from '@maru/kit/server/feature.ts';
import { listHistory } from '../contract.ts';
import { orderTypeOf } from '../order-type-table.ts';
import { type HistoryFilter, listClosedOrders, listClosedPositions, listFills } from './history-queries.ts';
import { answerPage, pageFilter } from './history-page.ts';
import { pageSize } from './history-request.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { presentClosed } from './present-position.ts';
import { memberOf } from './submit.ts';

type Query = Out<typeof listHistory.query>;

const positionSideOf = { BOTH: PositionSide.Both, LONG: PositionSide.Long, SHORT: PositionSide.Short } as const;

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
  const filter = filterOf(site, account, query);
  const page = { site, query, filter };
  if (query.type === 'trade') {
    const found = await listFills(context, filter);
    return answerPage(context, { ...page, found, present: (symbol, row) => presentFill(symbol, row), summed: 'trade' });
  }
  if (query.type === 'position') {
    const found = await listClosedPositions(context, filter);
    return answerPage(context, { ...page, found, present: (symbol, row) => presentClosed(symbol, row), summed: 'position' });
  }
  const found = await listClosedOrders(context, filter);
  return answerPage(context, { ...page, found, present: (symbol, row) => presentOrder(symbol, { ...row, reserved: 0 }) });
}

function filterOf(site: SiteConfig, account: number, query: Query): HistoryFilter {
  const { positionSide, orderType, status, resultType } = query;
  return {
    ...pageFilter(site, account, query, resultType === 'Count' ? 0 : pageSize(query.size)),
    positionSide: positionSide && positionSideOf[positionSide],
    orderType: orderType && orderTypeOf[orderType].code,
    statuses: status?.split(','),
  };
}
