// HMAC-SHA-256 (RFC 2104) and the stream of unbiased numbers that every draw is made of (rules 12.2).
//
// Block i of the stream is HMAC(seed, label + '|' + i), i = 0, 1, 2, … in decimal, the label ASCII. A block holds eight
// 32-bit numbers, the first byte highest. Anyone can compute one with any HMAC tool.
import { DIGEST_BYTES, DIGEST_WORDS, asciiBytes, sha256, wordsOfBytes } from './sha256.ts';

const BLOCK = 64;
const TWO_32 = 2 ** 32;

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK + message.length).fill(0x36, 0, BLOCK);
  const outer = new Uint8Array(BLOCK + DIGEST_BYTES).fill(0x5c, 0, BLOCK);
  for (let i = 0; i < short.length; i++) {
    inner[i] ^= short[i];
    outer[i] ^= short[i];
  }
  inner.set(message, BLOCK);
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}

/** Gives the next number of 0 … n - 1, each equally likely; 1 <= n <= 2^32. */
export type DrawStream = (n: number) => number;

/** The stream of `seed` and `label`. Numbers at or above the largest multiple of n are passed over, so no result is favoured. */
export function openStream(seed: Uint8Array, label: string): DrawStream {
  let words: number[] = [];
  let at = DIGEST_WORDS;
  let block = 0;
  return (n) => {
    const end = TWO_32 - (TWO_32 % n);
    for (;;) {
      if (at === DIGEST_WORDS) {
        words = wordsOfBytes(hmacSha256(seed, asciiBytes(`${label}|${block++}`)));
        at = 0;
      }
      const word = words[at++];
      if (word < end) return word % n;
    }
  };
}
