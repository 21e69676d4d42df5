// SetCancelAfter, the dead man's switch: an account's orders of a symbol (or all) end unless the command comes again in time.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderEnd } from '../wire/event-kind.ts';
import { isOpen } from '../ledger/open-account.ts';
import { isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { findExposure } from './exposure.ts';
import { closeAllOrders } from './order-life.ts';
import { writeEvent } from '../wire/event.ts';
import { DAY_MS } from '../time.ts';

const { META_SYMBOLS, META_TIME, META_TIMERS, META_TIMER_DUE, TIMER } = layout;

const SYMBOL = 1;
const UNTIL = 2;
const LEAST_MS = 1000;
const MOST_MS = DAY_MS;

export function setCancelAfter(s: EngineState, e: EventBuffer, account: number, symbol: number, countdownMs: number): number {
  if (symbol !== -1 && !isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const off = countdownMs === 0;
  if (!off && !(Number.isSafeInteger(countdownMs) && countdownMs >= LEAST_MS && countdownMs <= MOST_MS)) {
    return refuse(s, Reject.INVALID_COUNTDOWN, MOST_MS, countdownMs);
  }
  const known = findTimer(s, account, symbol);
  if (!off && known < 0 && (s.meta[META_TIMERS] + 1) * TIMER > s.timers.length) return refuse(s, Reject.CAPACITY_FULL);
  const until = off ? 0 : s.meta[META_TIME] + countdownMs;
  if (off && known >= 0) dropTimer(s, known);
  else if (!off) s.timers.set([account, symbol, until], (known < 0 ? s.meta[META_TIMERS]++ : known) * TIMER);
  findDue(s);
  writeEvent(e, 'CancelAfterSet', account, symbol, { until, countdownMs });
  return 0;
}

/** True when a countdown has run out. */
export function isTimerDue(s: EngineState): boolean {
  return s.meta[META_TIMER_DUE] !== 0 && s.meta[META_TIMER_DUE] <= s.meta[META_TIME];
}

/** The countdown that ran out first takes its account's orders out; of several, the lower account, then the lower symbol. */
export function runTimer(s: EngineState, e: EventBuffer): void {
  let first = 0;
  for (let k = 1; k < s.meta[META_TIMERS]; k++) if (isBefore(s.timers, k * TIMER, first * TIMER)) first = k;
  const [account, symbol, until] = s.timers.subarray(first * TIMER, (first + 1) * TIMER);
  dropTimer(s, first);
  findDue(s);
  let orders = 0;
  for (let k = 0; k < s.meta[META_SYMBOLS]; k++) {
    const exposure = symbol === -1 || symbol === k ? findExposure(s, account, k) : -1;
    if (exposure >= 0) orders += closeAllOrders(s, e, exposure, OrderEnd.CancelAfter);
  }
  writeEvent(e, 'CancelAfterDone', account, symbol, { until, orders });
}

/** Countdowns of an account: symbol (-1 = all) and engine time. */
export function countdownsOf(s: EngineState, account: number): { symbol: number; until: number }[] {
  const found: { symbol: number; until: number }[] = [];
  for (let at = 0; at < s.meta[META_TIMERS] * TIMER; at += TIMER) {
    if (s.timers[at] === account) found.push({ symbol: s.timers[at + SYMBOL], until: s.timers[at + UNTIL] });
  }
  return found;
}

function findTimer(s: EngineState, account: number, symbol: number): number {
  for (let k = 0; k < s.meta[META_TIMERS]; k++) {
    if (s.timers[k * TIMER] === account && s.timers[k * TIMER + SYMBOL] === symbol) return k;
  }
  return -1;
}

// The last row takes its place.
function dropTimer(s: EngineState, k: number): void {
  const last = --s.meta[META_TIMERS];
  s.timers.copyWithin(k * TIMER, last * TIMER, (last + 1) * TIMER);
}

function findDue(s: EngineState): void {
  let due = 0;
  for (let k = 0; k < s.meta[META_TIMERS]; k++) {
    const until = s.timers[k * TIMER + UNTIL];
    if (due === 0 || until < due) due = until;
  }
  s.meta[META_TIMER_DUE] = due;
}

function isBefore(t: Float64Array, a: number, b: number): boolean {
  if (t[a + UNTIL] !== t[b + UNTIL]) return t[a + UNTIL] < t[b + UNTIL];
  return t[a] === t[b] ? t[a + SYMBOL] < t[b + SYMBOL] : t[a] < t[b];
}
