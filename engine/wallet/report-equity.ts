// ReportEquity: tells what accounts with open positions were worth as a day began; changes nothing.
import * as layout from '../layout.ts';
import { EventKind, writerOf } from '../wire/event.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';

const EquityReported = writerOf('EquityReported', 'day', 'crossWallet', 'isolatedWallets', 'unrealized');

const { ACCOUNT, ACCOUNT_FIRST, EXPOSURE, EX_LEG, EX_NEXT, META_ACCOUNTS, POSITION_COUNT, RISK } = layout;

/** So that no order waits long behind a report. */
const MOST = 10_000;

export function reportEquity(s: EngineState, e: EventBuffer, first: number, count: number, day: number): number {
  // By what was opened, not by what there is space for: a larger class answers the same.
  if (!isWhole(first, s.meta[META_ACCOUNTS]) || !isWhole(count, MOST) || count === 0 || !Number.isSafeInteger(day))
    return refuse(s, Reject.PARAM_MALFORMED);
  const known = s.meta[META_ACCOUNTS];
  const end = first + count < known ? first + count : known;
  for (let account = first; account < end; account++) {
    if (s.risk[account * RISK + POSITION_COUNT] !== 0)
      report(e, account, day, s.ledger[futuresWallet(account)], isolatedIn(s, account), unrealizedOf(s, account));
  }
  if (end === known) report(e, -1, day, 0, 0, 0);
  return 0;
}

function isWhole(value: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= most;
}

const isolatedIn = (s: EngineState, account: number): number => s.ledger[isolatedPurse(account)];

/** Of all legs, whichever margin they stand on. */
export function unrealizedOf(s: EngineState, account: number): number {
  let sum = 0;
  for (let next = s.accounts[account * ACCOUNT + ACCOUNT_FIRST]; next !== 0; next = s.exposures[(next - 1) * EXPOSURE + EX_NEXT]) {
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[(next - 1) * EXPOSURE + EX_LEG + leg];
      if (slot >= 0 && s.positionLots[slot] !== 0) sum += s.positionPnl[slot];
    }
  }
  return sum;
}

function report(e: EventBuffer, account: number, day: number, cross: number, isolated: number, unrealized: number): void {
  const at = e.begin(EventKind.EquityReported, account, -1);
  e.words[at + EquityReported.day] = day;
  e.words[at + EquityReported.crossWallet] = cross;
  e.words[at + EquityReported.isolatedWallets] = isolated;
  e.words[at + EquityReported.unrealized] = unrealized;
}
