// Views of custody: how far its numbers are, what became of one, what is open, and what of a member's coins it rules over.
import { FIGURE_HELD, FIGURE_LOCKED, FIGURE_OWED, FIGURE_PENDING, MARK_ENTRIES } from '../layout-custody.ts';
import { accountOf, houseAccount, MOST_ASSETS, Purse } from '../ledger/account.ts';
import { balanceOf } from '../ledger/balance.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EngineState } from '../state.ts';
import { isCustodyAsset, isWhole } from './check-step.ts';
import { mayWithdraw } from './may-leave.ts';
import type { OpenRow } from './register.ts';

/** How many numbers each register has used: the next one is one more. */
export interface CustodyCounts {
  seq: number;
  deposits: number;
  withdrawals: number;
  entries: number;
}

export function custodyCountsView(s: EngineState): CustodyCounts {
  return {
    seq: s.seq,
    deposits: s.custody.deposits.count,
    withdrawals: s.custody.withdrawals.count,
    entries: s.custody.marks[MARK_ENTRIES],
  };
}

/** What the house's purses of an asset hold that custody moves, in its smallest unit. External is below zero by what chains hold of ours. */
export interface AssetBooks {
  asset: number;
  external: number;
  inTransit: number;
  suspense: number;
  networkFee: number;
}

/** Custody at one sequence: how far its numbers are, the state of each (the first one's first), and these assets' purses. */
export interface CustodyBooks extends CustodyCounts {
  depositStates: Uint8Array;
  withdrawalStates: Uint8Array;
  assets: AssetBooks[];
}

export function custodyBooksView(s: EngineState, assets: readonly number[]): CustodyBooks {
  const { deposits, withdrawals } = s.custody;
  const held = (asset: number, purse: number) => balanceOf(s, houseAccount(asset, purse));
  return {
    ...custodyCountsView(s),
    depositStates: deposits.states.slice(0, deposits.count),
    withdrawalStates: withdrawals.states.slice(0, withdrawals.count),
    assets: assets.filter(isCustodyAsset).map((asset) => ({
      asset,
      external: held(asset, Purse.External),
      inTransit: held(asset, Purse.InTransit),
      suspense: held(asset, Purse.Suspense),
      networkFee: held(asset, Purse.NetworkFee),
    })),
  };
}

/** DepositState and WithdrawalState of a number, 0 = not used yet; what is open under it. */
export function depositView(s: EngineState, number: number): { state: number; open?: OpenRow } {
  if (!isWhole(number, 1)) return { state: 0 };
  const open = s.custody.deposits.find(number);
  return { state: s.custody.deposits.stateOf(number), ...(open === undefined ? {} : { open }) };
}

export function withdrawalView(s: EngineState, number: number): { state: number; open?: OpenRow } {
  if (!isWhole(number, 1)) return { state: 0 };
  const open = s.custody.withdrawals.find(number);
  return { state: s.custody.withdrawals.stateOf(number), ...(open === undefined ? {} : { open }) };
}

/** Of a member and an asset, in its smallest unit. `withdrawable`: what a withdrawal may hold now, its fee included. */
export interface CustodyFigures {
  pending: number;
  held: number;
  locked: number;
  owed: number;
  withdrawable: number;
}

export function custodyFiguresView(s: EngineState, account: number, asset: number): CustodyFigures {
  if (!isOpen(s, account) || !isCustodyAsset(asset)) return { pending: 0, held: 0, locked: 0, owed: 0, withdrawable: 0 };
  const { figures } = s.custody;
  return {
    pending: figures.of(account, asset, FIGURE_PENDING),
    held: figures.of(account, asset, FIGURE_HELD),
    locked: lockedNow(s, account, asset),
    owed: figures.of(account, asset, FIGURE_OWED),
    withdrawable: mayWithdraw(s, account, asset),
  };
}

/** Of a member, each asset with anything pending, held, locked or owed: what its wallets show beside what is there. */
export function custodyOfView(
  s: EngineState,
  account: number,
): { asset: number; pending: number; held: number; locked: number; owed: number }[] {
  if (s.custody.figures.count === 0 || !isOpen(s, account)) return [];
  const { figures } = s.custody;
  return Array.from({ length: MOST_ASSETS }, (_, asset) => asset).flatMap((asset) => {
    const [pending, held] = [figures.of(account, asset, FIGURE_PENDING), figures.of(account, asset, FIGURE_HELD)];
    const locked = lockedNow(s, account, asset);
    const owed = figures.of(account, asset, FIGURE_OWED);
    return pending === 0 && held === 0 && locked === 0 && owed === 0 ? [] : [{ asset, pending, held, locked, owed }];
  });
}

/** Of what lies in the wallet itself: what was lost or moved on since is not there to be locked. */
function lockedNow(s: EngineState, account: number, asset: number): number {
  const locked = s.custody.figures.of(account, asset, FIGURE_LOCKED);
  if (locked === 0) return 0;
  const held = balanceOf(s, accountOf(account, asset, Purse.Available));
  return held < locked ? held : locked;
}
