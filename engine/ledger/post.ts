// The only way a balance changes: from one ledger account to another, both sides at once, exactly (rules 4, invariant 1).
import * as layout from '../layout.ts';
import { EventKind, writerOf } from '../wire/event.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import type { EngineState } from '../state.ts';
import { FUTURES, SLOTS } from './numbering.ts';

const LedgerPosted = writerOf('LedgerPosted', 'debit', 'credit', 'amount', 'reason', 'ref', 'debitAfter', 'creditAfter');

const { EQUITY, RISK } = layout;

const MAX = Number.MAX_SAFE_INTEGER;

/** Amount and reference of the next `postNow`: hot callers hand numbers over here, since a call with large ones would allocate. */
export const posting = { amount: 0.5, ref: 0.5 };

/** Moves `amount` micro-USDT (>= 0) from `debit` to `credit`; nothing to move leaves no record. */
export function post(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  debit: number,
  credit: number,
  amount: number,
  reason: number,
  ref: number,
): void {
  posting.amount = amount;
  posting.ref = ref;
  postNow(s, e, account, symbol, debit, credit, reason);
}

/**
 * Moves `posting.amount` from `debit` to `credit`. A balance beyond 2^53 - 1 is a fault and stops the site.
 * A member's cross wallet takes its scope's equity along; isolated scopes are kept by their position.
 */
export function postNow(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  debit: number,
  credit: number,
  reason: number,
): void {
  const { amount, ref } = posting;
  if (amount === 0) return;
  const { ledger, risk } = s;
  const debitAfter = ledger[debit] - amount;
  const creditAfter = ledger[credit] + amount;
  if (!(amount > 0 && debitAfter >= -MAX && creditAfter <= MAX)) refusePosting(debit, credit);
  ledger[debit] = debitAfter;
  ledger[credit] = creditAfter;
  if (debit >= SLOTS && (debit & (SLOTS - 1)) === FUTURES) risk[((debit >> 4) - 1) * RISK + EQUITY] -= amount;
  if (credit >= SLOTS && (credit & (SLOTS - 1)) === FUTURES) risk[((credit >> 4) - 1) * RISK + EQUITY] += amount;
  const at = e.open(EventKind.LedgerPosted, account, symbol);
  const w = e.words;
  w[at + LedgerPosted.debit] = debit;
  w[at + LedgerPosted.credit] = credit;
  w[at + LedgerPosted.amount] = amount;
  w[at + LedgerPosted.reason] = reason;
  w[at + LedgerPosted.ref] = ref;
  w[at + LedgerPosted.debitAfter] = debitAfter;
  w[at + LedgerPosted.creditAfter] = creditAfter;
  e.clearFrom(at + LedgerPosted.creditAfter + 1);
}

function refusePosting(debit: number, credit: number): never {
  throw new RangeError(`posting ${posting.amount} from ${debit} to ${credit} leaves the ledger's range`);
}

/** As post, for a signed amount: positive flows from `from` to `to`. */
export function postSigned(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  from: number,
  to: number,
  amount: number,
  reason: number,
  ref: number,
): void {
  if (amount > 0) post(s, e, account, symbol, from, to, amount, reason, ref);
  else if (amount < 0) post(s, e, account, symbol, to, from, 0 - amount, reason, ref);
}
