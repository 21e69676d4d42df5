// SHA-256, HMAC and the stream of a draw against published vectors and against Node's own, over random inputs.
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacSha256, openStream } from './hmac-stream.ts';
import { asciiBytes, bytesOfHex, bytesOfWords, hexOfBytes, isSealOf, RunningSha256, sha256, wordsOfBytes } from './sha256.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

describe('SHA-256 (FIPS 180-4)', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('published digest %#', (text, expected) => {
    expect(hexOfBytes(sha256(asciiBytes(text)))).toBe(expected);
  });

  it('is what Node computes, for every length around the ends of a block', () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 167 + length) & 0xff);
      expect(hexOfBytes(sha256(message))).toBe(digest(message));
    }
  });

  it('is what Node computes, for random messages', () => {
    fc.assert(
      fc.property(bytes(700), (message) => hexOfBytes(sha256(message)) === digest(message)),
      { numRuns: 300 },
    );
  });

  it('is the same of a message that comes in pieces, whatever their lengths', () => {
    fc.assert(
      fc.property(fc.array(bytes(150), { maxLength: 9 }), (pieces) => {
        const running = new RunningSha256();
        for (const piece of pieces) {
          running.add(piece);
          running.digest();
        }
        return hexOfBytes(running.digest()) === digest(Buffer.concat(pieces));
      }),
      { numRuns: 300 },
    );
  });
});

describe('bytes and the words of a record', () => {
  it('go there and back, each word an unsigned integer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const words = wordsOfBytes(seed);
        expect(words.every((word) => Number.isInteger(word) && word >= 0 && word < 2 ** 32)).toBe(true);
        expect(bytesOfWords(Float64Array.of(7, ...words), 1)).toEqual(seed);
        expect(bytesOfHex(hexOfBytes(seed))).toEqual(seed);
      }),
    );
  });

  it('a seal is met by its seed and by no other', () => {
    const seed = wordsOfBytes(sha256(asciiBytes('seed')));
    const seal = wordsOfBytes(sha256(bytesOfWords(seed, 0)));
    expect(isSealOf(seal, 0, seed, 0)).toBe(true);
    expect(isSealOf([0, ...seal], 1, [0, 0, ...seed], 2)).toBe(true);
    for (let i = 0; i < 8; i++) {
      expect(isSealOf(seal, 0, seed.with(i, seed[i] ^ 1), 0)).toBe(false);
      expect(isSealOf(seal.with(i, (seal[i] ^ 1) >>> 0), 0, seed, 0)).toBe(false);
    }
  });

  it.each(['a', 'AB', 'zz', '0x'])('%s is no hex', (text) => {
    expect(() => bytesOfHex(text)).toThrow(RangeError);
  });

  it('text beyond ASCII is refused', () => {
    expect(() => asciiBytes('공')).toThrow(RangeError);
  });
});

describe('HMAC-SHA-256', () => {
  // RFC 4231, cases 1, 2, 4 and 6.
  it.each([
    ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      'cd'.repeat(50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      'aa'.repeat(131),
      '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('published code %#', (key, message, expected) => {
    expect(hexOfBytes(hmacSha256(bytesOfHex(key), bytesOfHex(message)))).toBe(expected);
  });

  it('is what Node computes, for random keys and messages', () => {
    fc.assert(
      fc.property(bytes(150), bytes(300), (key, message) => {
        expect(hexOfBytes(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
      }),
      { numRuns: 200 },
    );
  });
});

/** The stream as its description says, by Node's own HMAC. */
function* wordsByNode(seed: Uint8Array, label: string): Generator<number> {
  for (let i = 0; ; i++) {
    const block = createHmac('sha256', seed).update(`${label}|${i}`, 'ascii').digest();
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

describe('the stream of a draw (rules 12.2)', () => {
  const seed = sha256(asciiBytes('a stream'));

  it('gives the words of its blocks in order', () => {
    const next = openStream(seed, 'label');
    const expected = wordsByNode(seed, 'label');
    for (let i = 0; i < 50; i++) expect(next(2 ** 32)).toBe(expected.next().value);
  });

  it('passes over what would favour small numbers: at 2^31 + 1 about half of all words', () => {
    const n = 2 ** 31 + 1;
    const next = openStream(seed, 'half');
    const source = wordsByNode(seed, 'half');
    let passedOver = 0;
    for (let i = 0; i < 200; i++) {
      let word = source.next().value as number;
      while (word >= n) {
        passedOver++;
        word = source.next().value as number;
      }
      expect(next(n)).toBe(word);
    }
    expect(passedOver).toBeGreaterThan(100);
  });

  it('seed and label each give another stream', () => {
    const first = (key: Uint8Array, label: string) => openStream(key, label)(2 ** 32);
    expect(new Set([first(seed, 'a'), first(seed, 'b'), first(sha256(seed), 'a')]).size).toBe(3);
  });

  it('gives each of ten numbers its tenth', () => {
    const next = openStream(seed, 'tenths');
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 20_000; i++) counts[next(10)]++;
    // Chi-square of nine degrees: above 27.9 once in a thousand streams; this stream is always the same.
    expect(counts.reduce((all, n) => all + (n - 2000) ** 2 / 2000, 0)).toBeLessThan(27.9);
  });
});
