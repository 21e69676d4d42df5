// What the next step of a deposit is, from how deep its block lies by now: one decision for all chains.
import type { DepositState } from '../../contract.ts';

export interface Depth {
  /** Blocks on top of it and its own; 0: its block is gone, and it is in none. */
  confirmations: number;
  /** Blocks read since its block was gone. */
  goneFor: number;
}

export interface Thresholds {
  creditAfter: number;
  unlockAfter: number;
}

/** Undefined: nothing to do. Steps are never left out: what came deep at once goes through all of them. */
export function nextState(state: DepositState, depth: Depth, { creditAfter, unlockAfter }: Thresholds): DepositState | undefined {
  const { confirmations, goneFor } = depth;
  if (state === 'UNLOCKED' || state === 'SMALL') return undefined;
  if (state === 'ORPHANED') return confirmations > 0 ? 'SEEN' : undefined;
  if (confirmations === 0) {
    // The chain may take it up again in another block; as long as it took to believe it, nobody concludes that it will not.
    if (goneFor < unlockAfter) return undefined;
    return 'ORPHANED';
  }
  if (state === 'SEEN') return 'CONFIRMING';
  if (state === 'CONFIRMING') return confirmations >= creditAfter ? 'CREDITED' : undefined;
  return confirmations >= unlockAfter ? 'UNLOCKED' : undefined;
}
