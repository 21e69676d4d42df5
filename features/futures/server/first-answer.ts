// The first answer again: a repeated order request is told how its order stood when it was first answered, from projected rows.
import { TPSL_BITS } from '@maru/engine/wire/order-terms.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import type { Fill, Order } from '../contract.ts';
import { filled, type OrderFacts } from '../fold-order.ts';
import type { Answer } from './kept-answers.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { type AmendmentRow, type FillRow, findOrder, listAmendments, listFillsOf, type OrderRow } from './queries.ts';
import { symbolAt } from './site-symbols.ts';
import type { Repeated } from './submit.ts';

const WAIT_MS = 3000;

/** Throws EngineBusy (503, safe to repeat) while the projection has not come that far. */
export async function answerAgain(
  context: AppContext,
  site: SiteConfig,
  account: number,
  repeated: Repeated,
): Promise<Answer<{ order: Order; fills: Fill[] }>> {
  const { firstSeq, orderId } = repeated;
  if (!(await context.projections.waitFor(site.id, firstSeq, WAIT_MS))) throw new EngineBusy('projection behind');
  const row = await findOrder(context, site.id, account, orderId);
  // After a crash of the database the newest rows may have to be written again.
  if (row === undefined) throw new EngineBusy(`order ${orderId} of sequence ${firstSeq} has no row yet`);
  const [fills, amendments] = await Promise.all([
    listFillsOf(context, site.id, account, orderId, row.placedSeq, firstSeq),
    listAmendments(context, site.id, account, orderId, firstSeq),
  ]);
  const symbol = symbolAt(site, row.symbol);
  const own = fills.filter((fill) => fill.seq === firstSeq).map((fill) => presentFill(symbol, fill));
  return { data: { order: presentOrder(symbol, orderAt(row, fills, amendments, firstSeq)), fills: own }, sequence: firstSeq };
}

/** The order as it stood after sequence `seq`: as placed, then its amendments and fills in their order, then its end. */
function orderAt(row: OrderRow, fills: readonly FillRow[], amendments: readonly AmendmentRow[], seq: number): OrderFacts {
  let order: OrderFacts = {
    ...row,
    price: row.placedPrice,
    lots: row.placedLots,
    filledLots: 0,
    filledCost: 0,
    end: -1,
    updatedAt: row.placedAt,
    ...armedTerms(row, seq),
  };
  // TP/SL that it was given later: an answer that showed others was kept (kept-answers.ts).
  if ((row.attachedSeq ?? 0) > seq) order.flags &= ~TPSL_BITS;
  let next = 0;
  const amendUpTo = (until: number) => {
    for (; next < amendments.length && amendments[next].seq <= until; next++) {
      const { time, price, lots, reserved, stopPrice, callbackRate } = amendments[next];
      // One that had fired by then says nothing of what it once waited for.
      const watched = stopPrice > 0 || callbackRate > 0 ? { stopPrice, callbackRate } : {};
      order = { ...order, price, lots, reserved, updatedAt: time, ...watched };
    }
  };
  for (const fill of fills) {
    amendUpTo(fill.seq);
    order = filled(order, fill);
  }
  amendUpTo(seq);
  const hasEnded = row.closedSeq !== undefined && row.closedSeq <= seq;
  return hasEnded ? { ...order, end: row.end, reserved: 0, updatedAt: row.updatedAt } : order;
}

/** A conditional order as it first waited, unless it had fired by then. */
function armedTerms(row: OrderRow, seq: number): Partial<OrderFacts> {
  if (row.armedFlags == null) return {};
  const terms = { stopPrice: row.placedStop ?? 0, callbackRate: row.placedCallback ?? 0 };
  const isFired = row.firedSeq != null && row.firedSeq <= seq;
  return isFired ? terms : { ...terms, flags: row.armedFlags, reserved: row.armedReserved ?? 0 };
}
