// What a member missed of its live events, made again from the journal's facts: the same messages under the same ids.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { MissedMessage, Session } from '@maru/kit/server/feature.ts';
import { missedEvents } from '@maru/kit/server/missed-events.ts';
import { readEngine } from './engine-views.ts';
import { type EventRef, liveMessages } from './live-events.ts';
import { emptyMemory, type LiveMemory } from './live-memory.ts';
import { type OrderFacts, orderIn } from '../fold-order.ts';
import { isNewOrder } from './order-outcome.ts';
import { ORDER_COLUMNS, ORDER_TABLE, type OrderRow, orderRow } from './queries.ts';

const Head = EventHeadWord;
const { OrderFilled, OrderPlaced } = EventWord;

export async function missedMessages(
  context: AppContext,
  site: SiteConfig,
  { account }: Session,
  fromSeq: number,
  untilSeq: number,
): Promise<readonly MissedMessage[] | undefined> {
  const words = await context.services.use(missedEvents).of(site.id, account, fromSeq, untilSeq);
  if (words === undefined || !(await context.projections.waitFor(site.id, untilSeq))) return undefined;
  if (words.length === 0) return [];
  const [{ accounts }, orders, { memory, clearance }] = await Promise.all([
    readEngine.live(context, site.id, [account]),
    readOrders(context, site.id, account, words),
    positionsBefore(context, site.id, account, fromSeq),
  ]);
  if (accounts.length === 0) return undefined;
  const refs: EventRef[] = [];
  for (let at = 0; at < words.length; at += EVENT_WORDS)
    refs.push({ words, at, clientOrderId: isNewOrder(words, at) ? orders.get(words[at + OrderPlaced.orderId])?.clientOrderId : undefined });
  // One that waited and fired is placed once more then: it was there before all the same.
  const first = words[Head.seq];
  for (const [id, order] of orders) if (order.placedSeq < first) memory.account.orders.set(id, orderBefore(order, words));
  return liveMessages(site, memory, refs, accounts[0], (positionId) => clearance.get(positionId) ?? 0)
    .filter(({ resumable }) => resumable)
    .map(({ body }) => ({ eventId: body.eventId, body }));
}

/** Rows of the orders that the events speak of. */
async function readOrders({ pool }: AppContext, site: number, account: number, e: Float64Array): Promise<Map<number, OrderRow>> {
  const ids = new Set<number>();
  for (let at = 0; at < e.length; at += EVENT_WORDS) if (orderIn(e, at) >= 0) ids.add(orderIn(e, at));
  const { rows } = await pool.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE} WHERE site_id = $1 AND account = $2 AND order_id = ANY($3::bigint[])`,
    [site, account, [...ids]],
  );
  return new Map(rows.map((row) => [row.orderId, orderRow(row)]));
}

/** An order that was open before, without what the events do to it. */
function orderBefore(row: OrderRow, e: Float64Array): OrderFacts {
  let { filledLots } = row;
  let filledCost = BigInt(row.filledCost);
  for (let at = 0; at < e.length; at += EVENT_WORDS) {
    if (e[at] !== EventKind.OrderFilled || e[at + OrderFilled.orderId] !== row.orderId) continue;
    filledLots -= e[at + OrderFilled.lots];
    filledCost -= BigInt(e[at + OrderFilled.price]) * BigInt(e[at + OrderFilled.lots]);
  }
  return { ...row, filledLots, filledCost, end: -1 };
}

/** Positions that stood before, and what those that ended since had paid beside their trades. */
async function positionsBefore(
  { pool }: AppContext,
  site: number,
  account: number,
  fromSeq: number,
): Promise<{ memory: LiveMemory; clearance: ReadonlyMap<number, number> }> {
  const { rows } = await pool.query<{ id: number; funding: number | null; clearance: number; stood: boolean }>(
    `SELECT position_id AS id, funding_paid AS funding, clearance_paid AS clearance, opened_seq < $3 AS stood FROM futures_position
     WHERE site_id = $1 AND account = $2 AND (closed_seq IS NULL OR closed_seq >= $3)`,
    [site, account, fromSeq],
  );
  const memory = emptyMemory();
  for (const { id, funding, stood } of rows) {
    if (stood) memory.positions.set(id, 0);
    memory.funding.set(id, funding ?? 0);
  }
  return { memory, clearance: new Map(rows.map(({ id, clearance }) => [id, clearance])) };
}
