// The signer's own questions: anything but exactly the payment that was agreed to is refused, whoever prepared it and whatever the database says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decoded } from '@maru/chains/chain.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../withdrawals/content-hash.ts';
import { type ApprovedRow, checkPayouts, type SomeRefused } from './check-payout.ts';
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
const check = (row: ApprovedRow, bytes: Decoded, now = HOUR * 100) => checkPayouts([row], bytes, { policy, hot: HOT, log, now })[0];
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

describe('many payments of one transaction', () => {
  const OTHER = '0xde709f2102306220921060314715629080e2fb77';
  const second = (): ApprovedRow => {
    const other = { ...content, id: 8, address: OTHER, amount: 100_000_000 };
    return { ...rowOf(), ...other, number: 5, agreed: [{ person: 'RULES', hash: contentHash(other) }] };
  };
  const one = { memo: null, coin: 'ETH', amount: 10n ** 18n };
  const bytes = (change: Partial<Decoded> = {}) =>
    bytesOf({
      payments: [
        { to: TO, ...one },
        { to: OTHER, ...one },
      ],
      feeLimit: 2_000n,
      ...change,
    });
  const both = (decoded: Decoded, rows = [rowOf(), second()]) => checkPayouts(rows, decoded, { policy, hot: HOT, log, now: HOUR * 100 });

  it('each against the row in its place, and a fee for each of them', () => {
    expect(both(bytes()).map(({ amount, isAgain }) => [amount, isAgain])).toEqual([
      [10n ** 18n, false],
      [10n ** 18n, false],
    ]);
    expect(() => both(bytes({ feeLimit: 2_001n }))).toThrow('its fee');
    expect(() => both(bytes({ payments: [{ to: TO, ...one }] }))).toThrow('1 payments');
    expect(() =>
      both(
        bytes({
          payments: [
            { to: OTHER, ...one },
            { to: TO, ...one },
          ],
        }),
      ),
    ).toThrow('it pays to');
  });

  it('what is approved beside it counts for none of them: who is refused is named, and nobody else', () => {
    const unsaid = { ...second(), agreed: rowOf().agreed };
    const refused = (rows: ApprovedRow[], decoded = bytes()) => {
      try {
        both(decoded, rows);
      } catch (error) {
        return [...((error as SomeRefused).why ?? new Map()).keys()];
      }
      return [];
    };
    expect(refused([rowOf(), unsaid])).toEqual([5]);
    expect(
      refused(
        [rowOf(), second()],
        bytes({
          payments: [
            { to: TO, ...one, amount: 1n },
            { to: OTHER, ...one },
          ],
        }),
      ),
    ).toEqual([4]);
  });

  it('limits count what the same bytes pay before it, and what was signed once counts once', () => {
    note('1:90', 4n * 10n ** 18n - 1n, HOUR * 100);
    expect(() => both(bytes())).toThrow('in an hour');
    log.add({ key: '1:4', coin: 'ETH', to: TO, amount: String(10n ** 18n), reserved: [`${HOT}:5`], at: 0 });
    expect(both(bytes()).map(({ isAgain }) => isAgain)).toEqual([true, false]);
  });
});
