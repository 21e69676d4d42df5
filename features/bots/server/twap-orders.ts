// TWAP orders as bots know them: the venue's calls for futures under /sapi/v1/algo/futures.
import { cancelTwap, listTwaps, placeTwap, type Twap, type TwapSlice, twapHistory, twapSlices } from '@maru/futures/contract.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { negated, times } from './decimals.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { faults } from './fapi-fault.ts';
import { botNameOf, optionIdOf } from './fapi-symbols.ts';
import { sidesOf } from './place-orders.ts';
import { symbolIdOf } from './find-order.ts';

const MOST = 100;
const ROOT = '/sapi/v1/algo/futures';
const done = { success: true, code: 0, msg: 'OK' };

async function newOrder(ask: MemberAsk): Promise<unknown> {
  const { params } = ask;
  const reduceOnly = params.flag('reduceOnly');
  const limitPrice = params.decimal('limitPrice');
  const duration = params.whole('duration');
  if (duration === undefined) throw faults.missing('duration');
  // As long as the venue's own, the same for the same request.
  const clientTwapId = params.clientId('clientAlgoId') ?? `${ask.newClientId('twap')}${ask.newClientId('name').slice(0, 10)}`;
  const body = {
    futuresOptionId: symbolIdOf(ask),
    ...sidesOf(ask),
    quantity: params.mustDecimal('quantity'),
    duration,
    clientTwapId,
    ...(limitPrice !== undefined && { limitPrice }),
    ...(reduceOnly !== undefined && { reduceOnly }),
  };
  await ask.call(placeTwap, { body });
  return { clientAlgoId: clientTwapId, ...done };
}

/** By its number, or by the name that its bot gave it. */
async function cancel(ask: MemberAsk): Promise<unknown> {
  const id = ask.params.whole('algoId', 1) ?? (await idByName(ask));
  await ask.call(cancelTwap, { body: { id } });
  return { algoId: id, ...done };
}

async function idByName(ask: MemberAsk): Promise<number> {
  const name = ask.params.text('clientAlgoId');
  if (name === undefined) throw faults.eitherOr('algoId', 'clientAlgoId');
  const { content } = await dataOf(ask.call(listTwaps));
  const found = content.find(({ clientTwapId }) => clientTwapId === name);
  if (found === undefined) throw new Refusal('TWAP_UNKNOWN');
  return found.id;
}

async function openOrders(ask: MemberAsk): Promise<unknown> {
  const { content } = await dataOf(ask.call(listTwaps));
  return { total: content.length, orders: content.map(twapShape) };
}

async function historicalOrders(ask: MemberAsk): Promise<unknown> {
  const { params } = ask;
  const symbol = params.text('symbol');
  const [from, to] = [params.whole('startTime', 0, LATEST), params.whole('endTime', 0, LATEST)];
  if (from !== undefined && to !== undefined && from > to) throw faults.badTimes();
  const side = params.oneOf('side', ['BUY', 'SELL'], -1117, 'Invalid side.');
  const query = {
    ...pageOf(ask),
    ...(symbol !== undefined && { futuresOptionId: String(optionIdOf(ask.site, symbol)) }),
    ...(side !== undefined && { side }),
    ...(from !== undefined && { startDate: new Date(from).toISOString() }),
    // Ours ends before its end.
    ...(to !== undefined && { endDate: new Date(to + 1).toISOString() }),
  };
  const { content, totalElements } = await dataOf(ask.call(twapHistory, { query }));
  return { total: totalElements, orders: content.map(twapShape) };
}
/** Before the year 10000. */
const LATEST = 253_402_300_799_000;

async function subOrders(ask: MemberAsk): Promise<unknown> {
  const id = ask.params.whole('algoId', 1);
  if (id === undefined) throw faults.missing('algoId');
  const { content, totalElements, twap } = await dataOf(ask.call(twapSlices, { query: { id: String(id), ...pageOf(ask) } }));
  return { total: totalElements, ...executed(twap), subOrders: content.map((slice) => subOrderShape(twap, slice)) };
}

/** Pages of the venue count from 1. */
function pageOf({ params }: MemberAsk): { page: string; size: string } {
  return { page: String((params.whole('page', 1, 99_999) ?? 1) - 1), size: String(params.whole('pageSize', 1, MOST) ?? MOST) };
}

const executed = ({ filledQuantity, averagePrice }: Twap | TwapSlice) => ({
  executedQty: filledQuantity,
  executedAmt: times(averagePrice, filledQuantity),
});

const statusOf: Readonly<Record<Twap['status'], string>> = {
  RUNNING: 'WORKING',
  DONE: 'FINISHED',
  CANCELED: 'CANCELLED',
  STOPPED: 'EXPIRED',
};

function twapShape(twap: Twap) {
  return {
    algoId: twap.id,
    symbol: botNameOf(twap.symbol),
    side: twap.side,
    positionSide: twap.positionSide,
    totalQty: twap.quantity,
    ...executed(twap),
    avgPrice: twap.averagePrice,
    clientAlgoId: twap.clientTwapId ?? '',
    bookTime: Date.parse(twap.startedAt),
    endTime: twap.endedAt === null ? 0 : Date.parse(twap.endedAt),
    algoStatus: statusOf[twap.status],
    algoType: 'TWAP',
    urgency: 'LOW',
  };
}

function subOrderShape(twap: Twap, slice: TwapSlice) {
  return {
    algoId: twap.id,
    // A slice that never reached the book has no order.
    orderId: slice.orderId ?? 0,
    orderStatus: sliceStatusOf(slice),
    ...executed(slice),
    feeAmt: negated(slice.fee),
    feeAsset: 'USDT',
    bookTime: Date.parse(slice.time),
    avgPrice: slice.averagePrice,
    side: twap.side,
    symbol: botNameOf(twap.symbol),
    subId: slice.no,
    timeInForce: 'IMMEDIATE_OR_CANCEL',
    origQty: slice.quantity,
  };
}

function sliceStatusOf({ status, quantity, filledQuantity }: TwapSlice): string {
  if (status !== 'SENT') return status === 'SENDING' ? 'NEW' : 'REJECTED';
  return filledQuantity === quantity ? 'FILLED' : 'EXPIRED';
}

/** The venue counts sixty new ones a minute, by weights of their own. */
const PLACING_WEIGHT = 40;

export const twapEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: `${ROOT}/newOrderTwap`, weight: PLACING_WEIGHT, orders: () => 1, security: 'TRADE', run: newOrder },
  { method: 'DELETE', path: `${ROOT}/order`, weight: 1, security: 'TRADE', run: cancel },
  { method: 'GET', path: `${ROOT}/openOrders`, weight: 1, security: 'READ', run: openOrders },
  { method: 'GET', path: `${ROOT}/historicalOrders`, weight: 1, security: 'READ', run: historicalOrders },
  { method: 'GET', path: `${ROOT}/subOrders`, weight: 1, security: 'READ', run: subOrders },
];
