// XRP's X-addresses: address and destination tag in one text with one checksum, made and taken apart without a library of the chain.
import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { checkedBase58 } from './checksums.ts';

const PREFIX = [0x05, 0x44];
const HASH_BYTES = 20;
const PAYLOAD_BYTES = PREFIX.length + HASH_BYTES + 1 + 8;
const FLAG_AT = PREFIX.length + HASH_BYTES;

const withChecksum = (payload: readonly number[]): string =>
  base58xrp.encode(Uint8Array.from([...payload, ...sha256(sha256(Uint8Array.from(payload))).subarray(0, 4)]));

/** The X-address of a classic one; undefined: it is none. */
export function xAddressOf(address: string, tag: number | null): string | undefined {
  const payload = checkedBase58(address, base58xrp);
  if (payload?.length !== 1 + HASH_BYTES || payload[0] !== 0) return undefined;
  const bytes = [0, 8, 16, 24].map((shift) => ((tag ?? 0) >>> shift) & 0xff);
  return withChecksum([...PREFIX, ...payload.subarray(1), tag === null ? 0 : 1, ...bytes, 0, 0, 0, 0]);
}

/** The classic address and tag that an X-address stands for; undefined: it is none. */
export function classicOf(xAddress: string): { address: string; tag: number | null } | undefined {
  const payload = checkedBase58(xAddress, base58xrp);
  if (payload?.length !== PAYLOAD_BYTES || !PREFIX.every((byte, i) => payload[i] === byte)) return undefined;
  const flag = payload[FLAG_AT];
  const tag = new DataView(Uint8Array.from(payload).buffer).getUint32(FLAG_AT + 1, true);
  const isPlain = payload.subarray(FLAG_AT + 5).every((byte) => byte === 0);
  if (flag > 1 || !isPlain || (flag === 0 && tag !== 0)) return undefined;
  return { address: withChecksum([0, ...payload.subarray(PREFIX.length, FLAG_AT)]), tag: flag === 1 ? tag : null };
}
