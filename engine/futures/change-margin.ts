// ChangeMargin (rules 5.6): adds to or takes from an isolated position's margin.
import * as layout from '../layout.ts';
import { checkActing } from './account-rules.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { futuresWallet, isolatedPurse, PostingReason } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchLeg } from '../touched.ts';
import { isHeld } from './work-queue.ts';
import { freeMargin } from './check-order.ts';
import { setIsolated } from './fill.ts';
import { removableMargin } from './margin.ts';
import { entryCostOf, symbolOfPosition } from './position.ts';

const { ACCOUNT, ACCOUNT_FIRST, EXPOSURE, EX_LEG, EX_NEXT, EX_SYMBOL, LIFE, LIFE_ID, LIFE_ISOLATED, LIVE, MARK } = layout;

const ADD = 1;
const REMOVE = 2;

export function changeMargin(
  s: EngineState,
  e: EventBuffer,
  account: number,
  positionId: number,
  amount: number,
  direction: number,
): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if ((direction !== ADD && direction !== REMOVE) || !Number.isSafeInteger(amount)) return refuse(s, Reject.PARAM_MALFORMED);
  const locked = checkActing(s, account);
  if (locked !== 0) return locked;
  const slot = findPosition(s, account, positionId);
  if (slot < 0) return refuse(s, Reject.POSITION_UNKNOWN);
  if (isHeld(s, s.positionScope[slot])) return refuse(s, Reject.ACCOUNT_IN_LIQUIDATION);
  if (s.positionScope[slot] < s.capacity.accounts) return refuse(s, Reject.MARGIN_IS_CROSSED);
  if (amount <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, amount);
  const exposure = s.positionExposure[slot];
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const free = direction === ADD ? freeMargin(s, account, exposure) : removableOf(s, slot);
  if (amount > free) {
    return refuse(s, direction === ADD ? Reject.CROSS_BALANCE_SHORT : Reject.ISOLATED_BALANCE_SHORT, free > 0 ? free : 0, amount);
  }
  const from = direction === ADD ? futuresWallet(account) : isolatedPurse(account);
  const to = direction === ADD ? isolatedPurse(account) : futuresWallet(account);
  post(s, e, account, symbol, from, to, amount, PostingReason.IsolatedMargin, positionId);
  setIsolated(s, slot, s.positionLife[slot * LIFE + LIFE_ISOLATED] + (direction === ADD ? amount : 0 - amount));
  touchLeg(s, exposure, slot);
  return 0;
}

/** Slot of the account's open position with this id, -1 = none. */
export function findPosition(s: EngineState, account: number, positionId: number): number {
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot >= 0 && s.positionLots[slot] !== 0 && s.positionLife[slot * LIFE + LIFE_ID] === positionId) return slot;
    }
  }
  return -1;
}

/** Isolated margin that may be taken back from a leg (rules 5.6). */
export function removableOf(s: EngineState, slot: number): number {
  const symbol = symbolOfPosition(s, slot);
  const i = s.instruments[symbol] as Instrument;
  const lots = s.positionLots[slot] < 0 ? 0 - s.positionLots[slot] : s.positionLots[slot];
  return removableMargin(
    i.units,
    s.positionLife[slot * LIFE + LIFE_ISOLATED],
    s.positionPnl[slot],
    s.live[symbol * LIVE + MARK],
    lots,
    entryCostOf(s, slot),
    s.positionLeverage[slot],
  );
}
