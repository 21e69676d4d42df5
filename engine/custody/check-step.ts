// What every command of custody is asked first: is it well formed, whose is it, and does the step follow from the state of its number.
import { Asset, MAX_MEMBER_BALANCE, MOST_ASSETS } from '../ledger/account.ts';
import { META_MORE_ACCOUNTS } from '../layout.ts';
import { lacksCapacityOf, moreCapacity } from '../ledger/more-accounts.ts';
import { isOpen } from '../ledger/open-account.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import type { OpenRow, Register } from './register.ts';

/** The step is not to be made: it was answered as taken. */
export const ANSWERED = -1;

/** Coins of the games' currency are on no chain. */
export function isCustodyAsset(asset: number): boolean {
  return Number.isSafeInteger(asset) && asset >= 0 && asset < MOST_ASSETS && asset !== Asset.Binary;
}

export function isWhole(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

/** An amount that a member may hold; negative and zero ones are refused as such. */
export function checkAmount(s: EngineState, amount: number): number {
  if (!Number.isSafeInteger(amount)) return refuse(s, Reject.PARAM_MALFORMED);
  if (amount <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, amount);
  return amount > MAX_MEMBER_BALANCE ? refuse(s, Reject.QUANTITY_TOO_LARGE, MAX_MEMBER_BALANCE, amount) : 0;
}

export function checkOwner(s: EngineState, account: number): number {
  return isOpen(s, account) ? 0 : refuse(s, Reject.ACCOUNT_UNKNOWN);
}

/** Each another account, whose place is asked for before the first posting. */
export function checkCapacity(s: EngineState, accounts: readonly number[]): number {
  return lacksCapacityOf(s, accounts) ? refuse(s, Reject.CAPACITY_FULL, moreCapacity(s.capacity), s.meta[META_MORE_ACCOUNTS]) : 0;
}

/** Numbers have no gap: the next one is as far as a command may name. */
export function checkNumber(s: EngineState, register: Register, number: number): number {
  if (!isWhole(number, 1)) return refuse(s, Reject.PARAM_MALFORMED);
  const next = register.count + 1;
  return number > next ? refuse(s, Reject.CUSTODY_GAP, next, number) : 0;
}

/** What is open under a number is what the command says of it; of a final one nobody knows more than its state. */
export function checkSame(s: EngineState, register: Register, number: number, said: Partial<OpenRow>): number {
  const open = register.find(number);
  if (open === undefined) return 0;
  const isSame = (Object.keys(said) as (keyof OpenRow)[]).every((field) => said[field] === open[field]);
  return isSame ? 0 : refuse(s, Reject.CUSTODY_MISMATCH, 0, number);
}

/**
 * The state of a number and the step: 0 = to be made, ANSWERED = it was taken before and is told so, else the refusal. `from`: states
 * that the step is made from; `taken`: those that have it behind them.
 */
export function checkState(
  s: EngineState,
  e: EventBuffer,
  step: { command: number; account: number; number: number; state: number; from: readonly number[]; taken: readonly number[] },
): number {
  const { command, account, number, state } = step;
  if (step.from.includes(state)) return 0;
  if (!step.taken.includes(state)) return refuse(s, Reject.CUSTODY_STEP, state, number);
  writeEvent(e, 'CustodyRepeated', account, -1, { command, number, state });
  return ANSWERED;
}
