// Sets custody of the real engine beside the naive engine's: states by number, what is open, and what each command told.
import { FIGURE_HELD, FIGURE_KEY, FIGURE_LOCKED, FIGURE_OWED, FIGURE_PENDING, MARK_ENTRIES } from '../layout-custody.ts';
import { ownerOfKey } from '../custody/figures.ts';
import { CommandKind } from '../wire/command-kind.ts';
import { DepositState, WithdrawalState } from '../wire/custody-terms.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import type { EngineState } from '../state.ts';
import { sameLines } from './compare.ts';
import { depositsIn, withdrawalsIn } from './naive/custody.ts';
import type { Naive } from './naive/model.ts';
import type { Outcome } from './naive/naive-engine.ts';

/** As accounts are numbered. */
const SITE = -1;
const depositNames: Readonly<Record<number, string>> = {
  [DepositState.Pending]: 'pending',
  [DepositState.Credited]: 'credited',
  [DepositState.Unlocked]: 'unlocked',
  [DepositState.Orphaned]: 'orphaned',
};
const withdrawalNames: Readonly<Record<number, string>> = {
  [WithdrawalState.Held]: 'held',
  [WithdrawalState.Sent]: 'sent',
  [WithdrawalState.Settled]: 'settled',
  [WithdrawalState.SettledInside]: 'inside',
  [WithdrawalState.Returned]: 'returned',
};

function namesOf(command: number): Readonly<Record<number, string>> {
  if (command === CommandKind.BookCustody) return { 1: 'booked' };
  return command >= CommandKind.HoldWithdrawal ? withdrawalNames : depositNames;
}

function lineOf(e: EngineEvent): string[] {
  if (e.kind === EventKind.CustodyRepeated) return [`again ${e.number} ${namesOf(e.command)[e.state]}`];
  if (e.kind === EventKind.WithdrawalChanged) return [`${withdrawalNames[e.state]} ${e.withdrawal}`];
  if (e.kind !== EventKind.DepositChanged) return [];
  const short = e.state === DepositState.Orphaned ? ` short ${e.shortfall}` : '';
  return [`${depositNames[e.state]} ${e.deposit} locked ${e.locked} owed ${e.owed}${short}`];
}

/** What this command told of custody. */
export function custodyLines(events: readonly EngineEvent[], naive: Naive, outcome: Outcome): string[] {
  const differences: string[] = [];
  if (outcome.rejected === 0 && !outcome.repeated) sameLines('custody', events.flatMap(lineOf), [...naive.custody.told], differences);
  return differences;
}

/** Every number, every open row and every figure. */
export function compareCustody({ custody }: EngineState, naive: Naive): string[] {
  const differences: string[] = [];
  const states = (register: typeof custody.deposits, names: Readonly<Record<number, string>>) =>
    Array.from({ length: register.count }, (_, n) => `${n + 1} ${names[register.stateOf(n + 1)]}`);
  const told = (list: readonly { state: string }[]) => list.map(({ state }, n) => `${n + 1} ${state}`);
  sameLines('deposits', states(custody.deposits, depositNames), told(naive.custody.deposits), differences);
  sameLines('withdrawals', states(custody.withdrawals, withdrawalNames), told(naive.custody.withdrawals), differences);
  sameLines(
    'open deposits',
    custody.deposits.all().map((d) => `${d.number} of ${d.account}: ${d.amount} of ${d.asset}`),
    naive.custody.deposits.flatMap((d, n) =>
      d.state === 'pending' || d.state === 'credited' ? [`${n + 1} of ${d.account}: ${d.amount} of ${d.asset}`] : [],
    ),
    differences,
  );
  sameLines(
    'open withdrawals',
    custody.withdrawals.all().map((w) => `${w.number} of ${w.account}: ${w.amount} and ${w.fee} of ${w.asset}`),
    naive.custody.withdrawals.flatMap((w, n) =>
      w.state === 'held' || w.state === 'sent' ? [`${n + 1} of ${w.account}: ${w.amount} and ${w.fee} of ${w.asset}`] : [],
    ),
    differences,
  );
  if (custody.marks[MARK_ENTRIES] !== naive.custody.entries)
    differences.push(`entries of the house: engine ${custody.marks[MARK_ENTRIES]}, naive ${naive.custody.entries}`);
  for (const row of custody.figures.all()) {
    const { account, asset } = ownerOfKey(row[FIGURE_KEY]);
    const engine = [row[FIGURE_LOCKED], row[FIGURE_OWED], row[FIGURE_PENDING], row[FIGURE_HELD]].join(' ');
    const others = [
      account === SITE ? 0n : depositsIn(naive, account, asset, 'credited'),
      naive.custody.owed.get(`${account}:${asset}`) ?? 0n,
      depositsIn(naive, account, asset, 'pending'),
      withdrawalsIn(naive, account, asset),
    ].join(' ');
    if (engine !== others) differences.push(`custody of ${account} asset ${asset}: engine ${engine}, naive ${others}`);
  }
  return differences;
}
