// The order that the naive engine itself places to close lots of a position: reducing, at the market, never resting.
import { OrderType, SelfTrade, TimeInForce } from '../../wire/command.ts';
import type { NaiveOrder, NaivePosition } from './model.ts';
import { signOf } from './risk.ts';

export function closingOrder(p: NaivePosition, lots: bigint): NaiveOrder {
  return {
    id: -1,
    account: p.account,
    symbol: p.symbol,
    sign: -signOf(p.lots),
    positionSide: p.positionSide,
    type: OrderType.Market,
    timeInForce: TimeInForce.IOC,
    selfTrade: SelfTrade.ExpireMaker,
    reduceOnly: true,
    price: 0n,
    lots,
    rest: lots,
    reserved: 0n,
    slippage: 0n,
    arrival: 0,
    age: 0,
    trigger: undefined,
    attached: undefined,
  };
}
