// What may be done with a symbol right now, from the engine's switches: as a word for the screens and as the first check of an order.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { Reject } from '@maru/engine/reject.ts';
import type { Option } from '../contract.ts';
import type { SymbolView } from './engine-views.ts';

const HALTS = SwitchBit.Halt | SwitchBit.FeedHalt;

/** The strictest switch in force, as the screens show it: a closed market explains a silent feed. */
export function tradingWord(switches: number): Option['trading'] {
  if ((switches & SwitchBit.MarketClosed) !== 0) return 'CLOSED';
  if ((switches & HALTS) !== 0) return 'HALT';
  if ((switches & SwitchBit.CancelOnly) !== 0) return 'CANCEL_ONLY';
  if ((switches & SwitchBit.Stale) !== 0) return 'STALE';
  return (switches & SwitchBit.ReduceOnly) !== 0 ? 'REDUCE_ONLY' : 'NONE';
}

/** Rejection of rules 3.6 checks 1 and 2 for a symbol's state, in the engine's order; undefined when orders of some kind are taken. */
export function tradingFault(state: SymbolView | undefined): number | undefined {
  if (state === undefined || !state.listed) return Reject.SYMBOL_UNKNOWN;
  if ((state.switches & HALTS) !== 0) return Reject.TRADING_HALTED;
  if ((state.switches & SwitchBit.MarketClosed) !== 0) return Reject.MARKET_CLOSED;
  return (state.switches & SwitchBit.CancelOnly) !== 0 ? Reject.CANCEL_ONLY : undefined;
}
