// Commands and beginnings that the table of rejections is made of.
import { type Command, CommandKind, MarginType, OrderType, PositionMode, PositionSide, Side, TimeInForce } from '../wire/command.ts';
import { HouseAccount } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import { positionViews, restingOrders } from './engine-reader.ts';
import { type Body, Floor } from './floor.ts';

export type Step = Body<Command> | ((floor: Floor) => Body<Command>);

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
export const changeMargin = (floor: Floor, amount: number, direction: number): Body<Command> => ({
  kind: CommandKind.ChangeMargin,
  account: 0,
  symbol: 0,
  positionId: positionViews(floor.state, 0)[0]?.id ?? 0,
  amount,
  direction,
});
export const onSwitch = (bits: number) => (floor: Floor) => {
  floor.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits });
};
export const long = (floor: Floor) => {
  floor.accept(market({ lots: 100 }));
};
export const resting = (floor: Floor) => {
  floor.accept(order({ price: MARK - 1_000 }));
};
export const isolatedLong = (floor: Floor) => {
  floor.accept(marginType(MarginType.Isolated));
  long(floor);
};
export const hedge = (floor: Floor) => {
  floor.accept(mode(PositionMode.Hedge));
};
export const firstOrder = (floor: Floor) => restingOrders(floor.state, 0)[0].orderId;
export const amend = (floor: Floor, price: number, lots: number): Body<Command> => ({
  kind: CommandKind.AmendOrder,
  account: 0,
  symbol: 0,
  orderId: firstOrder(floor),
  price,
  lots,
});

export function list(floor: Floor, symbol: number, change: object = {}): void {
  const spec = { ...instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 20_000, takerFee: 40_000 }), ...change };
  floor.accept({ kind: CommandKind.ListSymbol, account: -1, symbol, spec: encodeInstrument(spec) });
  if (symbol !== 3) floor.mark(symbol, MARK);
}
export function listing(symbol: number, code: string): Body<Command> {
  return {
    kind: CommandKind.ListSymbol,
    account: -1,
    symbol,
    spec: encodeInstrument(instrumentOf(symbolNamed(code), { makerFee: 1, takerFee: 1 })),
  };
}
export function cancelOf(floor: Floor, account: number): Body<Command> {
  return { kind: CommandKind.CancelOrder, account, symbol: 0, orderId: firstOrder(floor) };
}

/** Mark 60,000 on both symbols, the house at 1 USDT on either side; 0 and 1 hold 10,000 USDT, 2 holds a million. */
export function opened(): Floor {
  const floor = new Floor();
  floor
    .open(0, 10_000 * USDT)
    .open(1, 10_000 * USDT)
    .open(2, 1_000_000 * USDT);
  for (const symbol of [0, 1]) {
    floor.mark(symbol, MARK);
    floor.ladder(symbol, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  }
  return floor;
}
