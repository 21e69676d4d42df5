// The counterparty's side of a book: which ladder levels may still be taken, by age and by what the counterparty already holds (rules 3.3).
import * as layout from '../layout.ts';
import type { Instrument } from '../market/instrument.ts';
import type { EngineState } from '../state.ts';
import { ladderHead } from './ladder.ts';

const { COUNTERPARTY_LOTS, LIVE, META_TIME } = layout;

/** Lots the counterparty may still trade on a ladder side: 0 = its bids (it buys), 1 = its asks (it sells). */
export function counterpartyCapacity(s: EngineState, i: Instrument, symbol: number, side: number): number {
  const held = s.live[symbol * LIVE + COUNTERPARTY_LOTS];
  const capacity = side === 0 ? i.spec.counterpartyCapLots - held : i.spec.counterpartyCapLots + held;
  return capacity > 0 ? capacity : 0;
}

export function isLadderFresh(s: EngineState, i: Instrument, symbol: number): boolean {
  return s.meta[META_TIME] - s.ladders.times[symbol] <= i.spec.ladderAgeMs;
}

/** Best ladder level that may be taken now, -1 = none. */
export function usableLadder(s: EngineState, i: Instrument, symbol: number, side: number): number {
  const level = ladderHead(s.ladders, symbol, side);
  if (level < 0 || !isLadderFresh(s, i, symbol) || counterpartyCapacity(s, i, symbol, side) === 0) return -1;
  return level;
}
