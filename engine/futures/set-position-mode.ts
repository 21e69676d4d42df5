// SetPositionMode (rules 5.1): one-way or hedge for the whole account, only without orders and positions.
import * as layout from '../layout.ts';
import { checkSetting } from './account-rules.ts';
import { isOpen } from '../ledger/open-account.ts';
import { PositionMode } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';

const { ACCOUNT, ACCOUNT_MODE, ACCOUNT_ORDERS, POSITION_COUNT, RISK } = layout;

export function setPositionMode(s: EngineState, e: EventBuffer, account: number, mode: number): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const locked = checkSetting(s, account, Reject.POSITION_MODE_LOCKED_BY_POSITION);
  if (locked !== 0) return locked;
  if (mode !== PositionMode.OneWay && mode !== PositionMode.Hedge) return refuse(s, Reject.PARAM_MALFORMED);
  if (s.accounts[account * ACCOUNT + ACCOUNT_MODE] === mode) return refuse(s, Reject.POSITION_MODE_UNCHANGED);
  if (s.accounts[account * ACCOUNT + ACCOUNT_ORDERS] !== 0) return refuse(s, Reject.POSITION_MODE_LOCKED_BY_ORDERS);
  if (s.risk[account * RISK + POSITION_COUNT] !== 0) return refuse(s, Reject.POSITION_MODE_LOCKED_BY_POSITION);
  s.accounts[account * ACCOUNT + ACCOUNT_MODE] = mode;
  writeEvent(e, 'PositionModeChanged', account, -1, { mode });
  touchAccount(s, account);
  return 0;
}
