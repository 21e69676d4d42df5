// How an order of cold storage is read and signed on its chain and network, by what stands in the file and nothing else.
import { btc, btcDemo, doge, dogeDemo } from './bitcoin/network.ts';
import { bitcoinSigning } from './bitcoin/signing.ts';
import type { ChainName, CoinRow, Signing } from './chain.ts';
import type { ColdOrder } from './cold-order.ts';
import { DEMO_CHAIN_ID } from './eos/demo-accounts.ts';
import { eosSigning } from './eos/signing.ts';
import { ethSigning } from './eth/signing.ts';
import { tronSigning } from './tron/signing.ts';
import { xrpSigning } from './xrp/signing.ts';

/** Digits behind the point of what fees are paid in. */
export const ownDecimals: Readonly<Record<ChainName, number>> = { ETH: 18, TRON: 6, BTC: 8, DOGE: 8, XRP: 6, EOS: 4 };

/** By chain, as orders name it; a key of cold storage is for one of both. */
export const coldNetworks: Readonly<Record<'main' | 'demo', Readonly<Record<ChainName, string>>>> = {
  main: {
    ETH: '1',
    TRON: 'main',
    BTC: 'main',
    DOGE: 'main',
    XRP: 'main',
    EOS: 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
  },
  demo: { ETH: '31337', TRON: 'demo', BTC: 'demo', DOGE: 'demo', XRP: 'demo', EOS: DEMO_CHAIN_ID },
};

interface Networked {
  chain: ChainName;
  network: string;
  coins: readonly CoinRow[];
}

const openers: Readonly<Record<ChainName, (of: Networked, publicKeys: Readonly<Record<string, string>>) => Signing>> = {
  ETH: ({ network, coins }) => ethSigning({ chainId: BigInt(network), coins }),
  TRON: ({ coins }) => tronSigning({ coins }),
  BTC: ({ network }) => bitcoinSigning(network === 'demo' ? btcDemo : btc),
  DOGE: ({ network }) => bitcoinSigning(network === 'demo' ? dogeDemo : doge),
  XRP: ({ coins }) => xrpSigning({ coins }),
  EOS: ({ network, coins }, publicKeys) => eosSigning({ chainId: network, coins, publicKeys }),
};

/** `publicKeys`: of EOS, whose names of accounts say nothing about their keys. */
export const signingOn = (of: Networked, publicKeys: Readonly<Record<string, string>> = {}): Signing => openers[of.chain](of, publicKeys);

/** Of the coin that an order names. */
export const signingOfOrder = (order: ColdOrder, publicKeys: Readonly<Record<string, string>>): Signing =>
  signingOn({ ...order, coins: coinsOf(order) }, publicKeys);

function coinsOf({ chain, coin: { code, decimals, contract, symbol } }: ColdOrder): CoinRow[] {
  if (contract === null) return [{ code, decimals }];
  const row = { code, decimals, contract, ...(symbol === null ? {} : { symbol }) };
  // EOS has no coin without a contract; elsewhere a token's fees are paid in the chain's own.
  return chain === 'EOS' ? [row] : [{ code: chain, decimals: ownDecimals[chain] }, row];
}
