// ListSymbol: puts a symbol on the floor, or replaces its fees, filters and bounds while its units and brackets' shape stay.
import * as layout from '../layout.ts';
import { type EventBuffer, emitSimple } from '../event-buffer.ts';
import { EventKind } from '../event.ts';
import { HEADER_WORDS } from '../command.ts';
import { fillMarkTables } from './mark-tables.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { SPEC_WORDS, decodeInstrument, deriveInstrument, faultOfSpec, setBounds } from './instrument.ts';

const { LISTED, LIVE, MARK, META_SYMBOLS, OPEN_LONG, OPEN_SHORT } = layout;

export function listSymbol(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const symbol = words[at + 3];
  const length = words[at + 11];
  if (!Number.isSafeInteger(symbol) || symbol < 0) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (symbol >= s.capacity.symbols) return refuse(s, Reject.CAPACITY_FULL, s.capacity.symbols, symbol);
  const spec = words.subarray(at + HEADER_WORDS, at + HEADER_WORDS + length);
  if (faultOfSpec(spec) !== '') return refuse(s, Reject.PARAM_MALFORMED);
  const known = s.instruments[symbol];
  const next = decodeInstrument(spec);
  // Units are what stored lots and prices mean; brackets must not change under open positions.
  if (known !== undefined && (known.spec.tickDecimals !== next.tickDecimals || known.spec.lotDecimals !== next.lotDecimals)) {
    return refuse(s, Reject.BAD_PRECISION);
  }
  const open = s.live[symbol * LIVE + OPEN_LONG] + s.live[symbol * LIVE + OPEN_SHORT];
  if (known !== undefined && open > 0 && JSON.stringify(known.spec.tiers) !== JSON.stringify(next.tiers))
    return refuse(s, Reject.PARAM_MALFORMED);
  s.specs.fill(0, symbol * SPEC_WORDS, (symbol + 1) * SPEC_WORDS);
  s.specs.set(spec, symbol * SPEC_WORDS);
  s.specLengths[symbol] = length;
  s.live[symbol * LIVE + LISTED] = 1;
  if (s.meta[META_SYMBOLS] <= symbol) s.meta[META_SYMBOLS] = symbol + 1;
  const derived = deriveInstrument(next);
  s.instruments[symbol] = derived;
  fillMarkTables(s.tierTable, s.leverageTable, symbol, derived);
  setBounds(s.live, symbol * LIVE, derived, s.live[symbol * LIVE + MARK]);
  emitSimple(e, EventKind.SymbolListed, -1, symbol, 0);
  return 0;
}
