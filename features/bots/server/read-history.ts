// A member's past as bots read it: all orders, trades, income.
import { futuresArchive } from '@maru/futures/contract.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { type LedgerEntry, listLedger } from '@maru/wallet/contract.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { optionIdOf, botNameOf } from './fapi-symbols.ts';
import { faults } from './fapi-fault.ts';
import { dressed, findAnyOrder, orderNameOf, symbolIdOf } from './find-order.ts';
import { clientIdOf, isWaiting, orderShape, tradeShape } from './order-shape.ts';

const USUAL = 500;
const MOST = 1000;

const WEEK_MS = 7 * 86_400_000;
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

/** Binance's words for the ledger's; movements between a member's own purses are no income. */
const incomeTypes: Readonly<Record<string, string>> = {
  TRANSFER: 'TRANSFER',
  ADJUSTMENT: 'TRANSFER',
  FEE: 'COMMISSION',
  REALIZED_PNL: 'REALIZED_PNL',
  FUNDING: 'FUNDING_FEE',
  CLEARANCE_FEE: 'INSURANCE_CLEAR',
  INSURANCE: 'INSURANCE_CLEAR',
};
const PAGE = 100;
/** Entries looked through for one answer: a ledger holds more than income. */
const MOST_PAGES = 20;

async function income(ask: MemberAsk): Promise<unknown> {
  const { from, to } = spanOf(ask);
  const limit = Math.min(ask.params.whole('limit', 1) ?? 100, MOST);
  const wanted = ask.params.text('incomeType');
  const name = ask.params.text('symbol');
  const code = name === undefined ? undefined : ask.site.symbols[optionIdOf(ask.site, name) - 1];
  const isWanted = (entry: LedgerEntry) =>
    incomeTypes[entry.reason] !== undefined &&
    (wanted === undefined || incomeTypes[entry.reason] === wanted) &&
    (code === undefined || entry.symbol === code);
  const found: LedgerEntry[] = [];
  const range = { startDate: isoOf(from), endDate: to === undefined ? undefined : isoOf(to + 1), ...upToNow(ask), size: String(PAGE) };
  for (let page = 0; page < MOST_PAGES; page++) {
    const { content, totalElements } = await dataOf(ask.call(listLedger, { query: { ...range, page: String(page) } }));
    found.push(...content.filter(isWanted));
    if ((page + 1) * PAGE >= totalElements || (from === undefined && found.length >= limit)) break;
  }
  // Newest first as they come; a bot that names a beginning wants the oldest.
  const kept = from === undefined ? found.slice(0, limit).reverse() : found.reverse().slice(0, limit);
  return kept.map(incomeShape);
}

function incomeShape(entry: LedgerEntry) {
  return {
    symbol: entry.symbol === null ? '' : botNameOf(entry.symbol),
    incomeType: incomeTypes[entry.reason],
    income: entry.amount,
    asset: 'USDT',
    info: entry.reason,
    time: Date.parse(entry.time),
    tranId: tranIdOf(entry.id),
    tradeId: '',
  };
}

/** The venue's are numbers: the sequence, and the place within its command. */
function tranIdOf(id: string): number {
  const [seq, place] = id.split('-').map(Number);
  return seq * 10_000 + place;
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

/** What the member added to and took from isolated positions itself; what trades moved shows in income and userTrades. */
async function marginHistory(ask: MemberAsk): Promise<unknown> {
  const code = ask.site.symbols[symbolIdOf(ask) - 1];
  const type = ask.params.whole('type', 1, 2);
  const { from, to, limit } = spanOf(ask);
  const range = {
    startDate: isoOf(from),
    endDate: to === undefined ? undefined : isoOf(to + 1),
    ...upToNow(ask),
    size: String(PAGE),
    reason: 'MARGIN',
    symbol: code,
  };
  const found: LedgerEntry[] = [];
  for (let page = 0; page < MOST_PAGES && found.length < limit; page++) {
    const { content, totalElements } = await dataOf(ask.call(listLedger, { query: { ...range, page: String(page) } }));
    found.push(...content.filter((entry) => entry.futuresPositionId !== undefined && (type === undefined || type === marginTypeOf(entry))));
    if ((page + 1) * PAGE >= totalElements) break;
  }
  const kept = found.slice(0, limit);
  const ids = [...new Set(kept.map(({ futuresPositionId }) => futuresPositionId as number))];
  const sides = await ask.context.services.use(futuresArchive).positionSides(ask.site, ask.session.account, ids);
  return kept.map((entry) => ({
    symbol: botNameOf(code),
    type: marginTypeOf(entry),
    deltaType: 'USER_ADJUST',
    amount: entry.amount.replace('-', ''),
    asset: 'USDT',
    time: Date.parse(entry.time),
    positionSide: sides.get(entry.futuresPositionId as number) ?? 'BOTH',
  }));
}

/** 1 added: it left the wallet. */
const marginTypeOf = (entry: LedgerEntry) => (entry.amount.startsWith('-') ? 1 : 2);

/** A bot reads at once what it has just done. */
function upToNow({ context, site }: MemberAsk): { after?: string } {
  const seq = appliedSeq(context.engine, site.id);
  return seq === 0 ? {} : { after: String(seq) };
}

const isoOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

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
  { method: 'GET', path: '/fapi/v1/positionMargin/history', weight: 1, security: 'READ', run: marginHistory },
  { method: 'GET', path: '/fapi/v1/income', weight: 30, security: 'READ', run: income },
];
