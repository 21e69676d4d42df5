// Text to engine integers: exact or refused, in the order of the rules' section 3.6.
import { describe, expect, it } from 'vitest';
import { CommandKind, decodeCommand, OrderType, PositionSide, Side, TimeInForce } from '@maru/engine/command.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import { EncodeFault, encodePlaceOrder, microOf, type PlaceOrderBody } from './encode.ts';
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
    ['a quantity beyond 2^53', { quantity: '99999999999999999999' }, ['QUANTITY_TOO_LARGE', 'quantity', '1000.000']],
    ['a price beyond 2^53', { price: '99999999999999999999' }, ['PRICE_TOO_HIGH', 'price', '42949672.95']],
    ['a limit order without price', { price: undefined }, ['PARAM_MALFORMED', 'price', undefined]],
    ['a market order with price', { type: 'MARKET' }, ['PARAM_NOT_REQUIRED', 'price', undefined]],
    ['slippage on a limit order', { slippageLimit: '0.01' }, ['PARAM_NOT_REQUIRED', 'slippageLimit', undefined]],
    ['a stop price without a conditional type', { stopPrice: '1' }, ['PARAM_NOT_REQUIRED', 'stopPrice', undefined]],
    ['a working type without a conditional type', { workingType: 'MARK_PRICE' }, ['PARAM_NOT_REQUIRED', 'workingType', undefined]],
    ['a conditional order', { type: 'STOPLOSS', stopPrice: '1' }, ['INVALID_ORDER_TYPE', 'type', undefined]],
  ] as const)('refuses %s', (_what, body, expected) => {
    expect(refusalOf(body)).toEqual(expected);
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
