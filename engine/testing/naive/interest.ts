// The naive engine's cap on open interest at a fill: tried out on the sums of all positions, not worked out.
import { abs, max, sum } from './exact.ts';
import { type Naive, type NaiveOrder, type NaiveSymbol, positionOf } from './model.ts';
import { signOf, valueAtMark } from './risk.ts';

const heldOn = (s: Naive, m: NaiveSymbol, sign: bigint): bigint =>
  sum(s.positions.filter((p) => p.symbol === m.index && signOf(p.lots) === sign).map((p) => abs(p.lots)));

const isOver = (m: NaiveSymbol, lots: bigint): boolean => valueAtMark(m, m.mark, lots) > BigInt(m.spec.maxOpenInterest);

/** True when members may open no further lot on this side. */
export const isFull = (s: Naive, m: NaiveSymbol, sign: bigint): boolean => isOver(m, heldOn(s, m, sign) + 1n);

/** Most lots of a trade between an order and another (or the counterparty) that raise neither side above the cap. */
export function underCap(s: Naive, m: NaiveSymbol, o: NaiveOrder, other: NaiveOrder | undefined, lots: bigint): bigint {
  if (m.spec.maxOpenInterest === 0) return lots;
  let least = 0n;
  let most = lots;
  while (least < most) {
    const tried = (least + most + 1n) / 2n;
    if (isAllowed(s, m, o, other, tried)) least = tried;
    else most = tried - 1n;
  }
  return least;
}

function isAllowed(s: Naive, m: NaiveSymbol, o: NaiveOrder, other: NaiveOrder | undefined, lots: bigint): boolean {
  for (const sign of [1n, -1n]) {
    const before = heldOn(s, m, sign);
    const parties = other === undefined ? [o] : [o, other];
    const change = sum(parties.map((party) => changeOf(s, party, lots, sign)));
    if (change > 0n && isOver(m, before + change)) return false;
  }
  return true;
}

/** What a fill of `lots` adds to the lots held on the side `sign` by the order's own leg. */
function changeOf(s: Naive, o: NaiveOrder, lots: bigint, sign: bigint): bigint {
  const held = positionOf(s, o.account, o.symbol, o.positionSide)?.lots ?? 0n;
  const on = (net: bigint) => max(0n, net * sign);
  return on(held + o.sign * lots) - on(held);
}
