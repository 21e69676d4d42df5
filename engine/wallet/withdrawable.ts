// What rule 6.3 lets go of a futures wallet.
import * as layout from '../layout.ts';
import { futuresWallet } from '../ledger/account.ts';
import type { EngineState } from '../state.ts';

const { EQUITY, FUNDING_DEBT, ORDER_MARGIN, POSITION_MARGIN, RISK } = layout;

/** max(0, wallet + min(0, cross uPnL) - position margin - order margin): unrealized profit never leaves (rules 6.3), nor what is owed. */
export function withdrawable(s: EngineState, account: number): number {
  const row = account * RISK;
  const wallet = s.ledger[futuresWallet(account)];
  const equity = s.risk[row + EQUITY];
  const used = s.risk[row + POSITION_MARGIN] + s.risk[row + ORDER_MARGIN] + s.risk[row + FUNDING_DEBT];
  const free = (equity < wallet ? equity : wallet) - used;
  return free > 0 ? free : 0;
}
