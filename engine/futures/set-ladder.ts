// SetLadder: replaces the counterparty's quotes of one symbol; resting members that it reaches are filled at their own price (rules 3.3).
import * as layout from '../layout.ts';
import { CommandHeadWord, CommandWord, SwitchBit } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { replaceSide } from './ladder.ts';
import { crossLadder } from './match.ts';
import type { Instrument } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';

const Head = CommandHeadWord;
const { SetLadder } = CommandWord;

const { LIVE, META_SITE_SWITCHES, META_TIME, SWITCHES } = layout;

/** Under any of these no order may trade. */
export const NO_TRADING = SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed | SwitchBit.CancelOnly;

export function setLadder(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const symbol = words[at + Head.symbol];
  const bids = words[at + SetLadder.bidLevels];
  const asks = words[at + SetLadder.askLevels];
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!(bids >= 0 && asks >= 0) || words[at + Head.further] !== (bids + asks) * 2) return refuse(s, Reject.PARAM_MALFORMED);
  const from = at + SetLadder.levels;
  const i = s.instruments[symbol] as Instrument;
  if (!isSide(words, from, bids, -1, i) || !isSide(words, from + bids * 2, asks, 1, i)) return refuse(s, Reject.PARAM_MALFORMED);
  if (bids > 0 && asks > 0 && words[from] >= words[from + bids * 2]) return refuse(s, Reject.PARAM_MALFORMED);
  replaceSide(s.ladders, symbol, 0, words, from, bids);
  replaceSide(s.ladders, symbol, 1, words, from + bids * 2, asks);
  s.ladders.times[symbol] = s.meta[META_TIME];
  const bits = s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES];
  if ((bits & NO_TRADING) === 0) crossLadder(s, e, i, symbol);
  return 0;
}

// Strictly better to worse, whole positive numbers whose product stays exact. `step` is the sign of a worse price.
function isSide(words: Float64Array, from: number, count: number, step: number, i: Instrument): boolean {
  let last = 0;
  for (let k = 0; k < count; k++) {
    const price = words[from + k * 2];
    const lots = words[from + k * 2 + 1];
    if (!(Number.isSafeInteger(price) && Number.isSafeInteger(lots) && price > 0 && lots > 0 && price <= i.spec.maxPrice)) return false;
    if (k > 0 && (price - last) * step <= 0) return false;
    last = price;
  }
  return true;
}
