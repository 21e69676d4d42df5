// Adding to a wide integer that is kept as two words of a Float64Array, without a BigInt for ordinary amounts.
import { WIDE_BASE, readWide, wideHi, wideLo } from './wide.ts';

const PER_BASE = 2 ** -40;

/** words[at], words[at + 1] += value. Exact for any safe integer or BigInt. */
export function addWide(words: Float64Array, at: number, value: number | bigint): void {
  if (typeof value === 'number') {
    const hi = Math.floor(value * PER_BASE);
    const lo = words[at + 1] + (value - hi * WIDE_BASE);
    const carry = lo >= WIDE_BASE ? 1 : 0;
    words[at] += hi + carry;
    words[at + 1] = lo - carry * WIDE_BASE;
    return;
  }
  const sum = readWide(words[at], words[at + 1]) + value;
  words[at] = wideHi(sum);
  words[at + 1] = wideLo(sum);
}
