// SHA-256 (FIPS 180-4) in plain integer code, so that the engine, the browser and a verifier compute the same digest without any library.

const BLOCK = 64;
export const DIGEST_BYTES = 32;
/** A digest or seed as the words of a command record: unsigned 32-bit integers, the first byte highest. */
export const DIGEST_WORDS = 8;

// biome-ignore format: the table of FIPS 180-4, section 4.2.2
const K = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
const START = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

/** Scratch of one block, written anew for each. */
const w = new Int32Array(64);

/** Digest of `message`: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = Int32Array.from(START);
  const padded = pad(message);
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(hash, padded, at);
  return bytesOfWords(hash, 0);
}

/** The digest of a message that comes in pieces, however long it is: no more than a block of it is kept. */
export class RunningSha256 {
  readonly #hash = Int32Array.from(START);
  readonly #block = new Uint8Array(BLOCK);
  #length = 0;

  add(piece: Uint8Array): void {
    const held = this.#length % BLOCK;
    this.#length += piece.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(BLOCK - held, piece.length);
      this.#block.set(piece.subarray(0, at), held);
      if (held + at < BLOCK) return;
      addBlock(this.#hash, this.#block, 0);
    }
    for (; at + BLOCK <= piece.length; at += BLOCK) addBlock(this.#hash, piece, at);
    this.#block.set(piece.subarray(at));
  }

  /** Of all pieces so far; more may come after it. */
  digest(): Uint8Array {
    const hash = Int32Array.from(this.#hash);
    const padded = pad(this.#block.subarray(0, this.#length % BLOCK), this.#length);
    for (let at = 0; at < padded.length; at += BLOCK) addBlock(hash, padded, at);
    return bytesOfWords(hash, 0);
  }
}

/** The message or the last of it, one bit, zeros, and the whole length in bits as 64 bits: a whole number of blocks. */
function pad(message: Uint8Array, length = message.length): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >>> 6) + 1) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const highBits = Math.floor(length * 2 ** -29);
  putWord(padded, padded.length - 8, highBits);
  putWord(padded, padded.length - 4, (length << 3) | 0);
  return padded;
}

function addBlock(hash: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = readWord(bytes, at + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  // By index: taking a typed array apart walks its iterator, which costs more than the rounds.
  let a = hash[0];
  let b = hash[1];
  let c = hash[2];
  let d = hash[3];
  let e = hash[4];
  let f = hash[5];
  let g = hash[6];
  let h = hash[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0] = (hash[0] + a) | 0;
  hash[1] = (hash[1] + b) | 0;
  hash[2] = (hash[2] + c) | 0;
  hash[3] = (hash[3] + d) | 0;
  hash[4] = (hash[4] + e) | 0;
  hash[5] = (hash[5] + f) | 0;
  hash[6] = (hash[6] + g) | 0;
  hash[7] = (hash[7] + h) | 0;
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}

function putWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = (word >>> 24) & 0xff;
  bytes[at + 1] = (word >>> 16) & 0xff;
  bytes[at + 2] = (word >>> 8) & 0xff;
  bytes[at + 3] = word & 0xff;
}

/** Eight words from `from` as 32 bytes. */
export function bytesOfWords(words: ArrayLike<number>, from: number): Uint8Array {
  const bytes = new Uint8Array(DIGEST_BYTES);
  for (let i = 0; i < DIGEST_WORDS; i++) putWord(bytes, i * 4, words[from + i]);
  return bytes;
}

/** 32 bytes as eight unsigned words. */
export function wordsOfBytes(bytes: Uint8Array): number[] {
  return Array.from({ length: DIGEST_WORDS }, (_, i) => readWord(bytes, i * 4) >>> 0);
}

/** True when SHA-256 of the seed at `seedFrom` is the seal at `sealFrom`: what a reveal must meet. */
export function isSealOf(seal: ArrayLike<number>, sealFrom: number, seed: ArrayLike<number>, seedFrom: number): boolean {
  const digest = wordsOfBytes(sha256(bytesOfWords(seed, seedFrom)));
  return digest.every((word, i) => word === seal[sealFrom + i]);
}

export function hexOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Pairs of hex digits as bytes; anything else is a fault of the caller, whose schema checks form. */
export function bytesOfHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError('not lower-case hex');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Text of ASCII characters as bytes. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) throw new RangeError('not ASCII');
    bytes[i] = code;
  }
  return bytes;
}
