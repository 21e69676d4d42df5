// The naive engine's dead man's switch: an account's orders end unless the command comes again in time.
import type { Command, CommandKind } from '../../wire/command.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { listed, type Naive, ordersOf, removeOrder } from './model.ts';
import { DAY_MS } from '../../time.ts';

const LEAST_MS = 1_000;
const MOST_MS = DAY_MS;

export function setCancelAfter(s: Naive, c: Extract<Command, { kind: typeof CommandKind.SetCancelAfter }>): number {
  if (c.symbol !== -1 && listed(s, c.symbol) === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const ms = c.countdownMs;
  if (ms !== 0 && !(Number.isSafeInteger(ms) && ms >= LEAST_MS && ms <= MOST_MS)) return Reject.INVALID_COUNTDOWN;
  const isKnown = s.timers.some((t) => t.account === c.account && t.symbol === c.symbol);
  if (ms !== 0 && !isKnown && s.timers.length >= s.occupancy.capacity.accounts) return Reject.CAPACITY_FULL;
  s.timers = s.timers.filter((t) => t.account !== c.account || t.symbol !== c.symbol);
  if (ms !== 0) s.timers.push({ account: c.account, symbol: c.symbol, until: s.time + ms });
  s.timers.sort((a, b) => a.until - b.until || a.account - b.account || a.symbol - b.symbol);
  return 0;
}

export const isTimerDue = (s: Naive): boolean => s.timers.length > 0 && s.timers[0].until <= s.time;

/** '' or why this countdown could not end now: the one that ran out first goes first. */
export function runTimer(s: Naive, account: number, symbol: number): string {
  const first = s.timers[0];
  if (first === undefined || first.account !== account || first.symbol !== symbol)
    return `countdown of account ${account} ended out of turn`;
  if (first.until > s.time) return `countdown of account ${account} ended ${first.until - s.time} ms early`;
  s.timers.shift();
  for (const o of ordersOf(s, account, symbol)) removeOrder(s, o, OrderEnd.CancelAfter);
  return '';
}
