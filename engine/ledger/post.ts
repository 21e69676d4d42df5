// The only way a balance changes: from one ledger account to another, both sides at once, exactly (rules 4, invariant 1).
import * as layout from '../layout.ts';
import { type EventBuffer, emitPosted } from '../event-buffer.ts';
import type { EngineState } from '../state.ts';
import { MemberPurse, PURSES, ownerOf } from './account.ts';

const { EQUITY, RISK } = layout;

const MAX = Number.MAX_SAFE_INTEGER;

/**
 * Moves `amount` micro-USDT (> 0) from `debit` to `credit`. A balance beyond 2^53 - 1 is a fault and stops the site.
 * A member's cross wallet takes its scope's equity along; isolated scopes are kept by their position.
 */
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
  if (amount === 0) return;
  const ledger = s.ledger;
  const debitAfter = ledger[debit] - amount;
  const creditAfter = ledger[credit] + amount;
  if (!(amount > 0 && debitAfter >= -MAX && creditAfter <= MAX))
    throw new RangeError(`posting ${amount} from ${debit} to ${credit} leaves the ledger's range`);
  ledger[debit] = debitAfter;
  ledger[credit] = creditAfter;
  if (debit >= PURSES && (debit & (PURSES - 1)) === MemberPurse.Futures) s.risk[(ownerOf(debit) - 1) * RISK + EQUITY] -= amount;
  if (credit >= PURSES && (credit & (PURSES - 1)) === MemberPurse.Futures) s.risk[(ownerOf(credit) - 1) * RISK + EQUITY] += amount;
  emitPosted(e, account, symbol, debit, credit, amount, reason, ref, debitAfter, creditAfter);
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
