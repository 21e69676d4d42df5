// The golden journal of each release gives the same events under its own logic version, for ever.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOGIC_VERSION } from '../state.ts';
import { fingerprint, readGolden } from './golden-journal.ts';

const folder = join(import.meta.dirname, 'golden');
const journals = readdirSync(folder).map((file) => [file, readGolden(readFileSync(join(folder, file), 'utf8'))] as const);

describe('golden journals', () => {
  test('the present logic version has one', () => {
    expect(journals.map(([, journal]) => journal.logicVersion)).toContain(LOGIC_VERSION);
  });

  test.each(journals.filter(([, journal]) => journal.logicVersion === LOGIC_VERSION))(
    '%s: the same commands give the same events',
    (_file, journal) => {
      expect(journal.records.length).toBe(journal.commands);
      expect(fingerprint(journal.records)).toBe(journal.events);
    },
  );

  // Version 9 takes accounts that 8 refused (ADR 0063), 10 takes coin custody (ADR 0076), 11 quotes of conversions (ADR 0086), 12
  // transfers to members (ADR 0087); what they took they take as it was.
  test.each(journals.filter(([, { logicVersion }]) => logicVersion >= 8 && logicVersion < LOGIC_VERSION))(
    '%s: the same events here',
    (_file, journal) => {
      expect(fingerprint(journal.records)).toBe(journal.events);
    },
  );

  test('one changed word is noticed', () => {
    const [, journal] = journals[journals.length - 1];
    const records = journal.records.map((record) => Float64Array.from(record));
    const transfer = records.findIndex((record) => record[0] === 4);
    records[transfer][9] += 1;
    expect(fingerprint(records)).not.toBe(journal.events);
  });
});
