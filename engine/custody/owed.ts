// What a member owes because coins that it was credited with vanished: collected out of what custody credits to it later.
import { FIGURE_OWED } from '../layout-custody.ts';
import { accountOf, houseAccount, PostingReason, Purse } from '../ledger/account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import type { EngineState } from '../state.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';

/** Out of the Available purse as far as it is there; `ref` the number that brought it. */
export function collectOwed(s: EngineState, e: EventBuffer, account: number, asset: number, ref: number): void {
  const owed = s.custody.figures.of(account, asset, FIGURE_OWED);
  if (owed === 0) return;
  const wallet = accountOf(account, asset, Purse.Available);
  const held = balanceOf(s, wallet);
  const amount = owed < held ? owed : held;
  postBetween(s, e, account, wallet, houseAccount(asset, Purse.Receivable), amount, PostingReason.DepositDebt, ref);
  s.custody.figures.add(account, asset, FIGURE_OWED, -amount);
}
