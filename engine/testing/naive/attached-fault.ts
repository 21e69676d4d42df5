// The naive engine's TP/SL of an entry order (rules 3.1): what refuses them, and their change while the entry is open.
import type { AttachedTpsl } from '../../wire/order-terms.ts';
import { AccountFlag, OrderType } from '../../wire/command.ts';
import { Reject } from '../../reject.ts';
import { workingPrice } from './trigger-gate.ts';
import { offers, within } from './match.ts';
import { accountOf, type Naive, type NaiveOrder, type NaiveSymbol } from './model.ts';
import { assumedTicks, isCloser } from './risk.ts';

const RATE = 100_000_000n;

/** `meets`: the order is about to meet the book. */
export function attachedFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, meets: boolean): number {
  const a = o.attached;
  if (a === undefined) return 0;
  const { takeProfit, stopLoss, takeProfitLimit = 0, stopLossLimit = 0 } = a;
  const all = [takeProfit, stopLoss, takeProfitLimit, stopLossLimit];
  if (!all.every((ticks) => Number.isSafeInteger(ticks) && ticks >= 0)) return Reject.PARAM_MALFORMED;
  if (takeProfit === 0 && stopLoss === 0) return Reject.PARAM_MALFORMED;
  if (isCloser(o)) return Reject.TPSL_ON_CLOSING_ORDER;
  if (takeProfit > m.spec.maxPrice || stopLoss > m.spec.maxPrice) return Reject.STOP_PRICE_TOO_HIGH;
  const ahead = (stop: number, from: bigint) => o.sign * (BigInt(stop) * 100n - from);
  if (takeProfit !== 0 && entries(s, m, o, meets, a.takeProfitByMark).some((from) => ahead(takeProfit, from) <= 0n))
    return Reject.TAKE_PROFIT_WRONG_SIDE;
  if (stopLoss !== 0 && entries(s, m, o, meets, a.stopLossByMark).some((from) => ahead(stopLoss, from) >= 0n))
    return Reject.STOP_LOSS_WRONG_SIDE;
  const limits = limitFault(m, o, a.partial, takeProfit, takeProfitLimit) || limitFault(m, o, a.partial, stopLoss, stopLossLimit);
  if (limits) return limits;
  return (accountOf(s, o.account).flags & AccountFlag.Trader) !== 0 ? Reject.TRADER_MAY_NOT_TPSL : 0;
}

/** What a leg must lie beyond, mark units: where its entry opens; of what opens at once also the price it watches (rules 3.6 #12). */
function entries(s: Naive, m: NaiveSymbol, o: NaiveOrder, meets: boolean, byMark: boolean): bigint[] {
  if (o.type === OrderType.Market) return [workingPrice(m, byMark)];
  const first = meets ? offers(s, m, o.sign)[0] : undefined;
  if (first === undefined || !within(o.sign, first.price, o.price)) return [assumedTicks(o) * 100n];
  return [first.price * 100n, workingPrice(m, byMark)];
}

/** The limit of an exit: only where it has a quantity, and in the band around its stop, on the side that closes. */
function limitFault(m: NaiveSymbol, o: NaiveOrder, partial: boolean, stop: number, limit: number): number {
  if (limit === 0) return 0;
  if (!partial || stop === 0) return Reject.PARAM_NOT_REQUIRED;
  if (limit > m.spec.maxPrice) return Reject.PRICE_TOO_HIGH;
  if (limit < m.spec.minPrice) return Reject.PRICE_TOO_LOW;
  const exact = BigInt(limit) * RATE;
  if (o.sign < 0n) return exact > BigInt(stop) * BigInt(m.spec.bandUp) ? Reject.PRICE_ABOVE_BAND : 0;
  return exact < BigInt(stop) * BigInt(m.spec.bandDown) ? Reject.PRICE_BELOW_BAND : 0;
}

/** What an amendment makes of the TP/SL of an order. */
export interface TpslChange {
  attached: AttachedTpsl | undefined;
  changed: boolean;
  /** Legs are taken away, nothing else: as good as cancelling. */
  removes: boolean;
}

export function tpslChange(old: NaiveOrder, requested: AttachedTpsl | undefined): TpslChange {
  if (requested === undefined) return { attached: old.attached, changed: false, removes: false };
  const attached = requested.takeProfit === 0 && requested.stopLoss === 0 ? undefined : requested;
  const before = [legText(old.attached, true), legText(old.attached, false)];
  const after = [legText(attached, true), legText(attached, false)];
  const mode = old.attached !== undefined && attached !== undefined && old.attached.partial !== attached.partial;
  const changed = mode || before.some((leg, k) => leg !== after[k]);
  return { attached, changed, removes: !mode && after.every((leg, k) => leg === '' || leg === before[k]) };
}

function legText(a: AttachedTpsl | undefined, take: boolean): string {
  if (a === undefined) return '';
  const stop = take ? a.takeProfit : a.stopLoss;
  return stop === 0 ? '' : `${stop}@${(take ? a.takeProfitLimit : a.stopLossLimit) ?? 0} ${take ? a.takeProfitByMark : a.stopLossByMark}`;
}
