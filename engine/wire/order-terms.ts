// What an order's one word of flags says, and the TP/SL that it carries in further words.
//
// Side 1 bit, positionSide 2, type 3, timeInForce 2, selfTrade 2, reduceOnly 1; then 11 closePosition, 12 by mark, 13 priceProtect, 14 to 16
// the type it had before it fired, 17 TP/SL attached, 18 and 19 those by mark, 20 those for the filled lots only, 21 those with limit prices.
import { OrderType } from './command-kind.ts';

export interface OrderFlags {
  side: number;
  positionSide: number;
  type: number;
  timeInForce: number;
  selfTrade: number;
  reduceOnly: boolean;
}
export function packOrderFlags(f: OrderFlags): number {
  return f.side | (f.positionSide << 1) | (f.type << 3) | (f.timeInForce << 6) | (f.selfTrade << 8) | (f.reduceOnly ? 1 << 10 : 0);
}
export function unpackOrderFlags(w: number): OrderFlags {
  return {
    side: w & 1,
    positionSide: (w >> 1) & 3,
    type: (w >> 3) & 7,
    timeInForce: (w >> 6) & 3,
    selfTrade: (w >> 8) & 3,
    reduceOnly: (w & (1 << 10)) !== 0,
  };
}

export const OrderFlag = {
  ReduceOnly: 1 << 10,
  ClosePosition: 1 << 11,
  ByMark: 1 << 12,
  PriceProtect: 1 << 13,
  Attached: 1 << 17,
  TakeProfitByMark: 1 << 18,
  StopLossByMark: 1 << 19,
  PartialTpsl: 1 << 20,
  TpslLimits: 1 << 21,
} as const;
/** All that TP/SL attached to an entry say in its flags. */
export const TPSL_BITS =
  OrderFlag.Attached | OrderFlag.TakeProfitByMark | OrderFlag.StopLossByMark | OrderFlag.PartialTpsl | OrderFlag.TpslLimits;
/** Of attachedWords: the limits only where one of them is set. */
export const AttachedWord = { takeProfit: 0, stopLoss: 1, takeProfitLimit: 2, stopLossLimit: 3 } as const;
/** Words of the TP/SL in an amendment: bits, takeProfit, stopLoss, their limits. */
export const TPSL_WORDS = 5;
export const ORIGIN_SHIFT = 14;
/** Bits of SetPositionTpsl: which leg follows the mark, and the price protection of both. */
export const TpslFlag = { TakeProfitByMark: 1, StopLossByMark: 2, PriceProtect: 4 } as const;
/** In SetPositionTpsl: this leg stays as it is; 0 removes it. */
export const TPSL_KEEP = -1;

/** TP/SL of an entry order, in ticks, 0 = none: armed by its fills, for the whole position or (partial) for the lots it opened. */
export interface AttachedTpsl {
  takeProfit: number;
  stopLoss: number;
  takeProfitByMark: boolean;
  stopLossByMark: boolean;
  partial: boolean;
  /** Limit prices, ticks, 0 or absent = at market; partial ones only (rules 3.5: closePosition is for _MARKET types). */
  takeProfitLimit?: number;
  stopLossLimit?: number;
}

export function attachedBits(a: AttachedTpsl | undefined): number {
  if (a === undefined) return 0;
  return (
    OrderFlag.Attached |
    (a.takeProfitByMark ? OrderFlag.TakeProfitByMark : 0) |
    (a.stopLossByMark ? OrderFlag.StopLossByMark : 0) |
    (a.partial ? OrderFlag.PartialTpsl : 0) |
    (hasLimits(a) ? OrderFlag.TpslLimits : 0)
  );
}

function hasLimits(a: AttachedTpsl): boolean {
  return (a.takeProfitLimit ?? 0) !== 0 || (a.stopLossLimit ?? 0) !== 0;
}

function limitsOf(a: AttachedTpsl): number[] {
  return [a.takeProfitLimit ?? 0, a.stopLossLimit ?? 0];
}

/** Two words before the client order id, four with limits, none when nothing is attached. */
export function attachedWords(a: AttachedTpsl | undefined): number[] {
  return a === undefined ? [] : [a.takeProfit, a.stopLoss, ...(hasLimits(a) ? limitsOf(a) : [])];
}

/** How many words of an order's record its TP/SL take. */
export function attachedLength(flags: number): number {
  if ((flags & OrderFlag.Attached) === 0) return 0;
  return (flags & OrderFlag.TpslLimits) === 0 ? 2 : 4;
}

/** The TP/SL of an amendment, none = they stay. */
export function tpslWords(a: AttachedTpsl | undefined): number[] {
  if (a === undefined) return [];
  const bits = a.takeProfit === 0 && a.stopLoss === 0 ? 0 : attachedBits(a);
  return [bits, a.takeProfit, a.stopLoss, ...limitsOf(a)];
}

/** Reads tpslWords back; nothing when the amendment leaves the TP/SL. */
export function readTpslWords(terms: readonly number[]): { tpsl?: AttachedTpsl } {
  if (terms.length < TPSL_WORDS) return {};
  const [flags, takeProfit, stopLoss, takeProfitLimit, stopLossLimit] = terms;
  return { tpsl: { ...legsOf(flags, takeProfit, stopLoss), takeProfitLimit, stopLossLimit } };
}

function legsOf(flags: number, takeProfit: number, stopLoss: number): AttachedTpsl {
  return {
    takeProfit,
    stopLoss,
    takeProfitByMark: (flags & OrderFlag.TakeProfitByMark) !== 0,
    stopLossByMark: (flags & OrderFlag.StopLossByMark) !== 0,
    partial: (flags & OrderFlag.PartialTpsl) !== 0,
  };
}

/** Reads attachedWords back. */
export function readAttached(flags: number, terms: readonly number[]): AttachedTpsl | undefined {
  if ((flags & OrderFlag.Attached) === 0) return undefined;
  const [takeProfit, stopLoss, takeProfitLimit, stopLossLimit] = terms;
  const legs = legsOf(flags, takeProfit, stopLoss);
  return (flags & OrderFlag.TpslLimits) === 0 ? legs : { ...legs, takeProfitLimit, stopLossLimit };
}

/** What an order's flags say beyond unpackOrderFlags. `origin`: the conditional type it was placed as, 0 = none; `type` while it waits. */
export function unpackConditionalFlags(w: number): {
  closePosition: boolean;
  workingType: number;
  priceProtect: boolean;
  origin: number;
  waiting: boolean;
} {
  const type = (w >> 3) & 7;
  const waiting = type >= OrderType.TakeProfit;
  return {
    closePosition: (w & OrderFlag.ClosePosition) !== 0,
    workingType: (w & OrderFlag.ByMark) === 0 ? 0 : 1,
    priceProtect: (w & OrderFlag.PriceProtect) !== 0,
    origin: waiting ? type : (w >> ORIGIN_SHIFT) & 7,
    waiting,
  };
}
