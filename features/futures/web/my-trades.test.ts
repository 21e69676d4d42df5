// A fill told by the socket and again by the list is one row; other symbols' fills are none.
import { expect, it } from 'vitest';
import type { Fill } from '@maru/futures/contract.ts';
import { joinedFills } from './my-trades.tsx';

const fill = (tradeId: number, futuresOptionId: number, seconds: number): Fill => ({
  tradeId,
  orderId: tradeId * 2,
  futuresOptionId,
  symbol: 'BINANCE:BTCUSDT',
  side: 'BUY',
  positionSide: 'BOTH',
  role: 'TAKER',
  price: '1',
  quantity: '1',
  fee: '0',
  realizedPnl: '0',
  time: new Date(seconds * 1_000).toISOString(),
});

it('joins both sources, newest first', () => {
  const rows = joinedFills([fill(3, 1, 30), fill(2, 1, 20), fill(9, 2, 40)], [fill(2, 1, 20), fill(1, 1, 10)], 1);
  expect(rows.map(({ tradeId }) => tradeId)).toEqual([3, 2, 1]);
});
