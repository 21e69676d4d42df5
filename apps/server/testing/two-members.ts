// Where tests of futures calls begin: a floor with two funded members, BTC at 60,000 and ETH at 3,000, and nothing that moves by itself.
import { type Floor, type FloorMember, type FloorOptions, openFloor } from './floor.ts';

export const BTC = 'BINANCE:BTCUSDT';
export const ETH = 'BINANCE:ETHUSDT';
export const ORDER = '/api/futures/order';
/** Rests below the market. */
export const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '59000' };
export const market = { ...limit, type: 'MARKET', price: undefined };

export interface TwoMembers {
  floor: Floor;
  alice: FloorMember;
  bob: FloorMember;
  /** Five BTC on each side, a dollar from the mark. */
  ladder(): Promise<void>;
}

export async function openWithTwoMembers(options: FloorOptions = {}): Promise<TwoMembers> {
  const floor = await openFloor(options);
  await floor.setMark(BTC, '60000.00');
  await floor.setMark(ETH, '3000.00');
  return {
    floor,
    alice: await floor.member('alice'),
    bob: await floor.member('bobby'),
    ladder: () => floor.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]),
  };
}
