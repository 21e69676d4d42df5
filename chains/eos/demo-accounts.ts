// Accounts on a demo's EOS, where nobody registers a name: each is called after its key, so that watcher and signer find the same one.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Deriver } from '../chain.ts';
import { publicKeyAt } from '../extended-key.ts';
import { eosKeyText } from './key-text.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz12345';
const NAME_LENGTH = 12;

export interface DemoAccount {
  name: string;
  /** `PUB_K1_...` */
  publicKey: string;
}

export function demoAccountOf(extendedPublicKey: string, index: number): DemoAccount {
  const key = publicKeyAt(extendedPublicKey, index);
  let rest = BigInt(`0x${bytesToHex(sha256(key))}`);
  let name = '';
  for (let i = 0; i < NAME_LENGTH; i++) {
    name += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
    rest /= BigInt(ALPHABET.length);
  }
  return { name, publicKey: eosKeyText(key) };
}

/** `tell`: of each account that is asked for, before its name is given. */
export const eosDemoDeriver = (tell: (account: DemoAccount) => void): Deriver => ({
  addressAt(extendedPublicKey, index) {
    const account = demoAccountOf(extendedPublicKey, index);
    tell(account);
    return account.name;
  },
});

/** So that the signer's own rules can name the chain of every demo. */
export const DEMO_CHAIN_ID = bytesToHex(sha256(new TextEncoder().encode('a demo of EOS')));
