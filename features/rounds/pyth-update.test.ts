// Pyth's signed updates: a recorded one of May 2024 verifies, every kind of forgery of it does not, and three of five routers suffice.
import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import type { RoundEvidence } from './evidence.ts';
import { checkSignedPrices } from './evidence-signed.ts';
import { pythSignerSet, pythSignerSets } from './pyth-signers.ts';
import { pythPriceOf, type SignerSet, verifyPythUpdate } from './pyth-update.ts';
import { forged, priceChain, recordOf } from './testing/evidence-samples.ts';

const base64 = readFileSync(new URL('./testing/pyth-update-20240513.b64', import.meta.url), 'utf8').trim();
const recorded = Uint8Array.from(Buffer.from(base64, 'base64'));
const guardians = pythSignerSet('wormhole-4')!;
const routers = pythSignerSet('pyth-routers-2026')!;

// Where things stand in the recorded envelope: an 8-byte head, two bytes of length, then 13 signatures of 66 bytes after six more.
const MESSAGE = 10;
const SIGNATURES = MESSAGE + 6;
const SIGNATURE = 66;
const BODY = SIGNATURES + 13 * SIGNATURE;
const MESSAGE_END = MESSAGE + ((recorded[8] << 8) | recorded[9]);
const FIRST_PRICE = MESSAGE_END + 3;

const changed = (change: (bytes: Uint8Array) => void): Uint8Array => {
  const bytes = Uint8Array.from(recorded);
  change(bytes);
  return bytes;
};
const faultOf = (bytes: Uint8Array, set: SignerSet = guardians) => {
  const verdict = verifyPythUpdate(bytes, set);
  return verdict.isRight ? 'none' : verdict.fault;
};

describe('the recorded update', () => {
  const verdict = verifyPythUpdate(recorded, guardians);
  const prices = verdict.isRight ? verdict.prices : [];

  it('verifies under guardian set 4: three feeds of the same second', () => {
    expect(verdict).toMatchObject({ isRight: true, signerSetIndex: 4 });
    expect(prices).toHaveLength(3);
    expect(new Set(prices.map((price) => price.feed)).size).toBe(3);
    for (const price of prices) {
      expect(price.price).toBeGreaterThan(0n);
      expect(new Date(price.publishTime * 1000).toISOString()).toMatch(/^2024-05-1/);
      expect(price.publishTime - price.previousPublishTime).toBeGreaterThanOrEqual(0);
    }
  });

  it('gives a feed that is in it, and only from a moment on', () => {
    const [{ feed, publishTime }] = prices;
    expect(pythPriceOf(recorded, guardians, feed, publishTime)).toEqual(prices[0]);
    expect(pythPriceOf(recorded, guardians, feed, publishTime + 1)).toBe('PRICE_ABSENT');
    expect(pythPriceOf(recorded, guardians, '00'.repeat(32), 0)).toBe('PRICE_ABSENT');
    expect(pythPriceOf(recorded, routers, feed, 0)).toBe('SIGNER_UNKNOWN');
  });
});

describe('forgeries', () => {
  it('one byte of a price fails its proof', () => {
    expect(faultOf(changed((bytes) => (bytes[FIRST_PRICE + 40] ^= 1)))).toBe('PROOF_FAILED');
  });

  it('one byte of what was signed fails the first signer', () => {
    expect(faultOf(changed((bytes) => (bytes[MESSAGE_END - 1] ^= 1)))).toBe('SIGNER_UNKNOWN');
    expect(faultOf(changed((bytes) => (bytes[BODY] ^= 1)))).toBe('SIGNER_UNKNOWN');
  });

  it('one byte of a signature, or another recovery bit', () => {
    expect(faultOf(changed((bytes) => (bytes[SIGNATURES + 5] ^= 1)))).toBe('SIGNER_UNKNOWN');
    expect(faultOf(changed((bytes) => (bytes[SIGNATURES + 65] ^= 1)))).toBe('SIGNER_UNKNOWN');
    expect(faultOf(changed((bytes) => (bytes[SIGNATURES + 65] = 27)))).toBe('SIGNER_UNKNOWN');
  });

  it('a signer counted twice', () => {
    const twice = changed((bytes) => bytes.copyWithin(SIGNATURES + SIGNATURE, SIGNATURES, SIGNATURES + SIGNATURE));
    expect(faultOf(twice)).toBe('SIGNER_REPEATED');
  });

  it('one signature too few', () => {
    const bytes = new Uint8Array(recorded.length - SIGNATURE);
    bytes.set(recorded.subarray(0, SIGNATURES));
    bytes.set(recorded.subarray(SIGNATURES + SIGNATURE), SIGNATURES);
    bytes[SIGNATURES - 1] = 12;
    new DataView(bytes.buffer).setUint16(8, MESSAGE_END - MESSAGE - SIGNATURE);
    expect(faultOf(bytes)).toBe('QUORUM_MISSED');
    expect(faultOf(bytes, { ...guardians, quorum: 12 })).toBe('none');
  });

  it('cut off or made longer anywhere, it is malformed or not signed, never right', () => {
    for (let length = 0; length < recorded.length; length += 13) expect(faultOf(recorded.slice(0, length))).not.toBe('none');
    expect(faultOf(Uint8Array.from([...recorded, 0]))).toBe('MALFORMED');
    expect(faultOf(new Uint8Array(0))).toBe('MALFORMED');
  });
});

