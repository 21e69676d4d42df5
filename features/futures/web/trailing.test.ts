// A trailing stop says where it stands: the best price so far, the price that fires it, and never a worse one than was seen.
import type { Order } from '@maru/futures/contract.ts';
import { expect, test } from 'vitest';
import { followed, trailingNow } from './trailing.ts';

const sell = { type: 'TRAILINGSTOP', side: 'SELL', price: '0.00', callbackRate: '1.5', extremePrice: '62000' } as Order;

test('a sell fires 1.5 % below its best price, a buy as far above', () => {
  expect(trailingNow(sell)).toEqual({ best: '62000.00', trigger: '61070.00' });
  expect(trailingNow({ ...sell, side: 'BUY' })).toEqual({ best: '62000.00', trigger: '62930.00' });
});

test('one that waits for its activation stands nowhere yet', () => {
  const waits = { ...sell, extremePrice: '0', activationPrice: '64000' };
  expect(trailingNow(waits)).toBeUndefined();
  expect(followed(waits, 63_000)).toBeUndefined();
  expect(followed({ ...waits, activationPrice: '0' }, 63_000)?.extremePrice).toBe('63000');
});

test('a better price moves it along, a worse one does not', () => {
  expect(followed(sell, 62_010.5)?.extremePrice).toBe('62010.5');
  expect(followed(sell, 61_999)).toBeUndefined();
  expect(followed({ ...sell, side: 'BUY' }, 61_999)?.extremePrice).toBe('61999');
});
