// Profit and loss (rules 7.1 to 7.5) from an exact entry cost: nothing here ever reads a rounded average price.
//
// `side` is +1 for long, -1 for short; `lots` is positive. Entry cost in the symbol's cost units.
import { type Cost, costOf, normalizeCost, subtractCost } from '../money/cost.ts';
import { ceilDiv, divCeilBig, divFloorBig, divHalfEvenBig, floorDiv, toSafe } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE, type Units } from '../money/units.ts';

/** floor(s x (mark x lots - entry cost)), in amount units (rules 1.2, 7.4). */
export function unrealizedPnl(units: Units, side: number, mark: number, lots: number, entryCost: Cost): number {
  const value = mark * lots * units.costNum;
  if (typeof entryCost === 'number') {
    const entry = entryCost * MARK_PER_TICK;
    if (value <= Number.MAX_SAFE_INTEGER && entry <= Number.MAX_SAFE_INTEGER) {
      return floorDiv(side * (value - entry), MARK_PER_TICK * units.costDen);
    }
  }
  const exact = BigInt(mark) * BigInt(lots) * BigInt(units.costNum) - BigInt(entryCost) * BigInt(MARK_PER_TICK);
  return toSafe(divFloorBig(BigInt(side) * exact, BigInt(MARK_PER_TICK * units.costDen)));
}

/**
 * Entry cost that leaves with `closing` of `lots` (rules 7.3): all of it at the last close, else pro rata, rounded against
 * the member to whole amount units (long up, short down), so that the parts telescope to the whole.
 */
export function releasedCost(units: Units, side: number, entryCost: Cost, lots: number, closing: number): Cost {
  if (closing === lots) return entryCost;
  const den = units.costDen;
  if (typeof entryCost === 'number') {
    const product = entryCost * closing;
    const by = lots * den;
    if (product <= Number.MAX_SAFE_INTEGER && by <= Number.MAX_SAFE_INTEGER) {
      return Math.min(entryCost, (side > 0 ? ceilDiv(product, by) : floorDiv(product, by)) * den);
    }
  }
  const product = BigInt(entryCost) * BigInt(closing);
  const by = BigInt(lots) * BigInt(den);
  const released = (side > 0 ? divCeilBig(product, by) : divFloorBig(product, by)) * BigInt(den);
  // A rounded part can never be more than the whole that is held.
  return normalizeCost(released > BigInt(entryCost) ? BigInt(entryCost) : released);
}

/** floor(s x (price x closing - released)), in amount units (rules 7.3). */
export function realizedPnl(units: Units, side: number, price: number, closing: number, released: Cost): number {
  const gain = subtractCost(costOf(price, closing, units.costNum), released);
  if (typeof gain === 'number') return floorDiv(side * gain, units.costDen);
  return toSafe(divFloorBig(BigInt(side) * gain, BigInt(units.costDen)));
}

/** Average entry price with `decimals`, half-even: a report, never an input (rules 1.2). 0 lots -> 0n. */
export function entryPrice(units: Units, entryCost: Cost, lots: number, decimals: number): bigint {
  if (lots === 0) return 0n;
  return divHalfEvenBig(BigInt(entryCost) * 10n ** BigInt(decimals + units.lotDecimals), BigInt(lots) * 10n ** BigInt(units.costDecimals));
}

/** Return on equity at `mark`, in hundredths of a percent, half-even: s x (P / EP - 1) x L x 100 (rules 7.4, D-15). */
export function returnOnEquity(units: Units, side: number, mark: number, lots: number, entryCost: Cost, leverage: number): bigint {
  const entry = BigInt(entryCost) * BigInt(MARK_PER_TICK);
  if (entry === 0n) return 0n;
  const gain = BigInt(side) * (BigInt(mark) * BigInt(lots) * BigInt(units.costNum) - entry);
  return divHalfEvenBig(gain * BigInt(leverage) * 10_000n, entry);
}

/** Price in ticks at which the return is `roe` (hundredths of a percent): EP x (1 + s x ROE / L); buy side floor, sell side ceil. */
export function targetPrice(units: Units, side: number, lots: number, entryCost: Cost, leverage: number, roe: number): number {
  const exact = BigInt(entryCost) * (BigInt(leverage) * 10_000n + BigInt(side) * BigInt(roe));
  const by = BigInt(lots) * BigInt(units.costNum) * BigInt(leverage) * 10_000n;
  // The closing order is a sell for a long, a buy for a short.
  return toSafe(side > 0 ? divCeilBig(exact, by) : divFloorBig(exact, by));
}

/** What a position has paid and earned over its life, in amount units. */
export interface PositionFlows {
  feesPaid: number;
  fundingPaid: number;
  realizedPnl: number;
}

/** EP + s x (fees + funding - realized) / q with `decimals`, half-even (rules 7.5); with a close fee rate, divided by 1 - s x rate. */
export function breakEvenPrice(
  units: Units,
  side: number,
  lots: number,
  entryCost: Cost,
  flows: PositionFlows,
  decimals: number,
  closeFeeRate = 0,
): bigint {
  if (lots === 0) return 0n;
  const paid = BigInt(flows.feesPaid + flows.fundingPaid - flows.realizedPnl) * BigInt(units.costDen);
  const cost = (BigInt(entryCost) + BigInt(side) * paid) * 10n ** BigInt(decimals + units.lotDecimals);
  const by = BigInt(lots) * 10n ** BigInt(units.costDecimals);
  return divHalfEvenBig(cost * BigInt(RATE_ONE), by * BigInt(RATE_ONE - side * closeFeeRate));
}