/** The recorded body under signatures of our own keys. */
function signedBy(keys: readonly Uint8Array[], indexes: readonly number[], body = recorded.subarray(BODY, MESSAGE_END)): Uint8Array {
  const digest = keccak_256(keccak_256(body));
  const signatures = indexes.flatMap((index) => {
    const signature = secp256k1.sign(digest, keys[index], { prehash: false, format: 'recovered' });
    return [index, ...signature.subarray(1), signature[0]];
  });
  const message = [1, 0, 0, 0, 0, indexes.length, ...signatures, ...body];
  return Uint8Array.from([
    ...recorded.subarray(0, 8),
    message.length >> 8,
    message.length & 0xff,
    ...message,
    ...recorded.subarray(MESSAGE_END),
  ]);
}

describe('three of five', () => {
  const keys = [1, 2, 3, 4, 5].map((n) => Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? n : 7)));
  const addressOf = (key: Uint8Array) =>
    Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)).toString('hex');
  const set: SignerSet = { name: 'own', quorum: 3, signers: keys.map(addressOf) };

  it.each([
    [[0, 1, 2], 'none'],
    [[0, 2, 4], 'none'],
    [[0, 1, 2, 3, 4], 'none'],
    [[3, 4], 'QUORUM_MISSED'],
    [[2, 1, 0], 'SIGNER_REPEATED'],
    [[1, 1, 2], 'SIGNER_REPEATED'],
  ])('routers %j: %s', (indexes, expected) => {
    expect(faultOf(signedBy(keys, indexes), set)).toBe(expected);
  });

  it('another emitter, rightly signed, is nobody we know', () => {
    const body = Uint8Array.from(recorded.subarray(BODY, MESSAGE_END));
    body[20] ^= 1;
    expect(faultOf(signedBy(keys, [0, 1, 2], body), set)).toBe('EMITTER_UNKNOWN');
  });
});

describe('signer sets', () => {
  it('are addresses, each once, with a quorum of more than half', () => {
    for (const { signers, quorum } of pythSignerSets) {
      expect(new Set(signers).size).toBe(signers.length);
      for (const signer of signers) expect(signer).toMatch(/^[0-9a-f]{40}$/);
      expect(quorum * 2).toBeGreaterThan(signers.length);
    }
  });
});

describe('in a record', () => {
  const verdict = verifyPythUpdate(recorded, guardians);
  const [price] = verdict.isRight ? verdict.prices : [];
  /** The tick is the signed price itself: what is too far apart is the tool's test. */
  const formatted = (units: bigint) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`;
  const withSigned = (endAt: number, change: Partial<{ update: string; signerSet: string; feed: string }> = {}) =>
    checkSignedPrices(
      recordOf(
        forged(priceChain()[0], (record: RoundEvidence) => {
          record.endAt = `${endAt}`;
          if (record.evidence.kind !== 'price') return;
          record.evidence.close.tick!.price = formatted(price.price);
          record.evidence.signed = [
            { network: 'pyth', boundary: 'close', feed: price.feed, signerSet: 'wormhole-4', update: base64, ...change },
          ];
        }),
      ),
    )[0];
  const at = () => price.publishTime * 1000;

  it('an update of the boundary or soon after stands', () => {
    expect(withSigned(at())).toEqual({ boundary: 'close', price, fault: undefined, isPractice: false, distance: 0n });
    // Published a second after the one before it: the first from any moment between the two on.
    expect(withSigned(at() - 999).fault).toBeUndefined();
  });

  it.each([
    ['too late', () => withSigned(at() - 11_000), 'TOO_LATE'],
    ['not the first since the boundary', () => withSigned(at() - 1_000), 'NOT_THE_FIRST'],
    ['before the boundary', () => withSigned(at() + 1), 'PRICE_ABSENT'],
    ['of another feed', () => withSigned(at(), { feed: '11'.repeat(32) }), 'PRICE_ABSENT'],
    ['of signers nobody named', () => withSigned(at(), { signerSet: 'mine' }), 'SIGNERS_UNKNOWN'],
    ['of other signers', () => withSigned(at(), { signerSet: 'pyth-routers-2026' }), 'SIGNER_UNKNOWN'],
    ['no update at all', () => withSigned(at(), { update: '*' }), 'MALFORMED'],
  ])('%s', (_name, check, fault) => {
    expect(check().fault).toBe(fault);
  });
});
