// Funding that could not be collected: it is taken first out of later credits to the cross wallet (rules 8.5, D-11).
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { HouseAccount, futuresWallet, PostingReason } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import type { EngineState } from '../state.ts';

const { FUNDING_DEBT, RISK } = layout;

/** Takes what the account still owes out of a credit to its cross wallet (D-11); the fund gets back first what it gave. */
export function collectDebt(s: EngineState, e: EventBuffer, account: number, credit: number): void {
  const owed = s.risk[account * RISK + FUNDING_DEBT];
  if (owed === 0) return;
  const wallet = s.ledger[futuresWallet(account)];
  const most = wallet < credit ? wallet : credit;
  const amount = owed < most ? owed : most;
  if (amount <= 0) return;
  const insured = s.insuredDebt[account] < amount ? s.insuredDebt[account] : amount;
  s.insuredDebt[account] -= insured;
  s.risk[account * RISK + FUNDING_DEBT] = owed - amount;
  post(s, e, account, -1, futuresWallet(account), HouseAccount.Insurance, insured, PostingReason.FundingDebt, 0);
  post(s, e, account, -1, futuresWallet(account), HouseAccount.Futures, amount - insured, PostingReason.FundingDebt, 0);
  writeEvent(e, 'FundingDebtPaid', account, -1, { amount, debt: owed - amount });
}
