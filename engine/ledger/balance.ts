// Balances of any account, and postings between any two: what has slots goes the short way (post.ts).
import { EQUITY, RISK } from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import type { EngineState } from '../state.ts';
import { findRow, takeRow } from './more-accounts.ts';
import { FUTURES, HOUSE_OWNER, isLong, ownerOf, wordOf } from './numbering.ts';
import { post } from './post.ts';

/** 0 of an account that nothing ever came to. */
export function balanceOf(s: EngineState, ledger: number): number {
  if (!isLong(ledger)) return ledger < s.ledger.length ? s.ledger[ledger] : 0;
  const row = findRow(s.more, ledger);
  return row < 0 ? 0 : s.more.balances[row];
}

/** As post, of whatever accounts; room for them was asked before (more-accounts.ts). */
export function postBetween(
  s: EngineState,
  e: EventBuffer,
  account: number,
  debit: number,
  credit: number,
  amount: number,
  reason: number,
  ref: number,
): void {
  if (!isLong(debit) && !isLong(credit)) {
    post(s, e, account, -1, debit, credit, amount, reason, ref);
    return;
  }
  if (amount === 0) return;
  const [debitAfter, creditAfter] = [balanceOf(s, debit) - amount, balanceOf(s, credit) + amount];
  if (!(amount > 0 && Number.isSafeInteger(debitAfter) && Number.isSafeInteger(creditAfter)))
    throw new RangeError(`posting ${amount} from ${debit} to ${credit} leaves the ledger's range`);
  put(s, debit, debitAfter, -amount);
  put(s, credit, creditAfter, amount);
  writeEvent(e, 'LedgerPosted', account, -1, { debit, credit, amount, reason, ref, debitAfter, creditAfter });
}

function put(s: EngineState, ledger: number, after: number, change: number): void {
  if (isLong(ledger)) {
    // Before the array is looked up: the first row makes it.
    const row = takeRow(s, ledger);
    s.more.balances[row] = after;
    return;
  }
  s.ledger[ledger] = after;
  const owner = ownerOf(ledger);
  if (owner !== HOUSE_OWNER && wordOf(ledger) === FUTURES) s.risk[(owner - 1) * RISK + EQUITY] += change;
}
