// Addresses of deposits from an account's extended public key alone: BIP84 for Bitcoin, BIP44 for Dogecoin.
import { base58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Deriver } from '../chain.ts';
import type { BitcoinNetwork } from './network.ts';
import { addressOfKey } from './own-scripts.ts';

const checked = base58check(sha256);
/** Private keys' version is never read here: an extended private key is refused. */
const NO_PRIVATE_KEYS = 0xffffffff;
/** Depth of an account below the seed: purpose, coin, account. */
const ACCOUNT_DEPTH = 3;

export function deriverOf(network: BitcoinNetwork): Deriver {
  const known = new Map<string, HDKey>();
  return {
    addressAt(extendedPublicKey, index) {
      const receiving = known.get(extendedPublicKey) ?? accountOf(network, extendedPublicKey).deriveChild(0);
      known.set(extendedPublicKey, receiving);
      const { publicKey } = receiving.deriveChild(index);
      if (publicKey === null) throw new Error('no public key');
      return addressOfKey(network, publicKey);
    },
  };
}

export const depositPath = ({ accountPath }: BitcoinNetwork, index: number): string => `${accountPath}/0/${index}`;

function accountOf({ chain, publicKeyVersions }: BitcoinNetwork, text: string): HDKey {
  const bytes = checked.decode(text);
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (!publicKeyVersions.includes(version)) throw new Error(`not an extended public key of ${chain}`);
  const key = HDKey.fromExtendedKey(text, { public: version, private: NO_PRIVATE_KEYS });
  if (key.depth !== ACCOUNT_DEPTH) throw new Error(`not the extended public key of an account: depth ${key.depth}`);
  return key;
}
