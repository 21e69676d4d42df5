// The naive engine's TP/SL attached to an entry order (rules 3.1): how its fills arm them at the end of a command.
import type { AttachedTpsl } from '../../wire/order-terms.ts';
import { OrderType } from '../../wire/command.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { arm, positionTpsl } from './conditional.ts';
import { type Naive, type NaiveOrder, ordersOf, positionOf, removeOrder, symbolOf, type Trigger } from './model.ts';
import { signOf } from './risk.ts';
import { toWaitFault } from './capacity.ts';
import { tpslOrder } from './tpsl.ts';
import { isGateOpen, isReached, latch, workingPrice } from './trigger-gate.ts';

export function armAttached(s: Naive): void {
  const opened = s.opened;
  s.opened = [];
  for (const { o, lots } of opened) {
    const a = o.attached as AttachedTpsl;
    if (a.takeProfit !== 0) armLeg(s, o, lots, a.partial, OrderType.TakeProfit, a.takeProfit, a.takeProfitByMark, a.takeProfitLimit ?? 0);
    if (a.stopLoss !== 0) armLeg(s, o, lots, a.partial, OrderType.StopLoss, a.stopLoss, a.stopLossByMark, a.stopLossLimit ?? 0);
  }
}

function armLeg(
  s: Naive,
  entry: NaiveOrder,
  lots: bigint,
  partial: boolean,
  type: number,
  stop: number,
  byMark: boolean,
  limit: number,
): void {
  const p = positionOf(s, entry.account, entry.symbol, entry.positionSide);
  // The command may have closed again what it opened.
  if (p === undefined || signOf(p.lots) !== entry.sign) return;
  if (partial && grow(s, entry, lots, type, stop, byMark, limit)) return;
  const m = symbolOf(s, entry.symbol);
  const old = partial ? undefined : positionTpsl(s, { ...p, type });
  if (old !== undefined) removeOrder(s, old, OrderEnd.Replaced);
  const own = ordersOf(s, p.account, p.symbol).filter((r) => r.trigger !== undefined && !r.trigger.closePosition);
  if (partial && own.length >= m.spec.maxConditionalOrders) {
    s.cutShort.push(`TP/SL of ${entry.id} type ${type} stop ${stop}: ${Reject.TOO_MANY_CONDITIONAL_ORDERS}`);
    return;
  }
  const full = toWaitFault(s);
  if (full) {
    s.cutShort.push(`TP/SL of ${entry.id} type ${type} stop ${stop}: ${full}`);
    return;
  }
  const o = tpslOrder(p, type, BigInt(stop), byMark, false);
  const t = o.trigger as Trigger;
  o.selfTrade = entry.selfTrade;
  o.id = s.armedIds.shift() ?? 0;
  t.parent = entry.id;
  t.closePosition = !partial;
  if (partial) o.lots = o.rest = lots;
  o.price = BigInt(limit);
  t.assumed = limit === 0 ? t.stop : o.price;
  arm(s, m, o);
  // Beyond the stop already: it fires at once, or with the next tick that counts.
  if (isGateOpen(s, m) && isReached(o, t.stop, workingPrice(m, byMark))) latch(s, o, t);
}

function grow(s: Naive, entry: NaiveOrder, lots: bigint, type: number, stop: number, byMark: boolean, limit: number): boolean {
  const mine = ordersOf(s, entry.account, entry.symbol).find(
    (o) =>
      o.trigger !== undefined &&
      o.trigger.parent === entry.id &&
      o.type === type &&
      !o.trigger.isFired &&
      // It stands where the entry has it now.
      o.trigger.stop === BigInt(stop) &&
      o.trigger.byMark === byMark &&
      o.price === BigInt(limit),
  );
  if (mine === undefined) return false;
  mine.lots += lots;
  mine.rest += lots;
  return true;
}
