// Text to engine integers: exact or refused, in the order of the rules' section 3.6.
import { describe, expect, it } from 'vitest';
import { CommandKind, decodeCommand, OrderType, PositionSide, Side, TimeInForce } from '@maru/engine/wire/command.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import { EncodeFault, microOf } from './encode.ts';
import type { PlaceOrderBody } from '../orders-contract.ts';
import { encodePlaceOrder } from './encode-order.ts';
import type { SiteSymbol } from './site-symbols.ts';

const data = symbolNamed('BINANCE:BTCUSDT');
const btc: SiteSymbol = { symbol: 0, futuresOptionId: 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
const limit: PlaceOrderBody = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '60000.5' };

function refusalOf(body: Partial<PlaceOrderBody>): [string, unknown, unknown?] {
  try {
    encodePlaceOrder(7, btc, { ...limit, ...body });
  } catch (error) {
    if (!(error instanceof EncodeFault)) throw error;
    return [error.code, error.data?.field, error.data?.limit];
  }
  throw new Error('was accepted');
}

describe('encodePlaceOrder', () => {
  it('turns decimals into ticks and lots exactly and keeps every flag', () => {
    const command = decodeCommand(
      encodePlaceOrder(7, btc, { ...limit, side: 'SELL', positionSide: 'SHORT', timeInForce: 'GTX', clientOrderId: 'my-1' }),
    );
    expect(command).toMatchObject({
      kind: CommandKind.PlaceOrder,
      account: 7,
      symbol: 0,
      price: 6_000_050,
      lots: 10,
      side: Side.Sell,
      positionSide: PositionSide.Short,
      type: OrderType.Limit,
      timeInForce: TimeInForce.GTX,
      reduceOnly: false,
      clientOrderId: 'my-1',
      slippage: 0,
    });
  });

  it('takes a market order without price as immediate (rules 3.2)', () => {
    const body: PlaceOrderBody = {
      futuresOptionId: 1,
      side: 'BUY',
      positionSide: 'BOTH',
      type: 'MARKET',
      quantity: '1',
      slippageLimit: '0.005',
    };
    expect(decodeCommand(encodePlaceOrder(7, btc, body))).toMatchObject({
      price: 0,
      lots: 1000,
      timeInForce: TimeInForce.IOC,
      slippage: 500_000,
    });
  });

  it.each([
    ['a fourth decimal of quantity', { quantity: '0.0015' }, ['BAD_PRECISION', 'quantity', '3']],
    ['a third decimal of price', { price: '60000.123' }, ['BAD_PRECISION', 'price', '2']],
    ['quantity before price', { quantity: '0.0015', price: '60000.123' }, ['BAD_PRECISION', 'quantity', '3']],
    ['a quantity beyond 2^53', { quantity: '99999999999999999999' }, ['QUANTITY_TOO_LARGE', 'quantity', '1000']],
    ['a price beyond 2^53', { price: '99999999999999999999' }, ['PRICE_TOO_HIGH', 'price', '42949672.95']],
    ['a limit order without price', { price: undefined }, ['PARAM_MALFORMED', 'price', undefined]],
    ['a market order with price', { type: 'MARKET' }, ['PARAM_NOT_REQUIRED', 'price', undefined]],
    ['slippage on a limit order', { slippageLimit: '0.01' }, ['PARAM_NOT_REQUIRED', 'slippageLimit', undefined]],
    ['a stop price without a conditional type', { stopPrice: '1' }, ['PARAM_NOT_REQUIRED', 'stopPrice', undefined]],
    ['a working type without a conditional type', { workingType: 'MARK_PRICE' }, ['PARAM_NOT_REQUIRED', 'workingType', undefined]],
    ['a stop without its price', { type: 'STOPLOSS', price: undefined }, ['PARAM_MALFORMED', 'stopPrice', undefined]],
    ['a trailing stop without its rate', { type: 'TRAILINGSTOP', price: undefined }, ['PARAM_MALFORMED', 'callbackRate', undefined]],
    ['a trailing stop with a price', { type: 'TRAILINGSTOP', callbackRate: '1' }, ['PARAM_NOT_REQUIRED', 'price', undefined]],
    [
      'a conditional order that is not GTC',
      { type: 'STOPLOSS', stopPrice: '1', timeInForce: 'IOC' },
      ['INVALID_TIME_IN_FORCE', 'timeInForce', undefined],
    ],
    ['an order without a quantity', { quantity: undefined }, ['PARAM_MALFORMED', 'quantity', undefined]],
    ['a mark switch without TP/SL', { isMarkTp: true }, ['PARAM_NOT_REQUIRED', 'isMarkTp', undefined]],
    ['a stop price with more decimals', { type: 'STOPLOSS', stopPrice: '1.001' }, ['BAD_PRECISION', 'stopPrice', '2']],
    [
      'a rate that is no decimal',
      { type: 'TRAILINGSTOP', price: undefined, callbackRate: '1.0000001' },
      ['PARAM_MALFORMED', 'callbackRate', undefined],
    ],
  ] as const)('refuses %s', (_what, body, expected) => {
    expect(refusalOf(body)).toEqual(expected);
  });

  it('a stop, a trailing stop and an entry with TP/SL keep every term', () => {
    const stop = {
      type: 'STOPLOSS',
      stopPrice: '59000',
      workingType: 'MARK_PRICE',
      priceProtect: true,
      reduceOnly: true,
      side: 'SELL',
    } as const;
    expect(decodeCommand(encodePlaceOrder(7, btc, { ...limit, ...stop }))).toMatchObject({
      kind: CommandKind.PlaceConditional,
      type: OrderType.StopLoss,
      stopPrice: 5_900_000,
      price: 6_000_050,
      workingType: 1,
      priceProtect: true,
      reduceOnly: true,
      closePosition: false,
    });
    const trailing = { type: 'TRAILINGSTOP', price: undefined, activationPrice: '61000', callbackRate: '0.5' } as const;
    expect(decodeCommand(encodePlaceOrder(7, btc, { ...limit, ...trailing }))).toMatchObject({
      type: OrderType.Trailing,
      stopPrice: 6_100_000,
      callbackRate: 500_000,
      price: 0,
    });
    const bracket = { takeProfit: '62000', stopLoss: '58000', isMarkSl: true, clientOrderId: 'with-tpsl' } as const;
    expect(decodeCommand(encodePlaceOrder(7, btc, { ...limit, ...bracket }))).toMatchObject({
      kind: CommandKind.PlaceOrder,
      clientOrderId: 'with-tpsl',
      attached: { takeProfit: 6_200_000, stopLoss: 5_800_000, takeProfitByMark: false, stopLossByMark: true, partial: false },
    });
  });

  it('takes trailing zeros beyond the precision for what they are', () => {
    expect(decodeCommand(encodePlaceOrder(7, btc, { ...limit, quantity: '0.0100000' }))).toMatchObject({ lots: 10 });
  });
});

describe('microOf', () => {
  it('reads USDT to the micro and refuses finer text', () => {
    expect(microOf('10000.000001', 'amount')).toBe(10_000_000_001);
    expect(() => microOf('0.0000001', 'amount')).toThrow('BAD_PRECISION');
  });
});
