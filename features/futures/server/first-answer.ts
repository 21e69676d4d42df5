// The first answer again: a repeated order request is told how its order stood when it was first answered, from projected rows.
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Fill, Order } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { findOrder, listFillsOf } from './queries.ts';
import { siteSymbols } from './site-symbols.ts';
import type { Repeated } from './submit.ts';

const WAIT_MS = 3000;

export interface OrderAnswer {
  data: { order: Order; fills: Fill[] };
  sequence: number;
}

/** Throws EngineBusy (503, safe to repeat) while the projection has not come that far. */
export async function answerAgain(context: AppContext, site: SiteConfig, account: number, repeated: Repeated): Promise<OrderAnswer> {
  const { firstSeq, orderId } = repeated;
  if (!(await context.projections.waitFor(site.id, firstSeq, WAIT_MS))) throw new EngineBusy('projection behind');
  const row = await findOrder(context, site.id, account, orderId);
  if (row === undefined) throw new Error(`order ${orderId} of sequence ${firstSeq} has no row`);
  const symbol = siteSymbols(site)[row.symbol];
  const fills = await listFillsOf(context, site.id, account, orderId, row.placedSeq, firstSeq);
  const open = row.closedSeq === undefined || row.closedSeq > firstSeq;
  const filledLots = fills.reduce((sum, fill) => sum + fill.lots, 0);
  const filledCost = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.lots), 0n);
  const reserved = open ? await reservedThen(context, site.id, account, orderId, row.reserved, filledLots) : 0;
  const updatedAt = open ? (fills.at(-1)?.time ?? row.placedAt) : row.updatedAt;
  const order = presentOrder(symbol, { ...row, filledLots, filledCost, reserved, updatedAt, end: open ? -1 : row.end });
  return { data: { order, fills: fills.filter((fill) => fill.seq === firstSeq).map((fill) => presentFill(symbol, fill)) }, sequence: firstSeq };
}

// An untouched order holds what it held when placed; of a partly filled one only the engine knows the rest.
async function reservedThen(context: AppContext, site: number, account: number, orderId: number, placed: number, filledLots: number): Promise<number> {
  if (filledLots === 0) return placed;
  return (await readEngine.order(context, site, account, orderId))?.reserved ?? 0;
}
