// Addresses in mixed case, each worked out once: a block names the same contracts and exchanges hundreds of times.
import { mixedCase } from '../address/checksums.ts';

const known = new Map<string, string>();
const MOST_KNOWN = 100_000;

/** `address`: 0x and forty digits, in any case. */
export function checksummed(address: string): string {
  const before = known.get(address);
  if (before !== undefined) return before;
  const found = mixedCase(address);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(address, found);
  return found;
}
