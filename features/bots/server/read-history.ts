// A member's past as bots read it: all orders, trades, income.
import { futuresArchive } from '@maru/futures/contract.ts';
import { type LedgerEntry, listLedger } from '@maru/wallet/contract.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { optionIdOf, botNameOf } from './fapi-symbols.ts';
import { faults } from './fapi-fault.ts';
import { symbolIdOf } from './find-order.ts';
import { isWaiting, orderShape, tradeShape } from './order-shape.ts';

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
  return orders.filter((order) => !isWaiting(order)).map(orderShape);
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
  const range = { startDate: isoOf(from), endDate: to === undefined ? undefined : isoOf(to + 1), size: String(PAGE) };
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

const isoOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

export const historyEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/fapi/v1/allOrders', weight: 5, security: 'READ', run: allOrders },
  { method: 'GET', path: '/fapi/v1/userTrades', weight: 5, security: 'READ', run: userTrades },
  { method: 'GET', path: '/fapi/v1/income', weight: 30, security: 'READ', run: income },
];
