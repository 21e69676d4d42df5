// Addresses of TRON as text and as the twenty bytes that its contracts know, which are Ethereum's of the same key.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { checkedBase58, mixedCase } from '../address/checksums.ts';

export const TRON_VERSION = '41';
const known = new Map<string, string>();
const MOST_KNOWN = 50_000;

/** `hex`: twenty bytes, with or without 0x; of 21 bytes the version is checked. */
export function textOf(hex: string): string {
  const plain = hex.replace(/^0x/, '').toLowerCase();
  const body = plain.length === 42 && plain.startsWith(TRON_VERSION) ? plain.slice(2) : plain;
  if (!/^[0-9a-f]{40}$/.test(body)) throw new Error(`${hex} is no address of TRON`);
  const before = known.get(body);
  if (before !== undefined) return before;
  const payload = hexToBytes(TRON_VERSION + body);
  const text = base58.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, 4)]));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(body, text);
  return text;
}

/** 21 bytes in hex, version included. */
export function hexOf(text: string): string {
  const payload = checkedBase58(text);
  const hex = payload === undefined ? '' : bytesToHex(payload);
  if (hex.length !== 42 || !hex.startsWith(TRON_VERSION)) throw new Error(`${text} is no address of TRON`);
  return hex;
}

/** As contracts and the words of their calls have it. */
export const ethFormOf = (text: string): string => mixedCase(`0x${hexOf(text).slice(2)}`);

/** As it is, once it proved to be one. */
export const written = (text: string): string => textOf(hexOf(text));
