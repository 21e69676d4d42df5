// I15: no command raises what members hold of a symbol on one side above its cap, at the mark that stands after it.
import type { InstrumentSpec } from '../market/instrument.ts';
import { unitsOf } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { markOf, openInterest } from './engine-reader.ts';

export class InterestCap {
  readonly #before: { long: number; short: number }[] = [];

  check(state: EngineState, specs: readonly InstrumentSpec[]): string[] {
    const broken: string[] = [];
    specs.forEach((spec, symbol) => {
      const open = openInterest(state, symbol);
      const before = this.#before[symbol] ?? { long: 0, short: 0 };
      for (const side of ['long', 'short'] as const) {
        if (open[side] > before[side] && isOver(spec, markOf(state, symbol), open[side]))
          broken.push(`I15 symbol ${symbol}: ${side} open interest rose to ${open[side]} lots, above ${spec.maxOpenInterest}`);
      }
      this.#before[symbol] = open;
    });
    return broken;
  }
}

function isOver(spec: InstrumentSpec, mark: number, lots: number): boolean {
  if (spec.maxOpenInterest === 0) return false;
  const { costNum, costDen } = unitsOf(spec.tickDecimals, spec.lotDecimals);
  return BigInt(mark) * BigInt(lots) * BigInt(costNum) > BigInt(spec.maxOpenInterest) * BigInt(costDen) * 100n;
}
