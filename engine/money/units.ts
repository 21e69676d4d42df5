// One table of how each symbol's integers relate: tick, lot, mark unit, cost unit, and the bounds they must keep.
//
// price in ticks (10^-tickDecimals USDT), quantity in lots (10^-lotDecimals), mark and index in tick / 100, amounts in
// 10^-amountDecimals USDT (6 in the engine; the worked examples run at 8), costs in 10^-max(amount, tick + lot) USDT.

/** Marks are kept two decimals finer than a tick (rules 8.2). */
export const MARK_PER_TICK = 100;
/** Rates are integers of 10^-8. */
export const RATE_ONE = 100_000_000;
/** USDT is kept in 10^-6. */
export const USDT_DECIMALS = 6;
export const USDT_ONE = 1_000_000;
/** The book's price index is 2^32 ticks deep. */
export const MAX_PRICE_TICKS = 4_294_967_295;
/** Lots of one order or position; Float64 integers with room for one mark x lots product to be told from an overflow. */
export const MAX_LOTS = 1_000_000_000_000_000;

export interface Units {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly amountDecimals: number;
  readonly costDecimals: number;
  /** Cost units in one tick x lot. */
  readonly costNum: number;
  /** Cost units in one amount unit. One of costNum and costDen is 1. */
  readonly costDen: number;
}

/** Units of a symbol; `amountDecimals` is 6 except where the worked examples are run at 8. */
export function unitsOf(tickDecimals: number, lotDecimals: number, amountDecimals: number = USDT_DECIMALS): Units {
  const product = tickDecimals + lotDecimals;
  const costDecimals = Math.max(amountDecimals, product);
  return {
    tickDecimals,
    lotDecimals,
    amountDecimals,
    costDecimals,
    costNum: 10 ** (costDecimals - product),
    costDen: 10 ** (costDecimals - amountDecimals),
  };
}

/** Cost units pass 2^53 within this symbol's largest bracket, so its positions take the wide path. */
export function isWide(units: Units, largestNotionalUsdt: number): boolean {
  return largestNotionalUsdt * 10 ** units.costDecimals > Number.MAX_SAFE_INTEGER;
}
