// The number of the next transaction of an address, on chains that count them.
import type { Claims } from './chain.ts';

/**
 * The lowest number that none of ours has. A node that is behind counts less than we sent, so it is never gone below the
 * lowest claim that is still on our list.
 */
export function nextNumber(counted: bigint, claimed: readonly Claims[], isOurs: (address: string) => boolean): bigint {
  const ours = claimed.flatMap(({ nonce }) => (nonce !== undefined && isOurs(nonce.address) ? [nonce.nonce] : []));
  const taken = new Set(ours);
  let next = ours.reduce((lowest, nonce) => (nonce < lowest ? nonce : lowest), ours[0] ?? counted);
  if (next < counted) next = counted;
  while (taken.has(next)) next += 1n;
  return next;
}
