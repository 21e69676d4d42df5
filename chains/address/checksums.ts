// Checksums that addresses carry, without a library of any chain: small enough for the browser.
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m, type BytesCoder } from '@scure/base';

const CHECKSUM_BYTES = 4;

/** What stands before a Base58Check checksum, version included; undefined: not such a text. */
export function checkedBase58(text: string, alphabet: BytesCoder = base58): Uint8Array | undefined {
  try {
    const bytes = alphabet.decode(text);
    const payload = bytes.subarray(0, -CHECKSUM_BYTES);
    const expected = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
    const isWhole = bytes.length > CHECKSUM_BYTES && expected.every((byte, i) => byte === bytes[payload.length + i]);
    return isWhole ? payload : undefined;
  } catch {
    return undefined;
  }
}

export interface WitnessProgram {
  prefix: string;
  version: number;
  program: Uint8Array;
}

/** BIP 173 for version 0, BIP 350 for all above. */
export function witnessProgram(text: string): WitnessProgram | undefined {
  for (const [coder, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const) {
    const decoded = coder.decodeUnsafe(text, 90);
    if (decoded === undefined || decoded.words.length === 0 || !isVersion(decoded.words[0])) continue;
    const program = coder.fromWordsUnsafe(decoded.words.slice(1));
    if (program) return { prefix: decoded.prefix, version: decoded.words[0], program: Uint8Array.from(program) };
  }
  return undefined;
}

/** EIP-55: the case of each letter is a checksum over the others. */
export function mixedCase(address: string): string {
  const plain = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(plain)));
  return `0x${[...plain].map((digit, i) => (Number.parseInt(hash[i], 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
