// Finds the exact borders of what the rules allow right now, so that a simulation asks for the last thing allowed and the first refused.
import type { Command, CommandKind } from '../command.ts';
import { Reject } from '../reject.ts';
import { failing } from './naive/scope.ts';
import { type Naive, type NaivePosition, symbolOf } from './naive/model.ts';
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
