// When a price may fire triggers (rules 2, 8.2, D-4): never the first tick after a halt, a closed market, a doubtful mark or a gap.
import * as layout from '../layout.ts';
import { SwitchBit } from '../wire/command.ts';
import type { EngineState } from '../state.ts';

const { GATE, GATE_LAST, GATE_MARK, GATE_SINCE, LAST, LIVE, MARK, MARK_VALID, META_SITE_SWITCHES, META_TIME, SWITCHES } = layout;

/** A gap in the feed after which its first tick proves nothing. */
const GAP_MS = 10_000;
const PROVEN_AFTER_MS = 5_000;

const OPEN = 0;
const SHUT = 1;
const OPENING = 2;

/** True when triggers may act on what the symbol's prices say now. */
export function isGateOpen(s: EngineState, symbol: number): boolean {
  return s.live[symbol * LIVE + GATE] === OPEN && isTrading(s, symbol) && s.live[symbol * LIVE + MARK_VALID] !== 0;
}

/** Halted and closed markets suspend triggers. */
export function isTrading(s: EngineState, symbol: number): boolean {
  const bits = s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES];
  return (bits & (SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed)) === 0;
}

/** A switch came: after a halt the next tick is a first tick again. */
export function shutGate(s: EngineState, symbol: number): void {
  if (!isTrading(s, symbol)) s.live[symbol * LIVE + GATE] = SHUT;
}

/** A tick came, its prices are in place; `before`: time of the one before it, 0 = none. Returns whether it may fire triggers. */
export function passGate(s: EngineState, symbol: number, before: number): boolean {
  const live = symbol * LIVE;
  const now = s.meta[META_TIME];
  if (!isTrading(s, symbol) || s.live[live + MARK_VALID] === 0) {
    s.live[live + GATE] = SHUT;
    return false;
  }
  if (s.live[live + GATE] === OPEN && now - before <= GAP_MS) return true;
  if (s.live[live + GATE] !== OPENING || now - before > GAP_MS) s.live[live + GATE_SINCE] = now;
  else if (now - s.live[live + GATE_SINCE] >= PROVEN_AFTER_MS || (agrees(s, live, MARK, GATE_MARK) && agrees(s, live, LAST, GATE_LAST))) {
    s.live[live + GATE] = OPEN;
    return true;
  }
  s.live[live + GATE] = OPENING;
  s.live[live + GATE_MARK] = s.live[live + MARK];
  s.live[live + GATE_LAST] = s.live[live + LAST];
  return false;
}

// Within 1 % of the tick before it.
function agrees(s: EngineState, live: number, now: number, then: number): boolean {
  const gap = s.live[live + now] - s.live[live + then];
  return (gap < 0 ? 0 - gap : gap) * 100 <= s.live[live + then];
}
