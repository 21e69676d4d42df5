// Requests as engine commands: decimal text to exact ticks, lots and amounts, in the rules' order of checks (section 3.6).
//
// What the engine can judge is left to it. Here falls only what it never sees: text that is no exact multiple of the
// symbol's units, and fields that do not belong to the order's type.
import {
  CommandKind,
  encodeCommand,
  MarginType,
  OrderType,
  PositionMode,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
} from '@maru/engine/command.ts';
import type { Command } from '@maru/engine/command.ts';
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { MAX_PRICE_TICKS, RATE_ONE, USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { RejectName } from '@maru/engine/reject.ts';
import type { In, Out } from '@maru/kit/contract/route.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { marginTypes, placeOrderBody, positionModes } from '../contract.ts';
import { priceText, quantityText } from './decimal-text.ts';
import type { SiteSymbol } from './site-symbols.ts';

export type PlaceOrderBody = Out<typeof placeOrderBody>;
export type PlaceOrderInput = In<typeof placeOrderBody>;

const sideOf = { BUY: Side.Buy, SELL: Side.Sell } as const;
const positionSideOf = { BOTH: PositionSide.Both, LONG: PositionSide.Long, SHORT: PositionSide.Short } as const;
const selfTradeOf = {
  EXPIRE_TAKER: SelfTrade.ExpireTaker,
  EXPIRE_MAKER: SelfTrade.ExpireMaker,
  EXPIRE_BOTH: SelfTrade.ExpireBoth,
} as const;

/** A fault found before the engine saw the command; the caller first asks whether the symbol trades at all (checks 1 and 2). */
export class EncodeFault extends Refusal {}

function fault(name: RejectName, field: string, limit?: string, offered?: string): EncodeFault {
  return new EncodeFault(name, { field, ...(limit === undefined ? {} : { limit }), ...(offered === undefined ? {} : { offered }) });
}

/** A command's record; the sequencer stamps its time, idempotency.ts its keys. */
export function record(account: number, symbol: number, payload: Payload): Float64Array {
  return encodeCommand({ time: 0, account, symbol, keyHi: 0, keyLo: 0, body: 0, ...payload } as Command);
}
type WithoutHead<C> = C extends unknown ? Omit<C, 'time' | 'account' | 'symbol' | 'keyHi' | 'keyLo' | 'body'> : never;
type Payload = WithoutHead<Command>;

export function encodePlaceOrder(account: number, symbol: SiteSymbol, body: PlaceOrderBody): Float64Array {
  refuseForeignFields(body);
  const lots = lotsOf(symbol, body.quantity, 'quantity');
  const price = body.price === undefined ? 0 : ticksOf(symbol, body.price, 'price');
  return record(account, symbol.symbol, {
    kind: CommandKind.PlaceOrder,
    side: sideOf[body.side],
    positionSide: positionSideOf[body.positionSide],
    type: body.type === 'MARKET' ? OrderType.Market : OrderType.Limit,
    // MARKET ignores the time in force (rules 3.2): what it cannot take at once expires.
    timeInForce: body.type === 'MARKET' ? TimeInForce.IOC : TimeInForce[body.timeInForce ?? 'GTC'],
    selfTrade: selfTradeOf[body.selfTradePrevention ?? 'EXPIRE_TAKER'],
    reduceOnly: body.reduceOnly ?? false,
    price,
    lots,
    slippage: body.slippageLimit === undefined ? 0 : fractionOf(body.slippageLimit, 'slippageLimit'),
    clientOrderId: body.clientOrderId ?? '',
  });
}

// Checks 3 to 5: what a type needs and what it does not take. Conditional types have no book yet, so they are refused as types.
function refuseForeignFields(body: PlaceOrderBody): void {
  if (body.type === 'TAKEPROFIT' || body.type === 'STOPLOSS') throw fault('INVALID_ORDER_TYPE', 'type');
  if (body.type === 'LIMIT' && body.price === undefined) throw fault('PARAM_MALFORMED', 'price');
  if (body.type === 'LIMIT' && body.slippageLimit !== undefined) throw fault('PARAM_NOT_REQUIRED', 'slippageLimit');
  if (body.type === 'MARKET' && body.price !== undefined) throw fault('PARAM_NOT_REQUIRED', 'price');
  if (body.stopPrice !== undefined) throw fault('PARAM_NOT_REQUIRED', 'stopPrice');
  if (body.workingType !== undefined) throw fault('PARAM_NOT_REQUIRED', 'workingType');
}

export function encodeAmendOrder(
  account: number,
  symbol: SiteSymbol,
  orderId: number,
  price: string | number,
  quantity: string | number,
): Float64Array {
  return record(account, symbol.symbol, {
    kind: CommandKind.AmendOrder,
    orderId,
    lots: typeof quantity === 'number' ? quantity : lotsOf(symbol, quantity, 'quantity'),
    price: typeof price === 'number' ? price : ticksOf(symbol, price, 'price'),
  });
}

export function encodeMarginType(account: number, symbol: SiteSymbol, type: (typeof marginTypes)[number]): Float64Array {
  return record(account, symbol.symbol, {
    kind: CommandKind.SetMarginType,
    marginType: type === 'CROSSED' ? MarginType.Crossed : MarginType.Isolated,
  });
}

export function encodePositionMode(account: number, mode: (typeof positionModes)[number]): Float64Array {
  return record(account, -1, { kind: CommandKind.SetPositionMode, mode: mode === 'HEDGE' ? PositionMode.Hedge : PositionMode.OneWay });
}

/** Quantity text as lots; too many decimals are refused, never rounded (rules 1.2). */
export function lotsOf(symbol: SiteSymbol, text: string, field: string): number {
  const { lotDecimals } = symbol.units;
  const read = readDecimal(text, lotDecimals);
  if (typeof read === 'number') return read;
  if (read === 'MALFORMED') throw fault('PARAM_MALFORMED', field);
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(lotDecimals), text);
  throw fault('QUANTITY_TOO_LARGE', field, quantityText(symbol, symbol.data.maxLimitQuantity * 10 ** lotDecimals), text);
}

export function ticksOf(symbol: SiteSymbol, text: string, field: string): number {
  const { tickDecimals } = symbol.units;
  const read = readDecimal(text, tickDecimals);
  if (typeof read === 'number') return read;
  if (read === 'MALFORMED') throw fault('PARAM_MALFORMED', field);
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(tickDecimals), text);
  throw fault('PRICE_TOO_HIGH', field, priceText(symbol, MAX_PRICE_TICKS), text);
}

/** USDT text as micro-USDT. */
export function microOf(text: string, field: string): number {
  const read = readDecimal(text, USDT_DECIMALS);
  if (typeof read === 'number') return read;
  if (read === 'TOO_MANY_DECIMALS') throw fault('BAD_PRECISION', field, String(USDT_DECIMALS), text);
  throw fault('PARAM_MALFORMED', field);
}

function fractionOf(text: string, field: string): number {
  const read = readDecimal(text, 8);
  if (typeof read !== 'number' || read <= 0 || read >= RATE_ONE) throw fault('PARAM_MALFORMED', field);
  return read;
}
