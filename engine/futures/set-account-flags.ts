// SetAccountFlags: what an account may not do, by the site's operators and, later, by copy trading (rules 10.6), and its most leverage.
import * as layout from '../layout.ts';
import { ALL_ACCOUNT_FLAGS, LEVERAGE_LIMIT_BITS, LEVERAGE_LIMIT_SHIFT, MOST_LEVERAGE_LIMIT } from '../wire/command-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { isOpen } from '../ledger/open-account.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';

const { ACCOUNT, ACCOUNT_FLAG_SHIFT, ACCOUNT_OPEN } = layout;

const ALL_BITS = LEVERAGE_LIMIT_BITS | ALL_ACCOUNT_FLAGS;

/** `only` these bits change, so that two hands may change different ones at once; 0 = all of them, as journals from before have it. */
export function setAccountFlags(s: EngineState, e: EventBuffer, account: number, flags: number, only: number): number {
  if (!isWord(flags) || limitOf(flags) > MOST_LEVERAGE_LIMIT) return refuse(s, Reject.PARAM_MALFORMED);
  if (only !== 0 && !isChange(flags, only)) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const kept = only === 0 ? 0 : flagsOf(s, account) & ~only;
  s.accounts[account * ACCOUNT + ACCOUNT_OPEN] = 1 | ((kept | flags) << ACCOUNT_FLAG_SHIFT);
  writeEvent(e, 'AccountFlagsSet', account, -1, { flags: kept | flags });
  return 0;
}

/** Nothing beside what is named, and a limit of leverage whole or not at all. */
function isChange(flags: number, only: number): boolean {
  if (!isWord(only) || (flags & ~only) !== 0) return false;
  const limit = only & LEVERAGE_LIMIT_BITS;
  return limit === 0 || limit === LEVERAGE_LIMIT_BITS;
}

/** Bits of AccountFlag of an open account, its limit of leverage above them. */
export function flagsOf(s: EngineState, account: number): number {
  return s.accounts[account * ACCOUNT + ACCOUNT_OPEN] >> ACCOUNT_FLAG_SHIFT;
}

/** The most leverage that operators allow the account, 0 = no limit of its own. */
export function leverageLimitOf(s: EngineState, account: number): number {
  return limitOf(flagsOf(s, account));
}

const limitOf = (flags: number): number => (flags & LEVERAGE_LIMIT_BITS) >> LEVERAGE_LIMIT_SHIFT;

const isWord = (word: number): boolean => Number.isSafeInteger(word) && word >= 0 && word <= ALL_BITS;
