// Commands of conditional orders, TP/SL, reversing, closing all and the dead man's switch: fields, flags and words (command.ts).
//
// Flags above bit 10 of an order: 11 closePosition, 12 by mark, 13 priceProtect, 14 to 16 the type it had before it fired, 17 TP/SL
// attached, 18 and 19 those by mark, 20 those for the filled lots only, 21 those with limit prices.
import { CommandKind, HEADER_WORDS, OrderType, TimeInForce, type CommandHead, packOrderFlags, unpackOrderFlags } from './command-kind.ts';
import { unpackText } from './text.ts';

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

export type ConditionalCommand =
  | {
      kind: typeof CommandKind.PlaceConditional;
      side: number;
      positionSide: number;
      /** TakeProfit, StopLoss or Trailing. */
      type: number;
      selfTrade: number;
      reduceOnly: boolean;
      /** No quantity: closes what is open when it fires. */
      closePosition: boolean;
      workingType: number;
      priceProtect: boolean;
      /** 0 = fires as MARKET. */
      price: number;
      lots: number;
      /** Ticks; for Trailing its activation price, 0 = active at once. */
      stopPrice: number;
      /** Trailing only, in 10^-8. */
      callbackRate: number;
      clientOrderId: string;
      attached?: AttachedTpsl;
    }
  /** A conditional order that has not fired. `lots` 0 with closePosition; `callbackRate` 0 unless Trailing. */
  | {
      kind: typeof CommandKind.AmendConditional;
      orderId: number;
      price: number;
      lots: number;
      stopPrice: number;
      callbackRate: number;
      /** Its TP/SL anew, both legs 0 = none; absent = as they are. */
      tpsl?: AttachedTpsl;
    }
  /** Ticks; 0 removes a leg, TPSL_KEEP leaves it. */
  | { kind: typeof CommandKind.SetPositionTpsl; positionId: number; takeProfit: number; stopLoss: number; flags: number }
  /** Closes the position at market and opens as much on the other side (rules 5.7). */
  | { kind: typeof CommandKind.ReversePosition; positionId: number; slippage: number }
  /** Closes the account's positions of a symbol, or all (-1), at market. */
  | { kind: typeof CommandKind.ClosePositions; slippage: number }
  /** All orders of the symbol (-1 = all) are cancelled when this time has passed without another such command; 0 ends the watch. */
  | { kind: typeof CommandKind.SetCancelAfter; countdownMs: number };

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

/** Reads tpslWords back; undefined when the amendment leaves the TP/SL. */
export function readTpslWords(words: Float64Array, at: number, length: number): { tpsl?: AttachedTpsl } {
  if (length < TPSL_WORDS) return {};
  return { tpsl: { ...legsOf(words[at], words, at + 1), takeProfitLimit: words[at + 3], stopLossLimit: words[at + 4] } };
}

function legsOf(flags: number, words: Float64Array, at: number): AttachedTpsl {
  return {
    takeProfit: words[at],
    stopLoss: words[at + 1],
    takeProfitByMark: (flags & OrderFlag.TakeProfitByMark) !== 0,
    stopLossByMark: (flags & OrderFlag.StopLossByMark) !== 0,
    partial: (flags & OrderFlag.PartialTpsl) !== 0,
  };
}

export function readAttached(flags: number, words: Float64Array, at: number): AttachedTpsl | undefined {
  if ((flags & OrderFlag.Attached) === 0) return undefined;
  const legs = legsOf(flags, words, at);
  return (flags & OrderFlag.TpslLimits) === 0 ? legs : { ...legs, takeProfitLimit: words[at + 2], stopLossLimit: words[at + 3] };
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

function flagsOf(c: Extract<ConditionalCommand, { kind: typeof CommandKind.PlaceConditional }>): number {
  return (
    packOrderFlags({ ...c, timeInForce: TimeInForce.GTC }) |
    (c.closePosition ? OrderFlag.ClosePosition : 0) |
    (c.workingType !== 0 ? OrderFlag.ByMark : 0) |
    (c.priceProtect ? OrderFlag.PriceProtect : 0) |
    attachedBits(c.attached)
  );
}

/** Words 7 to 10 of these commands; the further ones are written by encodeCommand. */
export function encodeConditional(w: Float64Array, c: { kind: CommandKind }): void {
  const command = c as ConditionalCommand;
  switch (command.kind) {
    case CommandKind.PlaceConditional:
      w.set([command.price, command.lots, flagsOf(command), command.stopPrice], 7);
      break;
    case CommandKind.AmendConditional:
      w.set([command.orderId, command.price, command.lots, command.stopPrice], 7);
      break;
    case CommandKind.SetPositionTpsl:
      w.set([command.positionId, command.takeProfit, command.stopLoss, command.flags], 7);
      break;
    case CommandKind.ReversePosition:
      w.set([command.positionId, command.slippage], 7);
      break;
    case CommandKind.ClosePositions:
      w[7] = command.slippage;
      break;
    case CommandKind.SetCancelAfter:
      w[7] = command.countdownMs;
      break;
  }
}

export function decodeConditional(
  kind: CommandKind,
  head: CommandHead,
  words: Float64Array,
  offset: number,
): (CommandHead & ConditionalCommand) | undefined {
  const at = (i: number) => words[offset + i];
  switch (kind) {
    case CommandKind.PlaceConditional:
      return { ...head, kind, ...decodePlace(words, offset) };
    case CommandKind.AmendConditional:
      return {
        ...head,
        kind,
        orderId: at(7),
        price: at(8),
        lots: at(9),
        stopPrice: at(10),
        callbackRate: at(HEADER_WORDS),
        ...readTpslWords(words, offset + HEADER_WORDS + 1, at(11) - 1),
      };
    case CommandKind.SetPositionTpsl:
      return { ...head, kind, positionId: at(7), takeProfit: at(8), stopLoss: at(9), flags: at(10) };
    case CommandKind.ReversePosition:
      return { ...head, kind, positionId: at(7), slippage: at(8) };
    case CommandKind.ClosePositions:
      return { ...head, kind, slippage: at(7) };
    case CommandKind.SetCancelAfter:
      return { ...head, kind, countdownMs: at(7) };
    default:
      return undefined;
  }
}

function decodePlace(words: Float64Array, offset: number) {
  const at = (i: number) => words[offset + i];
  const { side, positionSide, type, selfTrade, reduceOnly } = unpackOrderFlags(at(9));
  const { closePosition, workingType, priceProtect } = unpackConditionalFlags(at(9));
  const attached = readAttached(at(9), words, offset + HEADER_WORDS + 1);
  const skip = 1 + attachedLength(at(9));
  return {
    side,
    positionSide,
    type,
    selfTrade,
    reduceOnly,
    closePosition,
    workingType,
    priceProtect,
    price: at(7),
    lots: at(8),
    stopPrice: at(10),
    callbackRate: at(HEADER_WORDS),
    clientOrderId: at(11) > skip ? unpackText(words, offset + HEADER_WORDS + skip, at(11) - skip) : '',
    ...(attached === undefined ? {} : { attached }),
  };
}
