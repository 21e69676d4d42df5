// Transfers between USDT and a BINARY wallet that counts in whole units: at the site's rate, and never in the member's favour.
import { conversionOf } from '@maru/engine/money/conversion.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { describe, expect, it } from 'vitest';
import { conversionTerms } from './conversion-terms.ts';

const site = (binaryCurrency: string) =>
  ({ binaryCurrency, rates: { KRW: '1382', BKT: '1000' }, conversion: { spread: 0, maxMove: 0 } }) as unknown as SiteConfig;

describe.each(['KRW', 'BKT'])('%s', (currency) => {
  const terms = conversionTerms(site(currency));
  if (terms === undefined) throw new Error('no terms');
  const { num, den, spread } = terms;
  const perUsdt = BigInt(terms.rate);

  it('counts in whole units', () => {
    expect(terms).toMatchObject({ currency, decimals: 0 });
  });

  it.each([1_000, 999_999, 1_000_001, 7_777_777, 123_456_789])('%i micro-USDT buy no unit that was not paid for', (given) => {
    const out = conversionOf(given, spread, num, den);
    const received = BigInt(out?.received ?? 0);
    expect(received * 1_000_000n <= BigInt(given) * perUsdt).toBe(true);
    expect((received + 1n) * 1_000_000n > BigInt(given) * perUsdt).toBe(true);
    // And back: never more than what it came from.
    const back = received === 0n ? undefined : conversionOf(Number(received), spread, den, num);
    expect(back?.received ?? 0).toBeLessThanOrEqual(given);
  });
});

it('a wallet in USDT converts nothing', () => {
  expect(conversionTerms(site('USDT'))).toBeUndefined();
});
