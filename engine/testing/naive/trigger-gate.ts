// The naive engine's gate (rules 2, D-4): when prices may fire triggers. Never the first tick after a halt, a doubtful price or a gap.
import { OrderType, SwitchBit } from '../../wire/command.ts';
import { abs } from './exact.ts';
import type { Naive, NaiveOrder, NaiveSymbol, Trigger } from './model.ts';

const GAP_MS = 10_000;
const PROVEN_MS = 5_000;
export const HALTS = SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed;

const isTrading = (s: Naive, m: NaiveSymbol): boolean => ((s.siteSwitches | m.switches) & HALTS) === 0;

export const isGateOpen = (s: Naive, m: NaiveSymbol): boolean => m.gate.state === 'open' && isTrading(s, m) && m.valid;

/** After a switch: what was halted or closed has its first tick before it again. */
export function shutGates(s: Naive): void {
  for (const m of s.symbols.values()) if (!isTrading(s, m)) m.gate.state = 'shut';
}

/** A tick: true when it may fire triggers. `before` = time of the one before it. */
export function passGate(s: Naive, m: NaiveSymbol, before: number): boolean {
  const { gate } = m;
  const gap = s.time - before > GAP_MS;
  if (!isTrading(s, m) || !m.valid) {
    gate.state = 'shut';
    return false;
  }
  if (gate.state === 'open' && !gap) return true;
  const agrees = near(m.mark, gate.mark) && near(m.last, gate.last);
  if (gate.state === 'opening' && !gap && (s.time - gate.since >= PROVEN_MS || agrees)) {
    gate.state = 'open';
    return true;
  }
  if (gate.state !== 'opening' || gap) gate.since = s.time;
  Object.assign(gate, { state: 'opening', mark: m.mark, last: m.last });
  return false;
}

const near = (now: bigint, then: bigint): boolean => abs(now - then) * 100n <= then;

/** The order's trigger was reached: it waits for its turn. */
export function latch(s: Naive, o: NaiveOrder, t: Trigger): void {
  t.isFired = true;
  s.fired.push(o);
}

/** The price a trigger watches; before the feed told a last price the mark stands in for it. */
export function workingPrice(m: NaiveSymbol, byMark: boolean): bigint {
  return byMark || m.last <= 0n ? m.mark : m.last;
}

/** STOP: buys at or above, sells at or below; TAKE_PROFIT and a trailing stop's activation the other way (rules 3.1). */
export function isReached(o: NaiveOrder, stop: bigint, working: bigint): boolean {
  const rises = (o.type === OrderType.StopLoss) === o.sign > 0n;
  return rises ? working >= stop * 100n : working <= stop * 100n;
}
