// A 64-bit fingerprint of a state (of its snapshot bytes): equal states, and only they in practice, have equal hashes.
import { SNAPSHOT_HEAD_BYTES, snapshotBytes, takeSnapshot } from './snapshot.ts';
import type { EngineState } from './state.ts';

/** Two 32-bit halves as 16 hex digits. */
export function hashBytes(bytes: Uint8Array, length: number): string {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, length >> 2);
  let a = 0x9e3779b1 | 0;
  let b = 0x85ebca6b | 0;
  for (let i = 0; i < words.length; i += 2) {
    a = Math.imul(a ^ words[i], 0x2c1b3c6d);
    a ^= a >>> 13;
    b = Math.imul(b ^ words[i + 1], 0x297a2d39);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ b, 0x165667b1);
  b = Math.imul(b ^ (a >>> 16), 0x27d4eb2f);
  return hex(a) + hex(b);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Of everything but the head, so that a state loaded into a larger class keeps its hash. Cold: copies the state. */
export function stateHash(s: EngineState): string {
  const bytes = new Uint8Array(snapshotBytes(s));
  const length = takeSnapshot(s, bytes);
  return hashBytes(bytes.subarray(SNAPSHOT_HEAD_BYTES), length - SNAPSHOT_HEAD_BYTES);
}
