// OpenAccount: gives a member a place in the engine; the number was chosen outside and is dense per site.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';

const { ACCOUNT, ACCOUNT_OPEN, META_ACCOUNTS } = layout;

export function openAccount(s: EngineState, e: EventBuffer, account: number): number {
  if (!Number.isSafeInteger(account) || account < 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (account >= s.capacity.accounts) return refuse(s, Reject.CAPACITY_FULL, s.capacity.accounts, account);
  if (s.accounts[account * ACCOUNT + ACCOUNT_OPEN] !== 0) return refuse(s, Reject.ACCOUNT_EXISTS);
  s.accounts[account * ACCOUNT + ACCOUNT_OPEN] = 1;
  if (s.meta[META_ACCOUNTS] <= account) s.meta[META_ACCOUNTS] = account + 1;
  writeEvent(e, 'AccountOpened', account, -1, {});
  return 0;
}

export function isOpen(s: EngineState, account: number): boolean {
  // Half an account would find another row's words.
  return (
    Number.isSafeInteger(account) && account >= 0 && account < s.capacity.accounts && s.accounts[account * ACCOUNT + ACCOUNT_OPEN] !== 0
  );
}
