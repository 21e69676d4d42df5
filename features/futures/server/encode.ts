// Requests as engine commands: decimal text to exact ticks, lots and amounts, in the rules' order of checks (section 3.6).
//
// What the engine can judge is left to it. Here falls only what it never sees: text that is no exact multiple of the
// symbol's units, and fields that do not belong to the order's type.
import { CommandKind, encodeFields, MarginType, PositionMode, PositionSide, SelfTrade, Side } from '@maru/engine/wire/command.ts';
import type { AttachedTpsl } from '@maru/engine/wire/order-terms.ts';
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { MAX_PRICE_TICKS, RATE_ONE, USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { RejectName } from '@maru/engine/reject.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { marginTypes, positionModes } from '../contract.ts';
import { rejectionWords } from './refuse.ts';
import type { SiteSymbol } from './site-symbols.ts';

export const sideOf = { BUY: Side.Buy, SELL: Side.Sell } as const;
export const positionSideOf = { BOTH: PositionSide.Both, LONG: PositionSide.Long, SHORT: PositionSide.Short } as const;
export const selfTradeOf = {
  EXPIRE_TAKER: SelfTrade.ExpireTaker,
  EXPIRE_MAKER: SelfTrade.ExpireMaker,
  EXPIRE_BOTH: SelfTrade.ExpireBoth,
} as const;

/** A fault found before the engine saw the command; the caller first asks whether the symbol trades at all (checks 1 and 2). */
export class EncodeFault extends Refusal {}

export function fault(name: RejectName, field: string, limit?: string, offered?: string): EncodeFault {
  return new EncodeFault(name, { field, ...(limit === undefined ? {} : { limit }), ...(offered === undefined ? {} : { offered }) });
}

/** Of text that is no safe integer of the symbol's units: the figures as the engine's own refusal tells them. */
function beyond(name: RejectName, field: string, symbol: SiteSymbol, limit: number, text: string): EncodeFault {
  return new EncodeFault(name, { field, ...rejectionWords(name, limit, 0, symbol), offered: text });
}

export function encodeAmendOrder(
  account: number,
  symbol: SiteSymbol,
  orderId: number,
  price: string | number,
  quantity: string | number,
  tpsl?: AttachedTpsl,
): Float64Array {
  return encodeFields(account, symbol.symbol, {
    kind: CommandKind.AmendOrder,
    orderId,
    lots: typeof quantity === 'number' ? quantity : lotsOf(symbol, quantity, 'quantity'),
    price: typeof price === 'number' ? price : ticksOf(symbol, price, 'price'),
    ...(tpsl === undefined ? {} : { tpsl }),
  });
}

/** A conditional order that waits: all its values anew. */
export function encodeAmendConditional(
  account: number,
  symbol: SiteSymbol,
  orderId: number,
  to: { price: number; lots: number; stopPrice: number; callbackRate: number; tpsl?: AttachedTpsl },
): Float64Array {
  return encodeFields(account, symbol.symbol, { kind: CommandKind.AmendConditional, orderId, ...to });
}

export function encodeMarginType(account: number, symbol: SiteSymbol, type: (typeof marginTypes)[number]): Float64Array {
  return encodeFields(account, symbol.symbol, {
    kind: CommandKind.SetMarginType,
    marginType: type === 'CROSSED' ? MarginType.Crossed : MarginType.Isolated,
  });
}

export function encodePositionMode(account: number, mode: (typeof positionModes)[number]): Float64Array {
  return encodeFields(account, -1, {
    kind: CommandKind.SetPositionMode,
    mode: mode === 'HEDGE' ? PositionMode.Hedge : PositionMode.OneWay,
  });
}

/** Quantity text as lots; too many decimals are refused, never rounded (rules 1.2). */
export function lotsOf(symbol: SiteSymbol, text: string, field: string): number {
  const { lotDecimals } = symbol.units;
  const read = readDecimal(text, lotDecimals);
  if (typeof read === 'number') return read;
  if (read === 'MALFORMED') throw fault('PARAM_MALFORMED', field);
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(lotDecimals), text);
  throw beyond('QUANTITY_TOO_LARGE', field, symbol, symbol.data.maxLimitQuantity * 10 ** lotDecimals, text);
}

export function ticksOf(symbol: SiteSymbol, text: string, field: string): number {
  const { tickDecimals } = symbol.units;
  const read = readDecimal(text, tickDecimals);
  if (typeof read === 'number') return read;
  if (read === 'MALFORMED') throw fault('PARAM_MALFORMED', field);
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(tickDecimals), text);
  throw beyond('PRICE_TOO_HIGH', field, symbol, MAX_PRICE_TICKS, text);
}

/** USDT text as micro-USDT. */
export function microOf(text: string, field: string): number {
  const read = readDecimal(text, USDT_DECIMALS);
  if (typeof read === 'number') return read;
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(USDT_DECIMALS), text);
  throw fault('PARAM_MALFORMED', field);
}

export function fractionOf(text: string, field: string): number {
  const read = readDecimal(text, 8);
  if (typeof read !== 'number' || read <= 0 || read >= RATE_ONE) throw fault('PARAM_MALFORMED', field);
  return read;
}
