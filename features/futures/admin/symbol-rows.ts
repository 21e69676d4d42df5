// The desk's symbols with their exposure, in an order that does not move under a hand.
import type { DeskExposure, DeskSymbol } from '../desk-contract.ts';

export type SymbolRow = DeskSymbol & {
  risk: DeskExposure | undefined;
  /** What it is sorted by: as it was when a hand came to the table, or as it is. */
  sortedBy: DeskExposure | undefined;
};
export type Exposures = ReadonlyMap<number, DeskExposure>;

export const exposuresOf = (risks: readonly DeskExposure[]): Exposures => new Map(risks.map((risk) => [risk.futuresOptionId, risk]));
const sizeOf = ({ sortedBy }: SymbolRow) => Number(sortedBy?.long ?? 0) + Number(sortedBy?.short ?? 0);

/** What members hold most of comes first, then as the site lists them; `held`: exposures that the order goes by meanwhile. */
export function symbolRows(symbols: readonly DeskSymbol[], now: Exposures, held: Exposures | undefined): SymbolRow[] {
  const sorting = held ?? now;
  return symbols
    .map((symbol) => ({ ...symbol, risk: now.get(symbol.futuresOptionId), sortedBy: sorting.get(symbol.futuresOptionId) }))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.futuresOptionId - b.futuresOptionId);
}
