// An order's body as its command: what each type needs and does not take (rules 3.1, 3.6 checks 3 to 6), then text to ticks and lots.
import { type CommandFields, CommandKind, encodeFields, OrderType, TimeInForce, WorkingType } from '@maru/engine/wire/command.ts';
import type { AttachedTpsl } from '@maru/engine/wire/order-terms.ts';
import { readDecimal } from '@maru/engine/money/decimal.ts';
import type { PlaceOrderBody } from '../orders-contract.ts';
import { fault, fractionOf, lotsOf, positionSideOf, selfTradeOf, sideOf, ticksOf } from './encode.ts';
import { foreignFields, type OrderTypeName, orderTypeOf, orderTypes } from '../order-type-table.ts';
import type { SiteSymbol } from './site-symbols.ts';

/** Fields of other types that a type refuses; the engine judges the rest. */
const foreign = Object.fromEntries(orderTypes.map((type) => [type, foreignFields(type)])) as Readonly<
  Record<OrderTypeName, ReturnType<typeof foreignFields>>
>;

/** Throws EncodeFault on what the engine never sees: missing or foreign fields, and text that is no exact multiple. */
export function encodePlaceOrder(account: number, symbol: SiteSymbol, body: PlaceOrderBody): Float64Array {
  checkFields(body);
  const { trigger } = orderTypeOf[body.type];
  const payload = trigger === undefined ? plain(symbol, body) : conditional(symbol, body, trigger.stop);
  return encodeFields(account, symbol.symbol, payload);
}

function checkFields(body: PlaceOrderBody): void {
  for (const field of orderTypeOf[body.type].needs) if (body[field] === undefined) throw fault('PARAM_MALFORMED', field);
  for (const field of foreign[body.type]) if (body[field] !== undefined) throw fault('PARAM_NOT_REQUIRED', field);
  if (orderTypeOf[body.type].trigger !== undefined && body.timeInForce !== undefined && body.timeInForce !== 'GTC')
    throw fault('INVALID_TIME_IN_FORCE', 'timeInForce');
  // closePosition takes no quantity; the engine names it by its own code, so only its absence elsewhere is judged here.
  if (body.closePosition !== true && body.quantity === undefined) throw fault('PARAM_MALFORMED', 'quantity');
  const hasTpsl = body.takeProfit !== undefined || body.stopLoss !== undefined;
  for (const field of ['isMarkTp', 'isMarkSl', 'isPartialTpsl'] as const)
    if (!hasTpsl && body[field] !== undefined) throw fault('PARAM_NOT_REQUIRED', field);
  // A limit exit has a quantity: its leg, of what this order opens (rules 3.5).
  for (const leg of ['takeProfit', 'stopLoss'] as const) {
    const isTaken = body[leg] !== undefined && body.isPartialTpsl === true;
    if (!isTaken && body[`${leg}Limit`] !== undefined) throw fault('PARAM_NOT_REQUIRED', `${leg}Limit`);
  }
}

function plain(symbol: SiteSymbol, body: PlaceOrderBody): CommandFields {
  const { code } = orderTypeOf[body.type];
  const isMarket = code === OrderType.Market;
  return {
    kind: CommandKind.PlaceOrder,
    ...common(body),
    lots: lotsOf(symbol, body.quantity as string, 'quantity'),
    type: code,
    // MARKET ignores the time in force (rules 3.2): what it cannot take at once expires.
    timeInForce: isMarket ? TimeInForce.IOC : TimeInForce[body.timeInForce ?? 'GTC'],
    price: priceOf(symbol, body, 'price'),
    slippage: body.slippageLimit === undefined ? 0 : fractionOf(body.slippageLimit, 'slippageLimit'),
    ...attachedOf(symbol, body),
  };
}

function conditional(symbol: SiteSymbol, body: PlaceOrderBody, stop: 'stopPrice' | 'activationPrice'): CommandFields {
  return {
    kind: CommandKind.PlaceConditional,
    ...common(body),
    lots: body.quantity === undefined ? 0 : lotsOf(symbol, body.quantity, 'quantity'),
    type: orderTypeOf[body.type].code,
    closePosition: body.closePosition ?? false,
    workingType: body.workingType === 'MARK_PRICE' ? WorkingType.Mark : WorkingType.Last,
    priceProtect: body.priceProtect ?? false,
    price: priceOf(symbol, body, 'price'),
    stopPrice: priceOf(symbol, body, stop),
    callbackRate: body.callbackRate === undefined ? 0 : percentRateOf(body.callbackRate, 'callbackRate'),
    ...attachedOf(symbol, body),
  };
}

function common(body: PlaceOrderBody) {
  return {
    side: sideOf[body.side],
    positionSide: positionSideOf[body.positionSide],
    selfTrade: selfTradeOf[body.selfTradePrevention ?? 'EXPIRE_TAKER'],
    reduceOnly: body.reduceOnly ?? false,
    clientOrderId: body.clientOrderId ?? '',
  };
}

function attachedOf(symbol: SiteSymbol, body: PlaceOrderBody): { attached?: AttachedTpsl } {
  if (body.takeProfit === undefined && body.stopLoss === undefined) return {};
  return {
    attached: {
      takeProfit: priceOf(symbol, body, 'takeProfit'),
      stopLoss: priceOf(symbol, body, 'stopLoss'),
      takeProfitByMark: body.isMarkTp ?? false,
      stopLossByMark: body.isMarkSl ?? false,
      partial: body.isPartialTpsl ?? false,
      takeProfitLimit: priceOf(symbol, body, 'takeProfitLimit'),
      stopLossLimit: priceOf(symbol, body, 'stopLossLimit'),
    },
  };
}

type PriceField = 'price' | 'stopPrice' | 'activationPrice' | 'takeProfit' | 'stopLoss' | 'takeProfitLimit' | 'stopLossLimit';

function priceOf(symbol: SiteSymbol, body: PlaceOrderBody, field: PriceField): number {
  const text = body[field];
  return text === undefined ? 0 : ticksOf(symbol, text, field);
}

/** "0.5" percent as 10^-8. */
export function percentRateOf(text: string, field: string): number {
  const read = readDecimal(text, 6);
  if (typeof read !== 'number') throw fault('PARAM_MALFORMED', field);
  return read;
}
