// Where tests of futures calls begin: an exchange with two funded members, BTC at 60,000 and ETH at 3,000, and nothing that moves by itself.
import { type TestExchange, type TestMember, type ExchangeOptions, openTestExchange } from './test-exchange.ts';

export const BTC = 'BINANCE:BTCUSDT';
export const ETH = 'BINANCE:ETHUSDT';
export const ORDER = '/api/futures/order';
/** Rests below the market. */
export const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '59000' };
export const market = { ...limit, type: 'MARKET', price: undefined };

export interface TwoMembers {
  exchange: TestExchange;
  alice: TestMember;
  bob: TestMember;
  /** Five BTC on each side, a dollar from the mark. */
  ladder(): Promise<void>;
}

export async function openWithTwoMembers(options: ExchangeOptions = {}): Promise<TwoMembers> {
  const exchange = await openTestExchange(options);
  await exchange.setMark(BTC, '60000.00');
  await exchange.setMark(ETH, '3000.00');
  return {
    exchange,
    alice: await exchange.member('alice'),
    bob: await exchange.member('bobby'),
    ladder: () => exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]),
  };
}
