// The signer's questions of a sweep: from deposits of its own seed to its own hot address, or fuel back, and nothing else whatever a row says.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decoded } from '@maru/chains/chain.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { checkSweep, sweepKey, type SweepRow } from './check-sweep.ts';
import type { ChainPolicy } from './policy.ts';
import { openSignedLog, type SignedLog } from './signed-log.ts';

const [HOT, DEPOSIT, OTHER, COLD] = ['0xhot', '0xdeposit', '0xother', '0xcold'];
const folder = mkdtempSync(join(tmpdir(), 'maru-sweep-'));
const path = join(folder, 'signed.log');
afterAll(() => rmSync(folder, { recursive: true }));

const most = 10n ** 30n;
const coin = (code: string) => ({ code, decimals: 6, ledgerDecimals: 6, perHour: most, perDay: most, byRules: most, byOne: most });
const policy: ChainPolicy = { chain: 'ETH', feeMost: 1_000n, cold: [COLD], coins: [coin('ETH'), { ...coin('ETH_USDT'), contract: '0x1' }] };
const sweep: SweepRow = { id: 3, site: 1, chain: 'ETH', kind: 'SWEEP', coin: 'ETH_USDT' };
const fuel: SweepRow = { ...sweep, kind: 'FUEL', coin: 'ETH' };
const toCold: SweepRow = { ...sweep, kind: 'TO_COLD' };
const freezes = (change: Partial<Decoded> = {}): Decoded =>
  gathers({ from: [HOT], payments: [{ to: COLD, memo: null, coin: 'ETH_USDT', amount: 500n }], ...change });
const gathers = (change: Partial<Decoded> = {}): Decoded => ({
  chain: 'ETH',
  from: [DEPOSIT],
  payments: [{ to: HOT, memo: null, coin: 'ETH_USDT', amount: 500n }],
  change: [],
  feeLimit: 1_000n,
  reservation: { nonce: { address: DEPOSIT, nonce: 0n } },
  ...change,
});
const feeds = (change: Partial<Decoded> = {}): Decoded =>
  gathers({
    from: [HOT],
    payments: [{ to: DEPOSIT, memo: null, coin: 'ETH', amount: 900n }],
    reservation: { nonce: { address: HOT, nonce: 7n } },
    ...change,
  });

let log: SignedLog;
beforeEach(() => {
  rmSync(path, { force: true });
  log = openSignedLog(path);
});
const check = (row: SweepRow, bytes: Decoded) =>
  checkSweep(row, bytes, { policy, hot: HOT, log, isDeposit: (address) => address === DEPOSIT });

it('from a deposit’s address to the hot one, and fuel back', () => {
  expect(check(sweep, gathers())).toMatchObject({ coin: 'ETH_USDT', to: HOT, amount: 500n, isAgain: false });
  expect(check(fuel, feeds())).toMatchObject({ coin: 'ETH', to: DEPOSIT, amount: 900n });
  expect(check(toCold, freezes())).toMatchObject({ coin: 'ETH_USDT', to: COLD, amount: 500n });
});

const [gathered] = gathers().payments;
const [fed] = feeds().payments;
it.each<[string, SweepRow, Decoded, RegExp]>([
  ['a sweep to somebody', sweep, gathers({ payments: [{ ...gathered, to: OTHER }] }), /not the hot address/],
  ['a sweep from somebody', sweep, gathers({ from: [DEPOSIT, OTHER] }), /not from deposits/],
  ['a sweep out of the hot address', sweep, gathers({ from: [HOT] }), /not from deposits/],
  ['a second payment', sweep, gathers({ payments: [gathered, gathered] }), /2 payments/],
  ['change to somebody', sweep, gathers({ change: [{ address: OTHER, amount: 1n }] }), /change/],
  ['a coin of no policy', { ...sweep, coin: 'DAI' }, gathers({ payments: [{ ...gathered, coin: 'DAI' }] }), /no coin/],
  ['another coin than its row says', sweep, gathers({ payments: [{ ...gathered, coin: 'ETH' }] }), /moves ETH/],
  ['cold storage that the policy does not list', toCold, freezes({ payments: [{ ...gathered, to: OTHER }] }), /does not list as cold/],
  ['to cold storage from a deposit', toCold, freezes({ from: [DEPOSIT] }), /not the hot address/],
  ['what comes back from there', { ...sweep, kind: 'FROM_COLD' }, gathers({ from: [COLD] }), /key is not here/],
  ['a fee above the limit', sweep, gathers({ feeLimit: 1_001n }), /fee/],
  ['nothing reserved', sweep, gathers({ reservation: {} }), /reserves nothing/],
  ['another chain', sweep, gathers({ chain: 'TRON' }), /of TRON/],
  ['fuel to somebody', fuel, feeds({ payments: [{ ...fed, to: OTHER }] }), /no address of a deposit/],
  ['fuel to the hot address', fuel, feeds({ payments: [{ ...fed, to: HOT }] }), /no address of a deposit/],
  ['fuel from a deposit', fuel, feeds({ from: [DEPOSIT] }), /not the hot address/],
  ['fuel of a token', { ...fuel, coin: 'ETH_USDT' }, feeds({ payments: [{ ...fed, coin: 'ETH_USDT' }] }), /pays for nothing/],
  ['more fuel than a fee may be', fuel, feeds({ payments: [{ ...fed, amount: 1_001n }] }), /more than/],
])('%s is refused', (_, row, bytes, why) => expect(() => check(row, bytes)).toThrow(why));

it('one that was signed is signed over the same reservation alone, and as the same kind', () => {
  log.add({ key: sweepKey(sweep), coin: 'SWEEP ETH_USDT', to: HOT, amount: '500', reserved: [`${DEPOSIT}:0`], at: 1 });
  log = openSignedLog(path);
  expect(check(sweep, gathers())).toMatchObject({ isAgain: true });
  expect(() => check(sweep, gathers({ reservation: { nonce: { address: DEPOSIT, nonce: 1n } } }))).toThrow(/signed before/);
  expect(() => check(sweep, gathers({ payments: [{ ...gathered, amount: 501n }] }))).toThrow(/signed before/);
  expect(() => check(fuel, feeds())).toThrow(/signed before/);
});
