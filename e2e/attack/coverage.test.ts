// Every example case of these areas is judged by a test, or said here why it has nothing to attack yet.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attackCases } from './cases.ts';

const areas = [
  'NUM',
  'ORD',
  'RES',
  'LGN',
  'TOK',
  'WSK',
  'HTP',
  'RSK',
  'FED',
  'CNT',
  'CNV',
  'BON',
  'REC',
  'ADM',
  'TEN',
  'ATZ',
  'BIN',
  'SLT',
  'WDR',
];
const absent: Readonly<Record<string, string>> = {
  'HTP-05': 'no setting of this release is an address that the server fetches',
  'ATZ-04': 'no call tells a partner’s profits yet',
};

/** Judged beside what they attack, under their own names. */
const elsewhere: Readonly<Record<string, string>> = {
  'ADM-01': 'apps/server/member-desk.test.ts',
  'ADM-05': 'apps/server/sites-live.test.ts',
  'ADM-07': 'apps/server/member-desk.test.ts',
  'ATZ-02': 'apps/server/custody-attacks.test.ts',
  'ATZ-10': 'apps/server/rounds.test.ts',
  'CNT-13': 'apps/server/member-desk.test.ts',
  'CNV-01': 'apps/server/wallet-transfer.test.ts',
  'CNV-02': 'apps/server/wallet-transfer.test.ts',
  'CNV-03': 'apps/server/wallet-transfer.test.ts',
  'CNV-05': 'apps/server/wallet-transfer.test.ts',
  'CNV-06': 'apps/server/wallet-transfer.test.ts',
  'CNV-07': 'apps/server/convert.test.ts',
  'CNV-08': 'apps/server/convert.test.ts',
  'CNV-10': 'apps/server/convert.test.ts',
  'BON-01': 'apps/server/wallet-coupon.test.ts',
  'BON-02': 'apps/server/wallet-coupon.test.ts',
  'BON-03': 'apps/server/custody-attacks.test.ts',
  'BON-05': 'apps/server/wallet-coupon.test.ts',
  'BON-08': 'apps/server/wallet-coupon.test.ts',
  'BON-10': 'apps/server/wallet-coupon.test.ts',
  'REC-02': 'features/account/server/certificates.test.ts',
  'REC-06': 'features/account/server/certificates.test.ts',
  'REC-07': 'features/account/server/protection.test.ts',
  'REC-08': 'features/account/server/protection.test.ts',
  'REC-10': 'features/account/server/protection.test.ts',
  'REC-11': 'features/account/server/certificates.test.ts',
  'REC-12': 'features/account/server/protection.test.ts',
  'REC-13': 'features/account/server/certificates.test.ts',
  'REC-14': 'features/account/server/certificates.test.ts',
  'SLT-01': 'apps/server/slot.test.ts',
  'SLT-02': 'apps/server/slot.test.ts',
  'SLT-06': 'apps/server/games-of-members.test.ts',
  'SLT-07': 'apps/server/slot.test.ts',
  'SLT-08': 'apps/server/slot.test.ts',
  'RES-04': 'kit/server/recovery.test.ts',
  'RES-08': 'kit/server/recovery.test.ts',
  'RES-11': 'kit/server/recovery.test.ts',
  'RES-13': 'kit/server/projector.test.ts',
  'RES-14': 'kit/server/recovery.test.ts',
  'WDR-01': 'apps/server/custody-attacks.test.ts',
  'WDR-02': 'apps/server/custody-attacks.test.ts',
  'WDR-04': 'apps/server/custody-attacks.test.ts',
  'WDR-05': 'apps/server/custody-attacks.test.ts',
  'WDR-06': 'apps/server/custody-attacks.test.ts',
  'WDR-10': 'apps/server/custody-attacks.test.ts',
  'WDR-11': 'apps/server/custody-attacks.test.ts',
  'WDR-12': 'apps/server/custody-attacks.test.ts',
  'WDR-15': 'apps/server/custody-attacks.test.ts',
  'WDR-17': 'apps/server/custody-attacks.test.ts',
};

test('cases judged elsewhere are judged there', () => {
  for (const [id, path] of Object.entries(elsewhere)) {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toContain(id);
  }
});

test('each case of these areas has its test or its reason', () => {
  const dir = new URL('.', import.meta.url);
  const text = readdirSync(dir)
    .map((file) => readFileSync(new URL(file, dir), 'utf8'))
    .join('\n');
  const judged = new Set([...text.matchAll(/attack\('([A-Z]{3}-\d{2})'/g)].map((match) => match[1]));
  const wanted = [...attackCases.values()].filter((each) => areas.includes(each.area)).map((each) => each.id);
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter((id) => !judged.has(id) && absent[id] === undefined && elsewhere[id] === undefined)).toEqual([]);
  expect(Object.keys(absent).filter((id) => judged.has(id))).toEqual([]);
});
