// The live book as rows: each level as long as the size summed up to it. Pure, for the hero's painter and its test.
import type { Depth } from '@maru/market/contract.ts';

export interface DepthRow {
  price: string;
  size: string;
  /** Share of the longest row, 0 to 1. */
  share: number;
}

/** Best level first. */
function lay(levels: readonly (readonly [string, string])[], count: number): { row: DepthRow; sum: number }[] {
  let sum = 0;
  return levels.slice(0, count).map(([price, size]) => {
    sum += Number(size);
    return { row: { price, size, share: 0 }, sum };
  });
}

/** Asks from the farthest down to the best, bids from the best down: as they stand on the page. */
export function depthRows({ asks, bids }: Pick<Depth, 'asks' | 'bids'>, count: number): { asks: DepthRow[]; bids: DepthRow[] } {
  const [above, below] = [lay(asks, count), lay(bids, count)];
  const most = Math.max(above.at(-1)?.sum ?? 0, below.at(-1)?.sum ?? 0) || 1;
  const shared = (rows: typeof above) => rows.map(({ row, sum }) => ({ ...row, share: sum / most }));
  return { asks: shared(above).reverse(), bids: shared(below) };
}

/** Where a row's remaining board is broken, 0.2 to 0.8 of it: fixed per row, so that the picture does not shiver. */
export function jointOf(row: number): number {
  return 0.2 + (((row + 3) * 7919) % 61) / 100;
}
