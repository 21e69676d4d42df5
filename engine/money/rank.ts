// A quotient to sort by, never to pay by: the nearest double, the same on every machine.

/** a / b as a double; 0 when b is not positive. */
export function rankRatio(a: number, b: number): number {
  return b > 0 ? a / b : 0;
}
