// A cross wallet below zero that no position carries any more is paid up: the fund, then the house (invariant I2, rules 9.5).
import * as layout from '../layout.ts';
import { futuresWallet } from '../ledger/account.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import type { EngineState } from '../state.ts';
import { payDeficit } from './fill.ts';

const { EQUITY, MAINTENANCE, RISK } = layout;

/** For closings that the member did not ask for: deleveraging and delisting may realize more than it has. */
export function coverLoss(s: EngineState, e: EventBuffer, account: number): void {
  const row = account * RISK;
  if (s.risk[row + MAINTENANCE] !== 0 || s.risk[row + EQUITY] >= 0) return;
  payDeficit(s, e, account, -1, futuresWallet(account), 0 - s.risk[row + EQUITY], 0);
}
