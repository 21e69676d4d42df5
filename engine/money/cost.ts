// Costs: sums of price x quantity in a symbol's cost units, exact at any size. A number while it fits 2^53, else a BigInt.
//
// Only symbols whose tick x lot is finer than 10^-6 USDT (MATIC, ADA, TRX, CHZ) ever leave the number; both forms of the
// same value give the same results everywhere.

export type Cost = number | bigint;

/** Smallest exact form. */
export function normalizeCost(value: bigint): Cost {
  return value <= 9007199254740991n && value >= -9007199254740991n ? Number(value) : value;
}

/** price x lots x costNum, exactly. */
export function costOf(price: number, lots: number, costNum: number): Cost {
  const p = price * lots * costNum;
  if (p <= Number.MAX_SAFE_INTEGER && p >= -Number.MAX_SAFE_INTEGER) return p;
  return BigInt(price) * BigInt(lots) * BigInt(costNum);
}

export function addCost(a: Cost, b: Cost): Cost {
  if (typeof a === 'number' && typeof b === 'number') {
    const s = a + b;
    if (s <= Number.MAX_SAFE_INTEGER && s >= -Number.MAX_SAFE_INTEGER) return s;
  }
  return normalizeCost(BigInt(a) + BigInt(b));
}

export function subtractCost(a: Cost, b: Cost): Cost {
  return addCost(a, -b);
}
