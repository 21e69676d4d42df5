// The hash of a signed XRP transaction, by which the network calls it.
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** `TXN` and a zero: what the hash of a signed transaction begins with. */
const PREFIX = Uint8Array.from([...utf8ToBytes('TXN'), 0]);

export function hashOfSigned(raw: string): string {
  if (!/^([0-9A-F]{2})+$/.test(raw)) throw new Error('these are not the bytes of a transaction');
  const half = sha512(Uint8Array.from([...PREFIX, ...hexToBytes(raw)])).subarray(0, 32);
  return bytesToHex(half).toUpperCase();
}
