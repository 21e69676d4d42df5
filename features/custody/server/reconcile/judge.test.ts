// What a comparison makes of three sides that are told at one height and one sequence: nothing of what is on its way, and each thing that is wrong.
import { DepositState, WithdrawalState } from '@maru/engine/wire/custody-terms.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { describe, expect, it } from 'vitest';
import { judge, type Known, namedInLedger } from './judge.ts';

const ETH = 3;
const GWEI10 = 10n ** 10n;
const { Credited, Orphaned, Pending, Unlocked } = DepositState;
/** Two deposits of 5 and 3 units, a withdrawal of 2 that cost 1, and an entry of 100 of the house: 105 units, to 10^-8. */
const known = (change: Partial<Known> = {}): Known => ({
  asset: ETH,
  isDemo: false,
  faults: [],
  coins: [
    {
      walletType: 'ETH',
      chain: 'ETH',
      asset: ETH,
      decimals: 18,
      odd: [],
      read: { height: 9, blockHash: '0x9', readMs: 1, isInLine: true },
      deposits: 8n * GWEI10,
      recordedDeposits: 8n * GWEI10,
      hot: 97n * GWEI10,
      recordedHot: 97n * GWEI10,
      cold: 0n,
      recordedCold: 0n,
    },
  ],
  rows: [
    { kind: 'DEPOSIT', id: 1, number: 1, asset: ETH, units: 5n },
    { kind: 'DEPOSIT', id: 2, number: 2, asset: ETH, units: 3n },
    { kind: 'WITHDRAWAL', id: 1, number: 1, asset: ETH, units: -2n },
    { kind: 'FEE', id: 1, number: 1, asset: ETH, units: -1n },
    { kind: 'ENTRY', id: 1, number: 1, asset: ETH, units: 100n },
  ],
  books: {
    seq: 50,
    deposits: 2,
    withdrawals: 1,
    entries: 1,
    depositStates: Uint8Array.of(Unlocked, Credited),
    withdrawalStates: Uint8Array.of(WithdrawalState.Settled),
    assets: [{ asset: ETH, external: -105, inTransit: 0, suspense: 0, networkFee: -1 }],
  },
  outside: [
    { asset: ETH, reason: PostingReason.Deposit, amount: 8n },
    { asset: ETH, reason: PostingReason.WithdrawalSent, amount: -2n },
    { asset: ETH, reason: PostingReason.NetworkFee, amount: -1n },
    { asset: ETH, reason: PostingReason.CustodyEntry, amount: 100n },
  ],
  ...change,
});
const books = (change: object) => ({ ...known().books, ...change });
const coin = (change: object) => [{ ...known().coins[0], ...change }];
const found = (of: Known) => judge(of).items.map(({ fault, amount }) => `${fault} ${amount}`);

it('nothing is wrong where the three sides agree', () => {
  expect(judge(known())).toMatchObject({ scale: 18, chain: 105n * GWEI10, ledger: 105n * GWEI10, between: 0n, difference: 0n, items: [] });
});

describe('what is on its way is no difference', () => {
  it('seen and not posted, posted and its block not read yet, mined and not settled, dust', () => {
    const more = { depositStates: Uint8Array.of(Unlocked, 0), assets: [{ ...known().books.assets[0], external: -102 }] };
    const outside = known().outside.map((one) => (one.amount === 8n ? { ...one, amount: 5n } : one));
    expect(judge(known({ books: books(more), outside }))).toMatchObject({ between: 3n * GWEI10, difference: 0n, items: [] });
    const later = coin({ deposits: 5n * GWEI10, recordedDeposits: 5n * GWEI10 });
    expect(judge(known({ coins: later }))).toMatchObject({ between: -3n * GWEI10, difference: 0n, items: [] });
    const mined = coin({ hot: 90n * GWEI10 + 7n, recordedHot: 90n * GWEI10 + 7n });
    expect(judge(known({ coins: mined }))).toMatchObject({ between: 7n - 7n * GWEI10, difference: 0n, items: [] });
  });

  it('what no unit is worth at the hot address', () => {
    expect(found(known({ coins: coin({ hot: 97n * GWEI10 + GWEI10 - 1n }) }))).toEqual([]);
    expect(found(known({ coins: coin({ hot: 98n * GWEI10 }) }))).toEqual([`HOT_MORE ${GWEI10}`]);
  });

  it('a demo’s money, which is on no chain, and nowhere else', () => {
    const paper = { asset: 0, reason: PostingReason.Adjustment, amount: 7n };
    const usdt = (isDemo: boolean) =>
      known({
        asset: 0,
        isDemo,
        coins: [],
        rows: [],
        outside: [paper],
        books: books({ assets: [{ ...known().books.assets[0], asset: 0, external: -7 }] }),
      });
    expect(judge(usdt(true))).toMatchObject({ ledger: 0n, paper: 7n, items: [] });
    expect(found(usdt(false))).toEqual(['BY_HAND 7']);
  });
});

describe('what is wrong', () => {
  it.each<[string, Partial<Known>, string[]]>([
    ['an address holds less', { coins: coin({ odd: [{ address: '0xa', over: -1n }] }) }, ['ADDRESS_LESS -1']],
    ['an address holds more', { coins: coin({ odd: [{ address: '0xa', over: 2n }] }) }, ['ADDRESS_MORE 2']],
    ['the hot address holds less', { coins: coin({ hot: 97n * GWEI10 - 1n }) }, ['HOT_LESS -1']],
    ['cold storage holds less', { coins: coin({ recordedCold: 1n }) }, ['COLD_LESS -1']],
    ['a row of another amount', { rows: [...known().rows.slice(1), { ...known().rows[0], units: 6n }] }, [`LEDGER_ROWS ${-GWEI10}`]],
    [
      'the engine has orphaned what the postings have',
      { books: books({ depositStates: Uint8Array.of(Orphaned, Pending) }) },
      [`LEDGER_ROWS ${5n * GWEI10}`],
    ],
    [
      'postings that are not the engine’s',
      { books: books({ assets: [{ ...known().books.assets[0], external: -106 }] }) },
      [`POSTINGS_ENGINE ${GWEI10}`],
    ],
    [
      'a fault of a row',
      { faults: [{ kind: 'DEPOSIT', id: 1, asset: ETH, fault: 'DEPOSIT_AMOUNT', units: 4n }] },
      [`DEPOSIT_AMOUNT ${4n * GWEI10}`],
    ],
  ])('%s', (_, change, items) => expect(found(known(change))).toEqual(items));

  it('the ledger’s number that does not fit is named, a settlement’s fee apart from an entry’s', () => {
    const posting = (seq: number, reason: number, ref: number, amount: bigint) => ({ seq, account: 1, reason, ref, amount });
    const postings = [
      posting(1, PostingReason.DepositPending, 1, 5n),
      posting(2, PostingReason.Deposit, 2, 4n),
      posting(3, PostingReason.WithdrawalSent, 1, -2n),
      posting(3, PostingReason.NetworkFee, 1, -1n),
      posting(4, PostingReason.CustodyEntry, 1, 100n),
      posting(5, PostingReason.NetworkFee, 2, -9n),
    ];
    expect(namedInLedger(known(), postings, 8).map(({ subject, amount }) => `${subject} ${amount}`)).toEqual([
      'number:deposit:2 1',
      'number:entry:2 -9',
    ]);
  });
});
