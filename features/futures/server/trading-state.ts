// What may be done with a symbol right now, from the engine's switches: as a word for the screens and as the first check of an order.
import { SwitchBit } from '@maru/engine/command.ts';
import { Reject } from '@maru/engine/reject.ts';
import type { Option } from '../contract.ts';
import type { SymbolView } from './engine-views.ts';

/** The strictest switch in force, as the screens show it. */
export function tradingWord(switches: number): Option['trading'] {
  if ((switches & SwitchBit.MarketClosed) !== 0) return 'CLOSED';
  if ((switches & ~KNOWN) !== 0 || (switches & SwitchBit.Halt) !== 0) return 'HALT';
  if ((switches & SwitchBit.CancelOnly) !== 0) return 'CANCEL_ONLY';
  if ((switches & SwitchBit.Stale) !== 0) return 'STALE';
  return (switches & SwitchBit.ReduceOnly) !== 0 ? 'REDUCE_ONLY' : 'NONE';
}
// A bit of a later release that this one does not know is treated as the strictest.
const KNOWN = SwitchBit.CancelOnly | SwitchBit.ReduceOnly | SwitchBit.Halt | SwitchBit.MarketClosed | SwitchBit.Stale;

/** Rejection of rules 3.6 checks 1 and 2 for a symbol's state; undefined when orders of some kind are taken. */
export function tradingFault(state: SymbolView | undefined): number | undefined {
  if (state === undefined || !state.listed) return Reject.SYMBOL_UNKNOWN;
  const word = tradingWord(state.switches);
  if (word === 'CLOSED') return Reject.MARKET_CLOSED;
  if (word === 'HALT') return Reject.TRADING_HALTED;
  return word === 'CANCEL_ONLY' ? Reject.CANCEL_ONLY : undefined;
}
