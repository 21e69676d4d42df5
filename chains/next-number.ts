// The number of the next transaction of an address, on chains that count them.
import type { Reservation } from './chain.ts';

/**
 * The lowest number that none of ours has. A node that is behind counts less than we sent, so it is never gone below the
 * lowest number that is still reserved.
 */
export function nextNumber(counted: bigint, reserved: readonly Reservation[], isOurs: (address: string) => boolean): bigint {
  const ours = reserved.flatMap(({ nonce }) => (nonce !== undefined && isOurs(nonce.address) ? [nonce.nonce] : []));
  const taken = new Set(ours);
  let next = ours.reduce((lowest, nonce) => (nonce < lowest ? nonce : lowest), ours[0] ?? counted);
  if (next < counted) next = counted;
  while (taken.has(next)) next += 1n;
  return next;
}
