// The hedge list, to the byte: what holds nothing is not in it, and its heads are the same in both languages.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import type { HouseExposure } from './exposure-contract.ts';
import { hedgeFileColumns, hedgesOf } from './exposure-list-contract.ts';

it('has the trades that would leave the house flat', () => {
  const held = {
    futuresOptionId: 1,
    base: 'BTC',
    house: '-10',
    quantity: '-0.1',
    limit: null,
    use: null,
    state: 'NONE',
    overSince: null,
  } as const;
  const symbols: HouseExposure[] = [
    { ...held, symbol: 'BINANCE:BTCUSDT', hedge: { side: 'BUY', quantity: '0.1', notional: '10' } },
    { ...held, symbol: 'BINANCE:ETHUSDT', hedge: null },
  ];
  expect(listCsv(hedgeFileColumns, hedgesOf(symbols), { say: ({ en }) => en, moment: (at) => at })).toBe(
    'symbol,side,quantity,notional\r\nBINANCE:BTCUSDT,BUY,0.1,10',
  );
});
