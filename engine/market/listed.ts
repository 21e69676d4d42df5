// Whether a symbol is on the exchange.
import * as layout from '../layout.ts';
import type { EngineState } from '../state.ts';

const { LISTED, LIVE, META_SYMBOLS } = layout;

/** A symbol's LISTED word after its delisting; 0 = never listed, 1 = listed. */
export const DELISTED = 2;

export function isListed(s: EngineState, symbol: number): boolean {
  return Number.isSafeInteger(symbol) && symbol >= 0 && symbol < s.meta[META_SYMBOLS] && s.live[symbol * LIVE + LISTED] === 1;
}
