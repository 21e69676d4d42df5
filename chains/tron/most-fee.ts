// What a transaction of TRON can cost at most, read from its bytes.
import type { TronTransaction } from './transaction.ts';

/** Sun for each byte of a transaction where the sender has no free bandwidth. */
export const SUN_PER_BYTE = 1_000n;
/** Paying an address that the chain does not know yet makes its account, which costs this and its bandwidth. */
const NEW_ACCOUNT = 1_100_000n;
/** Signature, frames, and the place that the network keeps for its result. */
const BYTES_BESIDE_RAW = 134n;

export function mostFee({ feeLimit, contract }: TronTransaction, raw: string): bigint {
  const bandwidth = (BigInt(raw.length / 2) + BYTES_BESIDE_RAW) * SUN_PER_BYTE;
  return bandwidth + feeLimit + (contract.kind === 'transfer' ? NEW_ACCOUNT : 0n);
}
