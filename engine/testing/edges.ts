// Finds the exact borders of what the rules allow right now, so that a simulation asks for the last thing allowed and the first refused.
import type { Command, CommandKind } from '../wire/command.ts';
import { Reject } from '../reject.ts';
import { failing } from './naive/scope.ts';
import { ceilDiv, floorDiv } from './naive/exact.ts';
import { type Naive, type NaiveOrder, type NaivePosition, symbolOf } from './naive/model.ts';
import { refusalOf } from './naive/place.ts';
import { budget, figures } from './naive/risk.ts';
import { removable } from './naive/settings.ts';

type PlaceCommand = Extract<Command, { kind: typeof CommandKind.PlaceOrder }>;

/** Refusals that more lots can bring about. */
const TOO_MUCH: readonly number[] = [
  Reject.INSUFFICIENT_MARGIN,
  Reject.NOTIONAL_ABOVE_BRACKET,
  Reject.QUANTITY_TOO_LARGE,
  Reject.REDUCE_ONLY_REJECTED,
  Reject.FOK_NOT_FILLED,
];

/** Most lots of this order that are not too much; 0 when even one is. */
export function mostLots(world: Naive, c: PlaceCommand, limit: number): number {
  return largest(limit, (lots) => !TOO_MUCH.includes(refusalOf(world, { ...c, lots })));
}

/** Mark, between the present one and `far`, where the position's account begins to fail; 0 when it does not on the way. */
export function failingMark(world: Naive, p: NaivePosition, far: number): number {
  const m = symbolOf(world, p.symbol);
  const present = m.mark;
  const fails = (mark: number) => {
    m.mark = BigInt(mark);
    const found = failing(world, p.account).length > 0;
    m.mark = present;
    return found;
  };
  const from = Number(present);
  const sign = Math.sign(far - from);
  if (sign === 0 || !m.valid || fails(from) || !fails(far)) return 0;
  const safe = largest(Math.abs(far - from), (step) => !fails(from + sign * step));
  return from + sign * (safe + 1);
}

/** Price in mark units at which a waiting order fires, to the unit; 0 = it has none yet. */
function firingPrice(o: NaiveOrder): number {
  const t = o.trigger;
  if (t === undefined) return 0;
  if (t.extreme === 0n) return Number(t.stop * 100n);
  const one = 100_000_000n;
  return Number(o.sign < 0n ? floorDiv(t.extreme * (one - t.rate), one) : ceilDiv(t.extreme * (one + t.rate), one));
}

/** A tick that reaches a waiting order to the unit, and its pair too where that watches the other price (D-6). */
export function firingTick(world: Naive, o: NaiveOrder, off: number): { mark: number; last: number } {
  const price = Math.max(1, firingPrice(o) + off);
  const pair = world.orders.find(
    (other) =>
      other !== o &&
      other.account === o.account &&
      other.symbol === o.symbol &&
      other.positionSide === o.positionSide &&
      other.trigger?.closePosition === true &&
      o.trigger?.closePosition === true &&
      other.trigger.byMark !== o.trigger.byMark,
  );
  if (pair === undefined) return { mark: price, last: price };
  const its = Math.max(1, firingPrice(pair));
  return o.trigger?.byMark ? { mark: price, last: its } : { mark: its, last: price };
}

/** What the account may withdraw; what an isolated position may give back, or be given. */
export function withdrawableNow(world: Naive, account: number): number {
  return Number(figures(world, account).withdrawable);
}
export function removableNow(world: Naive, p: NaivePosition): number {
  return Number(removable(world, p));
}
export function addableNow(world: Naive, p: NaivePosition): number {
  return Number(budget(world, p.account, p.symbol));
}

function largest(limit: number, isGood: (n: number) => boolean): number {
  let good = 0;
  let bad = limit + 1;
  while (bad - good > 1) {
    const middle = good + Math.floor((bad - good) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
