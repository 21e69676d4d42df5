// An address names a symbol by number, pair or whole name; what it does not name is none.
import { expect, test } from 'vitest';
import { findOption } from './find-option.ts';

const options = [
  { futuresOptionId: 1, symbol: 'BINANCE:BTCUSDT' },
  { futuresOptionId: 2, symbol: 'BINANCE:ETHUSDT' },
];

test.each([
  ['2', 2],
  ['ETHUSDT', 2],
  ['ethusdt', 2],
  ['BINANCE:BTCUSDT', 1],
  ['BINANCE', undefined],
  ['02', undefined],
  ['', undefined],
])('%s', (named, id) => expect(findOption(options, named)?.futuresOptionId).toBe(id));
