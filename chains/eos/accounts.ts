// Accounts of a real EOS: somebody registered each name for a key of ours, and settings say which is whose.
import type { Deriver } from '../chain.ts';
import { eosKeyAt } from './key-text.ts';

/** `accounts`: public keys by account. */
export function eosDeriver(accounts: Readonly<Record<string, string>>): Deriver {
  const names = new Map(Object.entries(accounts).map(([name, key]) => [key, name]));
  return {
    addressAt(extendedPublicKey, index) {
      const key = eosKeyAt(extendedPublicKey, index);
      const name = names.get(key);
      if (name === undefined) throw new Error(`EOS: no account is named for the key ${key}`);
      return name;
    },
  };
}
