// Rules 8.3 and 8.4 over an interval: places, weights, half coverage, the venue's word, a restart in the middle and one over the end.
import { describe, expect, test } from 'vitest';
import { FUNDING_INTERVAL_MS, FundingSamples, PLACES } from './funding-samples.ts';

const btc = { name: 'BINANCE:BTCUSDT', firstTierMmr: 400_000 };
/** 08:00 UTC of a day. */
const start = 1_795_046_400_000;
const end = start + FUNDING_INTERVAL_MS;
const EVERY = 5_000;

/** Samples of `premium` at every place from `from` on, up to but not including `to`. */
function sampled(premium: number, from = 0, to = PLACES, symbol = btc): FundingSamples {
  const funding = new FundingSamples(symbol);
  funding.turn(start);
  for (let place = from; place < to; place++) funding.add(start + place * EVERY, premium);
  return funding;
}
function closed(funding: FundingSamples, now = end): unknown {
  funding.turn(now);
  return funding.closed;
}

describe('8.4 the rate of an interval', () => {
  test('5,760 samples of nothing give the interest, 0.01 %; for BNB nothing', () => {
    expect(closed(sampled(0))).toEqual({ fundingTime: end, rate: 10_000, basis: 'samples', samples: 5_760 });
    expect(closed(sampled(0, 0, PLACES, { ...btc, name: 'BINANCE:BNBUSDT' }))).toMatchObject({ rate: 0 });
  });

  test('premium beyond the clamp moves it, the cap of 0.75 x MMR ends it', () => {
    expect(closed(sampled(150_000))).toMatchObject({ rate: 100_000 });
    expect(closed(sampled(-920_000))).toMatchObject({ rate: -300_000 });
  });

  test('a missing sample counts as 0 with the weight of its place: a gap at the end weighs more than one at the beginning', () => {
    // The last tenth of the places carries 19 % of the weight, the first 1 %.
    expect(closed(sampled(200_000, 0, 5_184))).toMatchObject({ rate: 112_003 });
    expect(closed(sampled(200_000, 576))).toMatchObject({ rate: 147_997 });
  });

  test('D-16: fewer than half of the samples and the rate is 0', () => {
    expect(closed(sampled(200_000, 2_881))).toMatchObject({ rate: 0, basis: 'thin', samples: 2_879 });
    expect(closed(sampled(200_000, 2_880))).toMatchObject({ basis: 'samples', samples: 2_880 });
  });

  test('two samples in one place count once', () => {
    const funding = sampled(0, 0, 10);
    funding.add(start + 9 * EVERY + 100, 5_000_000);
    expect(funding.memory().premiums).toBe(10);
  });
});

describe('8.4 a feed that publishes rates is mirrored', () => {
  const word = { fundingRate: -12_345, nextFundingAt: end, receivedAt: end - 1_000 };

  test('its word for this funding time, just before it', () => {
    const funding = sampled(0);
    funding.publish(word);
    funding.publish({ fundingRate: 99, nextFundingAt: end + FUNDING_INTERVAL_MS, receivedAt: end });
    expect(closed(funding)).toEqual({ fundingTime: end, rate: -12_345, basis: 'venue', samples: 5_760 });
  });

  test('an old word does not count', () => {
    const funding = sampled(0);
    funding.publish({ ...word, receivedAt: end - 60_001 });
    expect(closed(funding)).toMatchObject({ basis: 'samples', rate: 10_000 });
  });
});

describe('8.3 a restart', () => {
  test('in the middle keeps the samples', () => {
    const before = sampled(100_000, 0, 3_000);
    const after = new FundingSamples(btc);
    after.restore(before.memory());
    after.add(start + 2_999 * EVERY + 1, 100_000);
    after.turn(start + 3_010 * EVERY);
    expect(after.closed).toBeUndefined();
    for (let place = 3_010; place < PLACES; place++) after.add(start + place * EVERY, 100_000);
    expect(closed(after)).toMatchObject({ basis: 'samples', samples: 5_750 });
  });

  test('over the end closes the interval with what it has, once; whole intervals in between are passed over', () => {
    const after = new FundingSamples(btc);
    after.restore(sampled(100_000, 0, 5_000).memory());
    after.turn(end + 2 * FUNDING_INTERVAL_MS + 1);
    expect(after.closed).toMatchObject({ fundingTime: end, basis: 'samples', samples: 5_000 });
    expect(after.fundingAt).toBe(end + 3 * FUNDING_INTERVAL_MS);
    after.turn(end + 2 * FUNDING_INTERVAL_MS + 2);
    expect(after.closed).toMatchObject({ fundingTime: end });
  });

  test('right after the end remembers what may not be settled yet', () => {
    const before = sampled(0);
    before.turn(end + 1);
    const after = new FundingSamples(btc);
    after.restore(before.memory());
    after.turn(end + 2);
    expect(after.closed).toEqual({ fundingTime: end, rate: 10_000, basis: 'samples', samples: 5_760 });
  });

  test('a market that has just begun closes nothing', () => {
    const funding = new FundingSamples(btc);
    funding.turn(start);
    expect(funding.closed).toBeUndefined();
  });
});
