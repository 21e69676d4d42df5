// Signed prices in records: tool and product find the same about their signatures, and how far a settled price lies from them.
import { describe, expect, it } from 'vitest';
import type { PriceEvidence, SignedPrice } from '../../features/rounds/evidence.ts';
import { checkSignedPrices } from '../../features/rounds/evidence-signed.ts';
import { forged, recordOf, signedFile } from '../../features/rounds/testing/evidence-samples.ts';
import { verifyFile } from './verify-round.mjs';

describe('signed prices (Pyth)', () => {
  const file = signedFile();
  const withSigned = (change: Partial<SignedPrice>) =>
    forged(file, ({ evidence }) => {
      if (evidence.kind === 'price') Object.assign(evidence.signed[0], change);
    });
  const [{ update }] = (recordOf(file).evidence as PriceEvidence).signed;
  const flipped = (at: number) => {
    const bytes = Buffer.from(update, 'base64');
    bytes[at] ^= 1;
    return bytes.toString('base64');
  };

  it('the recorded update verifies by itself: thirteen signers, three proofs', () => {
    expect(verifyFile(file).find(([name]) => name === 'signed prices')).toEqual(['signed prices', '']);
  });

  it('say how far the settled price lies from them, and that is flagged beyond the bound that is published', () => {
    const [signed] = checkSignedPrices(recordOf(file));
    expect([signed.fault, signed.distance === undefined]).toEqual([undefined, false]);
    const said = (price: string, distance?: string | null, result = 'UP') => {
      const changed = forged(file, (record) => {
        if (record.evidence.kind !== 'price') return;
        Object.assign(record, { result });
        Object.assign(record.evidence.close.tick!, { price });
        Object.assign(record.evidence.signed[0], distance === undefined ? {} : { distance });
      });
      const [{ fault, distance: found }] = checkSignedPrices(recordOf(changed));
      return [fault ?? '', found, verifyFile(changed).find(([name]) => name === 'signed prices')?.[1]];
    };
    const { price, confidence, exponent } = signed.price!;
    const unit = 10n ** BigInt(12 + exponent);
    const text = (scaled: bigint) => `${scaled / 10n ** 12n}.${String(scaled % 10n ** 12n).padStart(12, '0')}`;
    // 0.2 % and three times the confidence, to the last digit on either side.
    const most = (price * unit * 2_000n) / 1_000_000n + 3n * confidence * unit;
    for (const side of [1n, -1n]) {
      expect(
        said(text(price * unit + side * most))
          .slice(0, 3)
          .filter((each) => typeof each === 'string'),
      ).toEqual(['', '']);
      const [fault, , tool] = said(text(price * unit + side * (most + 1n)));
      expect([fault, tool]).toEqual(['TOO_FAR', expect.stringMatching(/^close: 0\.\d+ % from the signed price/)]);
      // A void round was settled at no price.
      expect(said(text(price * unit + side * (most + 1n)), undefined, 'VOID')[0]).toBe('');
    }
    expect(said(text(price * unit), '0').filter((each) => typeof each === 'string')).toEqual(['', '']);
    expect(said(text(price * unit), '1')).toEqual(['DISTANCE_WRONG', 0n, 'close: another distance from the signed price']);
    expect(said(text(price * unit), null)[0]).toBe('DISTANCE_WRONG');
  });

  it.each(['binance', 'pyth'])('practice signatures beside prices of %s', (source) => {
    const practised = forged(file, ({ evidence }) => {
      if (evidence.kind === 'price') Object.assign(evidence, { source, signed: [{ ...evidence.signed[0], signerSet: 'practice' }] });
    });
    expect(verifyFile(practised).find(([name]) => name === 'signed prices')?.[1]).toMatch(/^practice signatures/);
    expect(checkSignedPrices(recordOf(practised)).map(({ fault }) => fault)).toEqual(['PRACTICE']);
  });

  it.each<[string, Partial<SignedPrice>, RegExp]>([
    ['a byte of a price', { update: flipped(Buffer.from(update, 'base64').length - 250) }, /root|signed/],
    ['a byte of a signature', { update: flipped(40) }, /signature/],
    ['a byte of what was signed', { update: flipped(900) }, /signature/],
    ['another boundary', { boundary: 'strike' }, /not the first|no price/],
    ['another feed', { feed: '11'.repeat(32) }, /no price of its moment/],
    ['other signers', { signerSet: 'pyth-routers-2026' }, /not of its signer/],
    ['signers nobody named', { signerSet: 'mine' }, /nobody knows/],
    ['no update', { update: 'AAAA' }, /cut short/],
  ])('%s', (_name, change, why) => {
    expect(verifyFile(withSigned(change)).find(([name]) => name === 'signed prices')?.[1]).toMatch(why);
  });
});
