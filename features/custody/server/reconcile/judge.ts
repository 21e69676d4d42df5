// Compares one coin of a site: chain against facts, rows against the ledger, the ledger against the engine. Pure; what is on its way is told apart.
import { DepositState, WithdrawalState } from '@maru/engine/wire/custody-terms.ts';
import type { CustodyBooks } from '@maru/engine/custody/views.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import type { OutsidePosting, OutsideSum } from '@maru/wallet/admin-contract.ts';
import type { DifferenceKind } from '../../reconciliation-contract.ts';
import { ledgerDecimals } from '../units.ts';
import type { CoinFacts } from './read-facts.ts';
import type { LedgerRow, RowFault } from './read-rows.ts';

export interface Item {
  kind: DifferenceKind;
  subject: string;
  /** In units of 10^-scale. */
  amount: bigint;
  fault: string;
}

export interface Judgement {
  asset: number;
  /** All amounts are in units of 10^-scale: the finest that the ledger or one of the chains counts in. */
  scale: number;
  chain: bigint;
  ledger: bigint;
  between: bigint;
  difference: bigint;
  paper: bigint;
  items: Item[];
}

export interface Known {
  asset: number;
  /** Of this asset alone. */
  coins: readonly CoinFacts[];
  /** Of the site. */
  rows: readonly LedgerRow[];
  faults: readonly RowFault[];
  books: CustodyBooks;
  outside: readonly OutsideSum[];
  /** A demo's money comes from outside too, and is on no chain. */
  isDemo: boolean;
}

const ofCustody: readonly number[] = [
  PostingReason.Deposit,
  PostingReason.DepositPending,
  PostingReason.DepositDebt,
  PostingReason.WithdrawalSent,
  PostingReason.NetworkFee,
  PostingReason.CustodyEntry,
];
const isPaper = (asset: number, reason: number) => asset === 0 || reason === PostingReason.DemoFunding;

export function judge(known: Known): Judgement {
  const { asset, books, outside } = known;
  const coins = known.coins.map(withDust);
  const scale = Math.max(ledgerDecimals(asset), ...coins.map(({ decimals }) => decimals));
  const ofLedger = (units: bigint) => units * 10n ** BigInt(scale - ledgerDecimals(asset));
  const ofChain = (amount: bigint, decimals: number) => amount * 10n ** BigInt(scale - decimals);
  const sum = (of: (coin: CoinFacts) => bigint) => coins.reduce((all, coin) => all + ofChain(of(coin), coin.decimals), 0n);
  const own = outside.filter((one) => one.asset === asset);
  const total = (list: readonly OutsideSum[]) => ofLedger(list.reduce((all, { amount }) => all + amount, 0n));
  const posted = total(own.filter(({ reason }) => ofCustody.includes(reason)));
  const byHand = own.filter(({ reason }) => !ofCustody.includes(reason));
  const paper = total(known.isDemo ? byHand.filter(({ reason }) => isPaper(asset, reason)) : []);
  const unbacked = total(byHand) - paper;
  const held = ofLedger(-BigInt(books.assets.find((one) => one.asset === asset)?.external ?? 0));
  const inRows = ofLedger(inLedger(known).reduce((all, { units }) => all + units, 0n));
  const [chain, recorded] = [sum(({ deposits, hot, cold }) => deposits + hot + cold), sum(recordedOf)];
  const ledger = held - paper;
  const items = [
    ...chainItems(coins, ofChain),
    ...known.faults.filter((one) => one.asset === asset).map((one) => itemOfFault(one, ofLedger)),
    ...sumItem('LEDGER', 'rows', posted - inRows, 'LEDGER_ROWS'),
    ...sumItem('BY_HAND', 'External', unbacked, 'BY_HAND'),
    ...sumItem('POSTINGS', 'External', held - posted - unbacked - paper, 'POSTINGS_ENGINE'),
  ];
  const between = recorded - inRows;
  return { asset, scale, chain, ledger, between, difference: chain - ledger - between, paper, items };
}

const recordedOf = ({ recordedDeposits, recordedHot, recordedCold }: CoinFacts) => recordedDeposits + recordedHot + recordedCold;

