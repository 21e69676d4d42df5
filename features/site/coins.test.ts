// Wallets of one network come of the list of coins, and of nothing else.
import { expect, it } from 'vitest';
import { comesIn, networkWallets } from './coins.ts';

it('a coin of several networks has a wallet of each, any other one of its own name; what has no network has none', () => {
  const said = networkWallets.map(({ code, asset, currency, network }) => [code, asset, currency, network].join(' '));
  expect(said).toEqual([
    'TRON_USDT 0 USDT TRON',
    'ETH_USDT 0 USDT ETH',
    'BTC 2 BTC BTC',
    'ETH 3 ETH ETH',
    'XRP 4 XRP XRP',
    'DOGE 5 DOGE DOGE',
    'EOS 6 EOS EOS',
    'TRON 7 TRON TRON',
  ]);
  expect(['USDT', 'KRW', 'BKT', 'BINARY'].filter(comesIn)).toEqual([]);
});
