// Public keys below an extended public key (BIP 32), for addresses of deposits: whoever holds it can spend nothing.
import { HDKey } from '@scure/bip32';

const MOST_INDEX = 2 ** 31 - 1;

/** Worked out once: a site has one of each chain, and an address for each member below it. */
const known = new Map<string, HDKey>();

function receivingOf(extended: string): HDKey {
  const before = known.get(extended);
  if (before !== undefined) return before;
  const account = HDKey.fromExtendedKey(extended);
  if (account.privateKey !== null) throw new Error('this is an extended private key: the watcher may hold public ones alone');
  const receiving = account.deriveChild(0);
  known.set(extended, receiving);
  return receiving;
}

/** `extended` is that of an account (m/44'/coin'/account'); the key is the one at 0/index below it. Compressed. */
export function publicKeyAt(extended: string, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > MOST_INDEX) throw new RangeError(`${index} is no index of an address`);
  const { publicKey } = receivingOf(extended).deriveChild(index);
  if (publicKey === null) throw new Error(`there is no key at index ${index}`);
  return publicKey;
}
