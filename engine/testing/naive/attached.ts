// The naive engine's TP/SL attached to an entry order (rules 3.1): what refuses them, and how fills arm them at the end of a command.
import type { AttachedTpsl } from '../../command-conditional.ts';
import { AccountFlag, OrderType } from '../../command.ts';
import { OrderEnd } from '../../event.ts';
import { Reject } from '../../reject.ts';
import { arm, isReached, positionTpsl, workingPrice } from './conditional.ts';
import {
  accountOf,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  ordersOf,
  positionOf,
  removeOrder,
  symbolOf,
  type Trigger,
} from './model.ts';
import { assumedTicks, isCloser, signOf } from './risk.ts';
import { tpslOrder } from './tpsl.ts';
import { isGateOpen, latch } from './gate.ts';

export function attachedFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const a = o.attached;
  if (a === undefined) return 0;
  const { takeProfit, stopLoss } = a;
  if (!Number.isSafeInteger(takeProfit) || !Number.isSafeInteger(stopLoss) || takeProfit < 0 || stopLoss < 0) return Reject.PARAM_MALFORMED;
  if (takeProfit === 0 && stopLoss === 0) return Reject.PARAM_MALFORMED;
  if (isCloser(o)) return Reject.TPSL_ON_CLOSING_ORDER;
  if (takeProfit > m.spec.maxPrice || stopLoss > m.spec.maxPrice) return Reject.STOP_PRICE_TOO_HIGH;
  const entry = (byMark: boolean) => (o.type === OrderType.Market ? workingPrice(m, byMark) : assumedTicks(o) * 100n);
  const beyond = (stop: number, byMark: boolean) => o.sign * (BigInt(stop) * 100n - entry(byMark));
  if (takeProfit !== 0 && beyond(takeProfit, a.takeProfitByMark) <= 0n) return Reject.TAKE_PROFIT_WRONG_SIDE;
  if (stopLoss !== 0 && beyond(stopLoss, a.stopLossByMark) >= 0n) return Reject.STOP_LOSS_WRONG_SIDE;
  return (accountOf(s, o.account).flags & AccountFlag.Trader) !== 0 ? Reject.TRADER_MAY_NOT_TPSL : 0;
}

/** A fill of an order with TP/SL opened lots of a position; noted until the end of the command. */
export function noteOpened(s: Naive, o: NaiveOrder, p: NaivePosition, lots: bigint): void {
  const a = o.attached;
  if (a === undefined) return;
  const known = s.opened.find((entry) => entry.o === o);
  if (known !== undefined) {
    known.lots += lots;
    return;
  }
  // Once for a position: what its owner sets afterwards stands.
  if (!a.partial && s.attachedTo.get(o.id) === p) return;
  s.attachedTo.set(o.id, p);
  s.opened.push({ o, lots });
}

export function armAttached(s: Naive): void {
  const opened = s.opened;
  s.opened = [];
  for (const { o, lots } of opened) {
    const a = o.attached as AttachedTpsl;
    if (a.takeProfit !== 0) armLeg(s, o, lots, a.partial, OrderType.TakeProfit, a.takeProfit, a.takeProfitByMark);
    if (a.stopLoss !== 0) armLeg(s, o, lots, a.partial, OrderType.StopLoss, a.stopLoss, a.stopLossByMark);
  }
}

function armLeg(s: Naive, entry: NaiveOrder, lots: bigint, partial: boolean, type: number, stop: number, byMark: boolean): void {
  const p = positionOf(s, entry.account, entry.symbol, entry.positionSide);
  // The command may have closed again what it opened.
  if (p === undefined || signOf(p.lots) !== entry.sign) return;
  if (partial && grow(s, entry, lots, type)) return;
  const m = symbolOf(s, entry.symbol);
  const old = partial ? undefined : positionTpsl(s, { ...p, type });
  if (old !== undefined) removeOrder(s, old, OrderEnd.Replaced);
  const own = ordersOf(s, p.account, p.symbol).filter((r) => r.trigger !== undefined && !r.trigger.closePosition);
  if (partial && own.length >= m.spec.maxConditionalOrders) return;
  const o = tpslOrder(p, type, BigInt(stop), byMark, false);
  const t = o.trigger as Trigger;
  o.selfTrade = entry.selfTrade;
  o.id = s.armedIds.shift() ?? 0;
  t.parent = entry.id;
  t.closePosition = !partial;
  if (partial) o.lots = o.rest = lots;
  arm(s, m, o);
  // Beyond the stop already: it fires at once, or with the next tick that counts.
  if (isGateOpen(s, m) && isReached(o, t.stop, workingPrice(m, byMark))) latch(s, o, t);
}

function grow(s: Naive, entry: NaiveOrder, lots: bigint, type: number): boolean {
  const mine = ordersOf(s, entry.account, entry.symbol).find(
    (o) => o.trigger !== undefined && o.trigger.parent === entry.id && o.type === type && !o.trigger.isFired,
  );
  if (mine === undefined) return false;
  mine.lots += lots;
  mine.rest += lots;
  return true;
}
