// ListSymbol: puts a symbol on the exchange, or replaces its fees, filters, bounds and brackets while its units stay. Open positions are valued
// by the new brackets at once: who falls below them is liquidated like on a mark.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { fillMarkTables } from '../market/mark-tables.ts';
import { revalueAll } from './revalue.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { SPEC_WORDS, decodeInstrument, deriveInstrument, faultOfSpec, setBounds } from '../market/instrument.ts';

const Head = CommandHeadWord;
const { ListSymbol } = CommandWord;

const { DELISTING_NEXT, LISTED, LIVE, MARK, MARK_VALID, META_SYMBOLS } = layout;

export function listSymbol(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const symbol = words[at + Head.symbol];
  const length = words[at + Head.further];
  if (!Number.isSafeInteger(symbol) || symbol < 0) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (symbol >= s.capacity.symbols) return refuse(s, Reject.CAPACITY_FULL, s.capacity.symbols, symbol);
  const spec = words.subarray(at + ListSymbol.spec, at + ListSymbol.spec + length);
  if (faultOfSpec(spec) !== '') return refuse(s, Reject.PARAM_MALFORMED);
  const known = s.instruments[symbol];
  const next = decodeInstrument(spec);
  // Units are what stored lots and prices mean.
  if (known !== undefined && (known.spec.tickDecimals !== next.tickDecimals || known.spec.lotDecimals !== next.lotDecimals)) {
    return refuse(s, Reject.BAD_PRECISION);
  }
  if (s.live[symbol * LIVE + DELISTING_NEXT] !== 0) return refuse(s, Reject.SYMBOL_CLOSED);
  s.specs.fill(0, symbol * SPEC_WORDS, (symbol + 1) * SPEC_WORDS);
  s.specs.set(spec, symbol * SPEC_WORDS);
  s.specLengths[symbol] = length;
  // What comes back after a delisting waits for a price of its own.
  if (s.live[symbol * LIVE + LISTED] !== 1) s.live[symbol * LIVE + MARK_VALID] = 0;
  s.live[symbol * LIVE + LISTED] = 1;
  if (s.meta[META_SYMBOLS] <= symbol) s.meta[META_SYMBOLS] = symbol + 1;
  const derived = deriveInstrument(next);
  s.instruments[symbol] = derived;
  fillMarkTables(s.tierTable, s.leverageTable, symbol, derived);
  setBounds(s.live, symbol * LIVE, derived, s.live[symbol * LIVE + MARK]);
  revalueAll(s, derived, symbol);
  writeEvent(e, 'SymbolListed', -1, symbol, {});
  return 0;
}