/** What no unit of the ledger is worth and nobody announced is dust: it can be booked as nothing. */
function withDust(coin: CoinFacts): CoinFacts {
  const unit = 10n ** BigInt(Math.max(0, coin.decimals - ledgerDecimals(coin.asset)));
  const recorded = (has: bigint, record: bigint) => (has > record && has - record < unit ? has : record);
  return { ...coin, recordedHot: recorded(coin.hot, coin.recordedHot), recordedCold: recorded(coin.cold, coin.recordedCold) };
}

const sumItem = (kind: DifferenceKind, subject: string, amount: bigint, fault: string): Item[] =>
  amount === 0n ? [] : [{ kind, subject, amount, fault }];

function chainItems(coins: readonly CoinFacts[], ofChain: (amount: bigint, decimals: number) => bigint): Item[] {
  return coins.flatMap(({ walletType, decimals, odd, hot, recordedHot, cold, recordedCold }): Item[] => [
    ...odd.map(
      ({ address, over }): Item => ({
        kind: 'ADDRESS',
        subject: `${walletType}:${address}`,
        amount: ofChain(over, decimals),
        fault: over > 0n ? 'ADDRESS_MORE' : 'ADDRESS_LESS',
      }),
    ),
    ...sumItem('HOT', walletType, ofChain(hot - recordedHot, decimals), hot > recordedHot ? 'HOT_MORE' : 'HOT_LESS'),
    ...sumItem('COLD', walletType, ofChain(cold - recordedCold, decimals), cold > recordedCold ? 'COLD_MORE' : 'COLD_LESS'),
  ]);
}

const itemOfFault = ({ kind, id, units, fault }: RowFault, ofLedger: (units: bigint) => bigint): Item => ({
  kind,
  subject: `${kind.toLowerCase()}:${id}`,
  amount: ofLedger(units),
  fault,
});

const creditedStates: readonly number[] = [DepositState.Pending, DepositState.Credited, DepositState.Unlocked];

/** Rows whose step the engine had taken at its sequence, whatever the row itself says by now. */
export function inLedger({ asset, rows, books }: Pick<Known, 'asset' | 'rows' | 'books'>): LedgerRow[] {
  return rows.filter((row) => row.asset === asset && isIn(row, books));
}

function isIn({ kind, number }: LedgerRow, { depositStates, withdrawalStates, entries }: CustodyBooks): boolean {
  if (kind === 'DEPOSIT') return creditedStates.includes(depositStates[number - 1]);
  if (kind === 'ENTRY') return number <= entries;
  return withdrawalStates[number - 1] === WithdrawalState.Settled;
}

/** Which numbers of the ledger are not what their rows say, where the sums do not fit. */
export function namedInLedger(known: Known, postings: readonly OutsidePosting[], scale: number): Item[] {
  const { asset } = known;
  const ofLedger = (units: bigint) => units * 10n ** BigInt(scale - ledgerDecimals(asset));
  const byNumber = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => byNumber.set(key, (byNumber.get(key) ?? 0n) + amount);
  const settled = new Set(postings.filter(({ reason }) => reason === PostingReason.WithdrawalSent).map(({ seq }) => seq));
  for (const { seq, reason, ref, amount } of postings)
    if (ofCustody.includes(reason)) add(`${nameOf(reason, settled.has(seq))}:${ref}`, amount);
  for (const { kind, number, units } of inLedger(known)) add(`${kind.toLowerCase()}:${number}`, -units);
  return [...byNumber].flatMap(([key, over]) =>
    over === 0n ? [] : [{ kind: 'LEDGER', subject: `number:${key}`, amount: ofLedger(over), fault: 'LEDGER_NUMBER' }],
  );
}

/** A fee that was booked with a withdrawal's settlement, in the same command, and one of an entry. */
function nameOf(reason: number, isSettled: boolean): string {
  if (reason === PostingReason.NetworkFee) return isSettled ? 'fee' : 'entry';
  if (reason === PostingReason.WithdrawalSent) return 'withdrawal';
  return reason === PostingReason.CustodyEntry ? 'entry' : 'deposit';
}
