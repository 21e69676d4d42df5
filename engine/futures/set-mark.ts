// SetMark: the symbol's mark, index and last; every position of the symbol is valued anew and every scope in danger is noted.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { type Instrument, setBounds } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { crossTriggers, finishCrossing } from './cross-triggers.ts';
import { tick } from './revalue.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { emitMark } from '../wire/event-writers.ts';

const Head = CommandHeadWord;
const { SetMark } = CommandWord;

const { INDEX, LAST, LIVE, MARK, MARK_TIME, MARK_VALID, META_TIME, OPEN_LONG, OPEN_SHORT } = layout;

/** Amounts beyond 2^53 are not exact: a mark at which a symbol's open lots would be worth more (8 bn USDT) is a fault of the feed. */
const MOST_VALUED = 8e15;

export function setMark(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const symbol = words[at + Head.symbol];
  const mark = words[at + SetMark.mark];
  const index = words[at + SetMark.index];
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  const i = s.instruments[symbol] as Instrument;
  if (!Number.isSafeInteger(mark) || !Number.isSafeInteger(index) || index < 0 || !Number.isSafeInteger(words[at + SetMark.last]))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (mark <= 0) return refuse(s, Reject.PRICE_NOT_POSITIVE, 0, mark);
  const most = i.spec.maxPrice * MARK_PER_TICK;
  // Trailing stops are worked out of the last price: beyond this their products would not be exact.
  if (mark > most || words[at + SetMark.last] > most)
    return refuse(s, Reject.PRICE_TOO_HIGH, i.spec.maxPrice, mark > most ? mark : words[at + SetMark.last]);
  const live = symbol * LIVE;
  const open = Math.max(s.live[live + OPEN_LONG], s.live[live + OPEN_SHORT]);
  if (mark * open * i.amountPerMarkLot > MOST_VALUED) return refuse(s, Reject.PRICE_TOO_HIGH, i.spec.maxPrice, mark);
  finishCrossing(s, e, symbol);
  const markBefore = s.live[live + MARK];
  const lastBefore = s.live[live + LAST];
  const timeBefore = s.live[live + MARK_TIME];
  s.live[live + INDEX] = index;
  s.live[live + LAST] = words[at + SetMark.last];
  s.live[live + MARK_VALID] = words[at + SetMark.valid] !== 0 ? 1 : 0;
  s.live[live + MARK_TIME] = s.meta[META_TIME];
  // A mark that may not be used freezes the last one that could (rules 8.2): an outlier never values anybody's account.
  const isFrozen = words[at + SetMark.valid] === 0 && s.live[live + MARK] !== 0;
  if (!isFrozen) {
    s.live[live + MARK] = mark;
    setBounds(s.live, live, i, mark);
    tick(s, i, symbol, mark);
  }
  emitMark(e, symbol, s.live[live + MARK], index);
  crossTriggers(s, e, symbol, markBefore, lastBefore, timeBefore);
  return 0;
}
