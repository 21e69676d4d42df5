// Commands and beginnings that the table of rejections is made of.
import { type Command, CommandKind, MarginType, OrderType, PositionMode, PositionSide, Side, TimeInForce } from '../wire/command.ts';
import { HouseAccount } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import { positionViews, restingOrders } from './engine-reader.ts';
import { type Body, TestExchange } from './test-exchange.ts';

export type Step = Body<Command> | ((exchange: TestExchange) => Body<Command>);

export const USDT = 1_000_000;
export const MARK = 6_000_000;
export const EXTERNAL = HouseAccount.External;
export const FEE = HouseAccount.Fee;

export const base = {
  kind: CommandKind.PlaceOrder,
  account: 0,
  symbol: 0,
  side: Side.Buy,
  positionSide: PositionSide.Both,
  type: OrderType.Limit,
  timeInForce: TimeInForce.GTC,
  selfTrade: 0,
  reduceOnly: false,
  price: MARK,
  lots: 10,
  slippage: 0,
  clientOrderId: '',
} as const;
export const order = (o: Partial<Extract<Command, { kind: typeof CommandKind.PlaceOrder }>> = {}): Body<Command> =>
  ({ ...base, ...o }) as Body<Command>;
export const market = (o: Partial<Extract<Command, { kind: typeof CommandKind.PlaceOrder }>> = {}) =>
  order({ type: OrderType.Market, price: 0, ...o });
export const transfer = (debit: number, credit: number, amount: number): Body<Command> => ({
  kind: CommandKind.Transfer,
  account: -1,
  symbol: -1,
  debit,
  credit,
  amount,
  reason: 0,
});
export const leverage = (value: number): Body<Command> => ({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: value });
export const marginType = (value: number): Body<Command> => ({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: value });
export const mode = (value: number): Body<Command> => ({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: value });
export const changeMargin = (exchange: TestExchange, amount: number, direction: number): Body<Command> => ({
  kind: CommandKind.ChangeMargin,
  account: 0,
  symbol: 0,
  positionId: positionViews(exchange.state, 0)[0]?.id ?? 0,
  amount,
  direction,
});
export const onSwitch = (bits: number) => (exchange: TestExchange) => {
  exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits });
};
export const long = (exchange: TestExchange) => {
  exchange.accept(market({ lots: 100 }));
};
export const resting = (exchange: TestExchange) => {
  exchange.accept(order({ price: MARK - 1_000 }));
};
export const isolatedLong = (exchange: TestExchange) => {
  exchange.accept(marginType(MarginType.Isolated));
  long(exchange);
};
export const hedge = (exchange: TestExchange) => {
  exchange.accept(mode(PositionMode.Hedge));
};
export const firstOrder = (exchange: TestExchange) => restingOrders(exchange.state, 0)[0].orderId;
export const amend = (exchange: TestExchange, price: number, lots: number): Body<Command> => ({
  kind: CommandKind.AmendOrder,
  account: 0,
  symbol: 0,
  orderId: firstOrder(exchange),
  price,
  lots,
});

export function list(exchange: TestExchange, symbol: number, change: object = {}): void {
  const spec = { ...instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 20_000, takerFee: 40_000 }), ...change };
  exchange.accept({ kind: CommandKind.ListSymbol, account: -1, symbol, spec: encodeInstrument(spec) });
  if (symbol !== 3) exchange.mark(symbol, MARK);
}
export function listing(symbol: number, code: string): Body<Command> {
  return {
    kind: CommandKind.ListSymbol,
    account: -1,
    symbol,
    spec: encodeInstrument(instrumentOf(symbolNamed(code), { makerFee: 1, takerFee: 1 })),
  };
}
export function cancelOf(exchange: TestExchange, account: number): Body<Command> {
  return { kind: CommandKind.CancelOrder, account, symbol: 0, orderId: firstOrder(exchange) };
}

/** Mark 60,000 on both symbols, the house at 1 USDT on either side; 0 and 1 hold 10,000 USDT, 2 holds a million. */
export function opened(): TestExchange {
  const exchange = new TestExchange();
  exchange
    .open(0, 10_000 * USDT)
    .open(1, 10_000 * USDT)
    .open(2, 1_000_000 * USDT);
  for (const symbol of [0, 1]) {
    exchange.mark(symbol, MARK);
    exchange.ladder(symbol, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  }
  return exchange;
}
