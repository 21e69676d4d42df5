// The profit dialog's price precision per coin (specification, profit-and-loss share dialog).
import { expect, test } from 'vitest';
import { shareDecimals } from './share-precision.ts';

test.each([
  [2, 'BTC ETH SOL LTC BNB XMR AAVE BCH'],
  [3, 'EOS ETC DOT ATOM LINK APT'],
  [4, 'XRP MATIC ADA ARB OMG STX WLD'],
  [5, 'DOGE TRX CHZ'],
  [6, '1000SHIB'],
])('%d decimals: %s', (decimals, bases) => {
  for (const base of bases.split(' ')) expect(shareDecimals(`BINANCE:${base}USDT`, 8)).toBe(decimals);
});

test('anything else has two, and a currency its own finer tick', () => {
  expect(shareDecimals('BINANCE:NEWUSDT')).toBe(2);
  expect(shareDecimals('PYTH:XAUUSD', 2)).toBe(2);
  expect(shareDecimals('PYTH:EURUSD', 5)).toBe(5);
});
