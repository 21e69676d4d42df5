// BookCustody: entries of the house's own that a chain makes by themselves, by a number of their own: fees of sweeps, what nobody's is.
import { MARK_ENTRIES } from '../layout-custody.ts';
import { houseAccount, MAX_MEMBER_BALANCE, PostingReason, Purse } from '../ledger/account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { CommandKind, CommandWord } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { checkAmount, checkCapacity, isCustodyAsset, isWhole } from './check-step.ts';
import { openCustody } from './tables.ts';

const { BookCustody } = CommandWord;
/** As accounts are numbered. */
const SITE = -1;

/** Outside is the one end; at the other: what nobody's is, what networks took, and the house's own coins. */
const OTHER_END: readonly number[] = [Purse.Suspense, Purse.NetworkFee, Purse.Reserve];
/** What a chain took is a cost however often it did; nothing else may be taken that is not there. */
const BOOKED = 1;

export function bookCustody(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const number = words[at + BookCustody.entry];
  const asset = words[at + BookCustody.asset];
  const purse = words[at + BookCustody.purse];
  const amount = words[at + BookCustody.amount];
  if (!isCustodyAsset(asset) || !OTHER_END.includes(purse) || !isWhole(number, 1)) return refuse(s, Reject.PARAM_MALFORMED);
  if (!Number.isSafeInteger(amount)) return refuse(s, Reject.PARAM_MALFORMED);
  // Positive: it came from outside into the purse; negative: it left custody.
  const size = amount < 0 ? -amount : amount;
  const fault = checkAmount(s, size);
  if (fault !== 0) return fault;
  const next = s.custody.marks[MARK_ENTRIES] + 1;
  if (number > next) return refuse(s, Reject.CUSTODY_GAP, next, number);
  if (number < next) {
    writeEvent(e, 'CustodyRepeated', SITE, -1, { command: CommandKind.BookCustody, number, state: BOOKED });
    return 0;
  }
  const [own, outside] = [houseAccount(asset, purse), houseAccount(asset, Purse.External)];
  const refused = checkEntry(s, own, outside, amount, purse);
  if (refused !== 0) return refused;
  openCustody(s);
  s.custody.marks[MARK_ENTRIES] = number;
  const [debit, credit] = amount > 0 ? [outside, own] : [own, outside];
  const reason = purse === Purse.NetworkFee ? PostingReason.NetworkFee : PostingReason.CustodyEntry;
  postBetween(s, e, SITE, debit, credit, size, reason, number);
  return 0;
}

function checkEntry(s: EngineState, own: number, outside: number, amount: number, purse: number): number {
  const held = balanceOf(s, own);
  if (amount < 0 && purse !== Purse.NetworkFee && held < -amount) return refuse(s, Reject.INSUFFICIENT_BALANCE, held, -amount);
  const after = [held + amount, balanceOf(s, outside) - amount];
  if (after.some((balance) => balance > MAX_MEMBER_BALANCE || balance < -MAX_MEMBER_BALANCE))
    return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount);
  return checkCapacity(s, [own, outside]);
}
