// What the fills of entries with TP/SL opened, noted until the end of the command arms them.
import type { Naive, NaiveOrder, NaivePosition } from './model.ts';

/** A fill of an order with TP/SL opened lots of a position; noted until the end of the command. */
export function noteOpened(s: Naive, o: NaiveOrder, p: NaivePosition, lots: bigint): void {
  const a = o.attached;
  if (a === undefined) return;
  const known = s.opened.find((entry) => entry.o === o);
  if (known !== undefined) {
    known.lots += lots;
    return;
  }
  // Once for a position: what its owner sets afterwards stands.
  if (!a.partial && s.attachedTo.get(o.id) === p) return;
  s.attachedTo.set(o.id, p);
  s.opened.push({ o, lots });
}
