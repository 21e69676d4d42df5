// The Ethereum address of a public key: the last twenty bytes of its point's hash.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { mixedCase } from '../address/checksums.ts';

/** Compressed or not. */
export function addressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return mixedCase(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`);
}
