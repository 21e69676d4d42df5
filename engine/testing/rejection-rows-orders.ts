// Rejections of conditional orders, TP/SL, reversing and the dead man's switch, in the order of rules 3.6.
import { AccountFlag, CommandKind, OrderType, Side, WorkingType } from '../wire/command.ts';
import { LEVERAGE_LIMIT_SHIFT } from '../wire/command-kind.ts';
import type { CommandFieldsOf } from '../wire/command.ts';
import type { Row } from './rejection-rows.ts';
import { openOrdersView } from '../view-orders.ts';
import { positionViews } from './engine-reader.ts';
import type { TestExchange } from './test-exchange.ts';
import { type Step, hedge, long, MARK, order, resting } from './rejection-steps.ts';
import { DAY_MS } from '../time.ts';

const stop = (o: Partial<CommandFieldsOf<'PlaceConditional'>> = {}): Step => ({
  kind: CommandKind.PlaceConditional,
  account: 0,
  symbol: 0,
  side: Side.Buy,
  positionSide: 0,
  type: OrderType.StopLoss,
  selfTrade: 0,
  reduceOnly: false,
  closePosition: false,
  workingType: WorkingType.Last,
  priceProtect: false,
  price: 0,
  lots: 10,
  stopPrice: MARK + 1000,
  callbackRate: 0,
  clientOrderId: '',
  ...o,
});
const closing = { side: Side.Sell, stopPrice: MARK - 1000 } as const;
const closes = { ...closing, closePosition: true, lots: 0 } as const;
const trailing = { type: OrderType.Trailing, stopPrice: 0, callbackRate: 1_000_000 } as const;
const attached = { takeProfit: MARK + 5000, stopLoss: 0, takeProfitByMark: false, stopLossByMark: false, partial: false };
const armed = (requested: Parameters<typeof stop>[0]) => (exchange: TestExchange) => void exchange.accept(stop(requested) as never);
const first = (exchange: TestExchange) => openOrdersView(exchange.state, 0, 0)[0].orderId;
const change =
  (stopPrice: number, lots = 10, price = 0): Step =>
  (exchange) => ({
    kind: CommandKind.AmendConditional,
    account: 0,
    symbol: 0,
    orderId: first(exchange),
    price,
    lots,
    stopPrice,
    callbackRate: 0,
  });
const tpsl =
  (takeProfit: number, stopLoss: number, flags = 0): Step =>
  (exchange) => ({
    kind: CommandKind.SetPositionTpsl,
    account: 0,
    symbol: 0,
    positionId: positionViews(exchange.state, 0)[0].id,
    takeProfit,
    stopLoss,
    flags,
  });
const after = (countdownMs: number): Step => ({ kind: CommandKind.SetCancelAfter, account: 0, symbol: 0, countdownMs });
const flags = (bits: number) => (exchange: TestExchange) => {
  long(exchange);
  exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags: bits });
};
/** A fired stop that rests as LIMIT: the mark came twice, so that the gate is open. */
const fired = (exchange: TestExchange) => {
  exchange.mark(0, MARK);
  exchange.accept(stop({ price: MARK - 500 }) as never);
  exchange.mark(0, MARK + 1000);
};

const tick = (last: number, mark = MARK * 100): Step => ({
  kind: CommandKind.SetMark,
  account: -1,
  symbol: 0,
  mark,
  index: MARK * 100,
  last,
  valid: 1,
});

/** A member holds 200 BTC. */
const crowded = (exchange: TestExchange) => {
  exchange.ladder(0, [MARK - 100, 200_000], [MARK + 100, 200_000]);
  for (let k = 0; k < 2; k++) exchange.place({ account: 2, side: Side.Buy, type: OrderType.Market, lots: 100_000 });
};

