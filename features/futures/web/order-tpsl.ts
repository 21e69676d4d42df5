// The TP/SL of an entry that has not filled: which orders may carry one, what stands there, and what a draft changes.
import type { Order } from '@maru/futures/contract.ts';
import { follows } from '@maru/futures/order-type-table.ts';
import type { ExitDraft } from './exit-limits.tsx';
import { limitsOf } from './order-body.ts';

const none = (price: string | undefined): string => (price === undefined || Number(price) === 0 ? '' : price);

/** Entries only: what closes, follows or is an exit itself carries none. */
export function carriesTpsl(order: Order): boolean {
  const closes = order.reduceOnly || order.closePosition || order.positionSide === (order.side === 'SELL' ? 'LONG' : 'SHORT');
  return !closes && !follows(order.type) && order.parentId === undefined;
}

export function tpslDraftOf(order: Order): ExitDraft {
  const takeProfitLimit = none(order.takeProfitLimit);
  const stopLossLimit = none(order.stopLossLimit);
  return {
    takeProfit: none(order.takeProfit),
    stopLoss: none(order.stopLoss),
    exitsAtLimit: takeProfitLimit !== '' || stopLossLimit !== '',
    takeProfitLimit,
    stopLossLimit,
  };
}

export interface TpslAmendment {
  takeProfit?: string | null;
  stopLoss?: string | null;
  isMarkTp?: boolean;
  isMarkSl?: boolean;
  isPartialTpsl?: boolean;
  takeProfitLimit?: string | null;
  stopLossLimit?: string | null;
}

/** Only what differs, null for what is removed; undefined when the draft says what stands already. */
export function tpslChange(order: Order, draft: ExitDraft): TpslAmendment | undefined {
  const was = tpslDraftOf(order);
  const limits: { takeProfitLimit?: string; stopLossLimit?: string } = draft.exitsAtLimit ? limitsOf(draft) : {};
  const change: TpslAmendment = {};
  for (const [leg, mark] of [
    ['takeProfit', 'isMarkTp'],
    ['stopLoss', 'isMarkSl'],
  ] as const) {
    const limit = `${leg}Limit` as const;
    if (Number(draft[leg]) !== Number(was[leg])) {
      change[leg] = draft[leg] || null;
      if (draft[leg]) change[mark] = true;
    }
    if (draft[leg] && Number(limits[limit] ?? 0) !== Number(was[limit])) change[limit] = limits[limit] ?? null;
  }
  if (Object.keys(change).length === 0) return undefined;
  return change.takeProfitLimit || change.stopLossLimit ? { ...change, isPartialTpsl: true } : change;
}
