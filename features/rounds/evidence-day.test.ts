// A day as it is published: heads that records must meet, the day's seed that every draw came from, the chain from day to day.
import { describe, expect, it } from 'vitest';
import { canonicalText, type EvidenceFile } from './evidence.ts';
import { checkDay, type DayCheckName, type DayFile, type DayRecord, readDay, sealDay } from './evidence-day.ts';
import { isDaySigned } from './evidence-day-signed.ts';
import { altered, dayFile, drawFile, forged, leftFile, priceChain } from './testing/evidence-samples.ts';
import { signedDay } from './testing/signed-days.ts';

const chain = priceChain();
/** Of one day: the sampled draw lies a day apart from the price rounds. */
const drawn = drawFile();
const day = dayFile([drawn]);
const dayOfChain = dayFile(chain);
const failing = (file: DayFile, records: readonly EvidenceFile[] = []): DayCheckName[] =>
  checkDay(file, records)
    .filter((check) => !check.isRight && check.isMissing !== true)
    .map((check) => check.name);
const forgedDay = (file: DayFile, change: (record: DayRecord) => void): DayFile => {
  const record = readDay(file.record)!;
  change(record);
  return { ...file, ...sealDay(record) };
};

describe('a day as it was published', () => {
  it('holds with its records: heads met, seeds from the day’s', () => {
    expect(checkDay(day, [drawn]).filter((check) => !check.isRight)).toEqual([]);
    expect(failing(dayOfChain, chain)).toEqual([]);
    expect(checkDay(dayOfChain, chain).find(({ name }) => name === 'heads')?.figure).toBe('1 / 1');
  });

  it('without records it says so, and holds by itself', () => {
    expect(failing(day)).toEqual([]);
    expect(
      checkDay(day)
        .filter((check) => check.isMissing)
        .map((check) => check.name),
    ).toEqual(['heads', 'seeds']);
  });

  it('no leaf of it can be altered under its hash', () => {
    let leaves = 0;
    for (const [name, record] of altered(readDay(day.record)!)) {
      leaves++;
      expect(failing({ ...day, record: canonicalText(record) }), name).toContain('hash');
    }
    expect(leaves).toBeGreaterThan(14);
  });
});

describe('against records', () => {
  it('a record that was altered is not the one of the head', () => {
    const changed = forged(chain[2], (record) => (record.currency = 'USDC'));
    expect(failing(dayOfChain, [...chain.slice(0, 2), changed])).toEqual(['heads']);
  });

  it('a record slipped in after the head is found by its time', () => {
    const added = forged(chain[2], (record) => (record.number = '4'));
    expect(failing(dayOfChain, [...chain, added])).toEqual(['heads']);
  });

  it('an option that the day knows nothing of is found', () => {
    expect(failing(dayOfChain, [...chain, forged(leftFile(), (record) => (record.tradeOptionId = '3'))])).toEqual(['heads']);
  });

  it('a draw whose seed came from elsewhere is found', () => {
    const other = forgedDay(day, (record) => (record.siteNumber = '2'));
    expect(failing(other, [drawn])).toEqual(['seeds']);
  });
});

describe('from day to day', () => {
  it.each<[string, (record: DayRecord) => void, DayCheckName[]]>([
    ['another seed than the sealed one', (record) => (record.seed!.seed = '0'.repeat(64)), ['seed']],
    ['another seal than the day before told', (record) => (record.seed!.seal = '0'.repeat(64)), ['seed', 'chain']],
    ['another day before', (record) => (record.previous = '0'.repeat(64)), ['chain']],
    ['a day left out', (record) => (record.number = '3'), ['chain']],
    ['times of another day', (record) => (record.from = `${Number(record.from) + 1}`), ['form']],
  ])('%s', (_name, change, expected) => {
    expect(failing(forgedDay(day, change))).toEqual(expected);
  });
});

describe('the signature of a day', () => {
  const file = signedDay(day);
  const [first, second] = file.signed.keys;

  it('leads back to every key that one may have noted, and to no other', () => {
    expect([isDaySigned(file), isDaySigned(file, first.publicKey), isDaySigned(file, second.publicKey)]).toEqual([true, true, true]);
    expect(isDaySigned(file, '0'.repeat(64))).toBe(false);
    expect(isDaySigned(day)).toBeUndefined();
  });

  it('no leaf of it can be altered, nor the day under it, nor the handing over left out', () => {
    for (const [name, signed] of altered(file.signed)) expect(isDaySigned({ ...file, signed }), name).toBe(false);
    expect(isDaySigned(forgedDay(file, (record) => (record.siteNumber = '2')))).toBe(false);
    expect(isDaySigned({ ...file, signed: { ...file.signed, keys: [second] } })).toBe(false);
    expect(isDaySigned({ ...file, signed: { ...file.signed, keys: [first] } })).toBe(false);
    expect(isDaySigned({ ...file, signed: { ...file.signed, keys: [] } })).toBe(false);
  });
});