export const orderRows: readonly Row[] = [
  { code: 'PRICE_TOO_HIGH', says: 'a last price that no symbol has', refused: tick(2 ** 40), control: tick(MARK * 100) },
  {
    code: 'PRICE_TOO_HIGH',
    says: 'a mark that makes open lots worth more than can be counted',
    given: crowded,
    refused: tick(MARK * 100, 4.2e11),
    control: tick(MARK * 100, 1e9),
  },
  {
    code: 'PARAM_MALFORMED',
    says: 'TP/SL of no price',
    refused: order({ attached: { ...attached, takeProfit: 0 } }),
    control: order({ attached }),
  },
  {
    code: 'PARAM_MALFORMED',
    says: 'flags of TP/SL beyond their bits',
    given: long,
    refused: tpsl(0, MARK - 1000, 8),
    control: tpsl(0, MARK - 1000, 7),
  },
  { code: 'INVALID_ORDER_TYPE', says: 'a limit order by the conditional call', refused: stop({ type: OrderType.Limit }), control: stop() },
  {
    code: 'INVALID_ORDER_TYPE',
    says: 'a trailing stop that closes the position',
    given: long,
    refused: stop({ ...closes, ...trailing }),
    control: stop({ ...closing, ...trailing, reduceOnly: true }),
  },
  {
    code: 'INVALID_ORDER_TYPE',
    says: 'the amendment of the other kind',
    given: armed({}),
    refused: (exchange) => ({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: first(exchange), price: MARK, lots: 5 }),
    control: change(MARK + 2000),
  },
  { code: 'PARAM_NOT_REQUIRED', says: 'a callback rate without a trailing stop', refused: stop({ callbackRate: 1 }), control: stop() },
  {
    code: 'PARAM_NOT_REQUIRED',
    says: 'a trailing stop with a price',
    refused: stop({ ...trailing, price: MARK }),
    control: stop(trailing),
  },
  {
    code: 'INVALID_CALLBACK_RATE',
    says: 'less than 0.1 %',
    refused: stop({ ...trailing, callbackRate: 99_999 }),
    control: stop({ ...trailing, callbackRate: 100_000 }),
  },
  {
    code: 'INVALID_CALLBACK_RATE',
    says: 'more than 10 %',
    refused: stop({ ...trailing, callbackRate: 10_100_000 }),
    control: stop({ ...trailing, callbackRate: 10_000_000 }),
  },
  {
    code: 'CLOSE_POSITION_TAKES_NO_QUANTITY',
    says: 'closePosition with a quantity',
    given: long,
    refused: stop({ ...closes, lots: 10 }),
    control: stop(closes),
  },
  {
    code: 'CLOSE_POSITION_TAKES_NO_REDUCE_ONLY',
    says: 'closePosition with reduceOnly',
    given: long,
    refused: stop({ ...closes, reduceOnly: true }),
    control: stop(closes),
  },
  {
    code: 'CLOSE_POSITION_TAKES_NO_REDUCE_ONLY',
    says: 'closePosition with a price',
    given: long,
    refused: stop({ ...closes, price: MARK - 1000 }),
    control: stop(closes),
  },
  {
    code: 'LEVERAGE_LIMITED',
    says: 'a conditional order that would open above the limit',
    given: flags(10 << LEVERAGE_LIMIT_SHIFT),
    refused: stop(),
    control: stop({ ...closing, reduceOnly: true }),
  },
  { code: 'QUANTITY_NOT_POSITIVE', says: 'a conditional order of no lots', refused: stop({ lots: 0 }), control: stop() },
  { code: 'QUANTITY_TOO_LARGE', says: 'a conditional market order above its filter', refused: stop({ lots: 120_001 }), control: stop() },
  {
    code: 'PRICE_ABOVE_BAND',
    says: 'a limit too far above its own stop',
    refused: stop({ price: 6_301_051 }),
    control: stop({ price: 6_301_050 }),
  },
  {
    code: 'PRICE_BELOW_BAND',
    says: 'a limit too far below its own stop',
    refused: stop({ ...closing, price: 5_699_049 }),
    control: stop({ ...closing, price: 5_699_050 }),
  },
  { code: 'STOP_PRICE_NOT_POSITIVE', says: 'a stop of no price', refused: stop({ stopPrice: 0 }), control: stop() },
  { code: 'STOP_PRICE_NOT_POSITIVE', says: 'a TP below keep', given: long, refused: tpsl(-2, -1), control: tpsl(MARK + 1, -1) },
  { code: 'STOP_PRICE_TOO_HIGH', says: 'a stop above the highest price', refused: stop({ stopPrice: 2 ** 32 }), control: stop() },
  {
    code: 'STOP_PRICE_TOO_HIGH',
    says: 'a TP above the highest price',
    given: long,
    refused: tpsl(2 ** 32, -1),
    control: tpsl(MARK + 1, -1),
  },
  {
    code: 'INVALID_ACTIVATION_PRICE',
    says: 'a trailing sell activated below the price',
    refused: stop({ ...trailing, side: Side.Sell, stopPrice: MARK }),
    control: stop({ ...trailing, side: Side.Sell, stopPrice: MARK + 1 }),
  },
  {
    code: 'WOULD_TRIGGER_AT_ONCE',
    says: 'a stop that holds already',
    refused: stop({ stopPrice: MARK }),
    control: stop({ stopPrice: MARK + 1 }),
  },
  {
    code: 'WOULD_TRIGGER_AT_ONCE',
    says: 'amended to a stop that holds already',
    given: armed({}),
    refused: change(MARK),
    control: change(MARK + 1),
  },
  { code: 'WOULD_TRIGGER_AT_ONCE', says: 'an SL above a long', given: long, refused: tpsl(-1, MARK), control: tpsl(-1, MARK - 1) },
  {
    code: 'NOTIONAL_TOO_SMALL',
    says: 'a conditional order below the least notional',
    refused: stop({ lots: 1 }),
    control: stop({ lots: 2 }),
  },
  {
    code: 'POSITION_SIDE_MISMATCH',
    says: 'a one-way stop in hedge mode',
    given: hedge,
    refused: stop(),
    control: stop({ positionSide: 1 }),
  },
  {
    code: 'REDUCE_ONLY_CONFLICT',
    says: 'a reduce-only stop in hedge mode',
    given: hedge,
    refused: stop({ positionSide: 1, reduceOnly: true }),
    control: stop({ positionSide: 1 }),
  },
  {
    code: 'REDUCE_ONLY_REJECTED',
    says: 'a closing stop without a position',
    refused: stop({ ...closing, reduceOnly: true }),
    control: stop(closing),
  },
  {
    code: 'REDUCE_ONLY_REJECTED',
    says: 'closePosition on the side held',
    given: long,
    refused: stop({ closePosition: true, lots: 0 }),
    control: stop(closes),
  },
  {
    code: 'CLOSE_POSITION_EXISTS',
    says: 'a second SL of the position',
    given: (f) => (long(f), armed(closes)(f)),
    refused: stop({ ...closes, stopPrice: MARK - 2000 }),
    control: stop({ ...closes, type: OrderType.TakeProfit, stopPrice: MARK + 2000 }),
  },
  {
    code: 'TRADER_MAY_NOT_TPSL',
    says: 'a lead trader’s SL',
    given: flags(AccountFlag.Trader),
    refused: tpsl(-1, MARK - 1000),
    control: order(),
  },
  { code: 'TRADER_MAY_NOT_TPSL', says: 'a lead trader’s stop order', given: flags(AccountFlag.Trader), refused: stop(), control: order() },
  {
    code: 'TOO_MANY_CONDITIONAL_ORDERS',
    says: 'an eleventh of the symbol',
    given: (f) => Array.from({ length: 10 }, () => armed({})(f)),
    refused: stop(),
    control: order(),
  },
  { code: 'INSUFFICIENT_MARGIN', says: 'a stop reserves at its price', refused: stop({ lots: 3300 }), control: stop({ lots: 3200 }) },
  {
    code: 'TAKE_PROFIT_WRONG_SIDE',
    says: 'a TP at the entry',
    refused: order({ attached: { ...attached, takeProfit: MARK } }),
    control: order({ attached: { ...attached, takeProfit: MARK + 1 } }),
  },
  {
    code: 'STOP_LOSS_WRONG_SIDE',
    says: 'an SL above a long entry',
    refused: order({ attached: { ...attached, stopLoss: MARK } }),
    control: order({ attached: { ...attached, stopLoss: MARK - 1 } }),
  },
  {
    code: 'STOP_LOSS_WRONG_SIDE',
    says: 'an SL that is true already when the entry takes at once',
    given: (f) => f.ladder(0, [MARK - 100, 100_000], [MARK + 100, 100_000]),
    refused: order({ price: MARK + 1000, attached: { ...attached, stopLoss: MARK + 500 } }),
    control: order({ price: MARK + 1000, attached: { ...attached, stopLoss: MARK - 500 } }),
  },
  {
    code: 'TAKE_PROFIT_WRONG_SIDE',
    says: 'a TP that is true already when the entry takes at once',
    given: (f) => f.ladder(0, [MARK - 100, 100_000], [MARK + 100, 100_000]),
    refused: order({ side: Side.Sell, price: MARK - 1000, attached: { ...attached, takeProfit: MARK } }),
    control: order({ side: Side.Sell, price: MARK - 1000, attached: { ...attached, takeProfit: MARK - 500 } }),
  },
  {
    code: 'TPSL_ON_CLOSING_ORDER',
    says: 'TP/SL on a closing order',
    given: long,
    refused: order({ side: Side.Sell, price: MARK + 100, reduceOnly: true, attached }),
    control: order({ side: Side.Sell, price: MARK + 100, reduceOnly: true }),
  },
  {
    code: 'ORDER_UNKNOWN',
    says: 'amending what never was',
    given: armed({}),
    refused: {
      kind: CommandKind.AmendConditional,
      account: 1,
      symbol: 0,
      orderId: 4_194_304,
      price: 0,
      lots: 10,
      stopPrice: MARK + 1,
      callbackRate: 0,
    },
    control: change(MARK + 1),
  },
  { code: 'TRIGGERED_ALREADY', says: 'amending what fired', given: fired, refused: change(MARK + 9000), control: order() },
  {
    code: 'ORDER_UNCHANGED',
    says: 'a stop amended to what it is',
    given: armed({}),
    refused: change(MARK + 1000),
    control: change(MARK + 1000, 11),
  },
  {
    code: 'ORDER_UNCHANGED',
    says: 'TP/SL that are so already',
    given: (f) => (long(f), armed(closes)(f)),
    refused: tpsl(0, MARK - 1000),
    control: tpsl(0, MARK - 1001),
  },
  {
    code: 'POSITION_UNKNOWN',
    says: 'reversing what is not held',
    given: long,
    refused: { kind: CommandKind.ReversePosition, account: 0, symbol: 0, positionId: 99, slippage: 0 },
    control: (exchange) => ({
      kind: CommandKind.ReversePosition,
      account: 0,
      symbol: 0,
      positionId: positionViews(exchange.state, 0)[0].id,
      slippage: 0,
    }),
  },
  {
    code: 'PARAM_MALFORMED',
    says: 'closing with a slippage of all',
    given: long,
    refused: { kind: CommandKind.ClosePositions, account: 0, symbol: 0, slippage: 100_000_000 },
    control: { kind: CommandKind.ClosePositions, account: 0, symbol: 0, slippage: 99_999_999 },
  },
  {
    code: 'SYMBOL_UNKNOWN',
    says: 'closing a symbol that is not listed',
    refused: { kind: CommandKind.ClosePositions, account: 0, symbol: 9, slippage: 0 },
    control: { kind: CommandKind.ClosePositions, account: 0, symbol: -1, slippage: 0 },
  },
  { code: 'INVALID_COUNTDOWN', says: 'a countdown below a second', given: resting, refused: after(999), control: after(1000) },
  { code: 'INVALID_COUNTDOWN', says: 'a countdown above a day', given: resting, refused: after(DAY_MS + 1), control: after(DAY_MS) },
];
