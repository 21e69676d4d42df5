// Keys below the seed: one account a site and chain (BIP 44, BIP 84), its extended public key, and the private keys the signer signs with.
import { HDKey } from '@scure/bip32';
import type { ChainName, Keys } from './chain.ts';

/** SLIP 44, and the purpose that wallets of the chain use: BTC pays to witness programs. */
const paths: Readonly<Record<ChainName, readonly [purpose: number, coin: number]>> = {
  BTC: [84, 0],
  DOGE: [44, 3],
  ETH: [44, 60],
  TRON: [44, 195],
  XRP: [44, 144],
  EOS: [44, 194],
};

export function accountPath(chain: ChainName, account: number): string {
  const [purpose, coin] = paths[chain];
  return `m/${purpose}'/${coin}'/${account}'`;
}

/** Extended public key of a site's account. */
export function accountKey(seed: Uint8Array, chain: ChainName, account: number): string {
  return HDKey.fromMasterSeed(seed).derive(accountPath(chain, account)).publicExtendedKey;
}

/** Whoever holds this can spend everything. */
export function keysOf(seed: Uint8Array): Keys {
  const root = HDKey.fromMasterSeed(seed);
  return {
    privateKeyAt(path) {
      const { privateKey } = root.derive(path);
      if (privateKey === null) throw new Error('a seed has a private key at every path');
      return privateKey;
    },
  };
}
