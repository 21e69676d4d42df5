// The naive engine's fill guard: no fill of a member takes its scope below zero at mark, whatever the book's prices are.
import { FillRole } from '../../wire/event.ts';
import { abs, floorDiv, max, min } from './exact.ts';
import {
  accountOf,
  isIsolated,
  leverageOf,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  positionOf,
  symbolOf,
} from './model.ts';
import { feeAt, figures, signOf, unrealized, valueAtTicks } from './risk.ts';
import { releaseCost } from './settle.ts';

export function isFundable(s: Naive, o: NaiveOrder, price: bigint, lots: bigint, role: number): boolean {
  const m = symbolOf(s, o.symbol);
  const fee = feeAt(m, price, lots, role === FillRole.Maker ? m.spec.makerFee : m.spec.takerFee);
  const f = figures(s, o.account);
  const { debt } = accountOf(s, o.account);
  // What comes in pays the funding debt first.
  const taken = (income: bigint) => max(0n, min(debt, income));
  const leg = positionOf(s, o.account, o.symbol, o.positionSide);
  const closing = leg !== undefined && signOf(leg.lots) !== o.sign ? min(lots, abs(leg.lots)) : 0n;
  if (!isIsolated(s, o.account, o.symbol)) {
    const realized = leg === undefined || closing === 0n ? 0n : realizedOf(s, m, leg, price, closing);
    return f.wallet + f.unrealized + gain(m, o, price, lots) - fee - taken(realized) >= 0n;
  }
  const closingFee = floorDiv(fee * closing, lots);
  const legEquity = leg === undefined ? 0n : leg.isolated + unrealized(s, leg);
  let freed = 0n;
  if (leg !== undefined && closing > 0n) {
    freed = leg.isolated + realizedOf(s, m, leg, price, closing) - closingFee;
    if (freed < 0n || legEquity + gain(m, o, price, closing) - closingFee < 0n) return false;
  }
  const opening = lots - closing;
  if (opening === 0n) return true;
  const margin = valueAtTicks(m, price, opening, BigInt(leverageOf(s, o.account, o.symbol)));
  if ((closing > 0n ? 0n : legEquity) + margin + gain(m, o, price, opening) < 0n) return false;
  const free = f.wallet + min(0n, f.unrealized) - f.positionMargin;
  return free + max(0n, freed) - taken(freed) >= margin + fee - closingFee;
}

/** What a fill wins against the mark, floor. */
function gain(m: NaiveSymbol, o: NaiveOrder, price: bigint, lots: bigint): bigint {
  return floorDiv(o.sign * (m.mark - price * 100n) * lots * m.costNum, m.costDen * 100n);
}

function realizedOf(s: Naive, m: NaiveSymbol, leg: NaivePosition, price: bigint, closing: bigint): bigint {
  return floorDiv(signOf(leg.lots) * (price * closing * m.costNum - releaseCost(s, leg, closing)), m.costDen);
}
