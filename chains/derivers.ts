// How addresses of a chain are made from public keys, by chain and network; EOS has names instead, and they are told (eos/accounts.ts).
import { deriverOf } from './bitcoin/deriver.ts';
import { btc, btcDemo, doge, dogeDemo } from './bitcoin/network.ts';
import type { ChainName, Deriver } from './chain.ts';
import { ethDeriver } from './eth/deriver.ts';
import { tronDeriver } from './tron/deriver.ts';
import { xrpDeriver } from './xrp/deriver.ts';

export type DerivedChain = Exclude<ChainName, 'EOS'>;

export const bitcoins = { main: { BTC: btc, DOGE: doge }, demo: { BTC: btcDemo, DOGE: dogeDemo } };

export const derivers: Readonly<Record<'main' | 'demo', Readonly<Record<DerivedChain, Deriver>>>> = {
  main: derived('main'),
  demo: derived('demo'),
};

function derived(network: 'main' | 'demo'): Record<DerivedChain, Deriver> {
  const { BTC, DOGE } = bitcoins[network];
  return { BTC: deriverOf(BTC), DOGE: deriverOf(DOGE), ETH: ethDeriver, TRON: tronDeriver, XRP: xrpDeriver };
}
