// A member's past as bots read it: orders, trades, changes of orders, forced orders.
import { futuresArchive } from '@maru/futures/contract.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Endpoint, MemberAsk } from './fapi-endpoint.ts';
import { optionIdOf, botNameOf } from './fapi-symbols.ts';
import { faults } from './fapi-fault.ts';
import { dressed, findAnyOrder, orderNameOf, symbolIdOf } from './find-order.ts';
import { clientIdOf, isWaiting, orderShape, tradeShape } from './order-shape.ts';

const USUAL = 500;
const MOST = 1000;

const WEEK_MS = 7 * DAY_MS;
const WEEK_HOURS = 168;

/** As the venue reads them: a span of seven days at most, the last seven without any; from an id on there is no span. */
export function weekOf(ask: MemberAsk, isFromId: boolean): { from?: number; to?: number; latest?: boolean; limit: number } {
  const { from, to, limit: asked } = spanOf(ask);
  const limit = Math.min(asked, MOST);
  if (from !== undefined && to !== undefined) {
    if (from > to) throw faults.badTimes();
    if (to - from > WEEK_MS) throw faults.spanTooLong(WEEK_HOURS);
    return { from, to, limit };
  }
  if (from !== undefined) return { from, to: from + WEEK_MS, limit };
  if (to !== undefined) return { from: Math.max(0, to - WEEK_MS), to, latest: true, limit };
  return isFromId ? { limit } : { from: ask.context.clock.now() - WEEK_MS, latest: true, limit };
}

/** startTime and endTime, both included. */
export function spanOf({ params }: MemberAsk): { from: number | undefined; to: number | undefined; limit: number } {
  return { from: params.whole('startTime'), to: params.whole('endTime'), limit: params.whole('limit', 1) ?? USUAL };
}

async function allOrders(ask: MemberAsk): Promise<unknown> {
  const fromId = ask.params.whole('orderId', 1);
  const filter = { futuresOptionId: symbolIdOf(ask), ...weekOf(ask, fromId !== undefined), fromId };
  const orders = await ask.context.services.use(futuresArchive).orders(ask.site, ask.session.account, filter);
  return (await dressed(ask, orders)).filter((order) => !isWaiting(order)).map(orderShape);
}

async function userTrades(ask: MemberAsk): Promise<unknown> {
  const { params } = ask;
  const [fromId, orderId] = [params.whole('fromId'), params.whole('orderId', 1)];
  const filter = { futuresOptionId: symbolIdOf(ask), ...weekOf(ask, fromId !== undefined || orderId !== undefined), fromId, orderId };
  return (await ask.context.services.use(futuresArchive).fills(ask.site, ask.session.account, filter)).map(tradeShape);
}

/** What was changed on one order, newest first. */
async function orderAmendments(ask: MemberAsk): Promise<unknown> {
  const symbol = botNameOf(ask.site.symbols[symbolIdOf(ask) - 1]);
  const order = await findAnyOrder(ask, orderNameOf(ask), symbolIdOf(ask));
  const { from = 0, to = Number.MAX_SAFE_INTEGER, limit: asked } = spanOf(ask);
  const limit = Math.min(ask.params.text('limit') === undefined ? FORCED_USUAL : asked, FORCED_MOST);
  const changes = await ask.context.services.use(futuresArchive).amendments(ask.site, ask.session.account, order.id);
  return changes
    .map(({ sequence, time, before, after }, i) => ({
      amendmentId: sequence,
      symbol,
      pair: symbol,
      orderId: order.id,
      clientOrderId: clientIdOf(order),
      time,
      amendment: {
        price: { before: before.price, after: after.price },
        origQty: { before: before.quantity, after: after.quantity },
        count: i + 1,
      },
      priceMatch: 'NONE',
    }))
    .filter(({ time }) => time >= from && time <= to)
    .reverse()
    .slice(0, limit);
}

const FORCED_MOST = 100;
const FORCED_USUAL = 50;
const autoCloseTypes = ['LIQUIDATION', 'ADL'] as const;

/** The member's own orders by which it was liquidated or deleveraged. */
async function forceOrders(ask: MemberAsk): Promise<unknown> {
  const why = ask.params.oneOf('autoCloseType', autoCloseTypes, -1102, "Parameter 'autoCloseType' is malformed.");
  const name = ask.params.text('symbol');
  const { limit: asked, ...span } = weekOf(ask, false);
  const limit = Math.min(ask.params.text('limit') === undefined ? FORCED_USUAL : asked, FORCED_MOST);
  const filter = {
    ...span,
    limit,
    autoClose: why === undefined ? autoCloseTypes : [why],
    ...(name === undefined ? {} : { futuresOptionId: optionIdOf(ask.site, name) }),
  };
  return (await ask.context.services.use(futuresArchive).orders(ask.site, ask.session.account, filter)).map(orderShape);
}

export const historyEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/fapi/v1/allOrders', weight: 5, security: 'READ', run: allOrders },
  { method: 'GET', path: '/fapi/v1/userTrades', weight: 5, security: 'READ', run: userTrades },
  {
    method: 'GET',
    path: '/fapi/v1/forceOrders',
    weight: (params) => (params.text('symbol') === undefined ? 50 : 20),
    security: 'READ',
    run: forceOrders,
  },
  { method: 'GET', path: '/fapi/v1/orderAmendment', weight: 1, security: 'READ', run: orderAmendments },
];
