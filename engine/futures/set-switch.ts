// SetSwitch: the trading switches of a symbol, or of the whole site (symbol -1).
import * as layout from '../layout.ts';
import { ALL_SWITCHES } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { crossLadder } from './match.ts';
import { NO_TRADING } from './set-ladder.ts';
import { shutGate } from './trigger-gate.ts';
import { alarmSymbol } from './revalue.ts';

const { LIVE, META_SITE_SWITCHES, META_SYMBOLS, SWITCHES } = layout;

export function setSwitch(s: EngineState, e: EventBuffer, symbol: number, bits: number): number {
  if (!Number.isSafeInteger(bits) || bits < 0 || bits > ALL_SWITCHES) return refuse(s, Reject.PARAM_MALFORMED);
  if (symbol === -1) s.meta[META_SITE_SWITCHES] = bits;
  else if (isListed(s, symbol)) s.live[symbol * LIVE + SWITCHES] = bits;
  else return refuse(s, Reject.SYMBOL_UNKNOWN);
  writeEvent(e, 'SwitchSet', -1, symbol, { bits });
  // A liquidation that a halt held back is due as soon as it ends.
  for (let k = 0; k < s.meta[META_SYMBOLS]; k++) {
    if (symbol !== -1 && symbol !== k) continue;
    alarmSymbol(s, k);
    shutGate(s, k);
    reopen(s, e, k);
  }
  return 0;
}

// Quotes that came while nothing traded meet who rests as soon as trading is on: no book stays locked (rules 3.3).
function reopen(s: EngineState, e: EventBuffer, symbol: number): void {
  const bits = s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES];
  if ((bits & NO_TRADING) === 0 && isListed(s, symbol)) crossLadder(s, e, s.instruments[symbol] as Instrument, symbol);
}
