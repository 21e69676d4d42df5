// Levels of an order book -> the rows a ladder shows: grouped by a price step, summed from the best price outwards.

/** Price in ticks, size in lots; best first. */
export interface BookLevel {
  readonly price: number;
  readonly size: number;
}
export interface BookRow {
  price: number;
  size: number;
  /** Lots from the best price to here. */
  sum: number;
  /** Sum of price x size to here, for the average; display only. */
  value: number;
  own: boolean;
}
export type BookSide = 'bid' | 'ask';

/** The step's price that a level falls into: away from the spread, so that a grouped row never looks better than it is. */
export function groupPrice(price: number, step: number, side: BookSide): number {
  return side === 'bid' ? Math.floor(price / step) * step : Math.ceil(price / step) * step;
}

/** At most `count` rows, best first. `own` holds ungrouped prices of the member's orders on this side. */
export function groupLevels(
  levels: readonly BookLevel[],
  side: BookSide,
  step: number,
  count: number,
  own: ReadonlySet<number>,
): BookRow[] {
  const rows: BookRow[] = [];
  let sum = 0;
  let value = 0;
  let row: BookRow | undefined;
  for (const level of levels) {
    if (level.size <= 0) continue;
    const price = groupPrice(level.price, step, side);
    if (row === undefined || row.price !== price) {
      if (rows.length === count) break;
      row = { price, size: 0, sum: 0, value: 0, own: false };
      rows.push(row);
    }
    sum += level.size;
    value += level.size * level.price;
    row.size += level.size;
    row.sum = sum;
    row.value = value;
    if (own.has(level.price)) row.own = true;
  }
  return rows;
}

/** Of all that stands in the book, what waits to buy, in whole percent; undefined while nothing stands there. */
export function bidShare({ bids, asks }: Record<'bids' | 'asks', readonly (readonly [string, string])[]>): number | undefined {
  const [bid, ask] = [bids, asks].map((levels) => levels.reduce((total, [, size]) => total + Number(size), 0));
  return bid + ask === 0 ? undefined : Math.round((bid / (bid + ask)) * 100);
}

/** Where a ladder begins: a power of ten of about a fifty-thousandth of the price. One tick of a dear symbol says nothing of its depth. */
export function usualStep(price: number, steps: readonly number[]): number {
  const wanted = 10 ** Math.floor(Math.log10(Math.max(price / 50_000, 1)));
  return steps.findLast((step) => step <= wanted) ?? 1;
}

/** The steps a ladder offers: one tick and its powers of ten, with halves, as far as the price allows. */
export function groupingSteps(price: number): number[] {
  const steps: number[] = [];
  for (const step of [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000]) if (step === 1 || step * 200 <= price) steps.push(step);
  return steps;
}
