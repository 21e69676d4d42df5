// The signer's own questions: anything but exactly the payment that was agreed to is refused, whoever prepared it and whatever the database says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decoded } from '@maru/chains/chain.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../withdrawals/content-hash.ts';
import { type ApprovedRow, checkPayout } from './check-payout.ts';
import type { ChainPolicy } from './policy.ts';
import { openSignedLog, type SignedLog } from './signed-log.ts';

const HOT = '0x52908400098527886E0F7030069857D2E4169EE7';
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'maru-check-'));
const path = join(folder, 'signed.log');
afterAll(() => rmSync(folder, { recursive: true }));

const policy: ChainPolicy = {
  chain: 'ETH',
  chainId: 1n,
  feeMost: 1_000n,
  coins: [
    {
      code: 'ETH',
      decimals: 18,
      ledgerDecimals: 8,
      perHour: 5n * 10n ** 18n,
      perDay: 6n * 10n ** 18n,
      byRules: 10n ** 18n,
      byOne: 2n * 10n ** 18n,
    },
  ],
};
const content = { id: 7, site: 1, account: 3, walletType: 'ETH', asset: 3, chain: 'ETH', address: TO, memo: null, payee: null, fee: 1 };
const rowOf = (amount = 100_000_000, persons = ['RULES'], change: Partial<ApprovedRow> = {}): ApprovedRow => {
  const row = { ...content, amount, number: 4, twoPersons: 10 ** 15, isJudgedTwo: false, ...change };
  return { ...row, agreed: persons.map((person) => ({ person, hash: contentHash({ ...content, amount }) })) };
};
const bytesOf = (change: Partial<Decoded> = {}, amount = 10n ** 18n): Decoded => ({
  chain: 'ETH',
  from: [HOT],
  payments: [{ to: TO, memo: null, coin: 'ETH', amount }],
  change: [],
  feeLimit: 1_000n,
  reservation: { nonce: { address: HOT, nonce: 5n } },
  ...change,
});

let log: SignedLog;
beforeEach(() => {
  rmSync(path, { force: true });
  log = openSignedLog(path);
});
const check = (row: ApprovedRow, bytes: Decoded, now = HOUR * 100) => checkPayout(row, bytes, { policy, hot: HOT, log, now });
const note = (key: string, amount: bigint, at: number) =>
  log.add({ key, coin: 'ETH', to: TO, amount: String(amount), reserved: [`${HOT}:5`], at });

it('exactly what was agreed to passes', () => {
  expect(check(rowOf(), bytesOf())).toMatchObject({ amount: 10n ** 18n, reserved: [`${HOT}:5`], isAgain: false });
});

describe('bytes', () => {
  const [payment] = bytesOf().payments;
  it.each<[string, Partial<Decoded>, RegExp]>([
    ['another recipient', { payments: [{ ...payment, to: HOT }] }, /pays to/],
    ['one unit more', { payments: [{ ...payment, amount: payment.amount + 1n }] }, /not 1000000000000000000/],
    ['a second payment', { payments: [payment, payment] }, /2 payments/],
    ['another coin', { payments: [{ ...payment, coin: 'ETH_USDT' }] }, /pays in/],
    ['a memo', { payments: [{ ...payment, memo: '1' }] }, /memo/],
    ['from elsewhere', { from: [TO] }, /hot address/],
    ['change to somebody', { change: [{ address: TO, amount: 1n }] }, /change/],
    ['a fee above the limit', { feeLimit: 1_001n }, /fee/],
    ['nothing reserved', { reservation: {} }, /reserves nothing/],
  ])('%s', (_, change, why) => expect(() => check(rowOf(), bytesOf(change))).toThrow(why));
});

describe('persons', () => {
  it('a yes to something else counts for nobody', () => {
    expect(() => check(rowOf(undefined, [], {}), bytesOf())).toThrow(/nobody/);
    expect(() => check(rowOf(undefined, ['RULES'], { fee: 2 }), bytesOf())).toThrow(/nobody/);
  });

  it('the rules up to their limit, then one person, then two different ones', () => {
    const two = bytesOf({}, 2n * 10n ** 18n);
    expect(() => check(rowOf(200_000_000), two)).toThrow(/no person/);
    check(rowOf(200_000_000, ['operator:1']), two);
    const three = bytesOf({}, 3n * 10n ** 18n);
    expect(() => check(rowOf(300_000_000, ['RULES', 'operator:1', 'operator:1']), three)).toThrow(/needs two/);
    check(rowOf(300_000_000, ['operator:1', 'operator:2']), three);
  });
});

describe('two persons', () => {
  it.each<[string, Partial<ApprovedRow>]>([
    ['the site’s rules wanted two', { isJudgedTwo: true }],
    ['the coin’s limit of one person is below it', { twoPersons: 99_999_999 }],
  ])('%s: the policy’s own limits do not do with less', (_, change) => {
    expect(() => check(rowOf(undefined, ['RULES'], change), bytesOf())).toThrow(/needs two/);
    expect(() => check(rowOf(undefined, ['operator:1'], change), bytesOf())).toThrow(/needs two/);
    check(rowOf(undefined, ['operator:1', 'operator:2'], change), bytesOf());
  });
});

it('one whose time is over before a block could bring it is made anew, not signed', () => {
  const ends = (ms: number) => bytesOf({ reservation: { once: { id: 'a', untilMs: HOUR * 100 + ms } } });
  expect(() => check(rowOf(), ends(30_000))).toThrow(/time is over/);
  expect(check(rowOf(), ends(120_000)).reserved).toEqual(['a']);
});

describe('its own file', () => {
  it('limits of an hour and a day hold whatever was asked', () => {
    note('1:1', 45n * 10n ** 17n, HOUR * 99.5);
    expect(() => check(rowOf(), bytesOf())).toThrow(/hour/);
    expect(() => check(rowOf(), bytesOf(), HOUR * 101)).not.toThrow();
    note('1:2', 10n ** 18n, HOUR * 99.5);
    expect(() => check(rowOf(), bytesOf(), HOUR * 101)).toThrow(/day/);
    expect(() => check(rowOf(), bytesOf(), HOUR * 125)).not.toThrow();
  });

  it('a number that was signed is signed over the same reservation alone, after a restart too', () => {
    note('1:4', 10n ** 18n, 1);
    log = openSignedLog(path);
    expect(check(rowOf(), bytesOf())).toMatchObject({ isAgain: true });
    const other = { nonce: { address: HOT, nonce: 6n } };
    expect(() => check(rowOf(), bytesOf({ reservation: other }))).toThrow(/signed before/);
    expect(() => check(rowOf(50_000_000), bytesOf({}, 5n * 10n ** 17n))).toThrow(/signed before/);
  });

  it('a line of a former release holds as well', () => {
    note('1:4', 10n ** 18n, 1);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"reserved"', '"claims"'));
    log = openSignedLog(path);
    expect(check(rowOf(), bytesOf())).toMatchObject({ isAgain: true });
  });

  it('a line that was cut off is none, and what comes behind it is whole', () => {
    note('1:1', 1n, 1);
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"key":"1:2","coi`);
    log = openSignedLog(path);
    expect(log.find('1:2')).toBeUndefined();
    note('1:3', 2n, 2);
    expect(() => openSignedLog(path)).not.toThrow();
    expect(openSignedLog(path).sumSince('ETH', 0)).toBe(3n);
  });
});
